/**
 * Whether Claude Code's transcript says that a tool call was refused. No hook reports a no in the
 * terminal, so where no hub reads transcripts, this is the only sign of it.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { entriesIn } from "./transcript-entries.ts";

// A dialog stops its agent, so its result is among the last lines.
const TAIL_BYTES = 1024 * 1024;

/** False as well if there is no result yet, or the file cannot be read. */
export function isRefusedCall(transcriptPath: string, toolUseId: string): boolean {
  const results = tailOf(transcriptPath)
    .split("\n")
    .filter((line) => line.includes(toolUseId))
    .flatMap(entriesIn)
    .filter((entry) => entry.type === "result");
  const result = results.findLast((entry) => entry.toolUseId === toolUseId);
  return result !== undefined && !(result.decision?.isAllowed ?? !result.hasFailed);
}

/** A line that begins before it is cut, and therefore no JSON. */
function tailOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const length = readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString("utf8", 0, length);
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
