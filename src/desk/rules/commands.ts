/** A shell command as patterns see it: its simple commands, and the commands that those start. */
import { startOfGit } from "../../core/safety/destroys/destructive-commands.ts";
import { stepsFor, withoutKeywords } from "../../core/safety/destroys/destructive-shell.ts";
import { type Command, readScript, type Word } from "../../core/safety/shell/shell-words.ts";
import { isShell, scriptFor, startedBy } from "../../core/safety/shell/shell-wrappers.ts";

// Deeper than `dangersOfScript` goes before it reports a script as unclear.
const DEEPEST = 12;

/**
 * What a pattern that allows has to match: every simple command, without its quotes. Null if a part
 * of the script is known only when it runs; no pattern allows that.
 */
export function commandsToAllow(script: string): CommandToAllow[] | null {
  const { commands, isClear } = readScript(script);
  const isKnown = commands.every(({ words, redirects, fed }) => {
    const all = [...words, ...redirects.map(({ target }) => target)];
    return fed === null && all.every(({ isLiteral }) => isLiteral);
  });
  if (!isClear || !isKnown || commands.length === 0) return null;
  return commands.map((command) => ({
    text: textOf(command.words),
    writes: writesFile(command),
    options: optionsIn(command.words),
  }));
}

export interface CommandToAllow {
  text: string;
  /** Whether its output goes into a file. */
  writes: boolean;
  /** The words that can change what the program does: options, and `NAME=value`. */
  options: string[];
}

/** What stands behind `--` are files, or words for a script that the project trusts. */
function optionsIn(words: readonly Word[]): string[] {
  const texts = words.map(({ text }) => text);
  const end = texts.indexOf("--");
  const program = texts[0]?.split("/").at(-1) ?? "";
  return (end === -1 ? texts : texts.slice(0, end)).filter(
    (text, index) =>
      /^-./.test(text) ||
      /^[A-Za-z_][\w-]*\+?=/.test(text) ||
      // `tar xIf` has its options in the first word, without a dash.
      (program.endsWith("tar") && index === 1),
  );
}

/** Whether every word that runs is in the script, and none comes from variables or from input. */
export function isAllSeen(script: string): boolean {
  return (
    commandsToAllow(script)?.every(
      ({ text }) => !/(?:^|[\s/])(?:xargs|parallel)(?:\s|$)/.test(text),
    ) ?? false
  );
}

/**
 * What a pattern that denies is matched against: the
 * script, each command, and the commands that those start.
 */
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
  // Options between `git` and its subcommand do not matter to a rule.
  return name === "git"
    ? [textOf([GIT, ...rest.slice(startOfGit(rest.map(({ text }) => text)))]), ...further]
    : further;
}

const GIT = { text: "git", isLiteral: true };

/** Whether the output goes to a file, and not to /dev/null or another stream. */
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
