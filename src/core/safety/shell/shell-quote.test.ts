import { expect, it } from "vitest";
import { inShellQuotes, shellCommand } from "./shell-quote.ts";

it.each([
  [["askline", "answer", "6f1c"], "askline answer 6f1c"],
  [["--state-dir", "/home/ada/my state"], "--state-dir '/home/ada/my state'"],
  [["it's"], "'it'\\''s'"],
  [["", "$HOME", "a;b", "~"], "'' '$HOME' 'a;b' '~'"],
])("%j is written %s", (words, command) => {
  expect(shellCommand(words)).toBe(command);
});

it("a word that would mean something to the shell can be quoted whatever it is", () => {
  expect(["if", "A=1"].map(inShellQuotes)).toEqual(["'if'", "'A=1'"]);
});
