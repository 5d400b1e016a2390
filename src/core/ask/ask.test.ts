import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reply } from "./answer.ts";
import {
  type Ask,
  completedBy,
  isExpired,
  isOrphaned,
  type Outcome,
  settle,
  statusOf,
  timedOutAt,
} from "./ask.ts";
import { type QuestionInput, questionFrom } from "./question.ts";
import { checkReply, sameReply, tidyReply } from "./selection.ts";

const at = "2026-01-01T00:00:00.000Z";
const person = { by: "person", surface: "test", at } as const;

function askWith(questions: QuestionInput[], more: Partial<Ask> = {}): Ask {
  return {
    id: "6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c",
    questions: questions.map(questionFrom),
    source: { kind: "test" },
    returnPath: "caller",
    urgency: "normal",
    createdAt: at,
    expiresAt: null,
    onTimeout: "none",
    owner: null,
    outcome: null,
    ...more,
  };
}

const colour: QuestionInput = {
  prompt: "Colour?",
  options: [{ label: "Red" }, { label: "Blue" }, { label: "Green" }],
  selectionMode: "multi",
};

const anyOutcome = fc.constantFrom<Outcome>(
  { status: "completed", reply: { answers: [{ optionIds: ["1"] }] }, provenance: person },
  { status: "rejected", kind: "cancel", rejectionReason: null, provenance: person },
  { status: "timed_out", kind: "none", provenance: { ...person, by: "rule" } },
  { status: "abandoned", kind: "withdrawn", provenance: { ...person, by: "rule" } },
);

describe("the state machine", () => {
  it("leaves pending once, by whatever outcome, and never again", () => {
    fc.assert(
      fc.property(fc.array(anyOutcome, { minLength: 1, maxLength: 5 }), ([first, ...later]) => {
        const settled = settle(askWith([colour]), first as Outcome);
        expect(statusOf(settled)).toBe(first?.status);
        for (const outcome of later) expect(() => settle(settled, outcome)).toThrow(/already/);
      }),
    );
  });

  it("says who was first when it is too late", () => {
    const settled = settle(askWith([colour]), {
      status: "rejected",
      kind: "reject",
      rejectionReason: null,
      provenance: { ...person, who: "Ada" },
    });
    expect(() => settle(settled, timedOutAt(settled, at))).toThrow(
      "This ask is already rejected by Ada (test, 2026-01-01T00:00:00.000Z).",
    );
  });
});

describe("replies", () => {
  it("come in the options' order whatever the order of clicks, and the same reply is the same in any order", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(["1", "2", "3"]), fc.string(), (optionIds, note) => {
        const { questions } = askWith([colour]);
        const reply: Reply = tidyReply(questions, {
          answers: [{ optionIds, optionNotes: { "2": note, "1": note } }],
        });
        expect(reply.answers[0]?.optionIds).toEqual([...optionIds].sort());
        const reversed = tidyReply(questions, {
          answers: [{ optionIds: optionIds.toReversed(), optionNotes: { "1": note, "2": note } }],
        });
        expect(sameReply(reply, reversed)).toBe(true);
      }),
    );
  });

  it("that are accepted always fit, and tidying them again changes nothing", () => {
    const answer = fc.record({
      optionIds: fc.array(fc.constantFrom("1", "2", "3", "9")),
      customText: fc.option(fc.string(), { nil: undefined }),
    });
    const modes = fc.constantFrom<QuestionInput>(
      colour,
      { ...colour, selectionMode: "single" },
      { ...colour, selectionMode: "hybrid" },
      { prompt: "Name?" },
    );
    fc.assert(
      fc.property(
        modes,
        answer,
        fc.integer({ min: 0, max: 3 }),
        (question, given, minSelections) => {
          const ask = askWith([
            question.selectionMode === "multi" ? { ...question, minSelections } : question,
          ]);
          const reply = { answers: [given] } as Reply;
          try {
            const outcome = completedBy(ask, reply, person) as Extract<
              Outcome,
              { status: "completed" }
            >;
            expect(checkReply(ask.questions, outcome.reply)).toEqual([]);
            expect(tidyReply(ask.questions, outcome.reply)).toEqual(outcome.reply);
          } catch (error) {
            expect(error).toMatchObject({ code: "invalid_reply" });
          }
        },
      ),
    );
  });

  it.each<[string, QuestionInput, Reply["answers"][number], boolean]>([
    ["nothing, where nothing is needed", colour, { optionIds: [] }, true],
    [
      "nothing, where something is needed",
      { ...colour, minSelections: 1 },
      { optionIds: [] },
      false,
    ],
    ["too few", { ...colour, minSelections: 2 }, { optionIds: ["1"] }, false],
    ["too many", { ...colour, maxSelections: 2 }, { optionIds: ["1", "2", "3"] }, false],
    ["text where none is taken", colour, { optionIds: [], customText: "Teal" }, false],
    [
      "text instead of options",
      { ...colour, selectionMode: "hybrid" },
      { optionIds: [], customText: "Teal" },
      true,
    ],
    [
      "text beside an option",
      { ...colour, selectionMode: "hybrid" },
      { optionIds: ["1"], customText: "dark" },
      true,
    ],
    [
      "text beside too many",
      { ...colour, selectionMode: "hybrid" },
      { optionIds: ["1", "2"], customText: "dark" },
      false,
    ],
    ["blank text", { prompt: "Name?" }, { optionIds: [], customText: " \n" }, false],
    ["an unknown option", colour, { optionIds: ["7"] }, false],
  ])("%s", (_, question, answer, isTaken) => {
    const { questions } = askWith([question]);
    expect(checkReply(questions, { answers: [answer] }).length === 0).toBe(isTaken);
  });
});

describe("time", () => {
  it("takes the defaults only when the ask says so and they are a whole reply", () => {
    const preselected: QuestionInput = { ...colour, defaultOptionIds: ["2"] };
    const single: QuestionInput = { ...colour, selectionMode: "single" };
    expect(timedOutAt(askWith([preselected], { onTimeout: "default" }), at)).toMatchObject({
      kind: "default",
      provenance: { by: "default" },
    });
    expect(timedOutAt(askWith([preselected], { onTimeout: "none" }), at)).toMatchObject({
      kind: "none",
      provenance: { by: "rule" },
    });
    expect(timedOutAt(askWith([preselected, single], { onTimeout: "default" }), at)).toMatchObject({
      kind: "none",
    });
    expect(timedOutAt(askWith([colour], { onTimeout: "default" }), at)).not.toHaveProperty("reply");
  });

  it("expires at the deadline and orphans 30 seconds after the owner was found dead", () => {
    const owner = { pid: 1, host: "here", startedAt: "then", mode: "blocking" } as const;
    const ask = askWith([colour], { expiresAt: at, owner, ownerGoneAt: at });
    const later = (seconds: number) => new Date(Date.parse(at) + seconds * 1000);
    expect([isExpired(ask, later(-1)), isExpired(ask, later(0))]).toEqual([false, true]);
    expect([isOrphaned(ask, later(29)), isOrphaned(ask, later(30))]).toEqual([false, true]);
    expect(isOrphaned({ ...ask, owner: { ...owner, mode: "detached" } }, later(99))).toBe(false);
  });
});
