/**
 * Hooks and transcripts as turns in the log: recorded sessions, growing transcripts, asks and
 * deliveries.
 */
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromClaudeCode } from "../src/agents/clients/claude-code/hooks.ts";
import { fromCodex } from "../src/agents/clients/codex/hooks.ts";
import { fromGemini } from "../src/agents/clients/gemini-cli/hooks.ts";
import { rowOf } from "../src/agents/turns/write/event-payloads.ts";
import type { AgentEvent } from "../src/core/agent/agent-event.ts";
import type { StoredEvent } from "../src/store/agent-log.ts";
import { recordedEvents, recordedTranscript, SCENES } from "./support/recorded-session.ts";
import { type Run, scriptSession } from "./support/scripted-session.ts";
import { openTurnLog, type TurnLog } from "./support/turn-log.ts";

/** Speaker, intent and words of each turn, with `->` to the question that an answer resolves. */
async function chat(log: TurnLog): Promise<string[]> {
  const stories = await log.story();
  return stories.flatMap(({ turns }) =>
    (turns as { actor: string; intent: string; text: string; answers: number | null }[]).map(
      ({ intent, text, answers }) => `${intent} ${text}${answers === null ? "" : ` ->${answers}`}`,
    ),
  );
}

const SAID: Record<(typeof SCENES)[number], string[]> = {
  "ask-single": [
    "COMMAND please go on",
    "PROGRESS I need a decision.",
    "QUESTION Which database should we use?",
    "ANSWER SQLite ->2",
    "COMPLETION Thank you, going on.",
  ],
  "ask-two-questions": [
    "COMMAND please go on",
    "PROGRESS I need a decision.",
    "QUESTION 1. Which database should we use?\n2. Which features do you want?",
    "ANSWER Which database should we use? Redis\nWhich features do you want? Auth, Export ->2",
    "COMPLETION Thank you, going on.",
  ],
  "permission-bash": [
    "COMMAND please go on",
    "QUESTION Allow Bash: touch made?",
    "ANSWER Allowed ->1",
    "COMPLETION Thank you, going on.",
  ],
  "plan-approval": [
    "COMMAND please go on",
    "QUESTION 1. Write tests\n2. Write code",
    "ANSWER Approved ->1",
    "COMPLETION Thank you, going on.",
  ],
  "clear-and-exit": ["COMMAND please go on", "COMPLETION Thank you, going on."],
  "print-session": [
    "COMMAND Please do the work",
    "PROGRESS Asking.",
    "COMPLETION All done.",
    "COMPLETION script ended at step 7",
  ],
  "api-error-400": ["COMMAND please go on"],
  "api-error-429-unified-oauth": ["COMMAND please go on"],
  // The task's end is no word of a person.
  "task-modern": [
    "COMMAND please go on",
    "COMPLETION Started; I will wait.",
    "COMPLETION Thank you, going on.",
  ],
  "idle-and-permission-notifications": [
    "COMMAND please go on",
    "QUESTION Allow Bash: touch made?",
    "ANSWER Allowed ->1",
    "COMPLETION Thank you, going on.",
  ],
};

describe("The start and end of a session, heard of late", () => {
  const pane = (pid: number) => ({ id: `%${pid}`, socketPath: "/tmp/tmux", pid });
  const told = (
    event: string,
    at: string,
    more: object = {},
    where: ReturnType<typeof pane> | null = null,
  ) => {
    const payload = { session_id: "s", cwd: "/project", ...more };
    const said = fromClaudeCode(event, payload, {
      at: new Date(`2026-11-15T10:${at}Z`),
      pane: where,
    });
    if (said === null) throw new Error(`${event} is no hook payload.`);
    return said;
  };

  it("revives nobody who ended after it", async () => {
    await using log = await openTurnLog();
    await log.hear(told("UserPromptSubmit", "00:00", { prompt: "work", prompt_id: "p" }));
    await log.hear(told("SessionEnd", "30:00"));
    await log.hear(told("SessionStart", "20:00", { source: "resume" }));
    expect((await log.story()).map(({ state }) => state)).toEqual(["ENDED"]);
    await log.hear(told("SessionStart", "40:00", { source: "resume" }));
    expect((await log.story()).map(({ state }) => state)).not.toEqual(["ENDED"]);
  });

  it("ends no agent heard of later, and moves none back to an earlier terminal", async () => {
    await using log = await openTurnLog();
    await log.hear(told("SessionStart", "20:00", { source: "resume" }, pane(2)));
    await log.hear(told("UserPromptSubmit", "30:00", { prompt: "work", prompt_id: "p" }));
    await log.hear(told("SessionEnd", "10:00"));
    await log.hear(told("SessionStart", "05:00", { source: "startup" }, pane(1)));
    const [agent] = await log.log.agents();
    expect(agent).toMatchObject({ endedAt: null, pane: pane(2) });
    await log.hear(told("SessionEnd", "31:00"));
    expect((await log.story()).map(({ state }) => state)).toEqual(["ENDED"]);
  });
});

describe("A session that was left while the agent worked", () => {
  it.each([["at once"], ["after the hub was started anew"]])(
    "is at rest when it is resumed, %s",
    async (when) => {
      await using log = await openTurnLog();
      const events = recordedEvents("permission-bash", log.transcriptPath);
      const [first] = events as [AgentEvent];
      const lines = recordedTranscript("permission-bash").split("\n");
      const result = lines.findIndex((line) => line.includes('"tool_result"'));
      await log.hear(first);
      log.write(`${lines.slice(0, result).join("\n")}\n`);
      await log.catchUp();
      expect((await log.log.agent(1))?.state).toBe("PROCESSING");

      await log.hear({
        ...first,
        at: "2026-11-15T02:00:00.000000Z",
        type: "session_ended",
        reason: "prompt_input_exit",
      });
      if (when !== "at once") await log.restart();
      const back = {
        at: "2026-11-15T02:01:00.000000Z",
        type: "session_started",
        source: "resume",
        pane: null,
      } as const;
      await log.hear({ ...first, ...back });
      expect((await log.log.agent(1))?.state).toBe("COMPLETE");
      await log.restart();
      await log.hear({ ...first, ...back, at: "2026-11-15T02:02:00.000000Z", source: "compact" });
      expect((await log.log.agent(1))?.state).toBe("COMPLETE");
    },
  );
});

describe("A session that was left when the agent was done", () => {
  it.each([
    ["Done.", "COMPLETION", "COMPLETE"],
    ["Shall I push it?", "QUESTION", "AWAITING_INPUT"],
  ])("is resumed with its last word as it was: %s", async (text, intent, state) => {
    const { transcript, hooks } = scriptSession([{ prompt: "First.", steps: [], end: { text } }]);
    await using log = await openTurnLog();
    log.write(transcript);
    for (const hook of hooks) await log.hear(hook(log.transcriptPath));
    const [first] = hooks.map((hook) => hook(log.transcriptPath)) as [AgentEvent];
    const left = { ...first, at: "2030-01-01T00:00:00.000Z", promptId: null };
    await log.hear({ ...left, type: "session_ended", reason: "prompt_input_exit" });
    const back = {
      at: "2030-01-01T00:01:00.000Z",
      type: "session_started",
      source: "resume",
      pane: null,
    } as const;
    await log.hear({ ...left, ...back });

    expect((await log.log.agent(1))?.state).toBe(state);
    expect((await log.log.turnPage(1, { limit: 1 })).turns).toMatchObject([{ text, intent }]);
  });
});

