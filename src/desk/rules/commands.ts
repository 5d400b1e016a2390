/** A shell command as patterns see it: its simple commands one by one, and what they start. */
import { withoutKeywords } from "../../core/destructive-shell.ts";
import { type Command, readScript, type Word } from "../../core/shell-words.ts";
import { startedBy } from "../../core/shell-wrappers.ts";

const DEEPEST = 5;

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
  const script = /^(?:ba|z|da|k|a|fi)?sh$/.test(name) ? scriptIn(rest) : name === "eval" ? textOf(rest) : undefined;
  if (script !== undefined) return commandsToDeny(script, depth + 1);
  const started = startedBy(name, rest);
  if (started === null) return [];
  return "words" in started ? startedIn(started.words, depth + 1) : commandsToDeny(textOf(started.script), depth + 1);
}

function scriptIn(args: Word[]): string | undefined {
  const at = args.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text));
  return at === -1 ? undefined : args.slice(at + 1).find(({ text }) => !text.startsWith("-"))?.text;
}

/** Into a file, and not into nothing or another stream. */
function writesFile({ redirects }: Command): boolean {
  return redirects.some(
    ({ operator, target }) =>
      operator.includes(">") && target.text !== "/dev/null" && !(operator === ">&" && /^(?:\d|-)$/.test(target.text)),
  );
}

function textOf(words: Word[]): string {
  return words.map(({ text }) => text).join(" ");
}
