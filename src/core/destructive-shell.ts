/** Finds what a shell script may destroy, through pipes, substitutions, wrappers and shells within it. */
import type { Danger, ToolCallPlace } from "./destructive.ts";
import { dangersOfCommand } from "./destructive-commands.ts";
import { dangersOfPath } from "./destructive-paths.ts";
import { dangersOfSql } from "./destructive-sql.ts";
import { type Command, readScript, type Word } from "./shell-words.ts";
import { afterOptions, startedBy, withoutAssignments } from "./shell-wrappers.ts";

export function dangersOfScript(source: string, place: ToolCallPlace, depth = 0): Danger[] {
  if (source.length > LONGEST || depth > DEEPEST) return ["unclear"];
  const { commands, isClear } = readScript(source);
  const dangers = commands.flatMap((command) => dangersIn(command, place, depth));
  if (FORK_BOMB.test(source)) dangers.push("stops_processes");
  return isClear ? dangers : [...dangers, "unclear"];
}

const LONGEST = 20_000;
const DEEPEST = 10;
const LONGEST_PIPE = 20;
const FORK_BOMB = /([\w:]{1,20})\s?\(\)\s?\{[^}]{0,40}\1\s?\|\s?\1/;

function dangersIn(command: Command, place: ToolCallPlace, depth: number): Danger[] {
  const words = withoutKeywords(command.words);
  return [...dangersOfRedirects(command, words, place), ...dangersOfWords(words, command, place, depth)];
}

/** What the command does itself, and what it starts. */
function dangersOfWords(words: Word[], command: Command, place: ToolCallPlace, depth: number): Danger[] {
  const [first, ...rest] = words;
  if (first === undefined) return [];
  if (!first.isLiteral || depth > DEEPEST) return ["unclear"];
  const name = first.text.split("/").at(-1) ?? "";
  if (SHELLS.has(name)) return dangersOfShell(rest, command, place, depth);
  if (UNREADABLE.has(name)) return ["unclear"];
  // The shell makes another name of it.
  if (/[*?{[]/.test(name) && name !== "[" && name !== "[[") return ["unclear"];
  if ((name === "source" || name === ".") && isFedTo(command, rest[0]?.text ?? "")) return ["unclear"];
  if (INTERPRETERS.has(name)) return dangersOfCode(rest, command);
  if (SQL_CLIENTS.has(name)) return dangersOfDatabase(rest, command);
  const own = ADMINISTRATOR.has(name) ? (["runs_as_administrator"] as const) : dangersOfCommand(name, rest, place);
  return [...own, ...dangersOfStarted(name, rest, command, place, depth)];
}

function dangersOfStarted(name: string, args: Word[], command: Command, place: ToolCallPlace, depth: number): Danger[] {
  const started = startedBy(name, args);
  const fed = name === "ssh" && command.fed !== null ? dangersOfScript(command.fed, place, depth + 1) : [];
  if (started === null) return fed;
  if ("words" in started) return dangersOfWords(started.words, command, place, depth + 1);
  if (!started.script.every(({ isLiteral }) => isLiteral)) return ["unclear"];
  return [...fed, ...dangersOfScript(started.script.map(({ text }) => text).join(" "), place, depth + 1)];
}

function dangersOfShell(args: Word[], command: Command, place: ToolCallPlace, depth: number): Danger[] {
  const at = args.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text));
  const script = at === -1 ? undefined : args.slice(at + 1).find(({ text }) => !text.startsWith("-"));
  if (at !== -1) return script?.isLiteral ? dangersOfScript(script.text, place, depth + 1) : ["unclear"];
  const [file] = args.some(({ text }) => text === "-s") ? [] : afterOptions(args, "oO");
  if (file !== undefined && file.text !== "-") return file.text.startsWith("<(") ? ["unclear"] : [];
  if (command.fed !== null) return dangersOfScript(command.fed, place, depth + 1);
  if (command.pipedFrom === null) return command.redirects.some(({ operator }) => operator === "<") ? ["unclear"] : [];
  const said = saidBy(command.pipedFrom);
  return said === null ? dangersOfFeed(command.pipedFrom) : dangersOfScript(said, place, depth + 1);
}

