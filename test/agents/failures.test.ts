/**
 * An agent whose run failed, or met a usage limit, is not done: recorded sessions of the real
 * client, step by step, and what other clients' hooks say.
 */
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/core/agent/agent-event.ts";
import { recordedEvents, recordedTranscript } from "../support/recorded-session.ts";
import { scriptSession } from "../support/scripted-session.ts";
import { openTurnLog, type TurnLog } from "../support/turn-log.ts";

const ERROR = {
  kind: "error",
  text: "API Error: 400 scripted bad request",
  resumesByItself: false,
};
const LIMIT = {
  kind: "limit",
  text: "You've hit your 5-hour limit · resets 9:12pm (UTC)",
  resumesAt: "2026-11-15T21:12:43.000Z",
  resumesByItself: false,
};

async function agentIn(log: TurnLog) {
  const [agent] = await log.log.agents();
  return agent;
}

async function intentsIn(log: TurnLog) {
  const { turns } = await log.log.turnPage(1, { limit: 100 });
  return turns.map(({ intent }) => intent);
}

/** Hears the scene's hooks up to and with the first of this name. */
async function hearUpTo(log: TurnLog, events: readonly AgentEvent[], type: AgentEvent["type"]) {
  const last = events.findIndex((event) => event.type === type);
  for (const event of events.slice(0, last + 1)) await log.hear(event);
}

/** The lines of a recording up to the first that has these words. */
function linesUpTo(transcript: string, words: string): string {
  const lines = transcript.split(/(?<=\n)/);
  return lines.slice(0, lines.findIndex((line) => line.includes(words)) + 1).join("");
}

describe("An error of the service", () => {
  it("leaves the agent FAILED with the client's own words, by its hook alone", async () => {
    await using log = await openTurnLog();
    const events = recordedEvents("api-error-400", log.transcriptPath);
    await hearUpTo(log, events, "prompt_submitted");
    expect(await agentIn(log)).toMatchObject({ state: "COMMANDED", failure: null });
    await hearUpTo(log, events, "failed");

    expect(await agentIn(log)).toMatchObject({ state: "FAILED", failure: ERROR });
    expect(await intentsIn(log)).toEqual(["COMMAND"]);
    const [task] = await log.log.tasks(1, { limit: 1 });
    expect(task).toMatchObject({ state: "PROCESSING", completedAt: null });
  });

  it("leaves the agent FAILED by its transcript alone, also after a restart", async () => {
    await using log = await openTurnLog();
    const events = recordedEvents("api-error-400", log.transcriptPath);
    await hearUpTo(log, events, "session_started");
    log.write(recordedTranscript("api-error-400"));
    await log.catchUp();
    expect(await agentIn(log)).toMatchObject({ state: "FAILED", failure: ERROR });
    await log.restart();
    await log.catchUp();

    expect(await agentIn(log)).toMatchObject({ state: "FAILED", failure: ERROR });
    expect(await intentsIn(log)).toEqual(["COMMAND"]);
  });

  it("is over with the person's next words, whether a hook or the transcript tells them", async () => {
    await using log = await openTurnLog();
    const events = recordedEvents("api-error-400", log.transcriptPath);
    await hearUpTo(log, events, "failed");
    log.write(recordedTranscript("api-error-400"));
    await log.catchUp();
    const [prompt] = events.filter(({ type }) => type === "prompt_submitted");
    if (prompt === undefined) throw new Error("The scene has no prompt.");
    const again = { ...prompt, promptId: "another", at: "2026-11-15T19:20:00.000000Z" };
    await log.hear({ ...again, text: "try again" } as AgentEvent);

    expect(await agentIn(log)).toMatchObject({ state: "COMMANDED", failure: null });
    // The same failure told once more is of the run before.
    await log.hear(events.find(({ type }) => type === "failed") as AgentEvent);
    expect(await agentIn(log)).toMatchObject({ state: "COMMANDED", failure: null });
  });

  it("ended: a session that is over has no failure", async () => {
    await using log = await openTurnLog();
    for (const event of recordedEvents("api-error-400", log.transcriptPath)) await log.hear(event);
    expect(await agentIn(log)).toMatchObject({ state: "ENDED", failure: null });
  });
});

