/**
 * Every recording of a real Codex and Gemini CLI: their session files line by line, with and
 * without their hooks, torn anywhere and read again: the states of the agent and what is said.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromCodex } from "../src/agents/clients/codex/hooks.ts";
import { fromGemini } from "../src/agents/clients/gemini-cli/hooks.ts";
import { openTurnLog, type TurnLog } from "./support/turn-log.ts";

const FIXTURES = new URL("./fixtures/", import.meta.url);
const CODEX = readdirSync(new URL("codex/", FIXTURES)).filter((name) =>
  existsSync(new URL(`codex/${name}/rollout.jsonl`, FIXTURES)),
);

// biome-ignore lint/suspicious/noExplicitAny: recorded lines have every shape
type Recorded = any;

const QUIET = "IDLE COMMANDED PROCESSING COMPLETE";
const DONE = "COMPLETION HARNESS-FINISHED";
const MAKE = "PROGRESS I will make a file.";

/** By the session's file alone; approvals leave no line there. */
const IN_ROLLOUT: Record<string, [states: string, ...said: string[]]> = {
  "approval-and-elicitation-answered-outside": [
    `${QUIET} COMMANDED PROCESSING COMPLETE`,
    ...["COMMAND please go on", MAKE, DONE],
    ...["COMMAND sent from outside", "COMPLETION HARNESS-FINISHED-2"],
  ],
  // It was recorded up to its fifth form.
  "elicitation-forms-no-daemon": ["IDLE COMMANDED PROCESSING", "COMMAND please go"],
  "plan-request-user-input": [
    "IDLE COMMANDED PROCESSING AWAITING_INPUT PROCESSING AWAITING_INPUT PROCESSING COMPLETE",
    ...["COMMAND please plan", "PROGRESS I have questions."],
    "QUESTION 1. Which database should we use?\n2. Which UI?",
    "ANSWER Which database should we use? SQLite\nWhich UI? none of these, use a phone",
    ...["QUESTION Answered in the terminal?", "ANSWER No – my note", DONE],
  ],
  "steer-and-interrupt": [
    QUIET,
    ...["COMMAND please patch", "PROGRESS I will patch.", "PROGRESS Then wait."],
    ...["COMMAND steered from outside", "PROGRESS Then a file."],
  ],
  "tui-killed-answered-outside": [
    `${QUIET} COMMANDED PROCESSING COMPLETE`,
    ...["COMMAND please go", "PROGRESS First.", "PROGRESS Second.", DONE],
    ...["COMMAND queued from outside", "COMPLETION four"],
  ],
  "usage-limit": ["IDLE COMMANDED LIMITED", "COMMAND please go"],
};

const GEMINI = [
  ...["COMMAND please go on", MAKE, "QUESTION Allow run_shell_command: touch made-1?"],
  ...["ANSWER Allowed", "QUESTION Which database should we use?", "ANSWER SQLite"],
  ...["QUESTION Allow mcp_x_ask?", "ANSWER Allowed", DONE, "COMMAND 1", "COMPLETION four"],
];

describe.each(CODEX)("Codex's %s", (scene) => {
  const lines = linesOf(`codex/${scene}/rollout.jsonl`);

  it("is told by its session file alone", async () => {
    await using log = await openTurnLog();
    const states = await replay(log, [seen(log), ...lines.map((line) => writing(log, line))]);
    expect([states, ...(await said(log))]).toEqual(IN_ROLLOUT[scene]);
  });

  it("says the same torn anywhere, restarted, and with fields nobody knows", async () => {
    await using whole = await openTurnLog();
    await replay(whole, [seen(whole), ...lines.map((line) => writing(whole, line))]);
    const expected = await said(whole);
    await using torn = await openTurnLog();
    await seen(torn)();
    const text = strange(lines).join("\n").concat("\n");
    for (let at = 0, step = 0; at < text.length; step += 1) {
      const size = 400 + ((step * 7_919) % 5_000);
      torn.write(text.slice(at, at + size));
      await torn.catchUp();
      if (step % 3 === 2) await torn.restart();
      at += size;
    }
    expect(await said(torn)).toEqual(expected);
  });
});

