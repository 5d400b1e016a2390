/** Any ask that the core accepts: hostile words, many options, every mode and bound. */
import fc from "fast-check";
import type { Ask } from "../../src/core/ask/ask.ts";
import {
  checkQuestion,
  completeQuestion,
  type Question,
  type QuestionInput,
} from "../../src/core/ask/question.ts";

const hostile = fc.constantFrom(
  "<!channel> <@U1> <https://evil.example|click>",
  "*bold* _x_ ~y~ `code` ```fence``` & < > &amp;",
  "👩‍👩‍👧‍👦".repeat(40),
  "각".repeat(200),
  "🇰🇷🇩🇪".repeat(60),
  `e${"\u0301".repeat(30)}`,
  "&&&&<<<<>>>>".repeat(30),
  "rm -rf / # \u202e evil \u0000 \u001b[31m",
  "\ud800 half",
  "long ".repeat(900),
);
const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 90 }),
  hostile,
);
const shortWords = words.map((text) => text.slice(0, 480));
const optionId = fc.oneof(
  fc.constantFrom(
    "1",
    "2",
    "#1",
    "#more0",
    "more",
    "q1",
    "직접입력",
    "a_b_c",
    "__proto__",
    "x".repeat(200),
  ),
  fc.string({ minLength: 1, maxLength: 200 }),
);

export const anyQuestion: fc.Arbitrary<Question> = fc
  .record({
    prompt: fc.oneof(
      words,
      fc.constant("# Plan\n\n".concat("- a step that is long enough\n".repeat(500))),
    ),
    mode: fc.constantFrom(
      "single" as const,
      "multi" as const,
      "hybrid" as const,
      "text_input" as const,
    ),
    labels: fc.oneof(
      { weight: 12, arbitrary: fc.uniqueArray(shortWords, { minLength: 1, maxLength: 7 }) },
      { weight: 1, arbitrary: fc.uniqueArray(shortWords, { minLength: 60, maxLength: 100 }) },
    ),
    ids: fc.option(fc.uniqueArray(optionId, { minLength: 100, maxLength: 100 }), { freq: 2 }),
    descriptions: fc.array(fc.option(words.map((text) => text.slice(0, 4_000))), {
      maxLength: 100,
    }),
    least: fc.integer({ min: 0, max: 3 }),
    most: fc.integer({ min: 1, max: 100 }),
    hasDefault: fc.boolean(),
  })
  .map(({ prompt, mode, labels, ids, descriptions, least, most, hasDefault }) => {
    const options = labels.map((label, at) => ({
      label,
      ...(ids === null ? {} : { id: ids[at] ?? String(at) }),
      ...(descriptions[at] == null ? {} : { description: descriptions[at] }),
    }));
    const input: QuestionInput = { prompt, selectionMode: mode };
    if (mode === "text_input") return completeQuestion(input);
    const bounds =
      mode === "single"
        ? {}
        : {
            minSelections: Math.min(least, options.length),
            maxSelections: Math.max(least, Math.min(most, options.length)),
          };
    const first = options[0]?.id ?? "1";
    return completeQuestion({
      ...input,
      options,
      ...bounds,
      ...(hasDefault ? { defaultOptionIds: [first] } : {}),
    });
  })
  .filter((question) => question.prompt.trim() !== "" && checkQuestion(question).length === 0);

export const anyAsk: fc.Arbitrary<Ask> = fc
  .record({
    id: fc.uuid({ version: 4 }),
    questions: fc.oneof(
      { weight: 3, arbitrary: fc.array(anyQuestion, { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.array(anyQuestion, { minLength: 7, maxLength: 14 }) },
    ),
    context: fc.option(words, { nil: undefined }),
    project: fc.option(words, { nil: undefined }),
    returnPath: fc.constantFrom("caller" as const, "hook" as const),
    isRisky: fc.boolean(),
  })
  .map(({ id, questions, context, project, returnPath, isRisky }) => ({
    id,
    questions,
    ...(context === undefined ? {} : { context }),
    source: { kind: "program", ...(project === undefined ? {} : { project }) },
    returnPath,
    urgency: "normal" as const,
    createdAt: "2026-01-01T00:00:00.000Z",
    expiresAt: "2026-01-02T00:00:00.000Z",
    onTimeout: "none" as const,
    owner: null,
    ...(isRisky
      ? { presentation: { risk: { level: "destructive" as const, reasons: ["rm"] } } }
      : {}),
    outcome: null,
  }));