describe("A run that was interrupted before the agent said anything", () => {
  it("is over when the client says that it rests, unless something was said since", async () => {
    const { transcript, hooks } = scriptSession([
      { prompt: "First.", steps: [], end: { text: "Done." } },
    ]);
    const [prompt, stop] = hooks;
    await using log = await openTurnLog();
    const asked = prompt?.(log.transcriptPath) as AgentEvent;
    const lines = transcript.split(/(?<=\n)/);
    await log.hear(asked);
    const rested = { ...asked, promptId: null, type: "rested" } as const;
    await log.hear({ ...rested, at: "2020-01-01T00:00:00.000Z" });
    expect((await log.log.agent(1))?.state).toBe("COMMANDED");
    await log.hear({ ...rested, at: "2030-01-01T00:00:00.000Z" });
    expect((await log.log.agent(1))?.state).toBe("COMPLETE");
    log.write(lines.slice(0, 2).join(""));
    await log.catchUp();
    expect((await log.log.agent(1))?.state).toBe("COMPLETE");
    await log.restart();
    await log.catchUp();
    expect((await log.log.agent(1))?.state).toBe("COMPLETE");

    log.write(lines.slice(2).join(""));
    if (stop !== undefined) await log.hear(stop(log.transcriptPath));
    await log.catchUp();
    expect(await chat(log)).toEqual(["COMMAND First.", "COMPLETION Done."]);
  });
});

describe("A forked session", () => {
  it("keeps what was said before, though all of it has its first prompt's id", async () => {
    const { transcript } = scriptSession([
      { prompt: "go on", steps: [{ do: "say", text: "Working." }], end: { text: "Done." } },
      { prompt: "go on", steps: [], end: { text: "Done again." } },
      { prompt: "and now?", steps: [], end: { text: "Nothing more." } },
    ]);
    const said = ["COMMAND go on", "PROGRESS Working.", "COMPLETION Done."];
    const then = [
      "COMMAND go on",
      "COMPLETION Done again.",
      "COMMAND and now?",
      "COMPLETION Nothing more.",
    ];
    await using log = await openTurnLog();
    await log.hear({ ...firstOf(recordedEvents("ask-single", log.transcriptPath)), type: "seen" });
    const forked = transcript.replace(/"promptId":"[^"]+"/g, '"promptId":"p"');
    log.write(forked);
    await log.catchUp();

    expect(await chat(log)).toEqual([...said, ...then]);
    expect((await log.story())[0]?.tasks).toHaveLength(3);
    log.write(forked);
    await log.restart();
    await log.catchUp();
    expect(await chat(log)).toEqual([...said, ...then]);
  });
});

describe("A recorded session", () => {
  describe.each(SCENES)("%s", (scene) => {
    it("is the same by hooks and transcript, by transcript alone, and by both twice", async () => {
      await using both = await openTurnLog();
      await using alone = await openTurnLog();
      for (const event of recordedEvents(scene, both.transcriptPath)) await both.hear(event);
      both.write(recordedTranscript(scene));
      await both.catchUp();
      await alone.hear({ ...firstOf(recordedEvents(scene, alone.transcriptPath)), type: "seen" });
      alone.write(recordedTranscript(scene));
      await alone.catchUp();

      expect(await chat(both)).toEqual(SAID[scene]);
      expect((await alone.story())[0]?.turns).toEqual((await both.story())[0]?.turns);
      const before = await both.story();
      for (const event of recordedEvents(scene, both.transcriptPath)) await both.hear(event);
      both.write(recordedTranscript(scene));
      await both.catchUp();
      expect(await both.story()).toEqual(before);
    });
  });

  it("has its questions, answers and last words before the transcript is there", async () => {
    await using log = await openTurnLog();
    for (const event of recordedEvents("ask-single", log.transcriptPath)) await log.hear(event);

    expect(await chat(log)).toEqual([
      "COMMAND please go on",
      "QUESTION Which database should we use?",
      "ANSWER SQLite ->1",
      "COMPLETION Thank you, going on.",
    ]);
    const [agent] = await log.log.agents();
    const [task] = await log.log.tasks(agent?.id ?? 0, { limit: 1 });
    expect(task).toMatchObject({
      state: "COMPLETE",
      instruction: "please go on",
      fullCommand: "please go on",
    });
    expect(task?.fullOutput).toContain("Thank you, going on.");
  });

  it("waits for a person while a dialog is open, and works on when it is answered", async () => {
    await using log = await openTurnLog();
    const states: string[] = [];
    for (const event of recordedEvents("ask-single", log.transcriptPath)) {
      const { agent, question } = await log.ingest.hear(event);
      states.push(agent.state);
      if (event.type === "tool_starting" || event.type === "permission_asked") {
        expect(question).toMatchObject({
          intent: "QUESTION",
          question: {
            source: "ask_user_question",
            options: [{ label: "Postgres", description: "Relational server" }, {}, {}],
          },
        });
      }
    }
    expect(states).toEqual([
      "IDLE",
      "COMMANDED",
      "COMMANDED",
      "AWAITING_INPUT",
      "AWAITING_INPUT",
      "PROCESSING",
      "PROCESSING",
      "COMPLETE",
      "COMPLETE",
      "ENDED",
    ]);
  });
});

const LONG_RUN: Run[] = [
  {
    prompt: "Go on. 한국어\u2028🎈",
    steps: [
      { do: "say", text: "Looking. 🎈" },
      { do: "work" },
      { do: "permission", command: "make", outcome: "allowed" },
    ],
    end: { text: "Should I push?" },
    repeated: 4,
  },
  {
    prompt: "yes",
    steps: [
      { do: "say", text: "Looking. 🎈" },
      { do: "steer", text: "and tag it" },
      { do: "ask", question: "Which?", answer: "Yes" },
    ],
    end: { text: "Done.", isInTwoBlocks: true },
    repeated: 9,
  },
];

describe("A transcript that grows", () => {
  it("gives the same turns, torn anywhere, with restarts in between", async () => {
    const { transcript, hooks } = scriptSession(LONG_RUN);
    const bytes = Buffer.from(transcript);
    await using whole = await openTurnLog();
    await whole.hear({ ...firstOf(hooks)(whole.transcriptPath), type: "seen" });
    whole.write(bytes);
    await whole.catchUp();
    const expected = await whole.story();

    for (const size of [1, 7, 97, 1009]) {
      await using log = await openTurnLog();
      await log.hear({ ...firstOf(hooks)(log.transcriptPath), type: "seen" });
      for (let at = 0; at < bytes.length; at += size) {
        log.write(bytes.subarray(at, at + size));
        if (size > 50 || at % 64 === 0) await log.catchUp();
        if (at % (size * 300) === 0) await log.restart();
      }
      await log.catchUp();
      expect(await log.story()).toEqual(expected);
    }
    expect(await chat(whole)).toContain("ANSWER yes ->4");
  });

  it("is read again when it was cut or replaced, without doubling a turn", async () => {
    const { transcript, hooks } = scriptSession(LONG_RUN);
    await using log = await openTurnLog();
    await log.hear({ ...firstOf(hooks)(log.transcriptPath), type: "seen" });
    log.write(transcript);
    await log.catchUp();
    const before = await log.story();

    truncateSync(log.transcriptPath);
    await log.catchUp();
    writeFileSync(log.transcriptPath, transcript);
    await log.catchUp();

    expect(await log.story()).toEqual(before);
  });

  it("is followed by itself", async () => {
    const { transcript, hooks } = scriptSession(LONG_RUN);
    await using log = await openTurnLog({ isFollowing: true });
    await log.hear(firstOf(hooks)(log.transcriptPath));
    const done = new Promise<Omit<StoredEvent, "id">>((resolve) => {
      log.ingest.onEvent((event) => {
        if (event.type === "turn_created" && event.turn.text === "Done.") resolve(rowOf(event));
      });
    });

    log.write(transcript);

    expect((await done).data).toMatchObject({
      agent_id: 1,
      project_id: 1,
      actor: "AGENT",
      intent: "COMPLETION",
      timestamp_source: "jsonl",
    });
  });
});

