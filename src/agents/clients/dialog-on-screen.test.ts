import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { showsDialog } from "./dialog-on-screen.ts";

function claudeScreens(): [string, string, boolean][] {
  return [
    "ask-single",
    "ask-two-questions",
    "clear-and-exit",
    "permission-bash",
    "plan-approval",
  ].flatMap((scene) =>
    screensIn(`claude-code/${scene}`).map(([name, screen]): [string, string, boolean] => [
      `${scene}: ${name}`,
      screen,
      !/^(?:end|cleared)$/.test(name),
    ]),
  );
}

function codexScreens(): [string, string, boolean][] {
  return screensIn("codex").map(([name, screen]) => [
    name,
    screen,
    !/^(?:end|cleared|busy)$/.test(name),
  ]);
}

function screensIn(folder: string): [string, string][] {
  const path = new URL(`../../../test/fixtures/${folder}/screens.txt`, import.meta.url);
  const parts = readFileSync(path, "utf8").split(/^===== (.*)\n/m);
  return parts.flatMap((name, index): [string, string][] =>
    index % 2 === 1 ? [[name, parts[index + 1] ?? ""]] : [],
  );
}

describe("A dialog on the screen", () => {
  it.each(claudeScreens())("is told from a prompt (%s)", (_, screen, isDialog) => {
    expect(showsDialog("claude-code", screen)).toBe(isDialog);
  });

  it.each(codexScreens())(
    "of Codex is noticed in what it really shows (%s)",
    (_, screen, isDialog) => {
      expect(showsDialog("codex", screen)).toBe(isDialog);
    },
  );

  it.each(screensIn("gemini"))("of Gemini CLI is told from its prompt (%s)", (name, screen) => {
    expect(showsDialog("gemini", screen)).toBe(name.startsWith("dialog"));
  });

  it("of Gemini CLI is not the text in its prompt", () => {
    const prompt =
      "✦ Done.\n────────────────────────\n Shift+Tab to accept edits\n" +
      " > 1. Run the tests\n   ● 2. Then stop\n";
    expect(showsDialog("gemini", prompt, "1. Run the tests\n● 2. Then stop")).toBe(false);
    expect(showsDialog("gemini", "")).toBe(true);
  });

  it("is not the list that was just typed, nor one that was sent before", () => {
    const prompt = "────\n❯ 1. Run the tests\n  2. Then stop\n────\n  ? for shortcuts\n";
    expect(showsDialog("claude-code", prompt, "1. Run the tests\n2. Then stop")).toBe(false);
    expect(showsDialog("claude-code", `${prompt}\n● Done.\n\n❯ \n`)).toBe(false);
    expect(showsDialog("claude-code", "no prompt at all\n1. one\n2. two")).toBe(false);
    const typed = "The footer says\nenter to submit | esc to cancel";
    const footer = "› The footer says\n  enter to submit | esc to cancel\n\n  gpt default";
    expect(showsDialog("codex", footer, typed)).toBe(false);
  });

  it("is a dialog that appeared instead of the typed text", () => {
    const dialog = " Do you want to proceed?\n ❯ 1. Yes\n   2. No\n";
    expect(showsDialog("claude-code", dialog, "1. Run the tests\n2. Then stop")).toBe(true);
    expect(showsDialog("codex", "│ › 2. No, tell it what to do │\n│   1. Yes │\n")).toBe(true);
  });
});