/** Whether a script that is read comes from something else than a file. */
function isFedTo({ fed, pipedFrom }: Command, file: string): boolean {
  return fed !== null || pipedFrom !== null || /^(?:<\(|\/dev\/|\/proc\/)/.test(file);
}

/** Something that runs what another program gives it. */
function dangersOfFeed(from: Command): Danger[] {
  let source: Command | null = from;
  for (let steps = 0; source !== null && steps < LONGEST_PIPE; steps++) {
    if (source.words.some(({ text }) => DOWNLOADERS.test(text))) return ["runs_remote_code", "unclear"];
    source = source.pipedFrom;
  }
  return ["unclear"];
}

function dangersOfCode(args: Word[], command: Command): Danger[] {
  const at = args.findIndex(({ text }) => /^-{1,2}(?:c|e|p|pe|ne|r|eval|print)$/.test(text));
  const code = at === -1 ? command.fed : (args[at + 1]?.text ?? "");
  if (code !== null && code !== undefined) return RISKY_CODE.test(code) ? ["unclear"] : [];
  const isFed = command.pipedFrom !== null && afterOptions(args, "").every(({ text }) => text === "-");
  return isFed && command.pipedFrom !== null ? dangersOfFeed(command.pipedFrom) : [];
}

function dangersOfDatabase(args: Word[], command: Command): Danger[] {
  const fed = command.fed ?? (command.pipedFrom === null ? null : saidBy(command.pipedFrom));
  const dangers = [...args.map(({ text }) => text), fed ?? ""].flatMap((text) => dangersOfSql(text));
  const isFedUnseen = fed === null && command.pipedFrom !== null;
  const isFromFile =
    command.redirects.some(({ operator }) => operator === "<") || args.some(({ text }) => text === "-f");
  const isFilledIn = args.some(({ isLiteral }, index) => !isLiteral && SQL_OPTION.test(args[index - 1]?.text ?? ""));
  return isFedUnseen || isFromFile || isFilledIn ? [...dangers, "unclear"] : dangers;
}

/** What a command is sure to print, if that is plain to see. */
function saidBy(command: Command): string | null {
  const [first, ...rest] = command.words;
  if (first === undefined || !["echo", "printf"].includes(first.text)) return null;
  if (!rest.every(({ isLiteral }) => isLiteral)) return null;
  return rest
    .map(({ text }) => text)
    .filter((text) => !/^-[neE]+$/.test(text))
    .join(" ")
    .replaceAll("\\n", "\n");
}

function dangersOfRedirects({ redirects }: Command, words: Word[], place: ToolCallPlace): Danger[] {
  return redirects.flatMap(({ operator, target }) => {
    if (!operator.includes(">") || operator === ">&" || operator === "<>") return [];
    if (/^\/dev\/(?:sd|nvme|hd|vd|disk|mapper)/.test(target.text)) return ["overwrites_disk"];
    const dangers = dangersOfPath(target.text, place);
    const isEmptying = !operator.includes(">>") && words.every(({ text }) => [":", "true"].includes(text));
    return isEmptying && dangers.length === 0 && target.text !== "/dev/null" ? ["deletes_files"] : dangers;
  });
}

/** The command itself, without what the shell's own grammar puts before it. */
export function withoutKeywords(words: Word[]): Word[] {
  let rest = words;
  while (rest[0] !== undefined && KEYWORDS.has(rest[0].text)) rest = rest.slice(rest[0].text === "function" ? 2 : 1);
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
const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ksh", "fish", "ash"]);
const DOWNLOADERS = /^(?:.*\/)?(?:curl|wget|fetch|http|aria2c)$|https?:\/\//;
const INTERPRETERS = new Set(["python", "python3", "node", "perl", "ruby", "php", "deno", "osascript"]);
const UNREADABLE = new Set(["eval", "alias", "case", "tmux", "screen", "at", "batch"]);
const RISKY_CODE =
  /rmtree|unlink|remove|rmdir|rmSync|\brm\b|delete|system|subprocess|popen|exec|spawn|child_process|shutil|write|open\s*\(|eval|urlopen|requests|fetch|drop\s|truncate/i;
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
