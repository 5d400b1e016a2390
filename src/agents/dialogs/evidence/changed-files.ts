/** The files that a call changes, line by line: with what stands around the change where it is known. */
import { extname, resolve } from "node:path";
import type { Locale } from "../../../core/locale.ts";
import type { DialogTools } from "../dialog.ts";
import { changesIn, fileIn } from "../shown-input.ts";
import { addedRisks } from "./added-risks.ts";
import { type Call, pathInProject } from "./call.ts";
import { type ChangedRow, changedRows, type RowMark } from "./changed-rows.ts";
import { patchedFiles } from "./patched-files.ts";

export interface ChangedFile {
  path: string;
  /** For the colours of its code; empty if it is none. */
  language: string;
  added: number;
  removed: number;
  rows: ChangedRow[];
}

interface ChangeTools extends Pick<DialogTools, "readText"> {
  locale: Locale;
}

const WRITING_TOOL = /^(?:write|write_file)$/i;
const CHANGING_TOOL = /^(?:edit|multi_?edit|notebook_?edit|replace)$/i;
const PATCHING_TOOL = /^apply_patch$/i;
// More changed text than the prompt would show is a sign that it is shown in the wrong way.
const MOST_CHANGED = 120_000;

/** Null for a call that changes no file that we could read. */
export async function changedFiles(call: Call, tools: ChangeTools): Promise<ChangedFile[] | null> {
  const { toolName, input } = call;
  if (PATCHING_TOOL.test(toolName)) return patched(call, tools.locale);
  const file = fileIn(input);
  if (file === null) return null;
  if (WRITING_TOOL.test(toolName)) {
    const content = input["content"];
    if (typeof content !== "string") return null;
    const before = (await tools.readText(resolve(call.workingDirectory, file))) ?? "";
    return [fileOf(call, file, changedRows(before, content), tools.locale)];
  }
  return CHANGING_TOOL.test(toolName) ? edited(call, file, tools) : null;
}

async function edited(call: Call, file: string, tools: ChangeTools) {
  const { changes } = changesIn(call.input);
  if (changes.length === 0) return null;
  const before = await tools.readText(resolve(call.workingDirectory, file));
  const after = before === null ? null : replaced(before, changes, call.input);
  const whole = before !== null && after !== null ? changedRows(before, after) : null;
  const rows =
    whole !== null && sizeOfChange(whole) <= MOST_CHANGED
      ? whole
      : changes.flatMap((change, index) => [
          ...(index === 0 ? [] : [{ sign: "gap" as const, count: null }]),
          ...changedRows(change.before, change.after, { isPart: true }),
        ]);
  return [fileOf(call, file, rows, tools.locale)];
}

/** The file as it would be; null if it is not certain what would be replaced. */
function replaced(
  text: string,
  changes: readonly { before: string; after: string }[],
  input: Call["input"],
): string | null {
  let now = text.replaceAll("\r\n", "\n");
  const edits = Array.isArray(input["edits"]) ? input["edits"] : [input];
  for (const [index, { before, after }] of changes.entries()) {
    const count = before === "" ? 0 : now.split(before).length - 1;
    const isForAll = edits[index]?.["replace_all"] === true;
    if (count === 0 || (count > 1 && !isForAll)) return null;
    now = now.split(before).join(after);
  }
  return now;
}

function patched(call: Call, locale: Locale): ChangedFile[] | null {
  const { command } = call.input;
  const files = typeof command === "string" ? patchedFiles(command) : null;
  return files?.map(({ path, rows }) => fileOf(call, path, rows, locale)) ?? null;
}

function fileOf(
  { workingDirectory }: Call,
  file: string,
  rows: ChangedRow[],
  locale: Locale,
): ChangedFile {
  const risks = addedRisks(file, rows, locale);
  return {
    path: pathInProject(file, workingDirectory),
    language: LANGUAGES[extname(file).slice(1).toLowerCase()] ?? "",
    added: rows.filter(({ sign }) => sign === "+").length,
    removed: rows.filter(({ sign }) => sign === "-").length,
    rows: rows.map((row, index) => withMark(row, risks.get(index))),
  };
}

function withMark(row: ChangedRow, mark: RowMark | undefined): ChangedRow {
  return mark === undefined || row.sign === "gap" ? row : { ...row, mark };
}

function sizeOfChange(rows: readonly ChangedRow[]): number {
  return rows.reduce(
    (sum, row) => (row.sign === "+" || row.sign === "-" ? sum + row.text.length : sum),
    0,
  );
}

const LANGUAGES: Record<string, string> = {
  ...{ ts: "typescript", tsx: "typescript", mts: "typescript", cts: "typescript" },
  ...{ js: "javascript", jsx: "javascript", mjs: "javascript", cjs: "javascript" },
  ...{ py: "python", rs: "rust", go: "go", java: "java", sql: "sql", css: "css" },
  ...{ sh: "bash", bash: "bash", zsh: "bash", json: "json", yml: "yaml", yaml: "yaml" },
  ...{ html: "xml", xml: "xml", svg: "xml", vue: "xml" },
};
