/**
 * Finds out whether Codex's own reviewer decides a session's permissions ("Approve for me"). The
 * hook runs before the reviewer and does not say. The session's file does, at the start of each
 * run.
 */
import { statSync } from "node:fs";
import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import { linesBefore } from "../common/transcript-reader.ts";

// Enough for what a run has written so far. If its start is further back, a person is asked.
const TAIL_BYTES = 4 * 1024 * 1024;
const CONTEXT = '"type":"turn_context"';
const REVIEWER = /"approvals_reviewer":"(\w+)"/;

/** The event, marked if it is a request that Codex reviews itself. */
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
    // The type is near the beginning of its line. Further on, other lines may quote it.
    const head = line.toString("latin1", 0, 2_000);
    if (head.slice(0, 120).includes(CONTEXT)) reviewer = REVIEWER.exec(head)?.[1] ?? null;
  });
  return reviewer;
}
