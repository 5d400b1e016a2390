/** Which options a list may send at once. */
import { describe, expect, it } from "vitest";
import type { Ask } from "./ask.ts";
import { completeQuestion, type QuestionInput } from "./question.ts";
import { isQuickAnswer } from "./quick-answer.ts";

type Dialog = NonNullable<Ask["dialog"]>;

const YES_NO = { prompt: "Go on?", options: [{ label: "Yes" }, { label: "No" }] };

function ask(question: QuestionInput = YES_NO, more: Partial<Ask> = {}): Ask {
  return {
    id: "00000000-0000-4000-8000-000000000000",
    questions: [completeQuestion(question)],
    source: { kind: "mcp", project: "shop" },
    returnPath: "caller",
    urgency: "normal",
    createdAt: "2026-01-01T00:00:00.000Z",
    expiresAt: null,
    onTimeout: "none",
    owner: null,
    outcome: null,
    ...more,
  };
}

function dialog(kind: Dialog["kind"], input: Record<string, unknown>): Partial<Ask> {
  return {
    returnPath: "hook",
    dialog: {
      ...{ client: "claude-code", kind, toolName: "Bash", updates: [], input },
      ...{ sessionId: "s", subagentId: null },
    },
  };
}

const PICKS = ["allow", "always-1", "always-2", "deny"].map((id) => ({ id, label: id }));
const permission = (command: string, more: Partial<Ask> = {}) =>
  ask(
    { title: `Bash: ${command}`, prompt: "Runs", options: PICKS },
    { ...dialog("permission", { command }), ...more },
  );
const quick = (one: Ask) =>
  one.questions[0]?.options.filter(({ id }) => isQuickAnswer(one, id)).map(({ id }) => id);

describe("a question that is no permission", () => {
  it.each<[string, Ask, string[]]>([
    ["is answered at once", ask(), ["1", "2"]],
    ["of several choices is opened", ask({ ...YES_NO, multiSelect: true }), []],
    [
      "that needs two choices is opened",
      ask({ ...YES_NO, minSelections: 2, maxSelections: 2 }),
      [],
    ],
    [
      "whose asker wants Submit is opened",
      ask(YES_NO, { presentation: { autoSubmit: false } }),
      [],
    ],
    ["that needs a passkey is opened", ask(YES_NO, { presentation: { passkey: true } }), []],
    [
      "that may destroy something is opened",
      ask(YES_NO, { presentation: { risk: { level: "destructive", reasons: [] } } }),
      [],
    ],
    [
      "of which nobody can tell is opened",
      ask(YES_NO, { presentation: { risk: { level: "unclear", reasons: [] } } }),
      [],
    ],
    [
      "beside another one is opened",
      ask(YES_NO, { questions: [completeQuestion(YES_NO), completeQuestion(YES_NO)] }),
      [],
    ],
  ])("%s", (_, one, ids) => {
    expect(quick(one)).toEqual(ids);
  });
});

describe("a permission", () => {
  it.each<[string, Ask, string[]]>([
    ["known to be harmless is allowed once, or refused", permission("npm test"), ["allow", "deny"]],
    [
      "that may destroy something is opened",
      permission("rm -rf x", { presentation: { risk: { level: "destructive", reasons: [] } } }),
      [],
    ],
    [
      "that needs a passkey is opened",
      permission("npm test", { presentation: { passkey: true } }),
      [],
    ],
    ["of two lines is opened", permission("npm test\nnpm publish"), []],
    ["longer than a row is opened", permission(`echo ${"x".repeat(80)}`), []],
    [
      "that shows no command is opened",
      ask({ title: "Edit: a.ts", prompt: "x", options: PICKS }, dialog("permission", {})),
      [],
    ],
    [
      "to go on with a plan is opened",
      ask({ title: "Plan", prompt: "x", options: PICKS }, dialog("plan_approval", { plan: "# x" })),
      [],
    ],
  ])("%s", (_, one, ids) => {
    expect(quick(one)).toEqual(ids);
  });
});
