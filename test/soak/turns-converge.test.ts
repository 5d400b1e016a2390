/**
 * Hooks may come doubled, late, in any order or not at all: with the whole transcript the log ends
 * up the same. 20 sessions in `npm test`, 5000 in `npm run soak`.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../src/core/agent/agent-event.ts";
import { patient } from "../support/patience.ts";
import { rounds } from "../support/rounds.ts";
import {
  type Limit,
  type Run,
  type ScriptedSession,
  type Step,
  scriptSession,
} from "../support/scripted-session.ts";
import { openTurnLog, type Story, type TurnLog } from "../support/turn-log.ts";

const RUNS = rounds(20, 5_000);
const TIMEOUT_MS = patient(60_000 + RUNS * 500);

const SOME_WORDS = [
  "Go on.",
  "Looking.",
  "Done.",
  "Well.",
  "끝났어요.\u2028계속",
  "Should I push?",
];
const words = fc.constantFrom(...SOME_WORDS);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("say" as const), text: words }),
  fc.constant({ do: "work" as const }),
  fc.record({
    do: fc.constant("permission" as const),
    command: fc.constantFrom("make", "rm -r build"),
    outcome: fc.constantFrom("allowed" as const, "denied" as const, "rule" as const),
  }),
  fc.record({
    do: fc.constant("ask" as const),
    question: words,
    answer: fc.constantFrom("Yes", "No", null),
  }),
  fc.record({ do: fc.constant("plan" as const), isApproved: fc.boolean() }),
  fc.record({ do: fc.constant("steer" as const), text: words }),
  fc.record({ do: fc.constant("subagent" as const), text: words }),
);
const run: fc.Arbitrary<Run> = fc.record({
  prompt: fc.oneof({ weight: 5, arbitrary: words }, { weight: 1, arbitrary: fc.constant(null) }),
  steps: fc.array(step, { maxLength: 5 }),
  end: fc.oneof(
    { weight: 5, arbitrary: fc.record({ text: words, isInTwoBlocks: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant("interrupted" as const) },
    {
      weight: 1,
      arbitrary: fc.record({
        failure: fc.constantFrom("API Error: 529 overloaded", "You've hit your limit", "Done."),
        limit: fc.constantFrom<(Limit | null)[]>(null, "stays", "resumes", "cancelled"),
      }),
    },
  ),
  repeated: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
  ),
});
const session = fc
  .array(run, { minLength: 1, maxLength: 4 })
  .map((runs) => [{ ...runs[0], prompt: runs[0]?.prompt ?? "Start." } as Run, ...runs.slice(1)]);

describe("The turn log", () => {
  it("says what the transcript says, whatever hooks were heard before, between and after", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const happening = fc.record({
      cut: fc.double({ min: 0, max: 1, noNaN: true }),
      delayMs: fc.constantFrom(0, 5, 3_600_000),
      isRestart: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        session,
        fc.infiniteStream(happening),
        fc.infiniteStream(fc.nat()),
        async (runs, happenings, chances) => {
          const script = scriptSession(runs);
          const expected = await storyOfTranscript(script);
          await using log = await openTurnLog();
          await muddle(log, script, happenings, chances);
          expect(await log.story()).toEqual(expected);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("says the same whether all hooks come in order or none ever came", {
    timeout: TIMEOUT_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(session, async (runs) => {
        const script = scriptSession(runs);
        await using log = await openTurnLog();
        for (const hook of script.hooks) await log.hear(hook(log.transcriptPath));
        log.write(script.transcript);
        await log.catchUp();
        expect(await log.story()).toEqual(await storyOfTranscript(script));
      }),
      { numRuns: RUNS },
    );
  });

  it("after a restart takes no provisional last word for certain", async () => {
    const script = scriptSession([
      {
        prompt: "Start.",
        steps: [
          { do: "say", text: "Looking." },
          { do: "plan", isApproved: false },
        ],
        end: DONE,
        repeated: 0,
      },
      { prompt: "Go on.", steps: [], end: DONE, repeated: 0 },
    ]);
    await using log = await openTurnLog();
    const lines = script.transcript.split(/(?<=\n)/);
    const asked = lines.findIndex((line) => line.includes("ExitPlanMode")) + 1;
    const events = script.hooks.map((hook) => hook(log.transcriptPath));
    const [first, second] = events.filter(({ type }) => type === "prompt_submitted");
    if (first === undefined || second === undefined) throw new Error("The script has two prompts.");

    await log.hear(first);
    log.write(lines.slice(0, asked).join(""));
    await log.catchUp();
    await log.hear(second);
    await log.restart();
    log.write(lines.slice(asked).join(""));
    await log.catchUp();

    expect(await log.story()).toEqual(await storyOfTranscript(script));
  });

  it("after a restart knows of an interruption despite the next run's question", async () => {
    const script = scriptSession([
      { prompt: "Start.", steps: [{ do: "say", text: "Done." }], end: "interrupted" },
      { prompt: "Go on.", steps: [{ do: "plan", isApproved: true }], end: DONE },
    ]);
    await using log = await openTurnLog();
    const lines = script.transcript.split(/(?<=\n)/);
    const interrupted = lines.findIndex((line) => line.includes("[Request interrupted")) + 1;
    log.write(lines.slice(0, interrupted).join(""));
    await log.hear(eventOf("tool_starting", script, log));
    await log.catchUp();
    await log.restart();
    log.write(lines.slice(interrupted).join(""));
    await log.catchUp();

    expect(await log.story()).toEqual(await storyOfTranscript(script));
  });

  it("does not reopen a question that was heard after its answer", async () => {
    const script = scriptSession([
      {
        prompt: "Start.",
        steps: [{ do: "ask", question: "Should I push?", answer: "Yes" }],
        end: "interrupted",
      },
    ]);
    await using log = await openTurnLog();
    await log.hear(eventOf("tool_finished", script, log));
    log.write(script.transcript);
    await log.catchUp();
    await log.hear(eventOf("permission_asked", script, log));

    expect(await log.story()).toEqual(await storyOfTranscript(script));
  });

  it("asks for the transcript's command, even if first heard as changed", async () => {
    const script = scriptSession([
      {
        prompt: "Start.",
        steps: [{ do: "permission", command: "make", outcome: "allowed" }],
        end: DONE,
      },
    ]);
    await using log = await openTurnLog();
    await log.hear({
      ...eventOf("tool_finished", script, log),
      input: { command: "make -n" },
    } as AgentEvent);
    log.write(script.transcript);
    await log.catchUp();
    await log.hear(eventOf("permission_asked", script, log));

    expect(await log.story()).toEqual(await storyOfTranscript(script));
  });
});

function eventOf(
  type: AgentEvent["type"],
  { hooks }: ScriptedSession,
  { transcriptPath }: TurnLog,
): AgentEvent {
  const event = hooks.map((hook) => hook(transcriptPath)).find((told) => told.type === type);
  if (event === undefined) throw new Error(`The script has no ${type}.`);
  return event;
}

const DONE = { text: "Done.", isInTwoBlocks: false };

async function storyOfTranscript(script: ScriptedSession): Promise<Story[]> {
  await using log = await openTurnLog();
  log.write(script.transcript);
  const [first] = script.hooks;
  if (first !== undefined) await log.ingest.hear({ ...first(log.transcriptPath), type: "seen" });
  await log.catchUp();
  return await log.story();
}

/**
 * Hooks shuffled, some lost and some doubled; the transcript in pieces cut anywhere; now and then a
 * restart.
 */
