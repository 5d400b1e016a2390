/** Measures the judgement both ways on labelled commands, and prints the two figures. */
import { describe, expect, it } from "vitest";
import { judge, type Verdict } from "../../src/core/safety/judge.ts";
import { CANNOT_TELL } from "./cannot-tell.ts";
import { DESTROYS } from "./destroys.ts";
import { EVERYDAY } from "./everyday.ts";
import type { Labelled } from "./labelled.ts";
import { CANNOT_TELL_OF_STRANGERS } from "./strangers/cannot-tell.ts";
import { DESTROYS_AGAIN } from "./strangers/destroys-again.ts";
import { DESTROYS_BREADTH } from "./strangers/destroys-breadth.ts";
import { DESTROYS_LANGUAGES } from "./strangers/destroys-languages.ts";
import { DESTROYS_MACHINE } from "./strangers/destroys-machine.ts";
import { DESTROYS_SERVICES } from "./strangers/destroys-services.ts";
import { DESTROYS_SHAPES } from "./strangers/destroys-shapes.ts";
import { DESTROYS_TOOLS } from "./strangers/destroys-tools.ts";
import { EVERYDAY_AGAIN } from "./strangers/everyday-again.ts";
import { EVERYDAY_BREADTH } from "./strangers/everyday-breadth.ts";
import { EVERYDAY_LANGUAGES } from "./strangers/everyday-languages.ts";
import { EVERYDAY_MACHINE } from "./strangers/everyday-machine.ts";
import { EVERYDAY_SHAPES } from "./strangers/everyday-shapes.ts";
import { EVERYDAY_TOOLS } from "./strangers/everyday-tools.ts";

// The commands are written for this project, in which every file is there already.
const PLACE = { workingDirectory: "/home/mina/shop", exists: () => true };

const DESTROYS_OF_STRANGERS = [
  ...DESTROYS_TOOLS,
  ...DESTROYS_SERVICES,
  ...DESTROYS_MACHINE,
  ...DESTROYS_AGAIN,
  ...DESTROYS_LANGUAGES,
  ...DESTROYS_SHAPES,
  ...DESTROYS_BREADTH,
];
const EVERYDAY_OF_STRANGERS = [
  ...EVERYDAY_TOOLS,
  ...EVERYDAY_MACHINE,
  ...EVERYDAY_AGAIN,
  ...EVERYDAY_LANGUAGES,
  ...EVERYDAY_SHAPES,
  ...EVERYDAY_BREADTH,
];

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

  it("lets nothing pass that strangers wrote to do harm", () => {
    const misses = otherThan(DESTROYS_OF_STRANGERS, "destroys", "cannot_tell");
    console.log(`strangers' misses: ${misses.length} of ${DESTROYS_OF_STRANGERS.length}`);
    expect(misses).toEqual([]);
  });

  it("asks about few of the commands that strangers call everyday", () => {
    const alarms = otherThan(EVERYDAY_OF_STRANGERS, "harmless");
    const share = (100 * alarms.length) / EVERYDAY_OF_STRANGERS.length;
    console.log(
      `strangers' false alarms: ${alarms.length} of ${EVERYDAY_OF_STRANGERS.length} ` +
        `(${share.toFixed(1)} %); on the border: ${CANNOT_TELL_OF_STRANGERS.length}`,
    );
    expect(share).toBeLessThanOrEqual(5);
    expect(otherThan(CANNOT_TELL_OF_STRANGERS, "cannot_tell")).toEqual([]);
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
    const all = [
      ...EVERYDAY,
      ...CANNOT_TELL,
      ...EVERYDAY_OF_STRANGERS,
      ...CANNOT_TELL_OF_STRANGERS,
    ].map(({ command }) => command);
    const first = new Map([...all.entries()].reverse().map(([index, command]) => [command, index]));
    expect(all.filter((command, index) => first.get(command) !== index)).toEqual([]);
  });
});
