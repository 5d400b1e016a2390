/**
 * Finds what a shell script may destroy, through pipes, substitutions,
 * wrappers and shells within it.
 */

import { regex } from "../shell/regex.ts";
import { launchedBy } from "../shell/shell-launchers.ts";
import { inShellQuotes } from "../shell/shell-quote.ts";
import { type Command, readScript, type Word } from "../shell/shell-words.ts";
import {
  afterOptions,
  isShell,
  scriptFor,
  startedBy,
  withoutAssignments,
} from "../shell/shell-wrappers.ts";
import type { Danger, ToolCallPlace } from "./destructive.ts";
import { dangersOfCode, dangersOfProgram, READS_PROGRAMS } from "./destructive-code.ts";
import { dangersOfCommand, dangersOfWriting } from "./destructive-commands.ts";
import { dangersOfDatabase, isDatabaseClient } from "./destructive-databases.ts";
import { decisionsInCommand, decisionsInText } from "./destructive-decisions.ts";
import { dangersOfAssignment } from "./destructive-environment.ts";
import { isKnownProgram } from "./destructive-programs.ts";
import { createWrittenThenRun, type WrittenThenRun } from "./destructive-written.ts";

export function dangersOfScript(source: string, place: ToolCallPlace, depth = 0): Danger[] {
  if (source.length > LONGEST || depth > DEEPEST) return ["unclear"];
  const { commands, isClear } = readScript(source);
  const written = createWrittenThenRun();
  let here = place;
  const dangers = commands.flatMap((command) => {
    here = placeAfter(command, here);
    return dangersIn(command, here, written, depth);
  });
  if (FORK_BOMB.test(source)) dangers.push("stops_processes");
  if (sendsSecrets(commands)) dangers.push("publishes");
  return isClear ? dangers : [...dangers, "unclear"];
}

/** Whether a script reads a file of secrets and also talks to another machine. */
function sendsSecrets(commands: Command[]): boolean {
  const words = commands.flatMap((command) => [
    ...command.words,
    ...command.redirects.map(({ target }) => target),
  ]);
  if (!words.some(({ text }) => SECRET_FILE.test(text))) return false;
  return commands.some(({ words: [first, ...rest] }) => {
    const isCaller = CALLERS.test(first?.text ?? "");
    return isCaller && !rest.some(({ text }) => /\blocalhost\b|127\.0\.0\.1/.test(text));
  });
}

const SECRET_FILE = regex()`
  (?:^|[/@=])(?:\.env(?:\.(?!example|sample|template|dist)\w+)?|\.netrc|\.npmrc|\.pypirc
  |\.pgpass|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)|\.aws/credentials|\.kube/config)$
`;
const CALLERS =
  /^(?:curl|wget|nc|ncat|netcat|dig|nslookup|host|https?|xh|telnet|socat|openssl|mail)$/;
const LONGEST = 20_000;
const DEEPEST = 10;
const LONGEST_PIPE = 20;
const LONGEST_PATH = 4096;
const FORK_BOMB = /([\w:]{1,20})\s?\(\)\s?\{[^}]{0,40}\1\s?\|\s?\1/;

