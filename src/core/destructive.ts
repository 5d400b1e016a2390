/** Whether a tool call may destroy something, so that a person is asked with that in sight. When unsure, it may. */
import { dangersOfPath } from "./destructive-paths.ts";
import { dangersOfScript } from "./destructive-shell.ts";
import { dangersOfSql } from "./destructive-sql.ts";

/** The codes are for surfaces that speak another language. */
export const DANGERS = {
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
  unclear: "Cannot tell what it runs.",
} as const satisfies Record<string, string>;
export type Danger = keyof typeof DANGERS;

export interface Destructiveness {
  is: boolean;
  /** The gravest one in a short sentence. */
  why: string | null;
  /** Everything that was found, the gravest first. */
  dangers: Danger[];
}

export interface ToolCallPlace {
  workingDirectory?: string | undefined;
}

export function isDestructive(toolName: string, input: unknown, place: ToolCallPlace = {}): Destructiveness {
  const found = new Set(dangersOf(toolName, asRecord(input), place));
  const dangers = ([...Object.keys(DANGERS)] as Danger[]) // the keys of a constant
    .filter((danger) => found.has(danger));
  const [gravest] = dangers;
  return { is: gravest !== undefined, why: gravest === undefined ? null : DANGERS[gravest], dangers };
}

function dangersOf(toolName: string, input: Record<string, unknown>, place: ToolCallPlace): Danger[] {
  const command = input["command"] ?? input["cmd"] ?? input["script"];
  if (Array.isArray(command)) return dangersOfScript(command.map((word) => quoted(String(word))).join(" "), place);
  if (typeof command === "string" && !QUIET_TOOL.test(toolName)) return dangersOfScript(command, place);
  if (SHELL_TOOL.test(toolName)) return ["unclear"];
  if (WRITING_TOOL.test(toolName)) return pathsOf(input).flatMap((path) => dangersOfPath(path, place));
  const dangers = stringsUnder(input, SQL_KEYS).flatMap((sql) => dangersOfSql(sql));
  return DELETING_TOOL.test(toolName) ? [...dangers, "deletes_resources"] : dangers;
}

const SHELL_TOOL = /^(?:bash|shell|powershell|local_shell|exec_command|run_shell_command|run_terminal_cmd)$/i;
const WRITING_TOOL = /^(?:write|edit|multi_?edit|notebook_?edit|write_file|create_file|replace|apply_patch|patch)$/i;
const QUIET_TOOL = /^(?:read|grep|glob|ls|todowrite|websearch|webfetch)$/i;
const DELETING_TOOL = /(?:^|_)(?:delete|destroy|drop|remove|purge|wipe|truncate|terminate|revoke|force)(?:_|$)/i;
const SQL_KEYS = ["sql", "query", "statement", "statements"];
const PATH_KEYS = ["file_path", "path", "notebook_path", "absolute_path", "filename"];

/** Every file that a tool call names, also those in a patch. */
export function pathsOf(input: Readonly<Record<string, unknown>>): string[] {
  const patched = stringsUnder(input, ["patch", "input", "diff"]).flatMap((patch) =>
    [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete|Move to)(?: File)?: (.+)$/gm)].map(([, path = ""]) => path.trim()),
  );
  return [...stringsUnder(input, PATH_KEYS), ...patched];
}

function stringsUnder(input: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return keys.flatMap((key) => [input[key]].flat()).filter((value) => typeof value === "string");
}

function asRecord(input: unknown): Record<string, unknown> {
  if (typeof input === "string") return { command: input };
  return typeof input === "object" && input !== null ? { ...input } : {};
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
