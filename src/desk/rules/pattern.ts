/**
 * Patterns of rules: a glob, or a regular expression between slashes. Matching follows all
 * possibilities side by side, so its time grows with the text and never explodes, whatever the
 * pattern and whatever an agent sends.
 */
import { ENDLESS, readExpression, readGlob, type Tree, UnusablePattern } from "./pattern-tree.ts";

export interface Pattern {
  /** Whether the pattern matches the whole text. */
  isWhole(text: string): boolean;
  /** A glob must match the whole text here too; a regular expression may match anywhere in it. */
  isIn(text: string): boolean;
}

type Step =
  | { kind: "character"; fits: (character: string) => boolean }
  | { kind: "edge"; edge: Extract<Tree, { kind: "edge" }>["edge"] }
  | { kind: "fork"; to: number[] }
  | { kind: "end" };

const LONGEST = 500;
const MOST_STEPS = 5_000;

/** Throws UnusablePattern, whose message completes a sentence after "because". */
export function readPattern(written: string, kind: "text" | "path" = "text"): Pattern {
  if (written.length > LONGEST)
    throw new UnusablePattern(`it is longer than ${LONGEST} characters`);
  const [, source, flags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(written) ?? [];
  // A path between slashes is a folder unless it contains characters of a regular expression.
  if (source === undefined || (kind === "path" && !/[\\^$|()[\]+{}.]/.test(source))) {
    const steps = stepsOf(readGlob(written, kind));
    return { isWhole: (text) => walk(steps, text, true), isIn: (text) => walk(steps, text, true) };
  }
  if (flags !== "" && flags !== "i")
    throw new UnusablePattern(`"${flags}" behind it is not known; only "i" is`);
  const fold = flags === "i" ? (text: string) => text.toLowerCase() : (text: string) => text;
  const steps = stepsOf(readExpression(flags === "i" ? foldedSource(source) : source));
  return {
    isWhole: (text) => walk(steps, fold(text), true),
    isIn: (text) => walk(steps, fold(text), false),
  };
}

/**
 * Whether the pattern spells out this option: its name stands in the pattern letter by letter,
 * where a star or a dot is not enough.
 */
export function spellsOut(written: string, option: string): boolean {
  const name = option.replace(/(?<=[^=])=.*$/s, "");
  const plain = written.replaceAll("\\", "");
  for (let at = plain.indexOf(name); at !== -1; at = plain.indexOf(name, at + 1)) {
    const before = plain.charAt(at - 1);
    const after = plain.charAt(at + name.length);
    if (!/[\w-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

/** Whether the pattern matches everything, and so names nothing. */
export function fitsEverything(written: string): boolean {
  return readPattern(written).isIn(NONSENSE);
}

const NONSENSE = "\u0001 zqxj \u0001";

/** Lower case, except for escapes such as `\S`, which would change their meaning. */
function foldedSource(source: string): string {
  return source.replace(/\\.|[^\\]/gs, (part) =>
    part.startsWith("\\") ? part : part.toLowerCase(),
  );
}

function stepsOf(tree: Tree): Step[] {
  const steps: Step[] = [];
  add(tree);
  steps.push({ kind: "end" });
  return steps;

  function add(part: Tree) {
    if (steps.length > MOST_STEPS) throw new UnusablePattern("it says too much at once");
    switch (part.kind) {
      case "character":
      case "edge":
        steps.push(part);
        return;
      case "all":
        for (const one of part.parts) add(one);
        return;
      case "any":
        return addChoices(part.choices);
      case "repeat":
        return addRepeat(part);
    }
  }

  function addChoices(choices: Tree[]) {
    const fork = { kind: "fork" as const, to: [] as number[] };
    const ends: { to: number[] }[] = [];
    steps.push(fork);
    for (const choice of choices) {
      fork.to.push(steps.length);
      add(choice);
      const end = { kind: "fork" as const, to: [] as number[] };
      steps.push(end);
      ends.push(end);
    }
    for (const end of ends) end.to.push(steps.length);
  }

  function addRepeat({ part, least, most }: Extract<Tree, { kind: "repeat" }>) {
    for (let count = 0; count < least; count++) add(part);
    if (most === ENDLESS) {
      const start = steps.length;
      const fork = { kind: "fork" as const, to: [start + 1] };
      steps.push(fork);
      add(part);
      steps.push({ kind: "fork", to: [start] });
      fork.to.push(steps.length);
      return;
    }
    const forks: { to: number[] }[] = [];
    for (let count = least; count < most; count++) {
      const fork = { kind: "fork" as const, to: [steps.length + 1] };
      steps.push(fork);
      forks.push(fork);
      add(part);
    }
    for (const fork of forks) fork.to.push(steps.length);
  }
}

/** Keeps each possible next step once per character, so the work is at most steps times length. */
function walk(steps: Step[], text: string, isWhole: boolean): boolean {
  const characters = [...text];
  let current = new Set<number>();
  for (let at = 0; at <= characters.length; at++) {
    if (at === 0 || !isWhole) reach(0, at, current);
    const isOver = current.has(steps.length - 1);
    if (isOver && (!isWhole || at === characters.length)) return true;
    const character = characters[at];
    if (character === undefined) return false;
    const next = new Set<number>();
    for (const index of current) {
      const step = steps[index];
      if (step?.kind === "character" && step.fits(character)) reach(index + 1, at + 1, next);
    }
    if (isWhole && next.size === 0) return false;
    current = next;
  }
  return false;

  function reach(index: number, at: number, into: Set<number>) {
    const waiting = [index];
    for (let now = waiting.pop(); now !== undefined; now = waiting.pop()) {
      if (into.has(now)) continue;
      into.add(now);
      const step = steps[now];
      if (step?.kind === "fork") waiting.push(...step.to);
      if (step?.kind === "edge" && isEdge(step.edge, at)) waiting.push(now + 1);
    }
  }

  function isEdge(edge: Extract<Step, { kind: "edge" }>["edge"], at: number): boolean {
    if (edge === "start") return at === 0;
    if (edge === "end") return at === characters.length;
    const isBetween = /^\w$/.test(characters[at - 1] ?? "") !== /^\w$/.test(characters[at] ?? "");
    return edge === "word" ? isBetween : !isBetween;
  }
}
