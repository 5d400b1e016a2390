/** From hooks and transcripts to turns: over real HTTP, with recorded scenes of the real client. */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HookAgent } from "../support/hook-agent.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { openScene, type PlacedScene } from "../support/recorded-session.ts";
import { agentIn, turnsOf, untilTurns, withLog } from "../support/turns.ts";

let hub: TestHub;
let sessions = 0;

beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub[Symbol.asyncDispose]());

function newSession(): string {
  sessions += 1;
  return `00000000-0000-4000-8000-${String(sessions).padStart(12, "0")}`;
}

/**
 * Posts the recorded hooks one after the other; dialogs are answered in the terminal, so nobody
 * waits for their hook.
 */
async function play(scene: PlacedScene, agent: HookAgent, until?: string) {
  const waiting: Promise<unknown>[] = [];
  for (const { event, payload } of scene.hooks) {
    if (event === until) break;
    const posted = agent.postRaw(event, JSON.stringify(payload));
    if (event === "PermissionRequest") waiting.push(posted);
    else expect((await posted).body).toEqual({});
  }
  return { hooksEnded: Promise.all(waiting) };
}

function live(scene: PlacedScene): HookAgent {
  return hub.agent(scene.sessionId, { transcriptPath: scene.transcriptPath });
}

/** A transcript that grows while the agent works, in lines as the client writes them. */
function growing() {
  const session = newSession();
  const transcriptPath = hub.files.at("transcripts", `${session}.jsonl`);
  mkdirSync(dirname(transcriptPath), { recursive: true });
  const agent = hub.agent(session, { transcriptPath });
  let lines = 0;
  return { session, agent, says, hears, isTold, usesTool };

  function says(text: string, at?: Date) {
    write("assistant", [{ type: "text", text }], at);
  }

  function hears(text: string, at?: Date) {
    write("user", text, at);
  }

  /** A person's words, first from the hook and a moment later in the transcript. */
  async function isTold(prompt: string) {
    await agent.post("UserPromptSubmit", { prompt });
    hears(prompt);
  }

  function usesTool(id = `toolu_${session.slice(-3)}_${lines}`) {
    const call = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: id };
    return agent.post("PostToolUse", { ...call, tool_response: {} });
  }

  function write(type: "assistant" | "user", content: unknown, at = new Date()) {
    lines += 1;
    const common = {
      uuid: `${session} ${lines}`,
      timestamp: at.toISOString(),
      sessionId: session,
      isSidechain: false,
    };
    const message = { role: type, id: `msg_${lines}`, content };
    appendFileSync(transcriptPath, `${JSON.stringify({ type, ...common, cwd: "/p", message })}\n`);
  }
}

const texts = (intent: string) => (all: { intent: string; text: string }[]) =>
  all.filter((turn) => turn.intent === intent).map(({ text }) => text);

describe("questions", () => {
  it("[V-20] a question of AskUserQuestion is kept with text, options and source", async () => {
    const scene = openScene(hub.files, "ask-single", newSession());
    await play(scene, live(scene), "PermissionRequest");
    const [question] = (await turnsOf(hub, scene.sessionId)).filter(
      ({ intent }) => intent === "QUESTION",
    );
    expect(question).toMatchObject({
      actor: "AGENT",
      question: {
        text: "Which database should we use?",
        options: [
          { label: "Postgres", description: "Relational server" },
          { label: "SQLite", description: "Embedded file" },
          { label: "Redis", description: "In memory" },
        ],
        source: "ask_user_question",
      },
    });
    expect((await agentIn(hub, scene.sessionId)).state).toBe("AWAITING_INPUT");
  });

  it("[V-21] a question in the agent's own words is kept without options", async () => {
    const { agent, session } = growing();
    await agent.post("UserPromptSubmit", { prompt: "Fix the build" });
    await agent.post("Stop", { last_assistant_message: "Done. All tests pass. Should I push?" });
    const [question] = (await turnsOf(hub, session)).filter(({ intent }) => intent === "QUESTION");
    expect(question).toMatchObject({ question: { options: null, source: "free_text" } });
    expect(question?.question?.text).toContain("Should I push?");
  });

  it("[V-22] an answer, wherever it was given, names the question that it resolves", async () => {
    const inTerminal = openScene(hub.files, "ask-single", newSession());
    const played = await play(inTerminal, live(inTerminal), "Stop");
    await played.hooksEnded;
    const turns = await turnsOf(hub, inTerminal.sessionId);
    const question = turns.find(({ intent }) => intent === "QUESTION");
    const answer = turns.find(({ intent }) => intent === "ANSWER");
    expect(answer).toMatchObject({ actor: "USER", text: "SQLite", answeredByTurnId: question?.id });

    const elsewhere = openScene(hub.files, "ask-single", newSession());
    const { payload } = elsewhere.hook("PermissionRequest");
    const agent = live(elsewhere);
    const dialog = await agent.openDialog(payload.tool_name, payload.tool_input);
    const ask = await hub.openAsk(elsewhere.sessionId);
    const [asked] = await turnsOf(hub, elsewhere.sessionId);
    expect(asked).toMatchObject({ intent: "QUESTION", askId: ask.id });
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["3"] }] }, { surface: "voice" });
    await dialog.ended;
    const [, given] = await untilTurns(hub, elsewhere.sessionId, (all) => all.length === 2);
    expect(given).toMatchObject({ intent: "ANSWER", text: "Redis", answeredByTurnId: asked?.id });
  });
});

