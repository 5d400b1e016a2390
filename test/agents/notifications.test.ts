/** What Claude Code's notices and its own words in a person's place mean, by recorded sessions. */
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/core/agent/agent-event.ts";
import {
  eventsOnTime,
  recordedEvents,
  recordedTranscript,
  type Scene,
} from "../support/recorded-session.ts";
import { openTurnLog, type TurnLog } from "../support/turn-log.ts";

async function stateIn(log: TurnLog) {
  return (await log.log.agents())[0]?.state;
}

async function wordsIn(log: TurnLog) {
  const { turns } = await log.log.turnPage(1, { limit: 100 });
  return turns.map(({ actor, intent, text }) => `${actor} ${intent} ${text}`);
}

/** Hears hooks one by one, and says after which of them the agent entered which state. */
async function statesThrough(log: TurnLog, events: readonly AgentEvent[]) {
  const states: string[] = [];
  for (const event of events) {
    await log.hear(event);
    states.push(`${event.type} ${await stateIn(log)}`);
  }
  return states;
}

const without = (events: AgentEvent[], ...types: AgentEvent["type"][]) =>
  events.filter(({ type }) => !types.includes(type) && type !== "seen");

describe("A permission's notice", () => {
  const scene: Scene = "idle-and-permission-notifications";

  it("means that somebody waits, though the request itself was never heard", async () => {
    await using log = await openTurnLog();
    const events = eventsOnTime(scene, log.transcriptPath);
    expect(await statesThrough(log, without(events, "permission_asked"))).toEqual([
      "session_started IDLE",
      "prompt_submitted COMMANDED",
      "tool_starting PROCESSING",
      "notified AWAITING_INPUT",
      "tool_finished PROCESSING",
      "stopped COMPLETE",
      "notified COMPLETE",
      "session_ended ENDED",
    ]);
    log.write(recordedTranscript(scene));
    await log.catchUp();
    expect(await wordsIn(log)).toEqual([
      "USER COMMAND please go on",
      "AGENT QUESTION Allow Bash: touch made?",
      "USER ANSWER Allowed",
      "AGENT COMPLETION Thank you, going on.",
    ]);
  });

  it("is about the transcript's call, if no hook told of any", async () => {
    await using log = await openTurnLog();
    const events = eventsOnTime(scene, log.transcriptPath);
    const [start, prompt] = events as [AgentEvent, AgentEvent];
    const lines = recordedTranscript(scene).split(/(?<=\n)/);
    const result = lines.findIndex((line) => line.includes('"tool_result"'));
    await log.hear(start);
    await log.hear(prompt);
    log.write(lines.slice(0, result).join(""));
    await log.hear(events.find(({ type }) => type === "notified") as AgentEvent);
    expect(await stateIn(log)).toBe("AWAITING_INPUT");
    expect(await wordsIn(log)).toContain("AGENT QUESTION Allow Bash: touch made?");
  });

  it("asks nothing anew where the request was heard, or once the tool has ended", async () => {
    await using log = await openTurnLog();
    const events = eventsOnTime(scene, log.transcriptPath);
    const notice = events.find(({ type }) => type === "notified") as AgentEvent;
    await statesThrough(log, events.slice(0, events.indexOf(notice)));
    const before = await wordsIn(log);
    await log.hear(notice);
    expect(await wordsIn(log)).toEqual(before);
    for (const event of events.slice(events.indexOf(notice) + 1, -1)) await log.hear(event);
    await log.hear(notice);
    expect(await stateIn(log)).toBe("COMPLETE");
  });
});

describe("A finished task", () => {
  it("wakes the agent and is nobody's command", async () => {
    await using log = await openTurnLog();
    const events = without(eventsOnTime("task-modern", log.transcriptPath), "session_ended");
    expect(await statesThrough(log, events)).toEqual([
      "session_started IDLE",
      "prompt_submitted COMMANDED",
      "tool_starting PROCESSING",
      "tool_finished PROCESSING",
      "stopped COMPLETE",
      "stopped COMPLETE",
    ]);
    const said = await wordsIn(log);
    expect(said.filter((turn) => turn.startsWith("USER"))).toEqual(["USER COMMAND please go on"]);
    expect(said.join()).not.toContain("HUMAN-ANSWER");
  });
});

describe("Chat about this", () => {
  const CLARIFY =
    "The user wants to clarify these questions.\n    This means they may have additional " +
    "information, context or questions for you.\n    Start by asking them what they would like " +
    'to clarify.\n\n    Questions asked:\n- "Which database should we use?"\n  (No answer provided)';
  const REFUSED =
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell " +
    `you how to proceed, the user said:\n${CLARIFY}`;

  it.each([CLARIFY, REFUSED])(
    "is told as that, and not as the client's words: %#",
    async (result) => {
      await using log = await openTurnLog();
      const events = recordedEvents("ask-single", log.transcriptPath);
      const lines = recordedTranscript("ask-single").split(/(?<=\n)/);
      const at = lines.findIndex((line) => line.includes('"tool_result"'));
      const line = JSON.parse(lines[at] ?? "");
      delete line.toolUseResult;
      const [block] = line.message.content;
      line.message.content = [{ ...block, is_error: true, content: result }];
      for (const event of events.slice(0, 4)) await log.hear(event);
      log.write([...lines.slice(0, at), `${JSON.stringify(line)}\n`].join(""));
      await log.catchUp();
      expect((await wordsIn(log)).at(-1)).toBe("USER ANSWER Chat about this");
      expect(await stateIn(log)).toBe("PROCESSING");
    },
  );
});
