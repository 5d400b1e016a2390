/**
 * Judges whether a tool call may destroy something, so that the person who is asked sees
 * it. When unsure, it may.
 */

import { regex } from "../shell/regex.ts";
import { inShellQuotes } from "../shell/shell-quote.ts";
import { dangersOfWriting } from "./destructive-commands.ts";
import { decisionsInText } from "./destructive-decisions.ts";
import { dangersOfInput, decisionsOfInput } from "./destructive-inputs.ts";
import { dangersOfScript } from "./destructive-shell.ts";
import { dangersOfSql } from "./destructive-sql.ts";

/** The codes let a surface say them in another language. */
export const DANGERS = {
  decides_for_you: "Answers in your place, or changes what Askline lets agents do.",
  deletes_files: "Deletes files.",
  overwrites_files: "Overwrites a file outside the project or one the system needs.",
  overwrites_disk: "Writes over a disk.",
  discards_changes: "Throws away changes that are not committed.",
  rewrites_history: "Rewrites or deletes git history.",
  deletes_data: "Deletes data in a database.",
  deletes_resources: "Deletes running services or stored resources.",
  changes_permissions: "Changes permissions of many files.",
  stops_processes: "Stops programs or the machine.",
  publishes: "Publishes something that others will get.",
  runs_remote_code: "Runs a program straight from the network.",
  runs_as_administrator: "Runs as administrator.",
  changes_secrets: "Changes credentials or the settings of your account.",
  runs_hidden_program: "Runs another program through an option.",
  unclear: "Cannot tell what it runs.",
} as const satisfies Record<string, string>;
export type Danger = keyof typeof DANGERS;

export interface Destructiveness {
  is: boolean;
  /** The gravest danger in a short sentence. */
  why: string | null;
  /** Every danger found, the gravest first. */
  dangers: Danger[];
}

export interface ToolCallPlace {
  workingDirectory?: string | undefined;
  /** The folder that the script has changed to since. */
  at?: string | undefined;
}

export function isDestructive(
  toolName: string,
  input: unknown,
  place: ToolCallPlace = {},
): Destructiveness {
  const found = new Set(dangersOf(toolName, asRecord(input), place));
  const dangers = ([...Object.keys(DANGERS)] as Danger[]) // the keys of a constant
    .filter((danger) => found.has(danger));
  const [gravest] = dangers;
  return {
    is: gravest !== undefined,
    why: gravest === undefined ? null : DANGERS[gravest],
    dangers,
  };
}

function dangersOf(
  toolName: string,
  input: Record<string, unknown>,
  place: ToolCallPlace,
): Danger[] {
  const name = toolName.replace(/^mcp__.*__/, "");
  if (QUIET_TOOL.test(name)) return decisionsOfInput(input, place);
  const commands = commandsOf(input);
  const patched = patchesIn(input).flatMap((patch) => dangersOfPatch(patch, place));
  if (WRITING_TOOL.test(name) && commands.length === 0)
    return [...patched, ...namedIn(input).flatMap((path) => dangersOfWritten(path, place))];
  const elsewhere = dangersOfInput(withoutCommands(input), place);
  if (commands.length > 0) {
    const scripts = commands.flatMap((command) => dangersOfScript(command, place));
    return [...patched, ...scripts, ...elsewhere];
  }
  if (SHELL_TOOL.test(name)) return ["unclear", ...elsewhere];
  const dangers = stringsUnder(input, SQL_KEYS).flatMap((sql) => dangersOfSql(sql));
  const named = NAMED_TOOLS.flatMap(([names, danger]) =>
    names.test(inOneCase(name)) ? [danger] : [],
  );
  const isDeleting = DELETING_TOOL.test(inOneCase(toolName));
  return [...dangers, ...elsewhere, ...named, ...(isDeleting ? DELETED : [])];
}

const DELETED: Danger[] = ["deletes_resources"];

/** Dangers of a file that a tool writes. */
function dangersOfWritten(path: string, place: ToolCallPlace): Danger[] {
  return [...dangersOfWriting(path, place), ...decisionsInText(path, place)];
}

/** The fields that are not read as a command already, and not a patch. */
function withoutCommands(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([key, value]) =>
        !(COMMAND_KEYS.includes(key) && (typeof value === "string" || Array.isArray(value))) &&
        !["patch", "input", "diff"].includes(key) &&
        !(key === "args" && COMMAND_KEYS.some((command) => command in input)),
    ),
  );
}

