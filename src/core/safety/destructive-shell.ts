/**
 * Finds what a shell script may destroy, through pipes, substitutions,
 * wrappers and shells within it.
 */
import type { Danger, ToolCallPlace } from "./destructive.ts";
import { dangersOfCode, READS_PROGRAMS } from "./destructive-code.ts";
import { dangersOfCommand } from "./destructive-commands.ts";
import { dangersOfPath } from "./destructive-paths.ts";
import { dangersOfSql } from "./destructive-sql.ts";
import { type Command, readScript, type Word } from "./shell-words.ts";
import {
  afterOptions,
  isShell,
  scriptFor,
  startedBy,
  withoutAssignments,
} from "./shell-wrappers.ts";

export function dangersOfScript(source: string, place: ToolCallPlace, depth = 0): Danger[] {
  if (source.length > LONGEST || depth > DEEPEST) return ["unclear"];
  const { commands, isClear } = readScript(source);
  let here = place;
  const dangers = commands.flatMap((command) => {
    here = placeAfter(command, here);
    return dangersIn(command, here, depth);
  });
  if (FORK_BOMB.test(source)) dangers.push("stops_processes");
  return isClear ? dangers : [...dangers, "unclear"];
}

const LONGEST = 20_000;
const DEEPEST = 10;
const LONGEST_PIPE = 20;
const FORK_BOMB = /([\w:]{1,20})\s?\(\)\s?\{[^}]{0,40}\1\s?\|\s?\1/;

function dangersIn(command: Command, place: ToolCallPlace, depth: number): Danger[] {
  const words = withoutKeywords(command.words);
  return [
    ...dangersOfRedirects(command, words, place),
    ...dangersOfWords(words, command, place, depth),
    ...command.words.flatMap((word) => dangersOfVariable(word, place, depth)),
  ];
}

/** The folder in which the following commands run, as far as the script says it. */
function placeAfter({ words }: Command, place: ToolCallPlace): ToolCallPlace {
  const [first, ...rest] = withoutKeywords(words);
  if (first?.text !== "cd" && first?.text !== "pushd") return place;
  const { text, isLiteral } = afterOptions(rest, "")[0] ?? { text: "~", isLiteral: true };
  if (!isLiteral || text === "-") return place;
  const isWhole = text.startsWith("/") || text.startsWith("~");
  return { ...place, at: isWhole ? text : `${place.at ?? place.workingDirectory ?? "."}/${text}` };
}

/**
 * Dangers of an assignment: variables that programs run as commands, and text that
 * is expanded later, unseen.
 */
function dangersOfVariable(
  { text, isLiteral }: Word,
  place: ToolCallPlace,
  depth: number,
): Danger[] {
  const [, value] = RUN_BY_PROGRAMS.exec(text) ?? [];
  if (value !== undefined)
    return isLiteral ? dangersOfScript(value, place, depth + 1) : ["unclear"];
  return EXPANDED_LATER.test(text) ? ["unclear"] : [];
}

const RUN_BY_PROGRAMS =
  /^(?:GIT_(?:SSH_COMMAND|PAGER|EDITOR|SEQUENCE_EDITOR|EXTERNAL_DIFF|ASKPASS)|SSH_ASKPASS|(?:MAN)?PAGER|EDITOR|VISUAL|BROWSER|PROMPT_COMMAND|LESSOPEN)=(.*)$/s;