describe("Events of the log", () => {
  it("report a turn when it is heard, and again when its time is corrected", async () => {
    await using log = await openTurnLog();
    const events: Omit<StoredEvent, "id">[] = [];
    log.ingest.onEvent((event) => events.push(rowOf(event)));
    const [start, prompt] = recordedEvents("ask-single", log.transcriptPath) as [
      AgentEvent,
      AgentEvent,
    ];
    await log.hear(start);
    await log.hear(prompt);
    expect(events.find(({ type }) => type === "turn_created")?.data).toEqual({
      agent_id: 1,
      project_id: 1,
      task_id: 1,
      turn_id: 1,
      actor: "USER",
      intent: "COMMAND",
      text: "please go on",
      timestamp: prompt.at,
      timestamp_source: "server",
      place: null,
      question_text: null,
      question_options: null,
      question_source_type: null,
      answered_by_turn_id: null,
      ask_id: null,
    });

    log.write(recordedTranscript("ask-single"));
    await log.catchUp();

    expect(events.find(({ type }) => type === "turn_updated")?.data).toMatchObject({
      turn_id: 1,
      timestamp: "2026-11-15T01:28:01.356000Z",
      timestamp_source: "jsonl",
    });
    expect(
      events.filter(
        ({ type, data }) => type === "turn_created" && data["timestamp_source"] === "jsonl",
      ),
    ).toHaveLength(4);
    expect(await log.log.events({ after: 0, limit: 100 })).toHaveLength(events.length + 1);
  });
});

describe("The last message of a stop", () => {
  it.each([
    ["is the text already captured", "Looking.\n", ["COMMAND Go", "COMPLETION Looking."]],
    [
      "goes on after the text already captured",
      "Looking.\n\nAll  good.",
      ["COMMAND Go", "PROGRESS Looking.", "COMPLETION All  good."],
    ],
    ["is something else", "All good.", ["COMMAND Go", "PROGRESS Looking.", "COMPLETION All good."]],
    ["is blank", " \n", ["COMMAND Go", "COMPLETION Looking."]],
  ])("is not said twice when it %s", async (_, last, expected) => {
    const { transcript, hooks } = scriptSession([
      { prompt: "Go", steps: [{ do: "say", text: "Looking." }], end: "interrupted" },
    ]);
    await using log = await openTurnLog();
    const prompt = firstOf(hooks)(log.transcriptPath);
    await log.hear(prompt);
    log.write(transcript.split("\n").slice(0, 3).join("\n"));
    log.write("\n");

    await log.hear({ ...prompt, type: "stopped", text: last });

    expect(await chat(log)).toEqual(expected);
  });
});

