/** Who has received an outcome. Without schemas, so that pages can load it too. */
import type { Ask } from "./ask.ts";

export function isTaken(ask: Ask): boolean {
  return (ask.taken ?? []).length > 0;
}

/** Whether this caller has received the outcome. */
export function isTakenBy(ask: Ask, by: string): boolean {
  return (ask.taken ?? []).some((one) => one.by === by);
}

/** Whether a process waits for the outcome, so that an untaken one is worth mentioning. */
export function isWaitedFor({ owner, returnPath }: Ask): boolean {
  return owner?.mode === "blocking" && returnPath !== "channel";
}
