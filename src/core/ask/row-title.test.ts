/** What a list says of an ask, by a table. */
import { expect, it } from "vitest";
import { firstLine, rowTitle } from "./row-title.ts";

const ask = (title: string, prompt: string, more = {}) =>
  ({
    questions: [{ title, prompt, options: [], selectionMode: "hybrid" }],
    source: { kind: "hook", workingDirectory: "/home/ada/shop" },
    returnPath: "caller",
    ...more,
  }) as unknown as Parameters<typeof rowTitle>[0];

it.each([
  ["DB", "Which database should the orders use?", "DB: Which database should the orders use?"],
  ["Which", "Which database should the orders use?", "Which database should the orders use?"],
  ["Which database should…", "Which database should we use?", "Which database should we use?"],
  ["Which database?", "Which database?\n\nA long story.", "Which database?"],
  ["Deploy now?", "Build 4127 goes to production.", "Deploy now?"],
  ["Colour", "", "Colour"],
  ["Plan", "```sh\nls\n```\n\n## **Read** [it](http://x)", "Plan: Read it"],
  ["색", "어느 색을 쓸까요?", "색: 어느 색을 쓸까요?"],
])("%j with %j is %j", (title, prompt, said) => {
  expect(rowTitle(ask(title, prompt))).toBe(said);
});

it("a permission is what would happen, with paths of the project made relative", () => {
  const permission = {
    returnPath: "hook",
    questions: [
      { title: "Edit: /home/ada/shop/src/a.ts", prompt: "It would…", options: [{ id: "deny" }] },
    ],
  };
  expect(rowTitle(ask("", "", permission))).toBe("Edit: src/a.ts");
});

it("control characters of the agent are gone", () => {
  const line = firstLine("\u001b[31m# Which \u202eone?");
  for (const mark of ["\u001b", "\u202e"]) expect(line).not.toContain(mark);
});