describe("Texts that we type", () => {
  it("are one turn with the prompt they cause, and arrive step by step", async () => {
    const { transcript, hooks } = scriptSession([
      { prompt: "First.", steps: [], end: { text: "Done." } },
      { prompt: "Deploy it", steps: [], end: { text: "Deployed." } },
    ]);
    await using log = await openTurnLog();
    const [first, stop, prompt] = hooks.map((hook) => hook(log.transcriptPath)) as [
      AgentEvent,
      AgentEvent,
      AgentEvent,
    ];
    await log.hear(first);
    await log.hear(stop);
    const stateOf = async () => (await log.log.delivery(delivery.id))?.state;

    const delivery = await log.ingest.queueText(1, "Deploy  it\n");
    expect(delivery).toMatchObject({ state: "queued", turnId: 3 });
    expect(await log.log.turn(3)).toMatchObject({
      intent: "COMMAND",
      text: "Deploy  it\n",
      taskId: 2,
    });
    await log.hear(prompt);
    expect(await stateOf()).toBe("accepted");
    await log.hear(prompt);
    log.write(transcript);
    await log.catchUp();

    expect(await stateOf()).toBe("consumed");
    expect(await chat(log)).toEqual([
      "COMMAND First.",
      "COMPLETION Done.",
      "COMMAND Deploy it",
      "COMPLETION Deployed.",
    ]);
    expect(await log.log.turn(3)).toMatchObject({ timestampSource: "jsonl", taskId: 2 });
  });

  it.each([["typed by us"], ["typed by hand"]])(
    "while the agent says its last words are the prompt of the next run, which has another id: %s",
    async (how) => {
      const { transcript, hooks } = scriptSession([
        { prompt: "First.", steps: [{ do: "say", text: "Working." }], end: { text: "Done." } },
        { prompt: "And then", steps: [], end: { text: "Done again." } },
      ]);
      await using log = await openTurnLog();
      const events = hooks.map((hook) => hook(log.transcriptPath));
      const [first, stop, queued, lastStop] = events as [
        AgentEvent,
        AgentEvent,
        AgentEvent,
        AgentEvent,
      ];
      const lines = transcript.split(/(?<=\n)/);
      const next = lines.findIndex((line) => line.includes("And then"));
      await log.hear(first);
      log.write(lines.slice(0, 3).join(""));
      await log.catchUp();
      const sent = how === "typed by us" ? await log.ingest.queueText(1, "And then") : null;
      // The hook reports it with the id of the run that it has to wait for.
      await log.hear({ ...queued, at: first.at, promptId: first.promptId });
      expect((await log.log.agent(1))?.state).toBe("PROCESSING");
      log.write(lines.slice(3, next).join(""));
      await log.hear(stop);
      log.write(
        lines.slice(next).join("").replace('"origin":', '"promptSource":"queued","origin":'),
      );
      await log.hear(lastStop);
      await log.catchUp();

      if (sent !== null) expect((await log.log.delivery(sent.id))?.state).toBe("consumed");
      expect(await chat(log)).toEqual([
        "COMMAND First.",
        "PROGRESS Working.",
        "COMPLETION Done.",
        "COMMAND And then",
        "COMPLETION Done again.",
      ]);
      expect(await log.log.agent(1)).toMatchObject({ state: "COMPLETE" });
    },
  );

  it("are gone when the person took them back before their turn came", async () => {
    const { transcript, hooks } = scriptSession([
      { prompt: "First.", steps: [], end: { text: "Done." } },
      { prompt: "Second.", steps: [], end: { text: "Done again." } },
    ]);
    await using log = await openTurnLog();
    const [first, ...others] = hooks.map((hook) => hook(log.transcriptPath)) as [
      AgentEvent,
      ...AgentEvent[],
    ];
    const lines = transcript.split(/(?<=\n)/);
    await log.hear(first);
    log.write(lines.slice(0, 2).join(""));
    await log.catchUp();
    await log.ingest.queueText(1, "And then");
    await log.hear({ ...first, type: "prompt_submitted", text: "And then" });
    const later = (at: string) => new Date(Date.parse(at) + 365 * 86_400_000).toISOString();
    for (const event of others) await log.hear({ ...event, at: later(event.at) });
    log.write(
      lines
        .slice(2)
        .map((line) => line.replace(/(?<="timestamp":")[^"]+/, later))
        .join(""),
    );
    await log.catchUp();

    expect(await chat(log)).toEqual([
      "COMMAND First.",
      "COMPLETION Done.",
      "COMMAND Second.",
      "COMPLETION Done again.",
    ]);
  });

  it("have arrived if the client ran them as its own commands, and start no task", async () => {
    const { transcript, hooks } = scriptSession([
      { prompt: "First.", steps: [], end: { text: "Done." } },
    ]);
    await using log = await openTurnLog();
    for (const hook of hooks) await log.hear(hook(log.transcriptPath));
    log.write(transcript);
    await log.catchUp();
    const { id } = await log.ingest.queueText(1, "/context");
    const line = (more: object) => {
      const envelope = {
        parentUuid: null,
        isSidechain: false,
        timestamp: new Date().toISOString(),
      };
      log.write(`${JSON.stringify({ ...envelope, uuid: crypto.randomUUID(), ...more })}\n`);
    };
    const wrapped = (name: string) =>
      `<command-name>${name}</command-name>\n<command-args></command-args>`;
    line({ type: "system", subtype: "local_command", content: wrapped("/context") });
    await log.catchUp();
    expect((await log.log.delivery(id))?.state).toBe("consumed");
    expect(await log.log.agent(1)).toMatchObject({ state: "COMPLETE", currentTaskId: 1 });

    const user = (content: string) => ({
      type: "user",
      promptId: "p2",
      message: { role: "user", content },
    });
    line(user(wrapped("/compact")));
    line(user("<local-command-stdout>Compacted</local-command-stdout>"));
    await log.catchUp();
    expect(await chat(log)).toEqual(["COMMAND First.", "COMPLETION Done.", "COMMAND /compact"]);
    expect(await log.log.agent(1)).toMatchObject({ state: "COMPLETE" });
  });

  it("tell how far they got", async () => {
    const { transcript, hooks } = scriptSession([
      { prompt: "Deploy it", steps: [], end: { text: "Deployed." } },
    ]);
    await using log = await openTurnLog();
    const [prompt] = hooks.map((hook) => hook(log.transcriptPath)) as [AgentEvent];
    await log.hear({ ...prompt, type: "seen" });
    const told: unknown[] = [];
    log.ingest.onEvent(
      (event) => event.type === "delivery_updated" && told.push(rowOf(event).data),
    );
    const { id } = await log.ingest.queueText(1, "Deploy it");
    await log.hear(prompt);
    log.write(transcript);
    await log.catchUp();
    const refused = await log.ingest.queueText(1, "And again");
    await log.ingest.refuseText(refused.id, "The pane is gone.");

    expect(told).toMatchObject([
      { id, turn_id: 1, state: "queued" },
      { id, turn_id: 1, state: "accepted" },
      { id, turn_id: 1, state: "consumed" },
      { id: refused.id, state: "queued" },
      { id: refused.id, state: "refused", detail: "The pane is gone." },
    ]);
  });

  it("have no effect while in doubt, and are gone once the agent went on without", async () => {
    const { transcript, hooks } = scriptSession([
      { prompt: "First.", steps: [], end: { text: "Done." } },
      { prompt: "Second.", steps: [], end: { text: "Done again." } },
    ]);
    const [first, stop, ...second] = hooks;
    await using log = await openTurnLog();
    const rest = transcript.split("\n").findIndex((line) => line.includes("Second."));
    const lines = transcript.split(/(?<=\n)/);
    for (const hook of [first, stop])
      if (hook !== undefined) await log.hear(hook(log.transcriptPath));
    log.write(lines.slice(0, rest).join(""));
    await log.catchUp();
    const { id, turnId } = await log.ingest.queueText(1, "/cost");
    await log.log.write((writes) => writes.changeDelivery(id, ["queued"], { state: "typed" }));
    expect(await log.log.agent(1)).toMatchObject({ state: "COMMANDED", currentTaskId: 2 });

    expect(await log.ingest.doubtText(id, "No word of it.")).toMatchObject({
      state: "indeterminate",
    });
    expect(await log.log.agent(1)).toMatchObject({ state: "COMPLETE", currentTaskId: 1 });
    expect(await log.log.turn(turnId ?? 0)).toMatchObject({ text: "/cost", taskId: null });
    await log.restart();
    expect(await log.log.agent(1)).toMatchObject({ state: "COMPLETE", currentTaskId: 1 });

    const later = Date.now() + 60_000;
    const moved = (line: string) =>
      line.replace(/"timestamp":"[^"]+"/, `"timestamp":"${new Date(later).toISOString()}"`);
    for (const hook of second) await log.hear(hook(log.transcriptPath));
    log.write(lines.slice(rest).map(moved).join(""));
    await log.catchUp();
    expect(await chat(log)).toEqual([
      "COMMAND First.",
      "COMPLETION Done.",
      "COMMAND Second.",
      "COMPLETION Done again.",
    ]);
    expect((await log.log.agent(1))?.state).toBe("COMPLETE");
  });

  it("were not said when they were refused", async () => {
    await using log = await openTurnLog();
    await log.hear({ ...firstOf(recordedEvents("ask-single", log.transcriptPath)), type: "seen" });
    const { id } = await log.ingest.queueText(1, "Deploy it");

    expect(await log.ingest.refuseText(id, "The pane is gone.")).toMatchObject({
      state: "refused",
      detail: "The pane is gone.",
    });

    expect(await log.story()).toEqual([{ state: "IDLE", failure: null, turns: [], tasks: [] }]);
  });
});

describe("Asks of an agent", () => {
  it("are questions of its task, answered on any surface", async () => {
    await using log = await openTurnLog();
    const [start, prompt] = recordedEvents("ask-single", log.transcriptPath) as [
      AgentEvent,
      AgentEvent,
    ];
    await log.hear(start);
    await log.hear(prompt);

    await log.ingest.questionAsked(1, {
      askId: "ask-1",
      text: "Which colour?",
      options: [{ label: "Red" }],
    });
    expect(await log.log.openQuestion(1)).toMatchObject({
      askId: "ask-1",
      question: { source: "ask", text: "Which colour?" },
    });
    expect((await log.log.agent(1))?.state).toBe("AWAITING_INPUT");
    expect(await log.ingest.questionAnswered("ask-1", "Red")).toMatchObject({
      intent: "ANSWER",
      text: "Red",
    });

    expect(await chat(log)).toEqual([
      "COMMAND please go on",
      "QUESTION Which colour?",
      "ANSWER Red ->1",
    ]);
    expect((await log.log.agent(1))?.state).toBe("PROCESSING");
    expect(await log.ingest.questionAnswered("ask-1", "Blue")).toBeNull();
  });

  it("keep a person's permission from a surface, though a hook decided for the agent", async () => {
    await using log = await openTurnLog();
    const events = recordedEvents("permission-bash", log.transcriptPath);
    for (const event of events.slice(0, 4)) {
      const { question } = await log.ingest.hear(event);
      if (question !== null) await log.ingest.linkAsk(question.id, "ask-1");
    }
    await log.ingest.questionAnswered("ask-1", "Allow");
    await log.restart();
    log.write(
      recordedTranscript("permission-bash").replaceAll(
        '"source":"user_temporary"',
        '"source":"hook"',
      ),
    );
    await log.catchUp();

    expect(await chat(log)).toEqual(SAID["permission-bash"]);
    expect(await log.log.turnByAsk("ask-1")).toMatchObject({
      intent: "QUESTION",
      timestampSource: "jsonl",
    });
  });
});