it.each(CODEX.filter((scene) => hooksOf(scene).length > 0))(
  "Codex's %s says the same with its hooks beside it, before it, after it and twice",
  async (scene) => {
    const lines = linesOf(`codex/${scene}/rollout.jsonl`);
    const hooks = hooksOf(scene);
    await using alone = await openTurnLog();
    await replay(alone, [seen(alone), ...lines.map((line) => writing(alone, line))]);
    const expected = await said(alone);
    for (const order of ["beside", "before", "after", "twice"] as const) {
      await using log = await openTurnLog();
      const heard = hooks.map((hook) => ({ hook, step: hearing(log, hook) }));
      const all = heard.map(({ step }) => step);
      const written = lines.map((line) => writing(log, line));
      const beside = lines.flatMap((line, index) => [
        ...heard.filter(({ hook }) => placeOf(hook, lines) === index).map(({ step }) => step),
        writing(log, line),
      ]);
      const steps = {
        beside,
        before: [...written.slice(0, 1), ...all, ...written.slice(1)],
        after: [seen(log), ...written, ...all],
        twice: [...beside, ...all],
      }[order];
      await replay(log, steps);
      expect(await said(log), order).toEqual(expected);
    }
  },
);

describe("Gemini CLI's session", () => {
  const folder = "gemini-cli/interactive-confirm-ask-user";
  const lines = linesOf(`${folder}/chat.jsonl`);
  const hooks: Recorded[] = linesOf(`${folder}/hooks.jsonl`).map((line) => JSON.parse(line));

  it("is told state by state by its hooks and its chat file", async () => {
    await using log = await openTurnLog();
    const states = await replay(log, inTime(log));
    expect(states).toBe(
      "IDLE COMMANDED PROCESSING AWAITING_INPUT PROCESSING AWAITING_INPUT PROCESSING AWAITING_INPUT PROCESSING COMPLETE COMMANDED COMPLETE",
    );
    expect(await said(log)).toEqual(GEMINI);
    expect(
      new Set((await log.story())[0]?.turns.map((turn: Recorded) => turn.timestampSource)),
    ).toEqual(new Set(["jsonl"]));
  });

  it.each([
    ["most is written only afterwards", (log: TurnLog) => afterwards(log)],
    ["the hooks come twice", (log: TurnLog) => [...inTime(log), ...heard(log).slice(1)]],
    ["the file is written again", (log: TurnLog) => [...inTime(log), ...written(log).slice(2)]],
  ])("says the same if %s", async (_, steps) => {
    await using log = await openTurnLog();
    await replay(log, steps(log));
    expect(await said(log)).toEqual(GEMINI);
  });

  it("has its words by the file alone, and no context for a person's", async () => {
    await using log = await openTurnLog();
    await replay(log, [seen(log, "gemini"), ...written(log)]);
    const words = (await said(log)).map((one) => one.replace(/^\w+ /, ""));
    expect(words.filter((one) => !one.startsWith("Which"))).toEqual([
      "please go on",
      "I will make a file.",
      "SQLite",
      "HARNESS-FINISHED",
      "1",
      "four",
    ]);
  });

  function heard(log: TurnLog): Step[] {
    return hooks.map(({ event, stdin }) => {
      const at = new Date(stdin.timestamp);
      const payload = { ...stdin, transcript_path: log.transcriptPath };
      return told(log, () => fromGemini(event, payload, { at, pane: null }));
    });
  }

  function written(log: TurnLog): Step[] {
    return lines.map((line) => writing(log, line));
  }

  function afterwards(log: TurnLog): Step[] {
    return [...written(log).slice(0, 1), ...heard(log), ...written(log).slice(1)];
  }

  /** A line is written when its last part was known. */
  function inTime(log: TurnLog): Step[] {
    let last = 0;
    const moments = [
      ...heard(log).map((step, index) => ({ step, at: Date.parse(hooks[index].stdin.timestamp) })),
      ...lines.map((line) => {
        const { timestamp, startTime, toolCalls = [] } = JSON.parse(line);
        last = Math.max(
          last,
          Date.parse(toolCalls.at(-1)?.timestamp ?? timestamp ?? startTime) || 0,
        );
        return { step: writing(log, line), at: last };
      }),
    ];
    return moments.sort((one, other) => one.at - other.at).map(({ step }) => step);
  }
});

