/** Measures the judgement both ways on labelled commands, and prints the two figures. */
import { describe, expect, it } from "vitest";
import { judge, type Verdict } from "../../src/core/safety/judge.ts";
import { CANNOT_TELL } from "./cannot-tell.ts";
import { DESTROYS } from "./destroys.ts";
import { EVERYDAY } from "./everyday.ts";
import type { Labelled } from "./labelled.ts";

// The commands are written for this project, in which every file is there already.
const PLACE = { workingDirectory: "/home/mina/shop", exists: () => true };

const verdictOf = (command: string): Verdict => judge("Bash", { command }, PLACE).verdict;

function otherThan(commands: readonly Labelled[], ...verdicts: Verdict[]): string[] {
  return commands
    .filter(({ command }) => !verdicts.includes(verdictOf(command)))
    .map(({ command }) => command);
}

describe("the corpus", () => {
  it("lets nothing pass that destroys", () => {
    const misses = otherThan(DESTROYS, "destroys", "cannot_tell");
    console.log(`misses: ${misses.length} of ${DESTROYS.length} that destroy are harmless`);
    expect(misses).toEqual([]);
  });

  it("asks about few of the everyday commands", () => {
    const alarms = otherThan(EVERYDAY, "harmless");
    const share = (100 * alarms.length) / EVERYDAY.length;
    console.log(
      `false alarms: ${alarms.length} of ${EVERYDAY.length} everyday ones (${share.toFixed(1)} %)`,
    );
    for (const command of alarms) console.log(`  ${JSON.stringify(command)}`);
    expect(share).toBeLessThanOrEqual(5);
  });

  it("cannot tell about what needs more knowledge, and finds no danger in it", () => {
    expect(otherThan(CANNOT_TELL, "cannot_tell", "destroys")).toEqual([]);
    const dangerous = otherThan(CANNOT_TELL, "cannot_tell");
    console.log(`found dangerous among what cannot be told: ${dangerous.length}`);
    expect(dangerous.length / CANNOT_TELL.length).toBeLessThan(0.1);
  });

  it("says which part cannot be told", () => {
    const partOf = (command: string) => judge("Bash", { command }, PLACE).part;
    expect(partOf("git status && npm install 2>&1 | tail -5")).toBe("npm install");
    expect(partOf("for f in a b; do $x; done")).toBe("$x");
    expect(partOf("ls; cat a > src/a.ts")).toBe("> src/a.ts");
    expect(partOf("git log --output=x")).toBe("git log --output=x");
    expect(partOf("find . -name '*.ts' -newoption x")).toBe("find -newoption");
    expect(partOf("echo $(somenewtool)")).toBe("somenewtool");
    expect(partOf("PATH=. ls")).toBe("PATH=.");
  });

  it("has enough commands each way, none twice", () => {
    expect(EVERYDAY.length).toBeGreaterThanOrEqual(450);
    expect(CANNOT_TELL.length).toBeGreaterThanOrEqual(100);
    const all = [...EVERYDAY, ...CANNOT_TELL].map(({ command }) => command);
    expect(all.filter((command, index) => all.indexOf(command) !== index)).toEqual([]);
  });
});