describe("A permission that was denied on a surface", () => {
  it.each([
    ["A person denied this and says: use the other folder", "Denied: use the other folder"],
    ["A person did not allow this. They say: first\nthe tests", "Denied: first\nthe tests"],
    [
      "A person denied this. Do not try to get the same done another way; " +
        "ask what they would like instead.",
      "Denied",
    ],
  ])("keeps the person's words when the transcript tells of it: %j", async (told, answer) => {
    await using log = await openTurnLog();
    for (const event of recordedEvents("permission-bash", log.transcriptPath).slice(0, 4)) {
      const { question } = await log.ingest.hear(event);
      if (question !== null) await log.ingest.linkAsk(question.id, "ask-1");
    }
    await log.ingest.questionAnswered("ask-1", "Deny");
    log.write(
      recordedTranscript("permission-bash")
        .replace(
          '"(Bash completed with no output)","is_error":false',
          `${JSON.stringify(told)},"is_error":true`,
        )
        .replace(
          '{"decision":"accept","source":"user_temporary"',
          '{"decision":"reject","source":"hook"',
        ),
    );
    await log.catchUp();

    expect(await chat(log)).toContain(`ANSWER ${answer} ->1`);
  });
});

describe("A plan", () => {
  it("is approved by a hook's reply as by a person, though its lines come singly", async () => {
    await using log = await openTurnLog();
    await log.hear({
      ...firstOf(recordedEvents("plan-approval", log.transcriptPath)),
      type: "seen",
    });
    const lines = recordedTranscript("plan-approval")
      .replaceAll('"source":"user_temporary"', '"source":"hook"')
      .split("\n");
    for (const line of lines) {
      log.write(`${line}\n`);
      await log.catchUp();
    }

    expect(await chat(log)).toEqual(SAID["plan-approval"]);
  });
});

describe("A permission that a rule gave", () => {
  it("stays the rule's in the transcript, and never becomes a person's answer", async () => {
    await using log = await openTurnLog();
    const events = recordedEvents("permission-bash", log.transcriptPath);
    for (const event of events.slice(0, 4)) {
      const { question } = await log.ingest.hear(event);
      if (question !== null) await log.ingest.linkAsk(question.id, "ask-1");
    }
    await log.ingest.questionAnswered("ask-1", 'Allowed by the rule "tests"', "AGENT");
    await log.restart();
    log.write(
      recordedTranscript("permission-bash").replaceAll(
        '"source":"user_temporary"',
        '"source":"hook"',
      ),
    );
    await log.catchUp();

    const { turns } = await log.log.turnPage(1, { limit: 100 });
    expect(turns.filter(({ intent }) => intent === "ANSWER")).toMatchObject([
      { actor: "AGENT", text: 'Allowed by the rule "tests"', timestampSource: "jsonl" },
    ]);
  });
});

describe("A client without a transcript that we read", () => {
  it("has its turns by hooks alone, each once", async () => {
    await using log = await openTurnLog();
    const context = { at: new Date("2026-11-15T10:00:00Z"), pane: null };
    const tell = async (name: string, fields: object) => {
      const event = fromCodex(name, { session_id: "c", cwd: "/project", ...fields }, context);
      if (event !== null) for (const _ of [1, 2]) await log.hear(event);
    };
    const bash = { tool_name: "Bash", tool_input: { command: "make" } };

    await tell("UserPromptSubmit", { turn_id: "1", prompt: "Go" });
    await tell("PreToolUse", { turn_id: "1", ...bash, tool_use_id: "t" });
    await tell("PermissionRequest", { turn_id: "1", ...bash });
    await tell("PostToolUse", { turn_id: "1", ...bash, tool_use_id: "t", tool_response: "ok" });
    await tell("Stop", { turn_id: "1", last_assistant_message: "Should I push?" });
    await tell("UserPromptSubmit", { turn_id: "2", prompt: "Go" });
    await tell("Stop", { turn_id: "2", last_assistant_message: "Pushed." });

    expect(await chat(log)).toEqual([
      "COMMAND Go",
      "QUESTION Allow Bash: make?",
      "ANSWER Allowed ->1",
      "QUESTION Should I push?",
      "ANSWER Go ->3",
      "COMPLETION Pushed.",
    ]);
    expect(await log.story()).toMatchObject([
      { state: "COMPLETE", tasks: [{ state: "COMPLETE" }] },
    ]);
  });

  it("said the same words twice at two moments, and once if one is reported twice", async () => {
    await using log = await openTurnLog();
    const tell = geminiIn(log);
    const again = { prompt: "Go on", timestamp: "2026-11-15T10:00:02.000Z" };

    await tell("BeforeAgent", { prompt: "Go on", timestamp: "2026-11-15T10:00:01.000Z" });
    await tell("BeforeAgent", again);
    await tell("BeforeAgent", again);

    expect(await chat(log)).toEqual(["COMMAND Go on", "COMMAND Go on"]);
  });

  it.each([false, true])(
    "was not told what was refused (started anew: %s)",
    async (isStartedAnew) => {
      await using log = await openTurnLog();
      const tell = geminiIn(log);
      await tell("BeforeAgent", { prompt: "Go" });
      await tell("AfterAgent", { prompt: "Go", prompt_response: "Done." });
      const { id } = await log.ingest.queueText(1, "Deploy it");
      if (isStartedAnew) await log.restart();

      await log.ingest.refuseText(id, "The pane is gone.");

      expect(await chat(log)).toEqual(["COMMAND Go", "COMPLETION Done."]);
      expect(await log.story()).toMatchObject([
        { state: "COMPLETE", tasks: [{ state: "COMPLETE", isEmpty: false }] },
      ]);
    },
  );

  it.each([false, true])(
    "is told a text when it takes it, not when it was typed (started anew: %s)",
    async (isAnew) => {
      await using log = await openTurnLog();
      const tell = geminiIn(log);
      await tell("BeforeAgent", { prompt: "Go" });
      const { id } = await log.ingest.queueText(1, "Deploy it");
      if (isAnew) await log.restart();
      await tell("AfterAgent", { prompt: "Go", prompt_response: "Done." });
      await tell("BeforeAgent", { prompt: "Deploy it" });

      expect(await log.log.delivery(id)).toMatchObject({ state: "accepted" });
      await tell("AfterAgent", { prompt: "Deploy it", prompt_response: "Deployed." });

      expect(await chat(log)).toEqual([
        "COMMAND Go",
        "COMPLETION Done.",
        "COMMAND Deploy it",
        "COMPLETION Deployed.",
      ]);
      expect(await log.story()).toMatchObject([
        { state: "COMPLETE", tasks: [{ fullCommand: "Go" }, { fullCommand: "Deploy it" }] },
      ]);
      const told = (await log.log.events({ after: 0, limit: 100 })).filter(
        ({ type }) => type === "delivery_updated",
      );
      expect(told.map(({ data }) => data)).toEqual([
        { id, turn_id: 2, state: "queued", detail: null },
        { id, turn_id: 2, state: "accepted", detail: null },
        { id, turn_id: 2, state: "consumed", detail: null },
      ]);
    },
  );

  it("has taken each text joined into one prompt, and what was typed between", async () => {
    await using log = await openTurnLog();
    const tell = geminiIn(log);
    await tell("BeforeAgent", { prompt: "Go" });
    const first = await log.ingest.queueText(1, "Run the tests\n\nAll of them");
    const second = await log.ingest.queueText(1, "배포해\n주세요");
    await tell("AfterAgent", { prompt: "Go", prompt_response: "Done." });

    await tell("BeforeAgent", {
      prompt: "Run the tests\n\nAll of them\n\nand then\n\n배포해\n주세요",
    });

    for (const { id } of [first, second])
      expect(await log.log.delivery(id)).toMatchObject({ state: "accepted" });
    expect(await chat(log)).toEqual([
      "COMMAND Go",
      "COMPLETION Done.",
      "COMMAND Run the tests\n\nAll of them",
      "COMMAND 배포해\n주세요",
      "COMMAND and then",
    ]);
  });

  it("may take a text long after anybody expected it to", async () => {
    await using log = await openTurnLog();
    const tell = geminiIn(log);
    await tell("BeforeAgent", { prompt: "Go" });
    const { id } = await log.ingest.queueText(1, "Look at @notes.txt");
    await log.log.write((writes) => writes.changeDelivery(id, ["queued"], { state: "typed" }));
    await log.ingest.doubtText(id, "Nobody knows.");
    await tell("AfterAgent", { prompt: "Go", prompt_response: "Done." });
    expect(await log.story()).toMatchObject([{ state: "COMPLETE" }]);
    const files =
      "\n--- Content from referenced files ---\nContent from @notes.txt:\nalpha\n--- End of content ---";
    await tell("BeforeAgent", { prompt: `Look at @notes.txt${files}` });

    expect(await log.log.delivery(id)).toMatchObject({ state: "accepted" });
    expect(await chat(log)).toEqual([
      "COMMAND Go",
      "COMPLETION Done.",
      "COMMAND Look at @notes.txt",
    ]);
  });

  it("goes on without a text that never arrived", async () => {
    await using log = await openTurnLog();
    const tell = geminiIn(log);
    await tell("BeforeAgent", { prompt: "Go" });
    await tell("AfterAgent", { prompt: "Go", prompt_response: "Done." });
    const { id } = await log.ingest.queueText(1, "/model");
    expect(await log.story()).toMatchObject([{ state: "COMMANDED" }]);
    await log.log.write((writes) => writes.changeDelivery(id, ["queued"], { state: "typed" }));
    await log.ingest.doubtText(id, "Nobody knows.");
    await log.restart();
    await tell("Notification", { notification_type: "Anything" });
    await log.ingest.refuseText(
      (await log.ingest.queueText(1, "Never mind")).id,
      "The pane is gone.",
    );
    expect(await log.story()).toMatchObject([
      { state: "COMPLETE", tasks: [{}, { state: "COMPLETE" }] },
    ]);
    await tell("BeforeAgent", { prompt: "Deploy it" });
    await tell("AfterAgent", { prompt: "Deploy it", prompt_response: "Deployed." });
    await log.restart();
    await tell("SessionEnd", { reason: "exit" });

    expect(await chat(log)).toEqual([
      "COMMAND Go",
      "COMPLETION Done.",
      "COMMAND /model",
      "COMMAND Deploy it",
      "COMPLETION Deployed.",
    ]);
  });
});

