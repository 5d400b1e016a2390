/**
 * Another MCP server asks the person through the agent's client, in a form or with a link: recorded
 * sessions of the real client, step by step.
 */
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/core/agent/agent-event.ts";
import { startHub } from "../support/hub.ts";
import {
  eventsOnTime,
  FORM_SCENES,
  type FormScene,
  recordedTranscript,
} from "../support/recorded-session.ts";
import { openTurnLog, type TurnLog } from "../support/turn-log.ts";
import { startVoice } from "../support/voice.ts";

const ASKED = 'The MCP server "x" asks: Pick a colour for me';
const LINKED =
  'The MCP server "x" asks to open https://example.invalid/answer?x=1 (example.invalid): ' +
  "Pick a colour for me";
const AGAIN = "Thank you, going on.";

/** What was said between the command and the last word; the person's words are marked. */
const SAID: Record<FormScene, string[]> = {
  "elicit-beside-form-way-a": [`AGENT QUESTION ${ASKED}`, "AGENT ANSWER No longer asked"],
  "elicit-form-async-hook": [`AGENT QUESTION ${ASKED}`, "AGENT ANSWER No longer asked"],
  "elicit-form-hook-slow-accept": [`AGENT QUESTION ${ASKED}`, "AGENT ANSWER No longer asked"],
  "elicit-form-hook-timeout": [`AGENT QUESTION ${ASKED}`, "USER ANSWER Declined"],
  "elicit-form-server-cancels": [`AGENT QUESTION ${ASKED}`, "AGENT ANSWER No longer asked"],
  // Nobody attends, so nobody was asked.
  "elicit-print-no-hook": [],
  "elicit-url-complete": [`AGENT QUESTION ${LINKED}`, "USER ANSWER Accepted"],
};

async function stateIn(log: TurnLog) {
  return (await log.log.agents())[0]?.state;
}

async function wordsIn(log: TurnLog) {
  const { turns } = await log.log.turnPage(1, { limit: 100 });
  return turns.map(({ actor, intent, text }) => `${actor} ${intent} ${text}`);
}

const isTelling = ({ type }: AgentEvent) => type !== "seen";
const indexOf = (events: readonly AgentEvent[], type: AgentEvent["type"]) =>
  events.findIndex((event) => event.type === type);

describe.each(FORM_SCENES)("%s", (scene) => {
  it("waits for the person from the moment the form opens until it is over", async () => {
    await using log = await openTurnLog();
    const events = eventsOnTime(scene, log.transcriptPath).filter(isTelling);
    const opened = indexOf(events, "form_opened");
    const isOver = ({ type }: AgentEvent) => type === "form_closed" || type === "tool_finished";
    const closed = events.findIndex(
      (event) =>
        isOver(event) || (event.type === "notified" && event.kind === "elicitation_response"),
    );
    for (const [index, event] of events.entries()) {
      await log.hear(event);
      const state = await stateIn(log);
      if (index >= opened && index < closed) expect(state, event.type).toBe("AWAITING_INPUT");
      if (index === opened - 1 || index === closed) expect(state, event.type).toBe("PROCESSING");
    }
    expect(await stateIn(log)).toBe("ENDED");
  });

  it("keeps what was asked and what was answered, beside the transcript and twice", async () => {
    await using log = await openTurnLog();
    const events = eventsOnTime(scene, log.transcriptPath).filter(isTelling).slice(0, -1);
    for (const event of events) await log.hear(event);
    log.write(recordedTranscript(scene));
    await log.catchUp();
    const said = await wordsIn(log);
    expect(said.slice(1, -1)).toEqual(SAID[scene]);
    expect(said.at(-1)).toBe(`AGENT COMPLETION ${AGAIN}`);
    expect(await stateIn(log)).toBe("COMPLETE");
    await log.restart();
    for (const event of events) await log.hear(event);
    await log.catchUp();

    expect(await wordsIn(log)).toEqual(said);
    expect(await stateIn(log)).toBe("COMPLETE");
  });
});