// An array index is arithmetic, and arithmetic runs the substitutions in it.
const EXPANDED_LATER = /\[(?:\$\(|`)\s*[\w/.~]/;

/** Dangers of the command itself and of the commands it starts. */
function dangersOfWords(
  words: Word[],
  command: Command,
  place: ToolCallPlace,
  depth: number,
): Danger[] {
  const [first, ...rest] = words;
  if (first === undefined) return [];
  if (!first.isLiteral || depth > DEEPEST) return ["unclear"];
  // Some disks do not distinguish upper and lower case.
  const name = (first.text.split("/").at(-1) ?? "").toLowerCase();
  if (isShell(name)) return dangersOfShell(rest, command, place, depth);
  if (UNREADABLE.has(name)) return ["unclear"];
  // The shell expands these characters into another name.
  if (/[*?{[]/.test(name) && name !== "[" && name !== "[[") return ["unclear"];
  if ((name === "source" || name === ".") && isFedTo(command, rest[0]?.text ?? ""))
    return ["unclear"];
  if (SQL_CLIENTS.has(name)) return dangersOfDatabase(rest, command);
  const own = ADMINISTRATOR.has(name)
    ? (["runs_as_administrator"] as const)
    : dangersOfCommand(name, rest, place);
  const code = dangersOfCode(name, rest, command) ?? dangersOfInput(name, rest, command);
  return [...own, ...code, ...dangersOfStarted(name, rest, command, place, depth)];
}

/** Dangers of an interpreter that reads its program from standard input. */
function dangersOfInput(name: string, args: Word[], command: Command): Danger[] {
  if (!READS_PROGRAMS.test(name) || command.fed !== null) return [];
  const isAsked = args.some(({ text }) => /^-{1,2}(?:v|V|h|version|help)$/.test(text));
  if (isAsked || !afterOptions(args, "").every(({ text }) => text === "-")) return [];
  return command.pipedFrom === null ? ["unclear"] : dangersOfFeed(command.pipedFrom);
}

function dangersOfStarted(
  name: string,
  args: Word[],
  command: Command,
  place: ToolCallPlace,
  depth: number,
): Danger[] {
  const started = startedBy(name, args);
  const fed =
    name === "ssh" && command.fed !== null ? dangersOfScript(command.fed, place, depth + 1) : [];
  const deeper = depth + stepsFor(started);
  const dangers = started.flatMap((one): Danger[] => {
    if ("words" in one) return dangersOfWords(withoutKeywords(one.words), command, place, deeper);
    if (!one.script.every(({ isLiteral }) => isLiteral)) return ["unclear"];
    return dangersOfScript(one.script.map(({ text }) => text).join(" "), place, deeper);
  });
  return [...fed, ...dangers];
}

/** Several readings use up the depth faster, because their number multiplies at each level. */
export function stepsFor(started: readonly unknown[]): number {
  return started.length > 1 ? 3 : 1;
}

function dangersOfShell(
  args: Word[],
  command: Command,
  place: ToolCallPlace,
  depth: number,
): Danger[] {
  const script = scriptFor(args);
  if (script !== null)
    return script?.isLiteral ? dangersOfScript(script.text, place, depth + 1) : ["unclear"];
  const [file] = args.some(({ text }) => text === "-s") ? [] : afterOptions(args, "oO");
  if (file !== undefined && file.text !== "-") return file.text.startsWith("<(") ? ["unclear"] : [];
  if (command.fed !== null) return dangersOfScript(command.fed, place, depth + 1);
  if (command.pipedFrom === null)
    return args.some(({ text }) => /^--(?:version|help)$/.test(text)) ? [] : ["unclear"];
  const said = printedBy(command.pipedFrom);
  return said === null ? dangersOfFeed(command.pipedFrom) : dangersOfScript(said, place, depth + 1);
}

/** Whether a script comes from something other than a file. */
function isFedTo({ fed, pipedFrom }: Command, file: string): boolean {
  return fed !== null || pipedFrom !== null || /^(?:<\(|\/dev\/|\/proc\/)/.test(file);
}

/** Dangers of running the output of another program. */
function dangersOfFeed(from: Command): Danger[] {
  let source: Command | null = from;
  for (let steps = 0; source !== null && steps < LONGEST_PIPE; steps++) {
    if (source.words.some(({ text }) => DOWNLOADERS.test(text)))
      return ["runs_remote_code", "unclear"];
    source = source.pipedFrom;
  }
  return ["unclear"];
}

function dangersOfDatabase(args: Word[], command: Command): Danger[] {
  const fed = command.fed ?? (command.pipedFrom === null ? null : printedBy(command.pipedFrom));
  const dangers = [...args.map(({ text }) => text), fed ?? ""].flatMap((text) =>
    dangersOfSql(text),
  );
  const isFedUnseen = fed === null && command.pipedFrom !== null;
  const isFromFile =
    command.redirects.some(({ operator }) => operator === "<") ||
    args.some(({ text }) => text === "-f");
  const isFilledIn = args.some(
    ({ isLiteral }, index) => !isLiteral && SQL_OPTION.test(args[index - 1]?.text ?? ""),
  );
  return isFedUnseen || isFromFile || isFilledIn ? [...dangers, "unclear"] : dangers;
}

/** What a command is sure to print; null if that cannot be seen. */
function printedBy(command: Command): string | null {
  const [first, ...rest] = command.words;
  if (first === undefined || !["echo", "printf"].includes(first.text)) return null;
  if (!rest.every(({ isLiteral }) => isLiteral)) return null;
  const said = rest
    .map(({ text }) => text)
    .filter((text) => !/^-[neE]+$/.test(text))
    .join(" ")
    .replaceAll("\\n", "\n");
  // A format or an escape changes what is printed.
  return said.includes("\\") || (first.text === "printf" && said.includes("%")) ? null : said;
}

function dangersOfRedirects({ redirects }: Command, words: Word[], place: ToolCallPlace): Danger[] {
  return redirects.flatMap(({ operator, target }) => {
    if (!operator.includes(">") || (operator === ">&" && /^(?:\d+-?|-)$/.test(target.text)))
      return [];
    if (/^\/dev\/(?:sd|nvme|hd|vd|disk|mapper)/.test(target.text)) return ["overwrites_disk"];
    const dangers = dangersOfPath(target.text, place);
    const isEmptying =
      !/>>|<>/.test(operator) && words.every(({ text }) => [":", "true"].includes(text));
    return isEmptying && dangers.length === 0 && target.text !== "/dev/null"
      ? ["deletes_files"]
      : dangers;
  });
}

/** The command itself, without the shell keywords before it. */
export function withoutKeywords(words: Word[]): Word[] {
  let rest = words;
  while (rest[0] !== undefined && KEYWORDS.has(rest[0].text)) {
    const [{ text }, next] = rest;
    // With other options it is the program `time`, not the keyword.
    if (text === "time" && /^-(?!p$|-$)/.test(next?.text ?? "")) break;
    const isOwn = text === "function" || (text === "time" && /^-(?:p|-)$/.test(next?.text ?? ""));
    rest = rest.slice(isOwn ? 2 : 1);
  }
  if (rest[0]?.text === "for" || rest[0]?.text === "select") return [];
  return withoutAssignments(rest);
}

const KEYWORDS = new Set([
  "if",
  "then",
  "else",
  "elif",
  "while",
  "until",
  "do",
  "!",
  "{",
  "}",
  "time",
  "fi",
  "done",
  "esac",
  "function",
]);
const ADMINISTRATOR = new Set(["sudo", "doas", "su", "pkexec"]);
const DOWNLOADERS = /^(?:.*\/)?(?:curl|wget|fetch|http|aria2c)$|https?:\/\//;
const UNREADABLE = new Set([
  "eval",
  "alias",
  "case",
  "tmux",
  "screen",
  "at",
  "batch",
  "pwsh",
  "powershell",
  "nu",
  "xonsh",
]);
const SQL_OPTION = /^(?:-c|-e|-q|-Q|--command|--execute|--eval|--query)$/;
const SQL_CLIENTS = new Set([
  "psql",
  "mysql",
  "mariadb",
  "sqlite3",
  "sqlcmd",
  "mongosh",
  "mongo",
  "redis-cli",
  "clickhouse-client",
  "duckdb",
  "bq",
]);