it("An unfinished Codex run ends when the next begins; words with its id steer it", async () => {
  await using log = await openTurnLog();
  const tell = async (name: string, turn: string, fields: object) => {
    const payload = { session_id: "c", cwd: "/project", turn_id: turn, ...fields };
    const event = fromCodex(name, payload, { at: new Date(), pane: null });
    if (event !== null) await log.hear(event);
  };
  await tell("UserPromptSubmit", "1", { prompt: "Build it" });
  await tell("UserPromptSubmit", "1", { prompt: "With tests" });
  await tell("UserPromptSubmit", "2", { prompt: "Deploy it" });
  await tell("Stop", "2", { last_assistant_message: "Deployed." });

  expect(await chat(log)).toEqual([
    "COMMAND Build it",
    "COMMAND With tests",
    "COMMAND Deploy it",
    "COMPLETION Deployed.",
  ]);
  expect(await log.story()).toMatchObject([
    {
      state: "COMPLETE",
      tasks: [{ instruction: "Build it" }, { instruction: "Deploy it", state: "COMPLETE" }],
    },
  ]);
});

describe("Texts that we send to a client without a transcript", () => {
  async function busy(log: TurnLog) {
    const tell = async (name: string, turn: string, fields: object = {}) => {
      const payload = { session_id: "c", cwd: "/project", turn_id: turn, ...fields };
      const event = fromCodex(name, payload, { at: new Date(), pane: null });
      if (event !== null) await log.hear(event);
    };
    await tell("UserPromptSubmit", "1", { prompt: "Build it" });
    return tell;
  }
  const stateOf = async (log: TurnLog) => firstOf(await log.log.agents()).state;
  const stop = (text: string) => ({ last_assistant_message: text });

  it.each([[false], [true]])(
    "are taken after what it said meanwhile (restart: %j)",
    async (hasRestart) => {
      await using log = await openTurnLog();
      const tell = await busy(log);
      const { id } = await log.ingest.queueText(1, "Deploy it");
      if (hasRestart) await log.restart();
      await tell("Stop", "1", stop("Built."));
      expect(await stateOf(log)).toBe("COMMANDED");
      await tell("UserPromptSubmit", "2", { prompt: "Deploy it" });
      expect(await stateOf(log)).toBe("COMMANDED");
      expect(await log.log.delivery(id)).toMatchObject({ state: "accepted" });
      await tell("Stop", "2", stop("Deployed."));

      expect(await chat(log)).toEqual([
        "COMMAND Build it",
        "COMPLETION Built.",
        "COMMAND Deploy it",
        "COMPLETION Deployed.",
      ]);
      expect(await log.story()).toMatchObject([
        { state: "COMPLETE", tasks: [{ fullOutput: "Built." }, { fullOutput: "Deployed." }] },
      ]);
    },
  );

  it("were not said when they were refused", async () => {
    await using log = await openTurnLog();
    const tell = await busy(log);
    await tell("Stop", "1", stop("Should I push?"));
    const { id } = await log.ingest.queueText(1, "Yes");
    expect(await stateOf(log)).toBe("PROCESSING");
    await log.ingest.refuseText(id, "The pane is gone.");

    expect(await stateOf(log)).toBe("AWAITING_INPUT");
    expect(await chat(log)).toEqual(["COMMAND Build it", "QUESTION Should I push?"]);
  });

  it("of which nobody knows whether they got there are said when they did after all", async () => {
    await using log = await openTurnLog();
    const tell = await busy(log);
    const { id } = await log.ingest.queueText(1, "Deploy it");
    const doubt = { state: "indeterminate", updatedAt: "2026-11-15T10:00:10Z" } as const;
    await log.log.write((writes) => writes.changeDelivery(id, ["queued"], doubt));
    await tell("Stop", "1", stop("Built."));
    expect(await stateOf(log)).toBe("COMPLETE");
    await tell("UserPromptSubmit", "2", { prompt: "Deploy it" });
    expect(await stateOf(log)).toBe("COMMANDED");
    await tell("Stop", "2", stop("Deployed."));

    expect(await log.log.delivery(id)).toMatchObject({ state: "consumed" });
    expect(await chat(log)).toEqual([
      "COMMAND Build it",
      "COMPLETION Built.",
      "COMMAND Deploy it",
      "COMPLETION Deployed.",
    ]);
    expect(await stateOf(log)).toBe("COMPLETE");
  });
});

