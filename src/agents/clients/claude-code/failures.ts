/** Reads why a run of Claude Code failed, from its hook and from its transcript. Pure. */
import type { AgentFailure } from "../../../core/agent/agent.ts";
import { isRecord } from "../../../core/json.ts";
import type { HookPayload } from "../common/hook-payload.ts";

/** The hook says less than the transcript: no moment at which a limit ends. */
export function failureOfHook({ error, last_assistant_message }: HookPayload): AgentFailure {
  const text = last_assistant_message.trim() || nameOf(error);
  return { kind: kindOf(error, text), text, resumesAt: null, resumesByItself: false };
}

/** `text` is what the line says. */
export function failureOfLine(line: Record<string, unknown>, text: string): AgentFailure {
  const isLimit = line["apiError"] === "usage_limit_reached";
  return {
    kind: isLimit ? "limit" : kindOf(line["error"], text),
    text: text.trim() || nameOf(line["error"]),
    resumesAt: endOfLimit(line),
    resumesByItself: false,
  };
}

/** Whether the client says that it goes on by itself, or no longer does; null for other notes. */
export function resumptionIn(note: unknown): boolean | null {
  if (typeof note !== "string") return null;
  if (/\bcontinuing automatically\b/i.test(note)) return true;
  return /\bautomatic continue cancell?ed\b/i.test(note) ? false : null;
}

/** A plan's limit ends at some time; a request that the API refused as one too many is an error. */
function kindOf(error: unknown, text: string): AgentFailure["kind"] {
  return error === "rate_limit" && !/^API Error\b/.test(text) ? "limit" : "error";
}

function endOfLimit({ apiErrorParams, quotaLimits }: Record<string, unknown>): string | null {
  const params = isRecord(apiErrorParams) ? apiErrorParams["rate_limit_info"] : undefined;
  for (const limit of [params, quotaLimits]) {
    const seconds = isRecord(limit) ? limit["resetsAt"] : undefined;
    if (typeof seconds === "number" && seconds > 0 && seconds < LAST_SECOND)
      return new Date(seconds * 1000).toISOString();
  }
  return null;
}

// The last moment that a date can hold.
const LAST_SECOND = 8.64e12;

function nameOf(error: unknown): string {
  return typeof error === "string" ? error.replaceAll("_", " ") : "";
}