describe("A usage limit", () => {
  const scene = "api-error-429-unified-oauth";

  it("is told with its end, and whether the client goes on by itself, line by line", async () => {
    await using log = await openTurnLog();
    await hearUpTo(log, recordedEvents(scene, log.transcriptPath), "failed");
    expect(await agentIn(log)).toMatchObject({
      state: "LIMITED",
      failure: { ...LIMIT, resumesAt: null },
    });
    const since = (await agentIn(log))?.stateSince;
    const transcript = recordedTranscript(scene);
    const told = linesUpTo(transcript, "usage_limit_reached");
    const promised = linesUpTo(transcript, "continuing automatically");
    log.write(told);
    await log.catchUp();
    expect(await agentIn(log)).toMatchObject({ state: "LIMITED", failure: LIMIT });
    log.write(promised.slice(told.length));
    await log.catchUp();
    expect((await agentIn(log))?.failure).toEqual({ ...LIMIT, resumesByItself: true });
    await log.restart();
    await log.catchUp();
    expect((await agentIn(log))?.failure).toEqual({ ...LIMIT, resumesByItself: true });
    log.write(transcript.slice(promised.length));
    await log.catchUp();

    expect(await agentIn(log)).toMatchObject({ state: "LIMITED", failure: LIMIT });
    expect((await agentIn(log))?.stateSince).toBe(since);
    expect(await intentsIn(log)).toEqual(["COMMAND"]);
  });

  it("is left by the client's own going on, which completes the same task", async () => {
    const script = scriptSession([
      { prompt: "Start.", steps: [], end: { failure: "You've hit your limit", limit: "resumes" } },
    ]);
    await using log = await openTurnLog();
    for (const hook of script.hooks.slice(0, 2)) await log.hear(hook(log.transcriptPath));
    const stopped = linesUpTo(script.transcript, "turn_duration");
    log.write(stopped);
    await log.catchUp();
    expect(await agentIn(log)).toMatchObject({
      state: "LIMITED",
      failure: { resumesByItself: true },
    });
    log.write(script.transcript.slice(stopped.length));
    await log.catchUp();

    expect(await agentIn(log)).toMatchObject({ state: "COMPLETE", failure: null });
    expect(await intentsIn(log)).toEqual(["COMMAND", "PROGRESS", "COMPLETION"]);
    expect(await log.log.tasks(1, { limit: 9 })).toHaveLength(1);
  });
});

describe("A failure that only hooks tell", () => {
  const head = (type: string, minute: number, more: object = {}) =>
    ({
      ...{ client: "codex", sessionId: "s", workingDirectory: "/project", transcriptPath: null },
      ...{ at: `2026-11-15T10:${minute}:00.000000Z`, promptId: "p", subagentId: null, type },
      ...more,
    }) as AgentEvent;
  const failed = head("failed", 11, {
    ...{ kind: "limit", text: "Limit reached", resumesAt: null, resumesByItself: true },
  });
  const working = (minute: number) =>
    head("tool_starting", minute, { toolUseId: `t${minute}`, toolName: "Bash", input: {} });

  it("stays through a restart and is left by work since, not by a late hook", async () => {
    await using log = await openTurnLog();
    await log.hear(head("prompt_submitted", 10, { text: "work" }));
    await log.hear(failed);
    await log.restart();
    await log.hear(working(10));
    expect(await agentIn(log)).toMatchObject({
      state: "LIMITED",
      failure: { text: "Limit reached", resumesByItself: true },
    });
    expect(await intentsIn(log)).toEqual(["COMMAND"]);
    await log.hear({ ...working(12), at: "2126-11-15T10:12:00.000000Z" });

    expect(await agentIn(log)).toMatchObject({ state: "PROCESSING", failure: null });
  });

  it("of a sub-agent is not the agent's own", async () => {
    await using log = await openTurnLog();
    await log.hear(head("prompt_submitted", 10, { text: "work" }));
    await log.hear({ ...failed, subagentId: "a1" });
    expect(await agentIn(log)).toMatchObject({ state: "COMMANDED", failure: null });
  });
});