describe("A form that hooks tell of out of order", () => {
  it("is not opened by a hook that comes after its end", async () => {
    await using log = await openTurnLog();
    const events = eventsOnTime("elicit-print-no-hook", log.transcriptPath).filter(isTelling);
    const opened = events[indexOf(events, "form_opened")] as AgentEvent;
    const ended = indexOf(events, "tool_finished");
    for (const event of events.slice(0, ended + 1)) if (event !== opened) await log.hear(event);
    await log.hear(opened);
    expect(await stateIn(log)).toBe("PROCESSING");
  });

  it("is known by its notice alone, where its own hook was lost", async () => {
    await using log = await openTurnLog();
    const events = eventsOnTime("elicit-form-async-hook", log.transcriptPath).filter(isTelling);
    const notice = events.find(({ type }) => type === "notified") as AgentEvent;
    for (const event of events.slice(0, events.indexOf(notice) + 1))
      if (event.type !== "form_opened") await log.hear(event);
    expect(await stateIn(log)).toBe("AWAITING_INPUT");
    expect((await wordsIn(log)).at(-1)).toContain('The MCP server "x" asks');
    await log.hear(events[events.indexOf(notice) + 1] as AgentEvent);
    expect(await stateIn(log)).toBe("PROCESSING");
  });

  it("is over with its run, though nothing told of its end", async () => {
    await using log = await openTurnLog();
    const events = eventsOnTime("elicit-url-complete", log.transcriptPath).filter(isTelling);
    for (const event of events.slice(0, indexOf(events, "form_opened") + 1)) await log.hear(event);
    await log.restart();
    expect(await stateIn(log)).toBe("AWAITING_INPUT");
    log.write(recordedTranscript("elicit-url-complete"));
    await log.catchUp();
    expect(await stateIn(log)).toBe("COMPLETE");
  });
});

describe("A link", () => {
  it("is told with the host that it really leads to", async () => {
    await using log = await openTurnLog();
    const events = eventsOnTime("elicit-url-complete", log.transcriptPath).filter(isTelling);
    const opened = events[indexOf(events, "form_opened")] as AgentEvent;
    await log.hear({ ...opened, url: "https://bank.example@evil.example/login" } as AgentEvent);
    expect((await wordsIn(log)).at(-1)).toContain("(evil.example)");
  });
});

const FORM = {
  ...{ mcp_server_name: "shed", message: "Pick a colour", mode: "form" },
  requested_schema: {
    type: "object",
    properties: { colour: { type: "string", enum: ["Red", "Green"] } },
  },
};

describe("An open form on every surface", () => {
  it("is read aloud with its server, in both languages, and is not answered by typing", async () => {
    await using voice = await startVoice();
    const agent = voice.hub.agent("painting");
    await agent.post("UserPromptSubmit", { prompt: "Paint it", prompt_id: "p1" });
    await agent.post("Elicitation", { prompt_id: "p1", ...FORM });
    expect((await voice.get("sessions")).body).toMatchObject({
      status_line: "One agent is running, and it waits for you.",
      agents: [{ state: "AWAITING_INPUT", question_text: expect.stringContaining("shed") }],
    });
    const id = await voice.idOf("painting");
    expect((await voice.get(`agents/${id}/question`)).body).toMatchObject({
      question_text: 'The MCP server "shed" asks: Pick a colour',
      options: [{ label: "Red" }, { label: "Green" }],
      question_source_type: "elicitation",
      can_be_answered: false,
    });
    expect((await voice.get(`agents/${id}/question?lang=ko`)).body).toMatchObject({
      question_text: expect.stringContaining('MCP 서버 "shed"의 질문'),
    });
  });

  it("lets nothing be typed into the agent's terminal meanwhile", async () => {
    await using hub = await startHub();
    const agent = hub.agent("painting");
    await agent.post("UserPromptSubmit", { prompt: "Paint it", prompt_id: "p1" });
    await agent.post("Elicitation", { prompt_id: "p1", ...FORM });
    const response = await fetch(`${hub.url}/api/agents/1/send`, {
      method: "POST",
      headers: { authorization: `Bearer ${hub.token}`, "content-type": "application/json" },
      body: JSON.stringify({ text: "hello" }),
    });
    expect(await response.json()).toMatchObject({ delivery: { state: "refused" } });
  });
});