async function muddle(
  log: TurnLog,
  { transcript, hooks }: ScriptedSession,
  happenings: Iterator<{ cut: number; delayMs: number; isRestart: boolean }>,
  chances: Iterator<number>,
): Promise<void> {
  const next = <T>(values: Iterator<T>): T => values.next().value as T;
  const bytes = Buffer.from(transcript);
  const heard = hooks
    .flatMap((hook) => Array.from({ length: [1, 1, 1, 0, 2][next(chances) % 5] ?? 1 }, () => hook))
    .map((hook, index) => ({
      hook,
      place: index + (next(chances) % 3 === 0 ? (next(chances) % 20) - 10 : 0),
    }))
    .sort((one, other) => one.place - other.place);
  let written = 0;
  for (const { hook } of heard) {
    const { cut, delayMs, isRestart } = next(happenings);
    if (next(chances) % 3 === 0) {
      const end = written + Math.floor(cut * Math.min(3000, bytes.length - written));
      log.write(bytes.subarray(written, end));
      written = end;
    }
    await log.hear(hook(log.transcriptPath, delayMs));
    if (next(chances) % 4 === 0) await log.catchUp();
    if (isRestart && next(chances) % 6 === 0) await log.restart();
  }
  const [first] = hooks;
  if (heard.length === 0 && first !== undefined)
    await log.hear({ ...first(log.transcriptPath), type: "seen" });
  log.write(bytes.subarray(written));
  await log.catchUp();
}
