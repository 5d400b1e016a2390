/** A tool's input as a person sees it before allowing it: the command or change, and the rest. */
import { resolve } from "node:path";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { pathsOf } from "../../core/safety/destroys/destructive.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { shellCommand } from "../../core/safety/shell/shell-quote.ts";
import type { DialogTools } from "./dialog.ts";
import { differenceOf } from "./diff.ts";

export interface ShownInput {
  title: string;
  /** A sentence that says what the agent wants to do; it stands above the body. */
  intent: string;
  body: string;
  language: string;
  /** The remaining input as JSON; null if there is none. */
  rest: string | null;
  /** The agent's own description of the call. */
  remark: string | null;
  /** A sentence about what the body cannot show. */
  unshown?: string;
}

/** What is shown of a request. */
type ShownCall = Pick<DialogEvent, "toolName" | "input" | "workingDirectory" | "remark">;
type Input = DialogEvent["input"];
type NamedTools = Pick<DialogTools, "text" | "readText"> & { agentName: string };

// Only tools whose behaviour we know. Another tool may do anything with a command or an address, so
// its whole input is shown as JSON.
const SHELL_TOOL = /^(?:bash|shell|powershell|local_shell|exec_command|run_shell_command)$/i;
const WRITING_TOOL = /^(?:write|write_file)$/i;
const CHANGING_TOOL = /^(?:edit|multi_?edit|notebook_?edit|replace)$/i;
const PATCHING_TOOL = /^apply_patch$/i;
const FETCHING_TOOL = /^web_?fetch$/i;

export async function shownInput(event: ShownCall, tools: NamedTools): Promise<ShownInput> {
  const { toolName } = event;
  if (SHELL_TOOL.test(toolName)) return shownCommand(event, tools) ?? shownWhole(event, tools);
  if (WRITING_TOOL.test(toolName))
    return (await shownFile(event, tools)) ?? shownWhole(event, tools);
  if (CHANGING_TOOL.test(toolName)) return shownChange(event, tools) ?? shownWhole(event, tools);
  if (PATCHING_TOOL.test(toolName)) return shownPatch(event, tools) ?? shownWhole(event, tools);
  if (FETCHING_TOOL.test(toolName)) return shownAddress(event, tools) ?? shownWhole(event, tools);
  return shownWhole(event, tools);
}

function shownCommand(
  { toolName, input, remark }: ShownCall,
  { text, agentName }: NamedTools,
): ShownInput | null {
  const command = commandIn(input);
  if (command === null) return null;
  return {
    title: titleOf(toolName, command),
    intent: text.wantsTo.run(agentName),
    body: command,
    language: "sh",
    rest: jsonOf(without(input, ["command", "description"])),
    remark: remark || remarkIn(input),
  };
}

async function shownFile(
  event: ShownCall,
  { text, agentName, readText }: NamedTools,
): Promise<ShownInput | null> {
  const { toolName, input, workingDirectory } = event;
  const file = fileIn(input);
  const content = stringIn(input, "content");
  if (file === null || content === null) return null;
  const before = await readText(resolve(workingDirectory, file));
  return {
    title: titleOf(toolName, file),
    intent: text.wantsTo.write(agentName, inline(file)),
    body: differenceOf(before ?? "", content),
    language: "diff",
    rest: jsonOf(without(input, [...FILE_FIELDS, "content", "description"])),
    remark: remarkIn(input),
    ...(before === null && { unshown: text.replacesUnseen }),
  };
}

function shownChange(
  { toolName, input }: ShownCall,
  { text, agentName }: NamedTools,
): ShownInput | null {
  const file = fileIn(input);
  const { changes, rest } = changesIn(input);
  if (file === null || changes.length === 0) return null;
  const body = changes.map(({ before, after }) => differenceOf(before, after)).join("\n\n");
  const intent = text.wantsTo.edit(agentName, inline(file));
  return {
    ...{ title: titleOf(toolName, file), intent, body, language: "diff" },
    ...{ rest: jsonOf(rest), remark: remarkIn(input) },
  };
}

