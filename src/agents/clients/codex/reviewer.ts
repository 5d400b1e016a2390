/**
 * Whether Codex's own reviewer decides what a session asks permission for ("Approve for me"). Its hooks are called
 * first and do not tell; the session's file does, at the beginning of each run.
 */
import { statSync } from "node:fs";
import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import { linesBefore } from "../common/transcript-reader.ts";

// What a run has written since it began; beyond that, a person is asked rather than nobody.
const TAIL_BYTES = 4 * 1024 * 1024;
const CONTEXT = '"type":"turn_context"';
const REVIEWER = /"approvals_reviewer":"(\w+)"/;

/** The event, marked where it is such a request. */
export function withReviewer(event: AgentEvent | null): AgentEvent | null {
  if (event?.type !== "permission_asked" || event.transcriptPath === null) return event;
  return reviewerIn(event.transcriptPath) === "auto_review"
    ? { ...event, isReviewed: true }
    : event;
}

function reviewerIn(path: string): string | null {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  let reviewer: string | null = null;
  linesBefore(path, size, TAIL_BYTES, (line) => {
    // It stands near the beginning of its line, and other lines may speak of it.
    const head = line.toString("latin1", 0, 2_000);
    if (head.slice(0, 120).includes(CONTEXT)) reviewer = REVIEWER.exec(head)?.[1] ?? null;
  });
  return reviewer;
}
