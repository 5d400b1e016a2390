/** What people and agents do, wherever the asks are kept: in files, SQLite or PostgreSQL. */
import { expect, it } from "vitest";
import { onEveryStore } from "./support/ask-stores.ts";
import { run, runJson, start } from "./support/askline.ts";
import { choice } from "./support/choice.ts";
import { startAgent } from "./support/mcp.ts";
import { until } from "./support/patience.ts";
import { pageTicket } from "./support/serving.ts";

onEveryStore((openHome) => {
  it("a command asks, another answers, and the first one is told", async () => {
    using home = await openHome();
    const { files, env } = home;
    const asking = start(files.path, ["ask", "Which colour?", "-o", "Red", "-o", "Blue"], { env });
    const [ask] = await openAsks(home);
    const answered = await run(files.path, ["answer", String(ask?.id), "2"], { env });
    expect(answered).toMatchObject({ code: 0 });
    expect((await asking.finished).stdout).toContain("Blue");
    const again = await run(files.path, ["answer", String(ask?.id), "1"], { env });
    expect(again.code).not.toBe(0);
    expect(again.stderr).toContain("already");
    const history = await run(files.path, ["history"], { env });
    expect(history.stdout).toContain("Blue");
    expect((await run(files.path, ["stats"], { env })).stdout).toContain("1 ask settled");
    expect((await run(files.path, ["list"], { env })).stdout).not.toContain("colour");
  });

  it("an agent asks by MCP, a person answers in the portal, and the agent is told", async () => {
    using home = await openHome();
    const { files, env } = home;
    const hub = start(files.path, ["serve", "--port", "0", "--json"], { env });
    const [line] = await hub.said(/\{.*"link".*\}/);
    const { url } = JSON.parse(String(line)) as { url: string };
    const { token } = files.readJson("local-token.json");
    const { site } = files.readJson("hub.json");
    const { cookie, key } = await pageTicket({ url, token });
    await using agent = await startAgent(files.path, { env });
    const asked = agent.call("provide_choice", choice);
    const headers = {
      cookie,
      "x-askline-key": key,
      "content-type": "application/json",
      origin: site,
    };
    const page = () => fetch(`${url}/api/asks`, { headers }).then((response) => response.text());
    await until("the ask in the portal", async () => (await page()).includes("Which database?"));
    const [ask] = await openAsks(home);
    const answer = await fetch(`${url}/api/asks/${ask?.id}/answer`, {
      ...{ method: "POST", headers },
      body: JSON.stringify({ reply: { answers: [{ optionIds: ["lite"] }] } }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    expect((await asked).structuredContent).toMatchObject({
      selection: { selected_ids: ["lite"] },
    });
    const history = await fetch(`${url}/api/history`, { headers });
    expect(await history.text()).toContain("SQLite");
    hub.child.kill("SIGTERM");
    await hub.finished;
  });
});

async function openAsks({ files, env }: { files: { path: string }; env: Record<string, string> }) {
  return until("an open ask", async () => {
    const asks = await runJson(files.path, ["list"], { env });
    return Array.isArray(asks) && asks.length > 0 ? (asks as { id: string }[]) : null;
  });
}
