/** What ended a run of Codex: an error, or the usage limit with the time it ends. Pure. */
import type { AgentFailure } from "../../../core/agent/agent.ts";

/** `code` is spelled differently in Codex's files and on its socket. */
export function failureOf(message: string, code: unknown, at: Date): AgentFailure {
  const isLimit = /^usage_?limit_?exceeded$/i.test(String(code));
  return {
    kind: isLimit ? "limit" : "error",
    text: message,
    resumesAt: isLimit ? (againAt(message, at)?.toISOString() ?? null) : null,
    resumesByItself: false,
  };
}

// "at 9:23 PM" for the same day, "at Nov 19th, 2026 9:23 PM" for another.
const AGAIN =
  /try again at (?:([A-Z][a-z]{2,8}) (\d{1,2})(?:st|nd|rd|th)?, (\d{4}) )?(\d{1,2}):(\d{2})\s?([AP]M)/i;

/** Codex tells the time of its machine's own zone, which is ours. */
function againAt(message: string, after: Date): Date | null {
  const found = AGAIN.exec(message);
  if (found === null) return null;
  const [, month, day, year, hour, minute, half = ""] = found;
  const begin = month === undefined ? after : new Date(`${month.slice(0, 3)} ${day}, ${year}`);
  const again = new Date(begin);
  const hours = (Number(hour) % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  again.setHours(hours, Number(minute), 0, 0);
  if (Number.isNaN(again.getTime())) return null;
  // The minute that was named may have begun already.
  const isPast = month === undefined && again.getTime() < after.getTime() - 60_000;
  if (isPast) again.setDate(again.getDate() + 1);
  return again;
}
