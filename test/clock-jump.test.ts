/** A clock that is set back while somebody waits: deadlines hold all the same. */
import { describe, expect, it } from "vitest";
import { type Running, run, runJson, start } from "./support/askline.ts";
import { clockThatJumps } from "./support/child-clock.ts";
import { openSandbox } from "./support/sandbox.ts";

const TWO_HOURS_BACK = clockThatJumps(-2 * 3600 * 1000);
const QUESTION = ["Which colour?", "-o", "Red", "-o", "Blue"];

async function setClock(process: Running) {
  process.child.kill("SIGUSR2");
  await process.said(/The clock was set/);
}

describe("the clock is set back by two hours", () => {
  it("while a command waits: its question ends at its deadline", async () => {
    using files = openSandbox();
    const asking = start(files.path, ["ask", ...QUESTION, "--timeout", "3s"], {
      env: TWO_HOURS_BACK,
    });
    await asking.said(/Waiting/);
    await setClock(asking);
    expect(await asking.finished).toMatchObject({ code: 4 });
  });

  it("while the hub looks after a question that nobody waits for", async () => {
    using files = openSandbox();
    const hub = start(files.path, ["serve", "--port", "0", "--json"], { env: TWO_HOURS_BACK });
    await hub.said(/"url"/);
    const put = ["ask", ...QUESTION, "--no-wait", "--timeout", "4s"];
    const id = (await run(files.path, put)).stdout.trim();
    await expect.poll(() => seenBy(files.path)).toContain(id);
    await setClock(hub);
    const status = () => files.readJson("sessions", id, "status.json").status;
    await expect.poll(status, { timeout: 60_000 }).toBe("timed_out");
    hub.child.kill("SIGTERM");
    await hub.finished;
  });

  it("before a process meets the question: it has the time it was given, and no two hours", async () => {
    using files = openSandbox();
    const id = (
      await run(files.path, ["ask", ...QUESTION, "--no-wait", "--timeout", "3s"])
    ).stdout.trim();
    const status = files.readJson("sessions", id, "status.json");
    const later = (text: string) => new Date(Date.parse(text) + 2 * 3600 * 1000).toISOString();
    const { createdAt, expiresAt } = status;
    files.writeJson(
      { ...status, createdAt: later(createdAt), expiresAt: later(expiresAt) },
      ...["sessions", id, "status.json"],
    );
    expect(await run(files.path, ["wait", id])).toMatchObject({ code: 4 });
  });
});

async function seenBy(state: string): Promise<string> {
  const asks = await runJson(state, ["list"]);
  return JSON.stringify(asks);
}
