/**
 * The hub is killed at random moments while five agents post. 2 rounds in `npm test`, 20 in `npm
 * run soak`.
 */
import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { run } from "../support/askline.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { patient, until } from "../support/patience.ts";
import { rounds } from "../support/rounds.ts";
import { turnsOf } from "../support/turns.ts";

const ROUNDS = rounds(2, 20);
const AGENTS = 5;
const PROMPTS = rounds(2, 4);

it(`no turn is lost or doubled when the hub dies among its agents, ${ROUNDS} times`, {
  timeout: patient(900_000),
}, async () => {
  await using hub = await startHub();
  mkdirSync(hub.files.at("transcripts"));
  for (let round = 0; round < ROUNDS; round++) {
    const names = Array.from({ length: AGENTS }, (_, index) => `agent-${round}-${index}`);
    const working = Promise.all(names.map((name) => work(hub, name)));
    await sleep(100 + Math.random() * 1_200);
    await hub.kill();
    await sleep(Math.random() * 400);
    await hub.revive();
    await working;
    await until("the spool to be empty", async () => spooled(hub) === 0);
    for (const name of names) {
      const expected = Array.from({ length: PROMPTS }, (_, number) => [
        `Do ${number}`,
        `I do ${number}.`,
        `Did ${number}.`,
      ]);
      await until(
        `all turns of ${name}`,
        async () => (await turnsOf(hub, name)).length >= expected.flat().length,
      );
      expect((await turnsOf(hub, name)).map(({ text }) => text)).toEqual(expected.flat());
    }
  }
});

/**
 * Like the real client: the forwarder runs its hooks one after the other, and its transcript grows
 * meanwhile.
 */
async function work(hub: TestHub, sessionId: string) {
  const transcriptPath = hub.files.at("transcripts", `${sessionId}.jsonl`);
  let lines = 0;
  for (let number = 0; number < PROMPTS; number++) {
    const promptId = `${sessionId} prompt ${number}`;
    await hook("UserPromptSubmit", { prompt: `Do ${number}`, prompt_id: promptId });
    write("user", `Do ${number}`, promptId);
    write("assistant", [{ type: "text", text: `I do ${number}.` }], promptId);
    const tool = {
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_use_id: `${sessionId} tool ${number}`,
    };
    await hook("PostToolUse", { ...tool, tool_response: {}, prompt_id: promptId });
    write("assistant", [{ type: "text", text: `Did ${number}.` }], promptId);
    await hook("Stop", { last_assistant_message: `Did ${number}.`, prompt_id: promptId });
  }

  async function hook(event: string, payload: Record<string, unknown>) {
    const common = {
      session_id: sessionId,
      cwd: hub.files.at(sessionId),
      transcript_path: transcriptPath,
    };
    const input = JSON.stringify({ ...common, hook_event_name: event, ...payload });
    const { code } = await run(hub.state, ["hook", event], { input });
    expect(code).toBe(0);
  }

  function write(type: "user" | "assistant", content: unknown, promptId: string) {
    lines += 1;
    const common = {
      uuid: `${sessionId} ${lines}`,
      timestamp: new Date().toISOString(),
      sessionId,
      isSidechain: false,
    };
    const message = {
      role: type,
      content,
      ...(type === "assistant" ? { id: `msg ${lines}` } : {}),
    };
    appendFileSync(transcriptPath, `${JSON.stringify({ type, ...common, promptId, message })}\n`);
  }
}

function spooled(hub: TestHub): number {
  try {
    return readdirSync(hub.files.at("spool")).filter((name) => !name.startsWith(".")).length;
  } catch {
    return 0;
  }
}
