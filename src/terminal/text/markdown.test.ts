import { describe, expect, it } from "vitest";
import { markdownRows } from "./markdown.ts";
import { type Line, paint } from "./style.ts";

const plain = (text: string, width = 60) =>
  markdownRows(text, width).map((row) => paint(row, { isPlain: true }));
const stylesOf = (rows: Line[], text: string) =>
  rows.flat().find((span) => span.text === text)?.styles;

describe("markdown on a terminal", () => {
  it.each([
    ["line breaks as they were written", "one\ntwo\n\nthree", ["one", "two", "", "three"]],
    ["lists with their nesting", "- a\n- b\n  1. c\n  2. d", ["• a", "• b", "  1. c", "  2. d"]],
    ["tasks", "- [x] done\n- [ ] open", ["• [x] done", "• [ ] open"]],
    ["a link with the address it leads to", "[docs](https://x.y)", ["docs (https://x.y)"]],
    ["an address once", "see https://x.y", ["see https://x.y"]],
    ["code with its spaces", "```\nif x:\n  y\n```", ["    if x:", "      y"]],
    ["quotes", "> a\n> b", ["│ a", "│ b"]],
    ["tables in columns", "|a|bb|\n|-|-|\n|ccc|d|", ["a   │ bb", "ccc │ d "]],
    ["HTML as it is", "<b>x</b> &lt;y&gt;", ["<b>x</b> <y>"]],
    ["definitions, which would be invisible", "[a]: https://evil", ["[a]: https://evil"]],
  ])("shows %s", (_, text, rows) => {
    expect(plain(text)).toEqual(rows);
  });

  it("colours a diff and makes headings, emphasis and code stand out", () => {
    const rows = markdownRows("# Plan\n\n**now** `ls`\n\n```diff\n+in\n-out\n```", 60);
    expect(stylesOf(rows, "Plan")).toEqual(["bold", "underline"]);
    expect(stylesOf(rows, "now")).toEqual(["bold"]);
    expect(stylesOf(rows, "ls")).toEqual(["cyan"]);
    expect(stylesOf(rows, "+in")).toEqual(["green"]);
    expect(stylesOf(rows, "-out")).toEqual(["red"]);
  });

  it("lets no control character through, not even one spelt as an entity", () => {
    const rows = markdownRows(
      "a\u001b[31mb &#27;[31m&#x202e;x&#7; `c\u0007` [d](x\u001b]0;t\u0007&#27;c) \u202ee",
      60,
    );
    expect(
      rows
        .flat()
        .map(({ text }) => text)
        .join(""),
    ).toBe("ab x c d (x&#27;c) e");
  });

  it.each([
    ["brackets", "[".repeat(100_000)],
    ["underscores", "_a".repeat(50_000)],
    ["quotes in quotes", ">".repeat(100_000)],
    [
      "lists in lists",
      Array.from({ length: 400 }, (_, depth) => `${" ".repeat(depth)}- a`).join("\n"),
    ],
    ["columns", `${"|a".repeat(20_000)}\n${"|-".repeat(20_000)}`],
  ])("survives a hundred thousand %s", (_, text) => {
    const shown = plain(text).join("").replace(/\s/g, "");
    expect(shown.length).toBeGreaterThan(300);
  });
});
