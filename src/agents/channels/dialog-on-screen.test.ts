import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { showsDialog } from "./dialog-on-screen.ts";

const SCENES = [
  ...["ask-single", "ask-two-questions", "clear-and-exit", "permission-bash", "plan-approval"].map(
    (scene) => `claude-code/${scene}`,
  ),
  "codex",
];

function recordedScreens(): [string, string, boolean][] {
  return SCENES.flatMap((scene) => {
    const path = new URL(`../../../test/fixtures/${scene}/screens.txt`, import.meta.url);
    const parts = readFileSync(path, "utf8").split(/^===== (.*)\n/m);
    return parts.flatMap((name, index): [string, string, boolean][] =>
      index % 2 === 1 ? [[`${scene}: ${name}`, parts[index + 1] ?? "", !/^(?:end|cleared|busy)$/.test(name)]] : [],
    );
  });
}

describe("A dialog on the screen", () => {
  it.each(recordedScreens())("is told from a prompt (%s)", (_, screen, isDialog) => {
    expect(showsDialog(screen)).toBe(isDialog);
  });

  it("is not the list that was just typed, nor one that was sent before", () => {
    const prompt = "────\n❯ 1. Run the tests\n  2. Then stop\n────\n  ? for shortcuts\n";
    expect(showsDialog(prompt, "1. Run the tests\n2. Then stop")).toBe(false);
    expect(showsDialog(`${prompt}\n● Done.\n\n❯ \n`)).toBe(false);
    expect(showsDialog("no prompt at all\n1. one\n2. two")).toBe(false);
    const typed = "The footer says\nenter to submit | esc to cancel";
    expect(showsDialog(`› The footer says\n  enter to submit | esc to cancel\n\n  gpt default`, typed)).toBe(false);
  });

  it("is one that came up instead of what was typed", () => {
    const dialog = " Do you want to proceed?\n ❯ 1. Yes\n   2. No\n";
    expect(showsDialog(dialog, "1. Run the tests\n2. Then stop")).toBe(true);
    expect(showsDialog("│ › 2. No, tell it what to do │\n│   1. Yes │\n")).toBe(true);
  });
});
