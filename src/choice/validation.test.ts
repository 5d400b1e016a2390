import { expect, it } from "vitest";
import { InvalidRequest, parseRequest } from "./validation.ts";

const options = [
  { id: "pg", label: "Postgres", recommended: true },
  { id: "lite", label: "SQLite" },
  { id: "my", label: "MySQL" },
];
const single = {
  title: "Database",
  prompt: "Which one, and why now?",
  selection_mode: "single",
  options,
};
const multi = { ...single, selection_mode: "multi" };
const text = { title: "Name", prompt: "What should it be called?", selection_mode: "text_input" };
const hybrid = { ...single, selection_mode: "hybrid" };

function problemsOf(request: unknown): readonly string[] {
  try {
    parseRequest(request);
    return [];
  } catch (error) {
    if (error instanceof InvalidRequest)
      return error.problems.map(({ field, message }) => `${field}: ${message}`);
    throw error;
  }
}

it.each([
  ["single", single],
  [
    "multi with bounds and defaults",
    { ...multi, min_selections: 1, max_selections: 2, default_selection_ids: ["pg"] },
  ],
  ["free text", { ...text, placeholder: "orders" }],
  [
    "hybrid with everything",
    {
      ...hybrid,
      placeholder: "other",
      show_placeholder: true,
      option_annotations: { pg: "v16" },
      global_annotation: "by Friday",
      single_submit_mode: true,
      timeout_seconds: 60,
      timeout_action: "none",
      transport: "terminal",
      hand_off: true,
    },
  ],
  ["options beside free text", { ...text, options }],
  ["options without ids beside free text", { ...text, options: [{ label: "A" }] }],
  ["a placeholder flag for single", { ...single, show_placeholder: true }],
  ["a placeholder flag for multi", { ...multi, show_placeholder: false }],
  ["bounds of one for single", { ...single, min_selections: 1, max_selections: 1 }],
  ...["", " ", 0, false, null, []].flatMap((nothing): [string, object][] => {
    const name = JSON.stringify(nothing);
    const bounds = { min_selections: nothing, max_selections: nothing };
    return [
      [`${name} where single has no use for it`, { ...single, ...bounds, placeholder: nothing }],
      [
        `${name} where multi has no use for it`,
        { ...multi, placeholder: nothing, single_submit_mode: nothing, show_placeholder: nothing },
      ],
      [
        `${name} where free text has no use for it`,
        {
          ...text,
          ...bounds,
          default_selection_ids: nothing,
          single_submit_mode: nothing,
          option_annotations: nothing,
          options: nothing,
        },
      ],
      [`${name} for a hand-off on the web`, { ...single, transport: "web", hand_off: nothing }],
      [`${name} for the id of an earlier call`, { ...single, session_id: nothing }],
    ];
  }),
  ["toggles", { ...single, option_annotations: false, global_annotation: true }],
  [
    "nulls for what is left out",
    {
      ...single,
      placeholder: null,
      min_selections: null,
      options: options.map((option) => ({ ...option, description: null })),
    },
  ],
])("takes %s", (_, request) => {
  expect(problemsOf(request)).toEqual([]);
});