describe("what an agent says between its tools", () => {
  it("[V-28] becomes a PROGRESS turn of its task as soon as the tool is done", async () => {
    const { says, usesTool, session, isTold } = growing();
    await isTold("Look around");
    says("I look at the files first.");
    await usesTool();
    const turns = await turnsOf(hub, session);
    expect(turns.map(({ intent, text }) => [intent, text])).toEqual([
      ["COMMAND", "Look around"],
      ["PROGRESS", "I look at the files first."],
    ]);
    expect(turns[1]?.taskId).toBe(turns[0]?.taskId);
    expect(turns[1]?.taskId).not.toBeNull();
  });

  it("[V-29] is read from where the last reading ended, and never again", async () => {
    const { says, usesTool, session, isTold } = growing();
    await isTold("Go on");
    const positions: number[] = [];
    for (const text of ["One.", "Two.", "Three."]) {
      says(text);
      await usesTool();
      positions.push(await position(session));
    }
    await usesTool();
    expect(texts("PROGRESS")(await turnsOf(hub, session))).toEqual(["One.", "Two.", "Three."]);
    expect(positions).toEqual([...new Set(positions)].sort((one, other) => one - other));
    expect(await position(session)).toBe(positions.at(-1));
  });

  it("[V-30] is not said again by the completion", async () => {
    const { says, usesTool, session, agent, isTold } = growing();
    await isTold("Tidy up");
    says("First I move the files.");
    await usesTool();
    says("All files are moved.");
    await agent.post("Stop", { last_assistant_message: "All files are moved." });
    const turns = await turnsOf(hub, session);
    expect(texts("PROGRESS")(turns)).toEqual(["First I move the files."]);
    expect(texts("COMPLETION")(turns)).toEqual(["All files are moved."]);
  });

  it("[V-31] is no turn when it is empty", async () => {
    const { says, usesTool, session, isTold } = growing();
    await isTold("Say nothing");
    says("   ");
    says("\n\t\n");
    await usesTool();
    expect(texts("PROGRESS")(await turnsOf(hub, session))).toEqual([]);
  });

  it("[V-32] costs a hook hardly any time, on a long transcript too", async () => {
    const { says, usesTool, session, isTold } = growing();
    await isTold("Work for hours");
    for (let number = 0; number < 50; number++) says(`${number} ${"long ".repeat(20_000)}`);
    await until(
      "the long transcript to be read",
      async () => (await turnsOf(hub, session)).length > 50,
    );
    const rounds = Array.from({ length: 30 }, (_, round) => round);
    const start = hubProcessorTime();
    for (const round of rounds) await usesTool(`toolu_without_${round}`);
    const half = hubProcessorTime();
    for (const round of rounds) {
      says(`Captured ${round}.`);
      await usesTool(`toolu_with_${round}`);
    }
    const end = hubProcessorTime();
    expect(
      texts("PROGRESS")(await turnsOf(hub, session)).filter((text) => text.startsWith("Captured")),
    ).toHaveLength(30);
    expect((end - half - (half - start)) / rounds.length).toBeLessThan(50);
  });
});

