/** What ended a run of opencode, or makes it wait, by its own errors. Pure. */
import { z } from "zod";
import { stampOf } from "../../../core/agent/stamp.ts";
import type { EntryBody } from "../common/transcript-entry.ts";

const SessionError = z.object({
  name: z.string().catch(""),
  data: z
    .object({
      message: z.string().catch(""),
      statusCode: z.number().nullable().catch(null),
    })
    .catch({ message: "", statusCode: null }),
});

/** Somebody stopped it, or it failed. */
export function failureIn(error: unknown): EntryBody {
  const { name, data } = SessionError.catch({
    name: "",
    data: { message: "", statusCode: null },
  }).parse(error);
  if (name === "MessageAbortedError") return { type: "interrupted" };
  const kind = data.statusCode === 429 || LIMIT.test(data.message) ? "limit" : "error";
  const text = data.message || name || "opencode reported an error without words.";
  return { type: "failed", kind, text, resumesAt: null, resumesByItself: false };
}

const LIMIT = /rate.?limit|usage.?limit|quota|too many requests/i;

const Waiting = z.object({ message: z.string().catch(""), next: z.number() });
// opencode tries again by itself; a person need not hear of a shorter wait.
const SHORT_MICROSECONDS = 60_000_000;

/** It waits for a limit to end, and goes on by itself. */
export function waitIn(status: unknown, at: number | null): EntryBody[] {
  const waiting = Waiting.safeParse(status).data;
  if (waiting === undefined || at === null) return [];
  const next = waiting.next * 1_000;
  if (next - at < SHORT_MICROSECONDS) return [];
  const resumesAt = stampOf(next);
  return [
    { type: "failed", kind: "limit", text: waiting.message, resumesAt, resumesByItself: true },
  ];
}
