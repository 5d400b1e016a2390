/**
 * Finds in the transcript when a call was refused or interrupted in the agent's terminal. No hook
 * reports either.
 */

import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import { stampOf } from "../../../core/agent/stamp.ts";
import { entriesIn } from "./transcript-entries.ts";
import { lastLines } from "./transcript-tail.ts";

/** Null for a call that ran, that the client refused by itself, or that is not in the transcript. */
export async function refusedAt(
  { client, transcriptPath }: AgentEvent,
  toolUseId: string,
): Promise<string | null> {
  if (client !== "claude-code" || transcriptPath === null) return null;
  const lines = (await lastLines(transcriptPath)).filter((line) => line.includes(toolUseId));
  for (const entry of lines.flatMap(entriesIn)) {
    if (entry.type !== "result" || entry.toolUseId !== toolUseId) continue;
    // A call that ran and failed says who allowed it. A run that nobody attends refuses by itself
    // what nobody allowed, which is no person's no.
    const { isAllowed = false, by = "person" } = entry.decision ?? {};
    const isRefused = entry.hasFailed && !isAllowed && by !== "other";
    return isRefused && entry.at !== null ? stampOf(entry.at) : null;
  }
  return null;
}