describe("the pipeline", () => {
  it("[V-35] a hook makes the turn at once, by our own clock, and tells of it", async () => {
    const { agent, session } = growing();
    const before = new Date().toISOString();
    await agent.post("UserPromptSubmit", { prompt: "Begin" });
    const [turn] = await turnsOf(hub, session);
    expect(turn).toMatchObject({ intent: "COMMAND", text: "Begin", timestampSource: "server" });
    expect((turn?.timestamp ?? "") >= before.slice(0, 19)).toBe(true);
    expect(await told(session)).toMatchObject([
      { type: "turn_created", data: { turn_id: turn?.id, text: "Begin" } },
    ]);
  });

  it("[V-36] the transcript corrects times, adds turns, and announces both", async () => {
    const { agent, session, hears, says } = growing();
    await agent.post("UserPromptSubmit", { prompt: "Begin" });
    hears("Begin", new Date("2026-01-01T12:00:01Z"));
    says("Nobody told you that I said this.", new Date("2026-01-01T12:00:02Z"));
    const turns = await untilTurns(
      hub,
      session,
      (all) => all.length === 2 && all.every(({ timestampSource }) => timestampSource === "jsonl"),
    );
    expect(turns.map(({ text, timestamp }) => [text, timestamp.slice(0, 19)])).toEqual([
      ["Begin", "2026-01-01T12:00:01"],
      ["Nobody told you that I said this.", "2026-01-01T12:00:02"],
    ]);
    const [command, missed] = turns;
    const events = await told(session);
    const corrected = {
      turn_id: command?.id,
      timestamp: command?.timestamp,
      timestamp_source: "jsonl",
    };
    for (const expected of [
      { type: "turn_updated", data: corrected },
      { type: "turn_created", data: { turn_id: missed?.id } },
    ]) {
      expect(events).toContainEqual(
        expect.objectContaining({ ...expected, data: expect.objectContaining(expected.data) }),
      );
    }
  });

  it.each(["ask-single", "ask-two-questions", "permission-bash", "plan-approval"] as const)(
    "a recorded session (%s) leaves the same turns whether its hooks came or only its transcript",
    async (name) => {
      const scene = openScene(hub.files, name, newSession());
      const { hooksEnded } = await play(scene, live(scene), "SessionEnd");
      scene.write();
      const { payload } = scene.hook("SessionEnd");
      await live(scene).postRaw("SessionEnd", JSON.stringify(payload));
      await hooksEnded;
      const isOver = (all: { intent: string }[]) =>
        all.some(({ intent }) => intent === "COMPLETION");
      const withHooks = await untilTurns(hub, scene.sessionId, isOver);

      const silent = openScene(hub.files, name, newSession());
      silent.write();
      await live(silent).postRaw("SessionEnd", JSON.stringify(silent.hook("SessionEnd").payload));
      const withoutHooks = await untilTurns(hub, silent.sessionId, isOver);
      expect(withHooks.map(({ intent, text }) => [intent, text])).toEqual(
        withoutHooks.map(({ intent, text }) => [intent, text]),
      );
      expect(withHooks.map(({ timestamp }) => timestamp)).toEqual(
        withHooks.map(({ timestamp }) => timestamp).sort(),
      );
    },
  );
});

describe("the transcript is followed from the start of a session", () => {
  it("so that words which no hook reports are in the log", async () => {
    const { agent, session, says, hears } = growing();
    await agent.post("SessionStart", { source: "startup" });
    hears("Fix the build");
    says("I look at it.");
    await untilTurns(hub, session, (all) => all.length === 2);
  });

  it("also of one that is resumed: its history is read though nothing grows", async () => {
    const { agent, session, says, hears } = growing();
    hears("Fix the build");
    says("Fixed.");
    await agent.post("SessionStart", { source: "resume" });
    const turns = await untilTurns(hub, session, (all) => all.length === 2);
    expect(turns.map(({ text }) => text)).toEqual(["Fix the build", "Fixed."]);
  });

  it("however long its history is; then it is at rest", async () => {
    const { agent, session, says, hears } = growing();
    hears("Read it all");
    for (let count = 0; count < 20; count++) says(`${count} ${"word ".repeat(10_000)}`);
    await agent.post("SessionStart", { source: "resume" });
    await untilTurns(hub, session, (all) => all.length === 21);
    await expect.poll(async () => (await agentIn(hub, session)).state).toBe("COMPLETE");
  });
});

