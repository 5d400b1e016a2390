/**
 * Finds in the transcript the calls that a permission request, which names none, may be about. It
 * is read where nobody remembers that they began: the hub that was told has died.
 */
import type { DialogEvent } from "../../../core/agent/agent-event.ts";
import { isSameCall } from "../common/call-hash.ts";
import { entriesIn } from "./transcript-entries.ts";
import { lastLines } from "./transcript-tail.ts";

// The call was made moments ago, and its line may not be in the file yet.
const TRIES = 3;
const BETWEEN_TRIES_MS = 100;

/** The ids of equal calls without a result, oldest first. */
export async function begunCalls(event: DialogEvent): Promise<string[]> {
  const { client, transcriptPath } = event;
  if (client !== "claude-code" || transcriptPath === null) return [];
  for (let tried = 1; ; tried++) {
    const calls = callsIn(await lastLines(transcriptPath), event);
    if (calls.length > 0 || tried === TRIES) return calls;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
}

function callsIn(newestFirst: readonly string[], event: DialogEvent): string[] {
  const lines = newestFirst.filter((line) => line.includes('"tool_'));
  const entries = lines.flatMap(entriesIn);
  const done = new Set(entries.map((one) => one.type === "result" && one.toolUseId));
  return entries
    .flatMap((one) => (one.type === "call" && isSameCall(one, event) ? [one.toolUseId] : []))
    .filter((id) => !done.has(id))
    .reverse();
}
