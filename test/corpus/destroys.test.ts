/** The search for dangers on the corpus of commands that destroy, and on those commands wrapped. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDestructive } from "../../src/core/safety/destroys/destructive.ts";
import { inShellQuotes } from "../../src/core/safety/shell/shell-quote.ts";
import { DESTROYS } from "./destroys.ts";

const place = { workingDirectory: "/home/mina/shop" };
const dangersOf = (command: string) => isDestructive("Bash", { command }, place).dangers;
const found = DESTROYS.filter(({ command }) => dangersOf(command).length > 0);

describe("the corpus of what destroys", () => {
  it("says of each command once what it destroys", () => {
    const commands = DESTROYS.map(({ command }) => command);
    expect(commands.filter((command, index) => commands.indexOf(command) !== index)).toEqual([]);
    expect(DESTROYS.every(({ why }) => why.length > 5)).toBe(true);
    expect(DESTROYS.length).toBeGreaterThan(3000);
  });

  it("is found dangerous by the finder alone for the most part", () => {
    const share = found.length / DESTROYS.length;
    const grave = found.filter(({ command }) => dangersOf(command).some((it) => it !== "unclear"));
    console.info(
      `Of ${DESTROYS.length} commands that destroy, the finder alone sees ${found.length} ` +
        `(${(100 * share).toFixed(1)} %); of ${grave.length} it says what they destroy.`,
    );
    expect(share).toBeGreaterThan(0.93);
  });

  it("is named by the danger that it is labelled with", () => {
    const missed = DESTROYS.filter(
      ({ command, danger }) => danger !== undefined && !dangersOf(command).includes(danger),
    );
    expect(missed).toEqual([]);
  });

  it("stays dangerous however it is wrapped", () => {
    const wraps: ((command: string) => string)[] = [
      (command) => `(${command}\n)`,
      (command) => `{ ${command}\n}`,
      (command) => `bash -c ${inShellQuotes(command)}`,
      (command) => `env A=1 sh -c ${inShellQuotes(command)}`,
      (command) => `timeout -k 1 9 bash -lc ${inShellQuotes(command)}`,
      (command) => `sudo -n bash -c ${inShellQuotes(command)}`,
      (command) => `echo x | xargs -I% sh -c ${inShellQuotes(command)}`,
      (command) => `find . -exec sh -c ${inShellQuotes(command)} \\;`,
      (command) => `bash <<'END_OF_IT'\n${command}\nEND_OF_IT`,
      (command) => `eval ${inShellQuotes(command)}`,
      (command) => `if true; then ${command}\nfi`,
      (command) => `for x in 1; do ${command}\ndone`,
      (command) => `git status && ls\n${command}`,
      (command) =>
        `python3 -c ${inShellQuotes(`import os; os.system(${JSON.stringify(command)})`)}`,
      (command) =>
        `node -e ${inShellQuotes(`require("child_process").execSync(${JSON.stringify(command)})`)}`,
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...found),
        fc.constantFrom(...wraps),
        fc.constantFrom(...wraps),
        ({ command }, inner, outer) => {
          expect(dangersOf(outer(inner(command)))).not.toEqual([]);
        },
      ),
      { numRuns: 1500 },
    );
  });
});