/** Codex passes a patch in the field `command`. */
function shownPatch(
  { toolName, input }: ShownCall,
  { text, agentName }: NamedTools,
): ShownInput | null {
  const patch = stringIn(input, "command");
  const files = [...new Set(pathsOf({ command: patch }))];
  if (patch === null || files.length === 0) return null;
  return {
    title: titleOf(toolName, files.join(", ")),
    intent: text.wantsTo.edit(agentName, files.map(inline).join(", ")),
    body: patch,
    language: "diff",
    rest: jsonOf(without(input, ["command"])),
    remark: null,
  };
}

function shownAddress(
  { toolName, input }: ShownCall,
  { text, agentName }: NamedTools,
): ShownInput | null {
  const url = stringIn(input, "url");
  if (url === null) return null;
  const body = [url, stringIn(input, "prompt")].filter((part) => part !== null).join("\n\n");
  const rest = jsonOf(without(input, ["url", "prompt"]));
  return {
    title: titleOf(toolName, url),
    intent: text.wantsTo.fetch(agentName),
    body,
    language: "",
    rest,
    remark: null,
  };
}

function shownWhole({ toolName, input }: ShownCall, { text, agentName }: NamedTools): ShownInput {
  const file = fileIn(input);
  return {
    title: file === null ? safeLine(toolName) : titleOf(toolName, file),
    intent: text.wantsTo.use(agentName, inline(toolName)),
    body: JSON.stringify(input, null, 2),
    language: "json",
    ...{ rest: null, remark: null },
  };
}

function titleOf(toolName: string, about: string): string {
  return safeLine(`${toolName}: ${about}`);
}

/** Codex gives a command as an array of words. */
export function commandIn(input: Input): string | null {
  const command = input["command"];
  if (Array.isArray(command)) return shellCommand(command.map(String));
  return stringIn(input, "command");
}

const FILE_FIELDS = ["file_path", "notebook_path"];

export function fileIn(input: Input): string | null {
  return FILE_FIELDS.map((name) => stringIn(input, name)).find(Boolean) ?? null;
}

const CHANGE_FIELDS = ["old_string", "new_string", "new_source"];

export function changesIn(input: Input): {
  changes: { before: string; after: string }[];
  rest: Input;
} {
  const isMany = Array.isArray(input["edits"]);
  const edits: unknown[] = isMany ? (input["edits"] as unknown[]) : [input];
  const records = edits.filter((edit): edit is Input => typeof edit === "object" && edit !== null);
  const changes = records.flatMap((edit) => {
    const after = stringIn(edit, "new_string") ?? stringIn(edit, "new_source");
    return after === null ? [] : [{ before: stringIn(edit, "old_string") ?? "", after }];
  });
  // An unreadable edit would be missing from the diff, so the whole input is shown instead.
  if (changes.length < edits.length) return { changes: [], rest: {} };
  const others = unusual(
    without(input, [...FILE_FIELDS, "description", ...(isMany ? ["edits"] : CHANGE_FIELDS)]),
  );
  const perEdit = isMany ? records.map((edit) => unusual(without(edit, CHANGE_FIELDS))) : [];
  const hasMore = perEdit.some((edit) => Object.keys(edit).length > 0);
  return { changes, rest: hasMore ? { ...others, edits: perEdit } : others };
}

/** Claude Code fills in `replace_all: false` for every edit, so that value is not worth showing. */
function unusual(input: Input): Input {
  return input["replace_all"] === false ? without(input, ["replace_all"]) : input;
}

function remarkIn(input: Input): string | null {
  return stringIn(input, "description") || null;
}

function inline(name: string): string {
  const line = safeLine(name);
  return line.includes("`") ? line.replaceAll("`", "'") : `\`${line}\``;
}

function stringIn(input: Input, name: string): string | null {
  const value = input[name];
  return typeof value === "string" ? value : null;
}

function without(input: Input, names: readonly string[]): Input {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

function jsonOf(input: Input): string | null {
  return Object.keys(input).length === 0 ? null : JSON.stringify(input, null, 2);
}