it.each<[string, unknown, RegExp[]]>([
  ["nothing at all", undefined, [/^title/, /^prompt/, /^selection_mode/]],
  ["what is not an object", "hello", [/^request: .*object/]],
  ["missing fields, all at once", {}, [/^title/, /^prompt/, /^selection_mode/]],
  ["an unknown mode", { ...single, selection_mode: "radio" }, [/^selection_mode/]],
  ["an empty prompt", { ...single, prompt: "  " }, [/^prompt: It is empty\.$/]],
  ["no options", { ...single, options: [] }, [/^options/]],
  [
    "options without ids",
    {
      ...single,
      options: [
        { label: "A", recommended: true },
        { id: " ", label: "B" },
      ],
    },
    [/^options\.0\.id: It is missing/, /^options\.1\.id: /],
  ],
  [
    "no recommendation",
    { ...single, options: [{ id: "a", label: "A" }] },
    [/^options: .*recommended/],
  ],
  [
    "an id twice",
    { ...single, options: [options[0], { ...options[1], id: "pg" }] },
    [/^options\.1\.id: .*"pg" is used twice/],
  ],
  [
    "a label twice",
    { ...single, options: [options[0], { ...options[1], label: "Postgres" }] },
    [/^options\.1\.label: .*"Postgres" is used twice/],
  ],
  [
    "a default that is none",
    { ...single, default_selection_ids: ["oracle"] },
    [/^default_selection_ids: .*"oracle" is not one of the options/],
  ],
  [
    "a default that is named twice",
    { ...multi, default_selection_ids: ["pg", "lite", "pg"] },
    [/^default_selection_ids: "pg" is named twice/],
  ],
  [
    "a default that is named twice where one fits",
    { ...single, default_selection_ids: ["pg", "pg"] },
    [/^default_selection_ids: "pg" is named twice/],
  ],
  [
    "bounds upside down",
    { ...multi, min_selections: 3, max_selections: 2 },
    [/^min_selections: .*minimum of 3 .* maximum of 2/],
  ],
  [
    "a minimum out of reach",
    { ...multi, min_selections: 9 },
    [/^min_selections: .*minimum of 9/, /minimum of 9/],
  ],
  [
    "more defaults than fit",
    { ...multi, max_selections: 1, default_selection_ids: ["pg", "my"] },
    [/^default_selection_ids: 2 defaults are more/],
  ],
  [
    "bounds for single",
    { ...single, max_selections: 2 },
    [/^max_selections: It does not fit/, /^max_selections: .*one selection at most/],
  ],
  ["a placeholder for multi", { ...multi, placeholder: "x" }, [/^placeholder: It does not fit/]],
  [
    "auto-submit for multi",
    { ...multi, single_submit_mode: true },
    [/^single_submit_mode: It does not fit/],
  ],
  [
    "defaults and bounds for free text, also beside options",
    { ...text, options, min_selections: 1, default_selection_ids: ["pg"] },
    [/^default_selection_ids/, /^min_selections/],
  ],
  ["a list of options that is none", { ...text, options: "a, b" }, [/^options/]],
  [
    "notes on options of free text",
    { ...text, options, option_annotations: { pg: "v16" } },
    [/^option_annotations: It does not fit/],
  ],
  [
    "a label that shows nothing",
    { ...single, options: [{ ...options[0], label: "\u200b" }] },
    [/^options\.0\.label/],
  ],
  [
    "a timeout of zero",
    { ...single, timeout_seconds: 0 },
    [/^timeout_seconds: It has to be more than 0\.$/],
  ],
  [
    "a default action without defaults",
    { ...single, timeout_action: "default" },
    [/^timeout_action/],
  ],
  [
    "a note on an option that is none",
    { ...single, option_annotations: { oracle: "x" } },
    [/^option_annotations: "oracle" is not one of the options/],
  ],
  ["hand-off on the web", { ...single, transport: "web", hand_off: true }, [/^hand_off/]],
  ["another transport", { ...single, transport: "pigeon" }, [/^transport/]],
  [
    "a wrong type beside a misfit",
    { ...single, title: 7, max_selections: 2 },
    [/^title/, /^max_selections/, /one selection at most/],
  ],
  [
    "an empty title beside bounds and defaults that cannot be",
    { ...multi, title: " ", min_selections: 3, max_selections: 1, default_selection_ids: ["nope"] },
    [/^title/, /min|max/i, /nope/],
  ],
  [
    "a megabyte of prompt",
    { ...single, prompt: "x".repeat(1_000_000) },
    [/^prompt: It has to have at most 100000 characters\.$/],
  ],
  [
    "five hundred options",
    { ...single, options: Array.from({ length: 500 }, (_, n) => ({ id: `${n}`, label: `${n}` })) },
    [/^options/],
  ],
  ["an empty session id", { session_id: " " }, [/^session_id/]],
])("[C-01] refuses %s, naming the field", (_, request, complaints) => {
  const problems = problemsOf(request);
  for (const complaint of complaints)
    expect(
      problems.some((problem) => complaint.test(problem)),
      problems.join("\n"),
    ).toBe(true);
  expect(problems.length).toBe(complaints.length);
});

it("a session id is a poll, whatever else is there", () => {
  expect(parseRequest({ session_id: "abc", title: 7 })).toEqual({ kind: "poll", sessionId: "abc" });
});

it("[C-19] an attempt to take cancel away is ignored", () => {
  const parsed = parseRequest({
    ...single,
    allow_cancel: false,
    cancellable: false,
    cancel: "hidden",
  });
  expect(parsed).toEqual(parseRequest(single));
});

it("what does not apply leaves no trace in the question", () => {
  const parsed = parseRequest({ ...text, options, show_placeholder: false, max_selections: 0 });
  expect(parsed).toMatchObject({
    kind: "ask",
    question: { selectionMode: "text_input", options: [], maxSelections: 0 },
  });
  expect(parseRequest({ ...single, show_placeholder: false, min_selections: 0 })).toEqual(
    parseRequest(single),
  );
});

it("the message has a line for each field, and the problems have the same apart", () => {
  const refused = () => parseRequest({ ...single, title: 7, default_selection_ids: ["pg", "pg"] });
  expect(refused).toThrow(
    expect.objectContaining({
      message:
        'title: It has to be a text, not a number.\ndefault_selection_ids: "pg" is named twice.',
      problems: [
        { field: "title", message: "It has to be a text, not a number." },
        { field: "default_selection_ids", message: '"pg" is named twice.' },
      ],
    }),
  );
});
