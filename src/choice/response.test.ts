import { expect, it } from "vitest";
import type { Ask, Outcome } from "../core/ask/ask.ts";
import { completedBy, timedOutAt } from "../core/ask/ask.ts";
import { askFromRequest, parseRequest, responseFromAsk } from "./choice.ts";
import { parseRequest as deprecatedParseRequest } from "./models.ts";

const request = {
  title: "Database",
  prompt: "Which one?",
  selection_mode: "hybrid",
  max_selections: 2,
  options: [
    { id: "pg", label: "Postgres", description: "boring", recommended: true },
    { id: "lite", label: "SQLite" },
  ],
  default_selection_ids: ["lite"],
};
const at = "2026-01-01T00:00:00.000Z";
const person = { by: "person", surface: "terminal", who: "Ada", at } as const;
const launch = { url: "http://127.0.0.1:8475/choice/1", command: "askline answer 1" };

function askOf(more: object = {}): Ask {
  const parsed = parseRequest({ ...request, ...more });
  if (parsed.kind !== "ask") throw new Error("not an ask");
  const { timeoutSeconds: _, ...wanted } = askFromRequest(parsed);
  const fixed = {
    id: "1",
    source: { kind: "mcp" },
    returnPath: "caller",
    urgency: "normal",
    createdAt: at,
    expiresAt: null,
    owner: null,
    outcome: null,
  } as const;
  return { ...fixed, ...wanted };
}

const settled = (outcome: Outcome, more?: object) => responseFromAsk({ ...askOf(more), outcome });

it("[C-02] puts ids in the options' order, keeps notes and text, and says who decided", () => {
  const reply = {
    answers: [{ optionIds: ["lite", "pg"], customText: "v16", optionNotes: { pg: "main" } }],
    globalNote: "by Friday",
  };
  expect(settled(completedBy(askOf(), reply, person))).toEqual({
    action_status: "selected",
    selection: {
      selected_ids: ["pg", "lite"],
      custom_input: "v16",
      option_annotations: { pg: "main" },
      global_annotation: "by Friday",
      summary: "→ Postgres — boring (note: main)\n→ SQLite\n→ Other: 'v16'",
      url: null,
    },
    session_id: "1",
    provenance: person,
  });
});

it.each<[string, Outcome, object]>([
  [
    "own words alone are custom_input",
    completedBy(askOf(), { answers: [{ optionIds: [], customText: "MySQL" }] }, person),
    { action_status: "custom_input", selection: { selected_ids: [], custom_input: "MySQL" } },
  ],
  [
    "a cancel is cancelled",
    { status: "rejected", kind: "cancel", rejectionReason: null, provenance: person },
    { action_status: "cancelled", selection: { selected_ids: [] } },
  ],
  [
    "a rejection is cancelled, with its reason",
    { status: "rejected", kind: "reject", rejectionReason: "not yet", provenance: person },
    { action_status: "cancelled", selection: { summary: expect.stringContaining("not yet") } },
  ],
  [
    "a timeout holds the default and says that nobody chose it",
    timedOutAt(askOf(), at),
    {
      action_status: "timeout",
      selection: {
        selected_ids: ["lite"],
        summary: expect.stringMatching(/no person chose it[\s\S]*SQLite/),
      },
      provenance: { by: "default" },
    },
  ],
  [
    "a timeout without a default holds nothing",
    timedOutAt(askOf({ timeout_action: "none" }), at),
    { action_status: "timeout", selection: { selected_ids: [] }, provenance: { by: "rule" } },
  ],
])("[C-02] %s", (_, outcome, expected) => {
  expect(settled(outcome)).toMatchObject(expected);
});

it("[C-02] choosing nothing where that is allowed is still a selection", () => {
  const multi = { selection_mode: "multi", default_selection_ids: [] };
  const outcome = completedBy(askOf(multi), { answers: [{ optionIds: [] }] }, person);
  expect(settled(outcome, multi)).toMatchObject({
    action_status: "selected",
    selection: { selected_ids: [], summary: "→ (No selection)" },
  });
});

it("tells an unfinished hand-off from a call that came back early, and both from an abandoned one", () => {
  const handedOff = { ...askOf(), presentation: { handOff: true } };
  expect(responseFromAsk(handedOff, launch)).toMatchObject({
    action_status: "pending_terminal_launch",
    selection: { url: launch.url, summary: expect.stringMatching(/\naskline answer 1$/) },
    provenance: null,
  });
  expect(responseFromAsk(askOf(), launch)).toMatchObject({
    action_status: "pending",
    selection: { url: null },
  });
  const gone: Outcome = {
    status: "abandoned",
    kind: "withdrawn",
    provenance: { by: "rule", surface: "mcp", at },
  };
  expect(() => settled(gone)).toThrow(/withdrawn/);
});

it.each([
  ["not_opened", undefined, /\naskline answer 1$/],
  ["opened", { at }, /open in a terminal since 2026-01-01[^\n]*nothing to run/],
  ["closed", { at, closedAt: at }, /closed at 2026-01-01[^\n]*new command/],
] as const)(
  "[C-03] a hand-off that is %s says so, and names only a command that works",
  (state, opened, words) => {
    const attachment = opened && { pid: 1, host: "here", startedAt: at, ...opened };
    const handedOff = {
      ...askOf(),
      presentation: { handOff: true },
      ...(attachment && { attachment }),
    };
    const { selection, hand_off } = responseFromAsk(handedOff, launch);
    expect(hand_off?.state).toBe(state);
    expect(selection.summary).toMatch(words);
    expect(selection.summary.includes(launch.command)).toBe(state === "not_opened");
  },
);

it("gives five minutes unless the request, or else the person, says otherwise", () => {
  const seconds = (more: object, saved?: number) => {
    const parsed = parseRequest({ ...request, ...more });
    return parsed.kind === "ask"
      ? askFromRequest(parsed, { savedTimeoutSeconds: saved }).timeoutSeconds
      : 0;
  };
  expect([seconds({}), seconds({}, 60), seconds({ timeout_seconds: 10 }, 60)]).toEqual([
    300, 60, 10,
  ]);
});

it("[C-18] the deprecated import is the same function", () => {
  expect(deprecatedParseRequest).toBe(parseRequest);
});
