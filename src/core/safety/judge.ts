/**
 * Judges a tool call: known to be harmless, destroys something, or nobody can tell. Only the
 * first may pass without its name.
 */

import { isRecord } from "../json.ts";
import {
  commandsOf,
  type Danger,
  isDestructive,
  type ToolCallPlace,
} from "./destroys/destructive.ts";
import { programsOf } from "./destroys/destructive-inputs.ts";
import { unknownPart } from "./harmless/harmless.ts";
import { isSecretPath } from "./harmless/secrets.ts";
import { regex } from "./shell/regex.ts";

export type Verdict = "harmless" | "destroys" | "cannot_tell";

export interface Judgement {
  verdict: Verdict;
  /** What it destroys, the gravest first; only where the verdict is `destroys`. */
  dangers: Danger[];
  /** The part that nobody can tell, as it is written; only where the verdict is `cannot_tell`. */
  part: string | null;
}

export interface JudgedPlace extends ToolCallPlace {
  /** Whether a path is there already: a redirect to a new file overwrites nothing. */
  exists?: ((path: string) => boolean) | undefined;
  /**
   * Whether a folder belongs to the project: its repository is that of the working directory.
   * Without it, only what lies below the working directory does.
   */
  isOwnFolder?: ((folder: string) => boolean) | undefined;
  /** The text of a project's script, such as `test` of its package.json; null if there is none. */
  scriptText?: ((runner: string, name: string) => string | null) | undefined;
}

export function judge(toolName: string, input: unknown, place: JudgedPlace = {}): Judgement {
  const { dangers } = isDestructive(toolName, input, place);
  const grave = dangers.filter((danger) => danger !== "unclear");
  if (grave.length > 0) return { verdict: "destroys", dangers: grave, part: null };
  const part = unknownIn(toolName, input, place);
  if (part === null && dangers.length === 0)
    return { verdict: "harmless", dangers: [], part: null };
  return { verdict: "cannot_tell", dangers: [], part: part ?? firstLine(toolName, input) };
}

function firstLine(toolName: string, input: unknown): string {
  const [command = toolName] = commandsOf(isRecord(input) ? input : { command: input });
  return command.trim().split("\n", 1)[0]?.slice(0, 60) ?? toolName;
}

/** The part that is not known to be harmless; null if all of it is. */
function unknownIn(toolName: string, input: unknown, place: JudgedPlace): string | null {
  const isKnown = KNOWN_TOOL.test(toolName);
  const commands = isKnown
    ? []
    : [...commandsOf(isRecord(input) ? input : { command: input }), ...programsOf(input)];
  // PowerShell reads the same words in another way.
  if (/powershell|pwsh/i.test(toolName)) return commands[0]?.slice(0, 60) ?? toolName;
  for (const command of commands) {
    const part = unknownPart(command, place);
    if (part !== null) return part;
  }
  if (commands.length > 0) return null;
  const secret = secretOf(input);
  if (secret !== null) return secret;
  const name = toolName.replace(/^mcp__.*__/, "");
  return isKnown || isReading(name, input) ? null : toolName;
}

/** By its name, and by nothing that it is told to send. */
function isReading(name: string, input: unknown): boolean {
  if (!READING_TOOL.test(name) || OTHER_DEED.test(inOneCase(name))) return false;
  const fields = isRecord(input) ? Object.entries(input) : [];
  return !fields.some(
    ([key, value]) =>
      /^(?:http_?)?method$/i.test(key) && !/^(?:get|head|options)$/i.test(String(value)),
  );
}

function inOneCase(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
}

// A second verb behind the one that reads: `get_or_create`, `list_and_delete`.
const OTHER_DEED = regex()`
  [_-](?:create|delete|remove|write|update|replace|set|add|send|post|put|patch|merge|close
  |reopen|run|exec\w*|apply|edit|insert|move|rename|upload|publish|cancel|approve|assign|lock
  |clear|reset|drop|stop|start|kill|install|deploy|mark|archive|transfer)(?:[_-]|$)
  |^resolve[_-](?!library|symbol|path|url|uri|ref|name|id|dns|import|type)
`;

/** A file with keys in it that a tool is to read, or the place where clouds hand theirs out. */
function secretOf(input: unknown): string | null {
  if (!isRecord(input)) return null;
  const texts = Object.entries(input).flatMap(([key, value]) =>
    FILE_KEY.test(key) ? [value].flat() : [],
  );
  const secret = texts.find(
    (text) => typeof text === "string" && (isSecretPath(text) || KEYS_OF_CLOUDS.test(text)),
  );
  return typeof secret === "string" ? secret : null;
}

const FILE_KEY = /path|file|uri|url/i;
const KEYS_OF_CLOUDS = /169\.254\.169\.254|metadata\.google|100\.100\.100\.200/;

// Tools of the clients themselves that read, plan, or write inside the project; what they may
// destroy is found by their paths.
const KNOWN_TOOL = regex("i")`
  ^(?:read|grep|glob|ls|list|view|view_image|notebook_?read|todo_?(?:read|write)|update_plan
  |web_?search|google_web_search|web_?fetch|task|agent|skill|ask_?user_?questions?|(?:enter
  |exit)_?plan_?mode|bash_?output|tool_?search|write|edit|multi_?edit|notebook_?edit|(?:write
  |edit|append)_file|create_(?:text_)?file|replace|apply_patch|patch|search_file_content
  |list_directory|read_many_files)$
`;
const READING_TOOL = regex()`
  ^(?:get|list|read|search|find|fetch|view|show|describe|lookup|count|query_docs
  |resolve)(?:[_A-Z-]|$)
`;