it("a path that no system takes is refused, and the next call is heard", async () => {
  const session = newSession();
  const agent = hub.agent(session, { transcriptPath: `/${"long/".repeat(1_000)}one.jsonl` });
  const { status, body } = await agent.postRaw(
    "UserPromptSubmit",
    JSON.stringify({ ...agent.common, prompt: "Hello" }),
  );
  expect(status).toBe(400);
  expect(body.error.message).toMatch(/transcript_path/);
  const other = hub.agent(session, { transcriptPath: `/${"x".repeat(300)}.jsonl` });
  await other.post("UserPromptSubmit", { prompt: "Hello" });
  expect((await turnsOf(hub, session)).map(({ text }) => text)).toEqual(["Hello"]);
});

it.each([
  ["no JSON", "?", /not a JSON object/],
  ["a list", "[]", /not a JSON object/],
  ["no session", "{}", /no session_id/],
])("a call that cannot be read (%s) is refused with a sentence", async (_, body, sentence) => {
  const { status, body: refusal } = await hub.agent("x").postRaw("Stop", body);
  expect(status).toBe(400);
  expect(refusal.error.message).toMatch(sentence);
});

it.each(["user-prompt-submit", "user_prompt_submit", "UserPromptSubmit"])(
  "an event is known by its address alone: %s",
  async (name) => {
    const agent = hub.agent(`by-${name}`);
    await agent.postRaw(name, JSON.stringify({ ...agent.common, prompt: "Fix the build" }));
    expect((await agentIn(hub, agent.sessionId)).state).toBe("COMMANDED");
  },
);

it("events that nobody knows are fine, and a call without the token is not", async () => {
  const agent = hub.agent("curious");
  expect(await agent.post("SomethingNew", { what: 1 })).toEqual({ status: 200, body: {} });
  expect((await agent.postRaw("Stop", "{}", { authorization: "Bearer wrong" })).status).toBe(401);
  expect((await agent.postRaw("Stop", "{}", { "content-type": "text/plain" })).status).toBe(415);
  expect((await agent.postRaw("Stop", "{}", { origin: "https://evil.example" })).status).toBe(403);
});

async function position(session: string): Promise<number> {
  const { transcriptPath } = await agentIn(hub, session);
  return withLog(hub, async (log) => (await log.readPosition(transcriptPath ?? ""))?.offset ?? 0);
}

async function told(session: string) {
  const { id } = await agentIn(hub, session);
  return withLog(hub, (log) =>
    log.events({ after: 0, limit: 100, agentIds: [id], types: ["turn_created", "turn_updated"] }),
  );
}

/**
 * The hub's processor time so far, in milliseconds: a busy machine makes it wait, but adds no work.
 */
function hubProcessorTime(): number {
  const { pid } = hub.files.readJson("hub.json");
  // The fields after the program's name, which may contain spaces. Linux counts in hundredths of a
  // second.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

it("an agent that was killed is listed no more, and is back with its next prompt", async () => {
  await using own = await startHub();
  const agent = own.agent("killed");
  const said = (event: string, more = {}) =>
    JSON.stringify({ ...agent.common, hook_event_name: event, ...more });
  const gone = spawnSync("true").pid;
  const at = new Date(Date.now() - 120_000).toISOString();
  const terminal = {
    "x-askline-pane": "%1",
    "x-askline-tmux": "/tmp/tmux-1/default",
    "x-askline-pid": String(gone),
  };
  await agent.postRaw("SessionStart", said("SessionStart", { source: "startup" }), {
    ...terminal,
    "x-askline-at": at,
  });
  await agent.postRaw("Stop", said("Stop", { last_assistant_message: "Shall I push?" }), {
    "x-askline-at": at,
  });
  const ask = await own.openAsk("killed");
  await own.stop();
  await own.revive();
  await until(
    "the end of its session",
    async () => (await agentIn(own, "killed")).state === "ENDED",
  );
  expect((await own.desk.wait(ask.id)).outcome).toMatchObject({ status: "abandoned" });
  await agent.post("UserPromptSubmit", { prompt: "Here again", prompt_id: "after" });
  expect((await agentIn(own, "killed")).endedAt).toBeNull();
});