describe("A recorded session of Codex", () => {
  it("has the permission, questions and answers, and nothing of the sub-agent", async () => {
    await using log = await openTurnLog();
    const path = new URL("fixtures/codex/hooks.jsonl", import.meta.url);
    const payloads = readFileSync(path, "utf8").trimEnd().split("\n");
    for (const [index, line] of payloads.entries()) {
      const payload = JSON.parse(line);
      const at = new Date(Date.parse("2026-11-15T10:00:00Z") + 100 * index);
      const event = fromCodex(payload.hook_event_name, payload, { at, pane: null });
      if (event !== null) await log.hear(event);
    }

    expect(await chat(log)).toEqual([
      "COMMAND Make it",
      "QUESTION Allow Bash: touch /srv/made.txt?",
      "ANSWER Allowed ->1",
      "COMPLETION Made it.",
      "COMMAND Plan it",
      "QUESTION 1. Which database?\n2. Which system?",
      "ANSWER Which database? SQLite\nWhich system? Linux ->5",
      "COMPLETION Planned.",
      "COMMAND Take a nap",
      "COMMAND Delegate it",
      "COMPLETION Main done.",
    ]);
    const agents = await log.log.agents();
    expect(agents.map(({ transcriptPath }) => transcriptPath)).toEqual([
      JSON.parse(firstOf(payloads)).transcript_path,
    ]);
  });
});

describe("Gemini CLI", () => {
  const shell = (command: string) => ({
    tool_name: "run_shell_command",
    tool_input: { command, description: "try" },
  });
  const asks = (command: string) => ({
    notification_type: "ToolPermission",
    message: "Tool Confirm Shell Command requires execution",
    details: { type: "exec", title: "Confirm Shell Command", command, rootCommand: command },
  });

  it("waits for a permission until its tool has run, also among several", async () => {
    await using log = await openTurnLog();
    const tell = geminiIn(log);
    await tell("BeforeAgent", { prompt: "Go" });
    await tell("BeforeTool", shell("touch one"));
    await tell("BeforeTool", shell("touch two"));
    await tell("Notification", asks("touch two"));
    await tell("Notification", asks("touch one"));
    expect(await log.story()).toMatchObject([{ state: "AWAITING_INPUT" }]);

    await tell("AfterTool", {
      ...shell("touch one"),
      tool_response: { llmContent: "Output: (empty)" },
    });
    expect(await log.story()).toMatchObject([{ state: "AWAITING_INPUT" }]);
    await tell("AfterAgent", { prompt: "Go", prompt_response: "Only one, then." });

    expect(await chat(log)).toEqual([
      "COMMAND Go",
      "QUESTION Allow run_shell_command: touch two?",
      "QUESTION Allow run_shell_command: touch one?",
      "ANSWER Allowed ->2",
      "ANSWER Declined ->1",
      "COMPLETION Only one, then.",
    ]);
    expect(await log.story()).toMatchObject([{ state: "COMPLETE" }]);
  });

  it.each([false, true])(
    "is at rest once somebody interrupted it or said no (started anew: %s)",
    async (isAnew) => {
      await using log = await openTurnLog();
      const tell = geminiIn(log);
      await tell("BeforeAgent", { prompt: "Go" });
      await tell("BeforeTool", shell("touch one"));
      await tell("Notification", asks("touch one"));
      if (isAnew) await log.restart();

      tell.cancelled();
      await log.catchUp();
      expect(await log.story()).toMatchObject([
        { state: "COMPLETE", tasks: [{ state: "COMPLETE" }] },
      ]);

      await tell("BeforeAgent", { prompt: "Something else" });
      if (isAnew) await log.restart();
      await log.catchUp();
      expect(await log.story()).toMatchObject([{ state: "COMMANDED" }]);
      await tell("AfterAgent", { prompt: "Something else", prompt_response: "[no response text]" });

      expect(await chat(log)).toEqual([
        "COMMAND Go",
        "QUESTION Allow run_shell_command: touch one?",
        "ANSWER Declined ->1",
        "COMMAND Something else",
      ]);
      expect(await log.story()).toMatchObject([{ state: "COMPLETE" }]);
    },
  );

  it("keeps the reason of a no, also where its file was faster and says none", async () => {
    await using log = await openTurnLog();
    const tell = geminiIn(log);
    log.write(`${JSON.stringify({ sessionId: "g", projectHash: "0" })}\n`);
    await tell("BeforeAgent", { prompt: "Go" });
    const prompt = { id: "u", timestamp: new Date().toISOString(), type: "user", content: "Go" };
    log.write(`${JSON.stringify(prompt)}\n`);
    await tell("BeforeTool", shell("touch one"));
    await tell("Notification", asks("touch one"));
    const question = await log.log.openQuestion(1);
    await log.ingest.linkAsk(question?.id ?? 0, "a");
    tell.refused("touch one");
    await log.catchUp();
    expect((await chat(log)).at(-1)).toBe("ANSWER Denied ->1");
    await log.ingest.questionAnswered("a", "Denied: not there");
    await log.restart();
    await log.catchUp();
    expect(await chat(log)).toEqual([
      "COMMAND Go",
      "QUESTION Allow run_shell_command: touch one?",
      "ANSWER Denied: not there ->1",
    ]);
  });

  it("does not wait any more for what it asked through us when it was interrupted", async () => {
    await using log = await openTurnLog();
    const tell = geminiIn(log);
    await tell("BeforeAgent", { prompt: "Go" });
    await log.ingest.questionAsked(1, { askId: "a", text: "Which one?", options: null });

    tell.cancelled();
    await log.catchUp();

    expect(await chat(log)).toEqual([
      "COMMAND Go",
      "QUESTION Which one?",
      "ANSWER Interrupted ->1",
    ]);
    expect(await log.story()).toMatchObject([
      { state: "COMPLETE", turns: [{}, {}, { actor: "AGENT" }] },
    ]);
  });

  it.each([
    ["an answer", '{"answers":{"0":"SQLite"}}', "SQLite"],
    ["none", "User dismissed ask_user dialog without answering.", "Declined"],
  ])("asks by a tool of its own and gets %s", async (_, llmContent, words) => {
    await using log = await openTurnLog();
    const tell = geminiIn(log);
    const options = [
      { label: "PostgreSQL", description: "big" },
      { label: "SQLite", description: "small" },
    ];
    const question = { question: "Which database?", header: "Database", type: "choice", options };
    const ask = { tool_name: "ask_user", tool_input: { questions: [question] } };
    await tell("BeforeAgent", { prompt: "Go" });
    for (const event of ["BeforeTool", "BeforeTool"])
      await tell(event, { ...ask, timestamp: "2026-11-15T10:00:01.000Z" });
    await tell("Notification", {
      notification_type: "ToolPermission",
      details: { type: "ask_user", title: "Ask User" },
    });
    expect(await log.story()).toMatchObject([{ state: "AWAITING_INPUT" }]);

    await tell("AfterTool", { ...ask, tool_response: { llmContent, returnDisplay: "" } });

    expect(await chat(log)).toEqual([
      "COMMAND Go",
      "QUESTION Which database?",
      `ANSWER ${words} ->1`,
    ]);
    expect(await log.story()).toMatchObject([
      { state: "PROCESSING", turns: [{}, { question: { options } }, {}] },
    ]);
  });
});

