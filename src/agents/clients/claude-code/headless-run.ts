/**
 * Tells a headless run by its transcript. A posted hook has no environment that would say so, and
 * its payload is the same as an attended agent's.
 */
import type { DialogEvent } from "../../../core/agent/agent-event.ts";
import { isRecord, jsonIn } from "../../../core/json.ts";
import { lastLines } from "./transcript-tail.ts";

/** False where nothing says so. */
export async function isHeadlessRun({ client, transcriptPath }: DialogEvent): Promise<boolean> {
  if (client !== "claude-code" || transcriptPath === null) return false;
  // A session may go on in another way than it began, so the newest line counts.
  for (const line of await lastLines(transcriptPath)) {
    const entrypoint = entrypointIn(line);
    if (entrypoint !== null) return entrypoint.startsWith("sdk-");
  }
  return false;
}

/** `cli` for a terminal, `sdk-cli` for `claude -p`. Lines about the program itself have none. */
function entrypointIn(line: string): string | null {
  if (!line.includes('"entrypoint"')) return null;
  const parsed = jsonIn(line);
  const entrypoint = isRecord(parsed) ? parsed["entrypoint"] : undefined;
  return typeof entrypoint === "string" ? entrypoint : null;
}
