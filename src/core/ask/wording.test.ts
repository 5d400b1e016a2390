import fc from "fast-check";
import { expect, it } from "vitest";
import type { Ask, Outcome } from "./ask.ts";
import { questionFrom } from "./question.ts";
import { wordAnswer, wordOutcome } from "./wording.ts";

const question = questionFrom({
  title: "Colour",
  prompt: "Which colour?",
  options: [{ label: "Red", description: "like a rose" }, { label: "Blue" }],
});
const provenance = { by: "person", surface: "test", at: "2026-01-01T00:00:00.000Z" } as const;
const words = (outcome: Outcome | null) =>
  wordOutcome({ questions: [question], outcome } as unknown as Ask);

it("keeps a person's words on one line, whatever they typed", () => {
  expect(wordAnswer(question, { optionIds: [], customText: "it's C:\\x\nand more" })).toEqual([
    "→ Other: 'it\\'s C:\\\\x\\nand more'",
  ]);
});

it("says notes beside what they are about", () => {
  const reply = {
    answers: [{ optionIds: ["2"], optionNotes: { "2": "the dark one" } }],
    globalNote: "by Friday",
  };
  expect(words({ status: "completed", reply, provenance })).toBe(
    "1. Which colour?\n→ Blue (note: the dark one)\n\nNote: by Friday",
  );
});

it.each<[string, Outcome | null, RegExp]>([
  ["an open ask", null, /still open/],
  [
    "a cancel",
    { status: "rejected", kind: "cancel", rejectionReason: null, provenance },
    /cancelled.*Do not go on/,
  ],
  [
    "a rejection",
    { status: "rejected", kind: "reject", rejectionReason: "wrong branch", provenance },
    /declined.*wrong branch/,
  ],
  [
    "an ask back",
    {
      status: "rejected",
      kind: "rephrase",
      rejectionReason: "shorter",
      askBack: [{ questionIndex: 0, kind: "rephrase", text: "shorter" }],
      provenance,
    },
    /ask again[\s\S]*differently: "Colour"\. shorter/,
  ],
  ["a timeout", { status: "timed_out", kind: "none", provenance }, /silence/],
  [
    "a default",
    {
      status: "timed_out",
      kind: "default",
      reply: { answers: [{ optionIds: ["1"] }] },
      provenance,
    },
    /no person chose it[\s\S]*→ Red — like a rose/,
  ],
  ["a withdrawal", { status: "abandoned", kind: "withdrawn", provenance }, /withdrawn/],
  [
    "a corrupt answer",
    { status: "abandoned", kind: "corrupt", detail: "cut off", provenance },
    /could not be used.*cut off/,
  ],
])("%s tells the agent what happened and no more", (_, outcome, expected) => {
  expect(words(outcome)).toMatch(expected);
});

it("says every choice on a line of its own, whatever was chosen and typed", () => {
  const answers = fc.record({
    optionIds: fc.subarray(["1", "2"]),
    customText: fc.option(fc.string(), { nil: undefined }),
  });
  fc.assert(
    fc.property(answers, ({ optionIds, customText }) => {
      const lines = wordAnswer(question, {
        optionIds,
        ...(customText === undefined ? {} : { customText }),
      });
      expect(lines.length).toBe(Math.max(1, optionIds.length + (customText ? 1 : 0)));
      for (const line of lines) expect(line).toMatch(/^→ [^\n]*$/);
    }),
  );
});