type Step = () => Promise<void>;

async function replay(log: TurnLog, steps: readonly Step[]): Promise<string> {
  const states: string[] = [];
  for (const step of steps) {
    await step();
    await log.catchUp();
    const state = (await log.log.agent(1))?.state ?? "";
    if (state !== "" && states.at(-1) !== state) states.push(state);
  }
  return states.join(" ");
}

function writing(log: TurnLog, line: string): Step {
  return async () => log.write(`${line}\n`);
}

function told(log: TurnLog, event: () => ReturnType<typeof fromCodex>): Step {
  return async () => {
    const heard = event();
    if (heard !== null) await log.hear(heard);
  };
}

function hearing(log: TurnLog, { event, stdin }: Recorded): Step {
  const payload = { ...stdin, transcript_path: log.transcriptPath };
  const at = new Date("2026-11-15T19:00:00Z");
  return told(log, () => fromCodex(event, payload, { at, pane: null }));
}

function seen(log: TurnLog, client: "codex" | "gemini" = "codex"): Step {
  const translate = client === "codex" ? fromCodex : fromGemini;
  const payload = {
    session_id: "00000000-0000-4000-8000-000000000001",
    ...{ cwd: "/project", transcript_path: log.transcriptPath },
  };
  const at = new Date("2026-11-15T19:00:00Z");
  return told(log, () => translate("Notification", payload, { at, pane: null }));
}

function hooksOf(scene: string): Recorded[] {
  const path = `codex/${scene}/hooks.jsonl`;
  if (!existsSync(new URL(path, FIXTURES))) return [];
  // The end of a session is no part of what its file says.
  return linesOf(path)
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event !== "SessionEnd");
}

/** Before which line a hook of Codex comes, whose recording has no times. */
function placeOf({ event, stdin }: Recorded, lines: readonly string[]): number {
  const { tool_use_id: call } = stdin;
  const mark =
    event === "PreToolUse"
      ? "token_usage_record"
      : event === "PostToolUse"
        ? "function_call_output"
        : event === "Stop"
          ? "task_complete"
          : event === "UserPromptSubmit"
            ? "UserMessage"
            : "session_meta";
  const from = call === undefined ? 0 : lines.findIndex((line) => line.includes(`"${call}"`));
  return lines.findIndex((line, index) => index >= from && line.includes(mark));
}

/** Other ids, unknown fields and unknown kinds of lines change nothing. */
function strange(lines: readonly string[]): string[] {
  return lines.flatMap((line) => [
    line
      .replaceAll("call_fake", "call_Zq")
      .replaceAll("msg_fake", "m-")
      .replace('"payload":{', '"of_tomorrow":[null,{"type":"task_complete"}],"payload":{"new":1,'),
    '{"timestamp":"2026-11-15T19:00:00.000Z","type":"tomorrow","payload":{"type":"unheard_of"}}',
    "not json {",
  ]);
}

function linesOf(path: string): string[] {
  return readFileSync(new URL(path, FIXTURES), "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

async function said({ log }: TurnLog): Promise<string[]> {
  const { turns } = await log.turnPage(1, { limit: 1_000 });
  return turns.map(({ intent, text }) => `${intent} ${text}`);
}
