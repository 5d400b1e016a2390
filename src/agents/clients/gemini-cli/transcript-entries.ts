/**
 * Reads one line of Gemini CLI's chat record for the one thing that no hook reports: that somebody
 * interrupted the agent or declined one of its dialogs. Pure; the format is the vendor's own.
 */
import { microsecondsOf } from "../../../core/agent/stamp.ts";
import { isRecord, jsonIn } from "../../../core/json.ts";
import type { Entry } from "../common/transcript-entry.ts";

export function geminiEntries(line: Buffer): Entry[] {
  if (line.length > LONGEST || !line.includes("cancelled")) return [];
  const parsed = jsonIn(line.toString());
  if (!isRecord(parsed) || parsed["type"] !== "info" || !CANCELLED.has(String(parsed["content"])))
    return [];
  const { id, timestamp } = parsed;
  const at = typeof timestamp === "string" ? microsecondsOf(timestamp) : null;
  return [{ uuid: typeof id === "string" ? id : null, promptId: null, at, type: "interrupted" }];
}

const CANCELLED = new Set(["Request cancelled.", "User cancelled the request."]);
const LONGEST = 1_000;