const SHELL_TOOL =
  /^(?:bash|shell|powershell|local_shell|exec_command|run_shell_command|run_terminal_cmd)$/i;
const WRITING_TOOL = regex("i")`
  ^(?:write|edit|multi_?edit|notebook_?edit|(?:write|edit|append|move|copy|rename)_file
  |create_(?:text_)?file|replace|apply_patch|patch)$
`;
/** Tools that read, and tools whose texts are for people. */
const QUIET_TOOL = regex("i")`
  ^(?:read|read_file|read_many_files|view|cat|open_file|grep|glob|ls|list_\w+|search\w*
  |file_search|codebase_search|todo_?(?:write|read)|update_plan|web_?search|web_?fetch
  |google_web_search|task|agent|ask_?user\w*|request_user_input|exit_?plan_?mode
  |enter_?plan_?mode|skill|tool_?search|think\w*|save_memory)$
`;
/** The first word of a tool's name says what it does. */
const NAMED_TOOLS: [names: RegExp, danger: Danger][] = [
  [/^(?:publish|merge|deploy|release)(?:_|$)/i, "publishes"],
  [/^(?:stop|kill|shutdown|reboot|restart)(?:_|$)/i, "stops_processes"],
];
const DELETING_TOOL =
  /(?:^|_)(?:delete|destroy|drop|remove|purge|wipe|truncate|terminate|revoke|force)(?:_|$)/i;
const SQL_KEYS = ["sql", "query", "statement", "statements"];
const PATH_KEYS = [
  ...["file_path", "filePath", "path", "notebook_path", "absolute_path", "filename"],
  ...["target_file", "new_path", "destination"],
];
const COMMAND_KEYS = ["command", "cmd", "script"];
const PATCH = /^\s*\*\*\* Begin Patch/;

/**
 * Every script in a tool call's input. Clients use different names for it, so all are read.
 * A patch is not a script.
 */
export function commandsOf(input: Readonly<Record<string, unknown>>): string[] {
  const { args } = input;
  const behind = Array.isArray(args)
    ? args.map((word) => ` ${inShellQuotes(String(word))}`).join("")
    : "";
  return COMMAND_KEYS.flatMap((key) => {
    const command = input[key];
    if (Array.isArray(command))
      return [command.map((word) => inShellQuotes(String(word))).join(" ") + behind];
    return typeof command === "string" && !PATCH.test(command) ? [command + behind] : [];
  });
}

/** Every file that a tool call names, also inside a patch. */
export function pathsOf(input: Readonly<Record<string, unknown>>): string[] {
  return [
    ...namedIn(input),
    ...patchesIn(input).flatMap((patch) => patchedIn(patch).map(({ path }) => path)),
  ];
}

function namedIn(input: Readonly<Record<string, unknown>>): string[] {
  return stringsUnder(input, PATH_KEYS);
}

/** Patches in a tool call's input, also those handed to a shell. */
function patchesIn(input: Readonly<Record<string, unknown>>): string[] {
  const handed = stringsUnder(input, COMMAND_KEYS).filter((text) =>
    text.includes("*** Begin Patch"),
  );
  return [...stringsUnder(input, ["patch", "input", "diff"]), ...handed];
}

function dangersOfPatch(patch: string, place: ToolCallPlace): Danger[] {
  return patchedIn(patch).flatMap(({ path, isDeleted }): Danger[] => {
    const dangers = dangersOfWritten(path, place);
    return isDeleted ? ["deletes_files", ...dangers] : dangers;
  });
}

/** Clients accept a patch line that begins with spaces, so this does too. */
function patchedIn(patch: string): { path: string; isDeleted: boolean }[] {
  const lines = patch.matchAll(/^[^\S\n]*\*\*\* (Add|Update|Delete|Move to)(?: File)?: (.+)$/gm);
  return [...lines].map(([, what, path = ""]) => ({
    path: path.trim(),
    isDeleted: what === "Delete",
  }));
}

function stringsUnder(input: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return keys.flatMap((key) => [input[key]].flat()).filter((value) => typeof value === "string");
}

/** `deleteFile` and `delete-file` become `delete_file`. */
function inOneCase(name: string): string {
  return name.replace(/([a-z0-9])(?=[A-Z])/g, "$1_").replaceAll("-", "_");
}

function asRecord(input: unknown): Record<string, unknown> {
  if (typeof input === "string") return { command: input };
  return typeof input === "object" && input !== null ? { ...input } : {};
}