/** Each hook, and each line of the chat's record, has a time of its own. */
function geminiIn(log: TurnLog) {
  let last = 0;
  const moment = () => {
    last = Math.max(last + 1, Date.now());
    return new Date(last);
  };
  return Object.assign(tell, { cancelled, refused });

  async function tell(name: string, fields: object) {
    const at = moment();
    const where = { cwd: "/project", transcript_path: log.transcriptPath };
    const event = fromGemini(
      name,
      { session_id: "g", ...where, timestamp: at.toISOString(), ...fields },
      { at, pane: null },
    );
    if (event !== null) await log.hear(event);
  }

  function refused(command: string) {
    const timestamp = moment().toISOString();
    const error = "Tool execution blocked: A hook said no.";
    const call = { id: "c", name: "run_shell_command", args: { command, description: "try" } };
    const result = [{ functionResponse: { response: { error } } }];
    const toolCalls = [{ ...call, status: "error", timestamp, result }];
    log.write(
      `${JSON.stringify({ id: "r", timestamp, type: "gemini", content: "", toolCalls })}\n`,
    );
  }

  function cancelled() {
    const timestamp = moment().toISOString();
    log.write(
      `${JSON.stringify({ id: "i", timestamp, type: "info", content: "Request cancelled." })}\n`,
    );
    log.write(`${JSON.stringify({ $set: { lastUpdated: timestamp } })}\n`);
  }
}

function firstOf<T>(values: readonly T[]): T {
  const [first] = values;
  if (first === undefined) throw new Error("There is none.");
  return first;
}

describe("a clock that was set back", () => {
  const at = (time: string) => `2026-11-15T${time}:00.000Z`;
  const lines = [
    { type: "user", promptId: "p1", time: "12:00", words: "Go on." },
    { type: "assistant", time: "12:01", words: "First.", isFinal: true },
    { type: "user", promptId: "p2", time: "11:00", words: "And now?" },
    { type: "assistant", time: "11:01", words: "Looking.", isFinal: false },
    { type: "assistant", time: "11:02", words: "Second. Should I push?", isFinal: true },
  ].map(({ type, promptId, time, words, isFinal }, index) =>
    JSON.stringify({
      ...{ type, promptId, uuid: `u${index}`, timestamp: at(time), isSidechain: false },
      message: {
        content: [{ type: "text", text: words }],
        stop_reason: isFinal ? "end_turn" : "tool_use",
      },
    }),
  );

  it.each([false, true])(
    "changes no time, and the place of each turn says its order (restarts: %s)",
    async (isRestarting) => {
      await using log = await openTurnLog();
      await log.hear(seenBy(log));
      for (const line of lines) {
        log.write(`${line}\n`);
        await log.catchUp();
        if (isRestarting) await log.restart();
      }
      // What the client writes again is no news, whatever the clock says.
      log.write(`${lines.slice(1, 4).join("\n")}\n`);
      await log.catchUp();

      const { turns } = await log.log.turnPage(1, { limit: 10 });
      expect(turns.map(({ timestamp }) => timestamp)).toEqual(
        ["11:00", "11:01", "11:02", "12:00", "12:01"].map((time) => at(time).replace("Z", "000Z")),
      );
      const inPlace = turns.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0));
      expect(inPlace.map(({ intent, text }) => `${intent} ${text}`)).toEqual([
        "COMMAND Go on.",
        "COMPLETION First.",
        "COMMAND And now?",
        "PROGRESS Looking.",
        "QUESTION Second. Should I push?",
      ]);
      expect((await log.story())[0]?.state).toBe("AWAITING_INPUT");
      expect((await log.log.openQuestion(1))?.text).toBe("Second. Should I push?");
    },
  );

  function seenBy({ transcriptPath }: TurnLog): AgentEvent {
    const event = fromClaudeCode(
      "Notification",
      { session_id: "back", cwd: "/project", transcript_path: transcriptPath },
      { at: new Date(at("12:00")), pane: null },
    );
    if (event === null) throw new Error("This is no hook payload.");
    return event;
  }
});

describe("a Stop that is heard again", () => {
  const QUESTION = "Made it. Should I push it?";
  const ANSWER = "Yes, please.";

  it.each(["claude-code", "codex", "gemini"] as const)(
    "after its question was answered leaves nobody waiting (%s)",
    async (client) => {
      await using log = await openTurnLog();
      for (const event of hooksOf(client, log)) await log.hear(event);
      expect((await log.story())[0]?.state).toBe("COMPLETE");
      expect(await chat(log)).toEqual([
        "COMMAND Make it.",
        `QUESTION ${QUESTION}`,
        `ANSWER ${ANSWER} ->1`,
        "COMPLETION Pushed.",
      ]);
      if (client === "claude-code") {
        await log.restart();
        await log.hear(hooksOf(client, log)[1] as AgentEvent);
        expect((await log.story())[0]?.state).toBe("COMPLETE");
      }
    },
  );

  function hooksOf(client: "claude-code" | "codex" | "gemini", log: TurnLog): AgentEvent[] {
    const said = (event: string, id: string, words: Record<string, unknown>, minute: number) => {
      const translate = { "claude-code": fromClaudeCode, codex: fromCodex, gemini: fromGemini };
      const isGemini = client === "gemini";
      const heard = translate[client](
        isGemini
          ? ({ UserPromptSubmit: "BeforeAgent", Stop: "AfterAgent" }[event] ?? event)
          : event,
        {
          ...{ session_id: "s", cwd: "/project", transcript_path: log.transcriptPath, ...words },
          ...(isGemini ? {} : { prompt_id: id, turn_id: id }),
        },
        { at: new Date(Date.parse("2026-11-15T10:00:00Z") + minute * 60_000), pane: null },
      );
      if (heard === null) throw new Error("This is no hook payload.");
      return heard;
    };
    const stop = (id: string, text: string, minute: number) =>
      said("Stop", id, { last_assistant_message: text, prompt_response: text }, minute);
    return [
      said("UserPromptSubmit", "p1", { prompt: "Make it." }, 0),
      stop("p1", QUESTION, 1),
      stop("p1", QUESTION, 2),
      said("UserPromptSubmit", "p2", { prompt: ANSWER }, 3),
      ...(client === "gemini" ? [] : [stop("p1", QUESTION, 4)]),
      stop("p2", "Pushed.", 5),
      stop("p2", "Pushed.", 6),
      ...(client === "gemini" ? [] : [stop("p1", QUESTION, 7)]),
    ];
  }
});
