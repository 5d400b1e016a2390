/**
 * Tells which drafts of a page were overtaken on their way by a newer one of the same page, as
 * happens on two connections, and so must not be saved any more.
 */
import type { DraftBody } from "./wire.ts";

// Overtaking takes seconds; no person has typed into this many asks in that time.
const REMEMBERED = 1_000;

export function followRevisions() {
  const newest = new Map<string, NonNullable<DraftBody["revision"]>>();
  return isOvertaken;

  function isOvertaken(askId: string, revision: DraftBody["revision"]): boolean {
    if (revision === undefined) return false;
    const known = newest.get(askId);
    if (known?.page === revision.page && known.number > revision.number) return true;
    newest.delete(askId);
    newest.set(askId, revision);
    const [oldest] = newest.keys();
    if (newest.size > REMEMBERED && oldest !== undefined) newest.delete(oldest);
    return false;
  }
}
