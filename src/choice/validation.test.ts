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
    if (error instanceof InvalidRequest) return error.problems;
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
  ["ids left out", { ...single, options: [{ label: "A", recommended: true }, { label: "B" }] }],
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
  ["what is not an object", "hello", [/object/]],
  ["missing fields, all at once", {}, [/^title/, /^prompt/, /^selection_mode/]],
  ["an unknown mode", { ...single, selection_mode: "radio" }, [/^selection_mode/]],
  ["an empty prompt", { ...single, prompt: "  " }, [/^prompt/]],
  ["no options", { ...single, options: [] }, [/^options/]],
  ["no recommendation", { ...single, options: [{ label: "A" }] }, [/recommended/]],
  [
    "an id twice",
    { ...single, options: [options[0], { ...options[1], id: "pg" }] },
    [/"pg" is used twice/],
  ],
  [
    "a label twice",
    { ...single, options: [options[0], { ...options[1], label: "Postgres" }] },
    [/"Postgres" is used twice/],
  ],
  [
    "a default that is none",
    { ...single, default_selection_ids: ["oracle"] },
    [/"oracle" is not one of the options/],
  ],
  [
    "bounds upside down",
    { ...multi, min_selections: 3, max_selections: 2 },
    [/minimum of 3 .* maximum of 2/],
  ],
  ["a minimum out of reach", { ...multi, min_selections: 9 }, [/minimum of 9/, /minimum of 9/]],
  [
    "more defaults than fit",
    { ...multi, max_selections: 1, default_selection_ids: ["pg", "my"] },
    [/2 defaults are more/],
  ],
  [
    "bounds for single",
    { ...single, max_selections: 2 },
    [/^max_selections: It does not fit/, /one selection at most/],
  ],
  ["a placeholder for multi", { ...multi, placeholder: "x" }, [/^placeholder: It does not fit/]],
  [
    "auto-submit for multi",
    { ...multi, single_submit_mode: true },
    [/^single_submit_mode: It does not fit/],
  ],
  [
    "options and bounds for free text",
    { ...text, options, min_selections: 1 },
    [/^options/, /^min_selections/],
  ],
  ["a timeout of zero", { ...single, timeout_seconds: 0 }, [/^timeout_seconds/]],
  [
    "a default action without defaults",
    { ...single, timeout_action: "default" },
    [/^timeout_action/],
  ],
  [
    "a note on an option that is none",
    { ...single, option_annotations: { oracle: "x" } },
    [/"oracle" is not one of the options/],
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
  ["a megabyte of prompt", { ...single, prompt: "x".repeat(1_000_000) }, [/^prompt/]],
  [
    "five hundred options",
    { ...single, options: Array.from({ length: 500 }, (_, n) => ({ label: `${n}` })) },
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