function dangersIn(
  command: Command,
  place: ToolCallPlace,
  written: WrittenThenRun,
  depth: number,
): Danger[] {
  const words = withoutKeywords(command.words);
  const { dangers, texts } = written.dangersOfRunning(words);
  written.remember(command, words);
  return [
    ...dangersOfRedirects(command, words, place),
    ...dangersOfWords(words, command, place, depth),
    ...dangers,
    ...texts.flatMap((text) => [
      ...dangersOfScript(text, place, depth + 1),
      ...dangersOfProgram(text).dangers,
    ]),
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
  const at = isWhole ? text : `${place.at ?? place.workingDirectory ?? "."}/${text}`;
  return at.length > LONGEST_PATH ? place : { ...place, at };
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
  const [, name, value = ""] = /^(\w+)\+?=(.*)$/s.exec(text) ?? [];
  const later: Danger[] = EXPANDED_LATER.test(text) ? ["unclear"] : [];
  if (name === undefined) return later;
  const { dangers, script } = dangersOfAssignment(name, value);
  const run =
    script === null ? [] : isLiteral ? dangersOfScript(script, place, depth + 1) : UNCLEAR;
  return [...later, ...dangers, ...run];
}

const UNCLEAR: Danger[] = ["unclear"];
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
  if (UNREADABLE.has(name) && !TERMINALS_LISTED.test(`${name} ${rest[0]?.text ?? ""}`))
    return ["unclear", ...dangersElsewhere(name, rest, command, place, depth)];
  // The shell expands these characters into another name.
  if (/[*?{[]/.test(name) && name !== "[" && name !== "[[") return ["unclear"];
  if ((name === "source" || name === ".") && isFedTo(command, rest[0]?.text ?? ""))
    return ["unclear"];
  const deciding = decisionsInCommand(name, rest, place);
  if (isDatabaseClient(name)) {
    const fed = command.fed ?? (command.pipedFrom === null ? null : printedBy(command.pipedFrom));
    const { dangers, scripts } = dangersOfDatabase(name, rest, command, fed);
    const own = dangersOfCommand(name, rest, place);
    return [...deciding, ...dangers, ...own.dangers, ...inScripts(scripts, place, depth)];
  }
  const own = ADMINISTRATOR.has(name) ? AS_ADMINISTRATOR : dangersOfCommand(name, rest, place);
  const code = dangersOfCode(name, rest, command);
  return [
    ...deciding,
    ...own.dangers,
    ...(code?.dangers ?? dangersOfInput(name, rest, command)),
    ...inScripts([...own.scripts, ...(code?.scripts ?? [])], place, depth),
    ...dangersOfStarted(name, rest, command, place, depth),
    ...(isSearched(name, rest) ? dangersAmong(rest, command, place, depth) : []),
  ];
}

/** What is certain to be destroyed in another terminal or later, by the words or a text. */
function dangersElsewhere(
  name: string,
  args: Word[],
  { fed, pipedFrom }: Command,
  place: ToolCallPlace,
  depth: number,
): Danger[] {
  if (!ELSEWHERE.has(name)) return [];
  const said = fed ?? (pipedFrom === null ? null : printedBy(pipedFrom));
  const texts = args.map(({ text }) => text);
  const starts = texts.flatMap((text, index) =>
    STARTS_HARM.test(text)
      ? [
          texts
            .slice(index)
            .map((word) => inShellQuotes(word))
            .join(" "),
        ]
      : [],
  );
  const scripts = [...texts.filter((text) => /\s/.test(text)), ...starts, said ?? ""];
  return [
    ...decisionsInCommand(name, args, place),
    ...inScripts(scripts.slice(0, 8), place, depth),
  ];
}

const ELSEWHERE = new Set(["tmux", "screen", "at", "batch"]);
const STARTS_HARM = /^(?:\S*\/)?(?:rm|unlink|shred|git|kubectl|docker|askline|node|sudo|dd)$/;

const AS_ADMINISTRATOR = { dangers: ["runs_as_administrator"] as Danger[], scripts: [] };

/** What is certain to be destroyed by texts that a program hands to a shell. */
function inScripts(scripts: readonly string[], place: ToolCallPlace, depth: number): Danger[] {
  return scripts.flatMap((script) =>
    dangersOfScript(script, place, depth + 1).filter((danger) => danger !== "unclear"),
  );
}

/** Whether a program is one whose arguments may be another command, though nobody told us. */
function isSearched(name: string, args: Word[]): boolean {
  if (TAKES_TEXT.test(name) || startedBy(name, args).length > 0) return false;
  return !isKnownProgram(name) || args.some(({ text }) => /^(?:--|run|exec)$/.test(text));
}

/** Programs whose arguments are names, patterns or text. */
const TAKES_TEXT = regex()`
  ^(?:echo|printf|[efr]?grep|rg|ag|ack|git|gh|glab|ls|cat|head|tail|less|more|jq|yq|sed|g?sed
  |[gmn]?awk|test|\[|\[\[|which|type|man|help|command|whereis|whatis|apropos|info|file|stat|wc
  |sort|diff|cp|mv|mkdir|touch|ln|basename|dirname|realpath|readlink|npm|pnpm|yarn|bun|node
  |python[\d.]*|vitest|jest|pytest|mocha|cargo|go|make|tsc|eslint|set|export|local|declare
  |typeset|read|unset|return|exit|shift|true|false|:|alias|askline|claude|codex|gemini
  |opencode|tree|du|df|ps|pgrep|id|cd|pushd|fzf|tldr|brew|apt|apt-get|pip|pip3|dpkg|rpm)$
`;
const DESTROYERS = /^(?:rm|unlink|shred|rimraf|mkfs(?:\..+)?|truncate)$/;

/** A destructive command among the arguments of a program that we do not know. */
function dangersAmong(
  args: Word[],
  command: Command,
  place: ToolCallPlace,
  depth: number,
): Danger[] {
  const at = args.findIndex(({ text }) => DESTROYERS.test(text.split("/").at(-1) ?? ""));
  const words =
    at === -1 ? [] : dangersOfWords(args.slice(at), command, place, depth + stepsFor([1, 2]));
  const texts = args
    .map(({ text }) => text.replace(/^--?[\w-]+=/, ""))
    .filter((text) => DESTROYERS.test(text.split(/\s/)[0] ?? "") && /\s/.test(text));
  return [...words, ...inScripts(texts.slice(0, 3), place, depth + 2)];
}

/** Dangers of an interpreter that reads its program from standard input. */
function dangersOfInput(name: string, args: Word[], command: Command): Danger[] {
  if (!READS_PROGRAMS.test(name) || command.fed !== null) return [];
  if (args.some(({ text }) => text.startsWith("<("))) return ["unclear"];
  const isAsked = args.some(({ text }) => /^-{1,2}(?:v|V|h|version|help|test)$/.test(text));
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
  const started = [...startedBy(name, args), ...launchedBy(name, args)];
  const fed =
    name === "ssh" && command.fed !== null ? dangersOfScript(command.fed, place, depth + 1) : [];
  if (isFilledByInput(name, args) || isFedToRemote(name, command)) fed.push("unclear");
  const deeper = depth + stepsFor(started);
  const dangers = started.flatMap((one): Danger[] => {
    if ("words" in one) return dangersOfWords(withoutKeywords(one.words), command, place, deeper);
    if (!one.script.every(({ isLiteral }) => isLiteral)) return ["unclear"];
    return dangersOfScript(one.script.map(({ text }) => text).join(" "), place, deeper);
  });
  return [...fed, ...dangers];
}

/** `xargs env` and `parallel` take the program's name from what they read. */
function isFilledByInput(name: string, args: Word[]): boolean {
  if (name === "parallel") return afterOptions(args, "jIN").length === 0;
  if (name !== "xargs") return false;
  const [program, ...rest] = afterOptions(args, "adEILnPsJRS");
  return rest.length === 0 && STARTS_ITS_WORDS.test(program?.text ?? "");
}

const STARTS_ITS_WORDS =
  /^(?:env|command|exec|nohup|nice|time|sudo|doas|setsid|xargs|builtin|busybox|eval)$/;

/** A file that another machine's shell, or a file transfer, takes its commands from. */
function isFedToRemote(name: string, { fed, pipedFrom, redirects }: Command): boolean {
  const isFromFile = redirects.some(({ operator }) => operator === "<");
  if (name === "sftp") return fed !== null || pipedFrom !== null || isFromFile;
  return name === "ssh" && isFromFile;
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
  if (args.some(({ text }) => /^--(?:rcfile|init-file)/.test(text))) return ["unclear"];
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
  return redirects.flatMap(({ operator, target }): Danger[] => {
    if (operator === "<") return decisionsInText(target.text, place);
    if (/^\/dev\/(?:tcp|udp)\//.test(target.text))
      return ["unclear", ...decisionsInText(target.text, place)];
    if (!operator.includes(">") || (operator === ">&" && /^(?:\d+-?|-)$/.test(target.text)))
      return [];
    if (/^\/dev\/(?:sd|nvme|hd|vd|disk|mapper)/.test(target.text)) return ["overwrites_disk"];
    const dangers = [
      ...dangersOfWriting(target.text, place),
      ...decisionsInText(target.text, place),
    ];
    const isEmptying = !/>>|<>/.test(operator) && empties(words, target.text);
    return isEmptying && dangers.length === 0 && !/^\/(?:dev|tmp)\//.test(target.text)
      ? ["deletes_files"]
      : dangers;
  });
}

/** Whether nothing is left of a file: nothing is printed into it, or it is read while emptied. */
function empties(words: Word[], target: string): boolean {
  const line = words.map(({ text }) => text).join(" ");
  if (/^(?:|:|true|cat(?: \/dev\/null)?|echo -n|printf(?: (?:%s)?)?)$/.test(line)) {
    return words.length === 0 || !line.startsWith("cat") || line.endsWith("/dev/null");
  }
  return (
    /^(?:cat|sort|uniq|head|tail|sed|awk|grep|tr|cut|jq|tac|rev|fold|fmt|nl)$/.test(
      words[0]?.text ?? "",
    ) && words.slice(1).some(({ text }) => text === target)
  );
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
  if (/^(?:for|select|case)$/.test(rest[0]?.text ?? "")) return [];
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
const TERMINALS_LISTED = regex()`
  ^(?:tmux (?:ls|list-\w+|has(?:-session)?|capture-pane|display(?:-message)?|info|-V)
  |screen -(?:ls|list|v))$
`;
const UNREADABLE = new Set([
  "eval",
  "alias",
  "tmux",
  "screen",
  "at",
  "batch",
  "pwsh",
  "powershell",
  "nu",
  "xonsh",
]);
