import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  checkQuestion,
  completeQuestion,
  type QuestionInput,
  questionFrom,
  sentenceOf,
} from "./question.ts";

const options = [{ label: "Red" }, { label: "Blue" }, { label: "Green" }];

describe("what was left out", () => {
  it.each<[string, QuestionInput, object]>([
    [
      "no options",
      { prompt: "Name?" },
      { selectionMode: "text_input", minSelections: 0, maxSelections: 0 },
    ],
    [
      "options",
      { prompt: "Colour?", options },
      { selectionMode: "hybrid", minSelections: 1, maxSelections: 1 },
    ],
    [
      "multiSelect",
      { prompt: "Colours?", options, multiSelect: true },
      { selectionMode: "hybrid", minSelections: 0, maxSelections: 3 },
    ],
    [
      "single",
      { prompt: "Colour?", options, selectionMode: "single" },
      { minSelections: 1, maxSelections: 1 },
    ],
    [
      "multi",
      { prompt: "Colours?", options, selectionMode: "multi" },
      { minSelections: 0, maxSelections: 3 },
    ],
  ])("follows from the rest: %s", (_, input, expected) => {
    expect(questionFrom(input)).toMatchObject(expected);
  });

  it("gives options their position as id and a long prompt a short title", () => {
    const question = questionFrom({
      prompt: `${"long ".repeat(30)}\nsecond line`,
      options: [{ label: "A" }, { id: "b", label: "B" }],
    });
    expect(question.options.map((option) => option.id)).toEqual(["1", "b"]);
    expect(question.title.length).toBeLessThanOrEqual(60);
    expect(question.title).not.toContain("second");
  });
});

describe("what is refused", () => {
  it.each<[string, QuestionInput, RegExp]>([
    [
      "an option id twice",
      {
        prompt: "?",
        options: [
          { id: "a", label: "A" },
          { id: "a", label: "B" },
        ],
      },
      /id "a" is used twice/,
    ],
    [
      "a label twice",
      { prompt: "?", options: [{ label: "A" }, { label: "A" }] },
      /label "A" is used twice/,
    ],
    [
      "a default that is no option",
      { prompt: "?", options, defaultOptionIds: ["9"] },
      /"9" is not one of the options/,
    ],
    [
      "more defaults than may be chosen",
      { prompt: "?", options, defaultOptionIds: ["1", "2"] },
      /2 defaults are more/,
    ],
    [
      "bounds upside down",
      { prompt: "?", options, selectionMode: "multi", minSelections: 3, maxSelections: 2 },
      /minimum of 3/,
    ],
    [
      "a minimum out of reach",
      { prompt: "?", options, selectionMode: "multi", minSelections: 4, maxSelections: 9 },
      /more than the 3 options/,
    ],
    [
      "single that takes two",
      { prompt: "?", options, selectionMode: "single", maxSelections: 2 },
      /one selection at most/,
    ],
    [
      "options for free text",
      { prompt: "?", options, selectionMode: "text_input" },
      /takes no options/,
    ],
    ["a choice without options", { prompt: "?", selectionMode: "multi" }, /at least one option/],
    ["a megabyte of prompt", { prompt: "x".repeat(1_000_000) }, /prompt/],
    [
      "five hundred options",
      { prompt: "?", options: Array.from({ length: 500 }, (_, n) => ({ label: `${n}` })) },
      /options/,
    ],
  ])("%s", (_, input, complaint) => {
    expect(() => questionFrom(input)).toThrow(complaint);
  });

  it("names everything that is wrong at once", () => {
    const complaints = checkQuestion(
      completeQuestion({
        prompt: "?",
        options: [{ label: "A" }, { label: "A" }],
        defaultOptionIds: ["9"],
        minSelections: 5,
      }),
    );
    expect(complaints).toHaveLength(4);
  });
});

it.each<[string, QuestionInput]>([
  ["free text", { prompt: "Name?" }],
  ["hybrid", { prompt: "Colour?", options }],
  [
    "multi",
    {
      prompt: "Colours?",
      options,
      selectionMode: "multi",
      minSelections: 1,
      defaultOptionIds: ["2"],
    },
  ],
])("a complete question is a valid one to start from: %s", (_, input) => {
  const question = questionFrom(input);
  expect(questionFrom(question)).toEqual(question);
});

it.each([
  [[], { names: 1 }, ['There is no field called "names".']],
  [["name"], 5, ["name: It has to be a text, not a number."]],
  [["decision"], "maybe", ['decision: It has to be one of "allow", "deny".']],
  [["name"], undefined, ["name: It is missing."]],
  [["count"], 1.5, ["count: It has to be a whole number, not a number."]],
] as const)(
  "what a schema complains of at %j is said in plain words",
  ([key], value, sentences) => {
    const schema = z.strictObject({
      name: z.string(),
      decision: z.enum(["allow", "deny"]),
      count: z.int(),
    });
    const right = { name: "x", decision: "allow", count: 1 };
    const { error } = schema.safeParse(
      key === undefined ? { ...right, ...(value as object) } : { ...right, [key]: value },
    );
    expect(error?.issues.map(sentenceOf)).toEqual(sentences);
  },
);

it("completing a question again changes nothing", () => {
  const input = fc.record({
    prompt: fc.string({ minLength: 1 }),
    selectionMode: fc.constantFrom("single", "multi", "text_input", "hybrid", undefined),
    multiSelect: fc.constantFrom(true, false, undefined),
    options: fc.array(fc.record({ label: fc.string({ minLength: 1 }) }), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(input, (value) => {
      const once = completeQuestion(value as QuestionInput);
      expect(completeQuestion(once)).toEqual(once);
    }),
  );
});
