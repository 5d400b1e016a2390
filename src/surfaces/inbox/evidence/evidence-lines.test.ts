/** What a call would do, as rows of the screen: read here as a person would. */
import { describe, expect, it } from "vitest";
import { evidenceOf } from "../../../agents/dialogs/evidence/evidence.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import type { Locale } from "../../../core/locale.ts";
import { paint } from "../../../terminal/text/style.ts";
import { lineWidth } from "../../../terminal/text/wrap.ts";
import { highlight } from "../highlight.ts";
import { messages } from "../model/messages.ts";
import { evidenceLines, firstMark } from "./evidence-lines.ts";

const BEFORE = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join("\n");

async function shown(
  toolName: string,
  input: Record<string, unknown>,
  { width = 60, before = BEFORE, locale = "en" as Locale } = {},
) {
  const options = ["allow", "deny"].map((id) => ({ id, label: id }));
  const title = `${toolName}: ${input["file_path"] ?? input["command"]}`;
  const ask = {
    ...{ id: "1", source: { kind: "hook", workingDirectory: "/home/ada/shop" } },
    questions: [{ title, prompt: "", selectionMode: "hybrid", options }],
    ...{
      returnPath: "hook",
      dialog: { client: "claude-code", kind: "permission", input, toolName },
    },
  } as unknown as Ask;
  const evidence = await evidenceOf(ask, { locale, readText: async () => before });
  if (evidence === null) throw new Error("Nothing to show.");
  const drawing = { text: messages(locale).evidence, highlight };
  const lines = evidenceLines(ask, evidence, width, drawing);
  for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(width);
  const rows = lines.map((line) => paint(line, { isPlain: true }).trimEnd());
  return { lines, rows };
}

const EDIT = {
  file_path: "/home/ada/shop/src/go.ts",
  ...{ old_string: "line 15", new_string: "await rm(cache, { recursive: true });\nline fifteen" },
};

describe("a changed file", () => {
  it("has its numbers, its changes, three lines around them, and the reason to look twice", async () => {
    const { rows, lines } = await shown("Edit", EDIT);
    expect(rows).toEqual([
      `Edit: src/go.ts${" ".repeat(40)}+2 -1`,
      "",
      "  ··· 11 unchanged lines",
      " 12 12   line 12",
      " 13 13   line 13",
      " 14 14   line 14",
      " 15    - line 15",
      "~   15 + await rm(cache, { recursive: true });",
      "~        ^ Deletes files.",
      "    16 + line fifteen",
      " 16 17   line 16",
      " 17 18   line 17",
      " 18 19   line 18",
      "  ··· 12 unchanged lines",
    ]);
    expect(firstMark(lines)).toBe(7);
  });

  it("stands in two columns where there is room", async () => {
    const { rows } = await shown("Edit", EDIT, { width: 101 });
    const column = (text: string) => text.padEnd(49);
    expect(rows).toContain(`${column(" 14   line 14")} │  14   line 14`);
    expect(rows).toContain(
      `${column(" 15 - line 15")} │ ~15 + await rm(cache, { recursive: true });`,
    );
    expect(rows).toContain(`${column("")} │  16 + line fifteen`);
  });

  it("has a sign where a long line is wrapped, also between letters that are two cells wide", async () => {
    const content = `const 이름 = "${"가".repeat(30)}";`;
    const input = { file_path: "/home/ada/shop/a.ts", content };
    const { rows } = await shown("Write", input, { width: 40, before: "" });
    expect(rows.slice(2).map((row) => row[0])).toEqual([" ", "↪", "↪"]);
    expect(
      rows
        .slice(2)
        .map((row) => row.replace(/^(?: +1 \+ |↪ +)/, ""))
        .join(""),
    ).toBe(content);
  });

  it("shows what cannot be seen, and no character that the terminal would obey", async () => {
    const content = "a\u202eb\u001b[31m";
    const input = { file_path: "/home/ada/shop/a.txt", content };
    const { rows } = await shown("Write", input, { before: "" });
    expect(rows.join("\n")).toContain("a\\u{202e}b");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(rows.join("")).not.toMatch(/[\u0000-\u001f\u202e]/);
  });
});

describe("a command", () => {
  it("has signs and a number under what destroys, and the reasons below", async () => {
    const command = "ls 가나 && rm -rf build && git push --force";
    const { rows } = await shown("Bash", { command, description: "Cleans up", timeout: 5 });
    expect(rows).toEqual([
      `Bash: ${command}`,
      "Cleans up",
      "",
      `  ${command}`,
      "             1^^^^^^^^^^^    2^^^^^^^^^^^^^^^",
      " 1 Deletes files.",
      " 2 Rewrites or deletes git history.",
      "",
      "With these settings",
      "  {",
      '    "timeout": 5',
      "  }",
    ]);
  });

  it("says so in the reader's language", async () => {
    const { rows } = await shown("Bash", { command: "rm -rf build" }, { locale: "ko" });
    expect(rows).toContain(" 1 파일을 지웁니다.");
  });
});
