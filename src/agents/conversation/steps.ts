/**
 * What an agent did, one line a step, out of its transcript's entries: what was said, and each tool
 * call with how it ended. Pure.
 */
import { isRecord } from "../../core/json.ts";
import { safeLine, safeText } from "../../core/safety/safe-text.ts";
import { shortened } from "../../core/shortened.ts";
import type { Entry } from "../clients/common/transcript-entry.ts";

export type StepKind = "prompt" | "said" | "ran" | "read" | "wrote" | "searched" | "did";

export interface Step {
  kind: StepKind;
  /** In one line: the words, the command, the path or the tool's name. */
  what: string;
  at: string | null;
  /** What came of it, or the rest of what was said; empty if nothing is known. */
  more: string;
  hasFailed: boolean;
  /** Still under way, or its end is not in the transcript. */
  isOpen: boolean;
  added?: number;
  removed?: number;
}

export interface ChangedFile {
  path: string;
  added: number;
  removed: number;
}

const LONGEST_LINE = 200;
const LONGEST_MORE = 4_000;

/** The last of them, oldest first. */
export function stepsFrom(entries: readonly Entry[], folder: string, most: number): Step[] {
  const steps: Step[] = [];
  const calls = new Map<string, Step>();
  for (const entry of entries) {
    if (entry.type === "result") {
      const step = calls.get(entry.toolUseId);
      if (step === undefined) continue;
      Object.assign(step, { isOpen: false, hasFailed: entry.hasFailed, more: moreOf(entry.text) });
      continue;
    }
    const step = stepOf(entry, folder);
    if (step === null) continue;
    steps.push(step);
    if (entry.type === "call") calls.set(entry.toolUseId, step);
  }
  return steps.slice(-most);
}

/** Each file that the steps wrote, the last one first. What failed changed nothing. */
export function changedFilesIn(steps: readonly Step[]): ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  for (const { kind, what, hasFailed, isOpen, added = 0, removed = 0 } of steps) {
    if (kind !== "wrote" || hasFailed || isOpen) continue;
    const known = files.get(what) ?? { path: what, added: 0, removed: 0 };
    files.delete(what);
    files.set(what, { path: what, added: known.added + added, removed: known.removed + removed });
  }
  return [...files.values()].reverse();
}

function stepOf(entry: Entry, folder: string): Step | null {
  const at = entry.at === null ? null : new Date(entry.at / 1_000).toISOString();
  const done = { at, more: "", hasFailed: false, isOpen: false };
  switch (entry.type) {
    case "prompt":
      return { ...done, kind: "prompt", what: lineOf(entry.text), more: moreOf(entry.text) };
    case "text":
      return { ...done, kind: "said", what: lineOf(entry.text), more: moreOf(entry.text) };
    case "call":
      return { ...done, ...callStep(entry, folder), isOpen: true };
    default:
      return null;
  }
}

type Call = Extract<Entry, { type: "call" }>;

const KINDS: readonly [RegExp, StepKind][] = [
  [/^(?:bash|shell|powershell|local_shell|exec_command|run_shell_command)$/i, "ran"],
  [/^(?:read|read_file|read_many_files|view|cat)$/i, "read"],
  [/^(?:write|write_file|edit|multi_?edit|notebook_?edit|replace|apply_patch|patch)$/i, "wrote"],
  [/^(?:grep|glob|search|list|ls|list_directory|search_file_content|web_?search)$/i, "searched"],
];

function callStep({ toolName, input }: Call, folder: string): Pick<Step, "kind" | "what"> {
  const kind = KINDS.find(([names]) => names.test(toolName))?.[1] ?? "did";
  const subject = subjectOf(input);
  const what = subject === "" ? toolName : relativeTo(folder, subject);
  const named = kind === "did" && subject !== "" ? `${toolName}: ${what}` : what;
  return { kind, what: lineOf(named), ...(kind === "wrote" && sizeOf(input)) };
}

const SUBJECTS = [
  "command",
  "cmd",
  "file_path",
  "path",
  "absolute_path",
  "pattern",
  "query",
  "url",
];

function subjectOf(input: Call["input"]): string {
  for (const name of SUBJECTS) {
    const value = input[name];
    if (typeof value === "string" && value.trim() !== "") return value;
    if (Array.isArray(value) && value.every((word) => typeof word === "string"))
      return value.join(" ");
  }
  return "";
}

/** How many lines a change takes away and adds, as far as its input says. */
function sizeOf(input: Call["input"]): { added: number; removed: number } {
  const edits = Array.isArray(input["edits"]) ? input["edits"].filter(isRecord) : [input];
  const count = (value: unknown) =>
    typeof value === "string" && value !== "" ? value.replace(/\n$/, "").split("\n").length : 0;
  const sum = (...names: string[]) =>
    edits.reduce(
      (total, edit) => total + names.reduce((lines, name) => lines + count(edit[name]), 0),
      0,
    );
  return {
    added: sum("new_string", "newString", "content"),
    removed: sum("old_string", "oldString"),
  };
}

function relativeTo(folder: string, text: string): string {
  return folder.length > 1 && text.startsWith(`${folder}/`) ? text.slice(folder.length + 1) : text;
}

function lineOf(text: string): string {
  return shortened(safeLine(text.trim().split("\n", 1)[0] ?? ""), LONGEST_LINE);
}

function moreOf(text: string): string {
  return shortened(safeText(text.trim()), LONGEST_MORE);
}
