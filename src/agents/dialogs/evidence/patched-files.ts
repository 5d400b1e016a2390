/** Codex's patches as rows. Its hunks have no line numbers. */
import { seen } from "../fence.ts";
import type { ChangedRow } from "./changed-rows.ts";

export interface PatchedFile {
  path: string;
  rows: ChangedRow[];
}

const FILE = /^\s*\*\*\* (Add|Update|Delete) File: (.+)$/;
const FRAME = /^\s*\*\*\* (?:Begin Patch|End Patch|End of File)\s*$/;

/** Null for a patch with a line that is not understood: it is then shown as it came. */
export function patchedFiles(patch: string): PatchedFile[] | null {
  const files: PatchedFile[] = [];
  for (const line of patch.replaceAll("\r\n", "\n").split("\n")) {
    if (FRAME.test(line) || (line === "" && files.length === 0)) continue;
    const [, deed, path = ""] = FILE.exec(line) ?? [];
    // A deleted or moved file has no rows that would say so.
    if (deed === "Delete") return null;
    if (deed !== undefined) files.push({ path: path.trim(), rows: [] });
    else if (!isAdded(line, files.at(-1)?.rows)) return null;
  }
  return files.length === 0 || files.some(({ rows }) => rows.length === 0) ? null : files;
}

/** False for a line that is not understood. */
function isAdded(line: string, rows: ChangedRow[] | undefined): boolean {
  if (rows === undefined || /^\s*\*\*\* /.test(line)) return false;
  if (line.startsWith("@@")) {
    if (rows.length > 0) rows.push({ sign: "gap", count: null });
    return true;
  }
  const sign = line[0] ?? " ";
  if (sign !== "+" && sign !== "-" && sign !== " ") return false;
  rows.push({ sign, old: null, fresh: null, text: seen(line.slice(1)).text });
  return true;
}
