/** The rows of the list: what they say, what a digit may do, and how they are found. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ask } from "../../../core/ask/ask.ts";
import { completeQuestion, type QuestionInput } from "../../../core/ask/question.ts";
import { firstLine, isMereHeader } from "../../../core/ask/row-title.ts";
import { rowOf } from "./row-of.ts";
import { createTrigrams } from "./trigrams.ts";

const tools = { locale: "en" as const, remainingSeconds: null, waitsForSubmit: false };

function ask(question: QuestionInput, more: Partial<Ask> = {}): Ask {
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

function permission(command: string, more: Partial<Ask> = {}): Ask {
  const options = ["allow", "always-1", "deny"].map((id) => ({ id, label: id }));
  const dialog = {
    ...{ client: "claude-code", kind: "permission" as const, toolName: "Bash", updates: [] },
    ...{ sessionId: "s", subagentId: null, input: { command, description: "Why it runs" } },
  };
  const question = { title: `Bash: ${command}`, prompt: "Runs", options };
  return ask(question, { dialog, returnPath: "hook", ...more });
}

const picksOf = (one: Ask, more = {}) =>
  rowOf(one, { ...tools, ...more }).options.map(({ pick }) => pick);

describe("a row", () => {
  it.each([
    [
      "a mere header gives way to the question",
      "DB",
      "Which **database**?\n\nMore",
      "Which database?",
    ],
    ["a title that asks stays", "Where to?", "Some context.\n\nAnd more", "Where to?"],
    ["code is no first line", "DB", "```sh\nls\n```\n\n# Where to?", "Where to?"],
    ["nothing but code leaves the title", "Run", "```\nls\n```", "Run"],
  ])("%s", (_, title, prompt, shown) => {
    expect(rowOf(ask({ title, prompt }), tools).title).toBe(shown);
  });

  it("keeps a header for those who search for it or hear it", () => {
    expect(rowOf(ask({ title: "DB", prompt: "Which database?" }), tools).header).toBe("DB");
  });

  it("says a long question once, cut", () => {
    const prompt = "Which of all the databases that we have shall hold the orders of the shop?";
    const row = rowOf(ask({ prompt }), tools);
    expect(row.title).toMatch(/^Which of all the databases .*…$/);
    expect(row).not.toHaveProperty("header");
  });

  it("of a command shows the command and the agent's reason", () => {
    expect(rowOf(permission("npm test"), tools)).toMatchObject({
      ...{ kind: "command", code: "npm test", title: "Why it runs" },
    });
  });

  it("shows no letter that turns a line around", () => {
    expect(rowOf(ask({ title: "a\u202eb", prompt: "x" }), tools).title).not.toContain("\u202e");
  });
});

describe("a digit in the list", () => {
  const options = [{ label: "Yes" }, { label: "No" }];
  it.each<[string, Ask, string[]]>([
    ["answers one choice at once", ask({ prompt: "Go?", options }), ["at_once", "at_once"]],
    [
      "opens where several may be chosen",
      ask({ prompt: "Go?", options, multiSelect: true }),
      ["opens", "opens"],
    ],
    [
      "allows a harmless command once, and opens what holds for longer",
      permission("npm test"),
      ["at_once", "opens", "at_once"],
    ],
    [
      "opens a command that the row cannot show whole",
      permission(`echo ${"x".repeat(200)}`),
      ["opens", "opens", "opens"],
    ],
    ["opens a command of two lines", permission("ls\nls"), ["opens", "opens", "opens"]],
    [
      "opens what nobody can tell",
      permission("npm i x", { presentation: { risk: { level: "unclear", reasons: [] } } }),
      ["opens", "opens", "opens"],
    ],
    [
      "confirms what destroys, and never a refusal",
      permission("rm -rf x", { presentation: { risk: { level: "destructive", reasons: [] } } }),
      ["confirms", "confirms", "opens"],
    ],
    [
      "opens what needs a passkey",
      permission("npm test", { presentation: { passkey: true } }),
      ["opens", "opens", "opens"],
    ],
    [
      "opens where the asker wants Submit",
      ask({ prompt: "Go?", options }, { presentation: { autoSubmit: false } }),
      ["opens", "opens"],
    ],
  ])("%s", (_, one, picks) => {
    expect(picksOf(one)).toEqual(picks);
  });

  it("opens everything where the person wants a pick to wait", () => {
    expect(picksOf(ask({ prompt: "Go?", options }), { waitsForSubmit: true })).toEqual([
      "opens",
      "opens",
    ]);
  });
});

describe("finding words", () => {
  it("finds what a plain search finds, whatever was added and removed", () => {
    const text = fc.string({ unit: fc.constantFrom(..."abc 데이터베"), maxLength: 12 });
    const word = fc.string({ unit: fc.constantFrom(..."abc데이터베"), minLength: 1, maxLength: 4 });
    const texts = fc.array(text, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        texts,
        fc.array(word, { minLength: 1, maxLength: 2 }),
        fc.nat(11),
        (all, words, gone) => {
          const found = createTrigrams();
          for (const index of all.keys()) found.add(String(index), "of old");
          for (const [index, one] of all.entries()) found.add(String(index), one);
          found.remove(String(gone));
          const expected = all.flatMap((one, index) =>
            index !== gone && words.every((part) => one.includes(part)) ? [String(index)] : [],
          );
          expect([...found.find(words)].sort()).toEqual(expected.sort());
        },
      ),
    );
  });

  it("finds a part of a Korean compound", () => {
    const found = createTrigrams();
    found.add("1", "주문데이터베이스를 옮길까요");
    expect([...found.find(["데이터베이스"])]).toEqual(["1"]);
    expect([...found.find(["옮길"])]).toEqual(["1"]);
  });
});

it("the first line is plain words", () => {
  expect(firstLine("> ## Use [this](https://x.example) `now`?")).toBe("Use this now?");
  expect(isMereHeader("Which one shall it be for us", "Some context")).toBe(false);
});
