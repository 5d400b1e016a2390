/**
 * Questions of the real clients: Claude Code, Codex, Gemini CLI and opencode ask through MCP, and
 * nobody answers within their limit. Only in `npm run soak`, which installs them.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import type { Ask } from "../../src/core/ask/ask.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { HEADLESS_CLIENTS, installHeadless, openHeadless } from "../support/headless-clients.ts";
import { patient } from "../support/patience.ts";

const options = [
  { id: "lite", label: "SQLite" },
  { id: "full", label: "Postgres" },
];
const question = { prompt: "Which database?", options };
const asking = { tool: "ask_user_questions", input: { questions: [question] } };

describe.each(HEADLESS_CLIENTS)("%s", (name) => {
  beforeAll(installHeadless, patient(600_000));

  it("hears the answer that came after its time-out", async () => {
    let answered = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const fetching = { tool: "get_answers", input: {}, when: () => isAnswered };
    await using client = await openHeadless(name, [asking, fetching], {
      seconds: 6,
      isHidden: true,
    });
    // Our own patience is longer than the client's.
    client.home.env["ASKLINE_MCP_WAIT_SECONDS"] = "3540";
    const over = client.run();
    const left = leftOpen(client.desk);
    const said = over.then((text) => {
      throw new Error(`It ended: ${text}\n${client.model.results.join("\n")}`);
    });
    const { id } = await Promise.race([left, said]);
    expect(client.model.results[0] ?? "").not.toContain("→ SQLite");
    await client.desk.answer(id, { answers: [{ optionIds: ["lite"] }] }, { surface: "phone" });
    answered();
    await over;
    said.catch(() => undefined);
    expect(client.model.results[1]).toContain("SQLite");
    expect((await client.desk.load(id)).taken).toHaveLength(1);
  });

  it("is told in time that nobody has answered yet", async () => {
    await using client = await openHeadless(name, [asking], { seconds: 10, isHidden: false });
    await client.run();
    expect(client.model.results[0]).toContain("Nobody has answered yet");
  });
});

/** However long the client takes to start. */
async function leftOpen(desk: Desk): Promise<Ask> {
  for (;;) {
    const ask = (await desk.list()).find(({ leftOpenAt }) => leftOpenAt !== undefined);
    if (ask !== undefined) return ask;
    await sleep(100);
  }
}
