/**
 * opencode's tools by the names and fields under which the rest of the program knows them, so that
 * each is shown and judged like the same tool of another client. Pure.
 */
import { isRecord } from "../../../core/json.ts";
import type { CalledTool } from "../common/tool-questions.ts";

const NAMES: Readonly<Record<string, string>> = {
  bash: "Bash",
  edit: "Edit",
  write: "Write",
  multiedit: "MultiEdit",
  read: "Read",
  webfetch: "WebFetch",
  websearch: "WebSearch",
  question: "AskUserQuestion",
};

const FIELDS: Readonly<Record<string, string>> = {
  filePath: "file_path",
  oldString: "old_string",
  newString: "new_string",
  replaceAll: "replace_all",
  patchText: "command",
};

const PATCHING = new Set(["patch", "apply_patch"]);
// These share opencode's permission "edit".
const EDITING = new Set(["edit", "write", "multiedit", ...PATCHING]);

/** Tools of other servers keep their fields: there, the same names may mean anything. */
export function calledTool(tool: string, args: Readonly<Record<string, unknown>>): CalledTool {
  if (tool === "question") return { toolName: "AskUserQuestion", input: askedIn(args) };
  if (PATCHING.has(tool)) return { toolName: "apply_patch", input: renamed(args) };
  const toolName = Object.hasOwn(NAMES, tool) ? (NAMES[tool] ?? tool) : tool;
  return { toolName, input: toolName === tool ? args : renamed(args) };
}

/** Whether the permission is about the tool itself, and not about where or how often it works. */
export function isOwnPermission(permission: string, tool: string): boolean {
  return permission === tool || (permission === "edit" && EDITING.has(tool));
}

function renamed(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const edits = args["edits"];
  return Object.fromEntries(
    Object.entries({
      ...args,
      ...(Array.isArray(edits) && {
        edits: edits.map((edit: unknown) => (isRecord(edit) ? renamed(edit) : edit)),
      }),
    }).map(([name, value]) => [(Object.hasOwn(FIELDS, name) && FIELDS[name]) || name, value]),
  );
}

function askedIn(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { questions } = args;
  if (!Array.isArray(questions)) return { ...args };
  return {
    questions: questions.map((question: unknown) =>
      isRecord(question) ? { ...question, multiSelect: question["multiple"] === true } : question,
    ),
  };
}
