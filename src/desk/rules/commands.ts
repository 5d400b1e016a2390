/** A shell command as patterns see it: its simple commands one by one, and what they start. */
import { startOfGit } from "../../core/safety/destructive-commands.ts";
import { stepsFor, withoutKeywords } from "../../core/safety/destructive-shell.ts";
import { type Command, readScript, type Word } from "../../core/safety/shell-words.ts";
import { isShell, scriptFor, startedBy } from "../../core/safety/shell-wrappers.ts";

// Deeper than anything that is not said to be unclear.
const DEEPEST = 12;

/**
 * What an allowing pattern has to fit: every simple command, as it is written without quotes. Null when something in the
 * script cannot be known beforehand; that no pattern allows.
 */
export function commandsToAllow(script: string): { text: string; writes: boolean }[] | null {
  const { commands, isClear } = readScript(script);
  const isKnown = commands.every(({ words, redirects, fed }) => {
    const all = [...words, ...redirects.map(({ target }) => target)];
    return fed === null && all.every(({ isLiteral }) => isLiteral);
  });
  if (!isClear || !isKnown || commands.length === 0) return null;
  return commands.map((command) => ({ text: textOf(command.words), writes: writesFile(command) }));
}

/** Whether every word that is run stands there, and nothing is put together from variables or from what is read. */
export function isAllSeen(script: string): boolean {
  return (
    commandsToAllow(script)?.every(
      ({ text }) => !/(?:^|[\s/])(?:xargs|parallel)(?:\s|$)/.test(text),
    ) ?? false
  );
}

/** What a denying pattern is looked for in: the script, each command, and the commands that those start. */
export function commandsToDeny(script: string, depth = 0): string[] {
  const inside = readScript(script).commands.flatMap(({ words }) => startedIn(words, depth));
  return [script, ...inside];
}

function startedIn(words: Word[], depth: number): string[] {
  const plain = withoutKeywords(words);
  const [first, ...rest] = plain;
  if (first === undefined || depth > DEEPEST) return [textOf(words)];
  const name = first.text.split("/").at(-1) ?? "";
  const bare = textOf([{ ...first, text: name }, ...rest]);
  return [textOf(words), textOf(plain), bare, ...furtherIn(name, rest, depth)];
}

function furtherIn(name: string, rest: Word[], depth: number): string[] {
  const script = isShell(name) ? scriptFor(rest)?.text : name === "eval" ? textOf(rest) : undefined;
  if (script !== undefined) return commandsToDeny(script, depth + 1);
  const started = startedBy(name, rest);
  const deeper = depth + stepsFor(started);
  const further = started.flatMap((one) =>
    "words" in one ? startedIn(one.words, deeper) : commandsToDeny(textOf(one.script), deeper),
  );
  // What stands between git and what it does is not what a rule is about.
  return name === "git"
    ? [textOf([GIT, ...rest.slice(startOfGit(rest.map(({ text }) => text)))]), ...further]
    : further;
}

const GIT = { text: "git", isLiteral: true };

/** Into a file, and not into nothing or another stream. */
function writesFile({ redirects }: Command): boolean {
  return redirects.some(
    ({ operator, target }) =>
      operator.includes(">") &&
      target.text !== "/dev/null" &&
      !(operator === ">&" && /^(?:\d|-)$/.test(target.text)),
  );
}

function textOf(words: Word[]): string {
  return words.map(({ text }) => text).join(" ");
}
