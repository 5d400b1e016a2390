/** One timer for the nearest of all the deadlines this process knows. */
import type { Ask } from "../core/ask/ask.ts";
import type { Clock } from "../store/clock.ts";

export interface Deadlines {
  /** Remembers the ask's deadline, or forgets it once the ask is settled or has none. */
  track(ask: Pick<Ask, "id" | "expiresAt" | "outcome">): void;
  forget(id: string): void;
  /** Final: work still under way cannot set a timer again, which would keep the process alive. */
  close(): void;
}

// A timer stands still while the machine sleeps and cannot run longer than 24 days, so deadlines
// are checked at least once a minute.
const LONGEST_NAP_MS = 60_000;

export function keepDeadlines({
  clock,
  onDue,
}: {
  clock: Clock;
  onDue: (id: string) => void;
}): Deadlines {
  const dueAt = new Map<string, number>();
  let nextLookAt = Number.POSITIVE_INFINITY;
  let disarm = () => {};
  let isClosed = false;
  return { track, forget, close };

  function track({ id, expiresAt, outcome }: Pick<Ask, "id" | "expiresAt" | "outcome">) {
    if (isClosed) return;
    if (outcome !== null || expiresAt === null) return forget(id);
    const time = Date.parse(expiresAt);
    if (Number.isNaN(time)) return forget(id);
    if (dueAt.get(id) === time) return;
    dueAt.set(id, time);
    if (time < nextLookAt) armFor(time);
  }

  /**
   * Leaves the timer as it is: a check that finds nothing
   * due costs less than a search for the next deadline.
   */
  function forget(id: string) {
    dueAt.delete(id);
    if (dueAt.size === 0) rest();
  }

  function close() {
    isClosed = true;
    dueAt.clear();
    rest();
  }

  function rest() {
    disarm();
    nextLookAt = Number.POSITIVE_INFINITY;
  }

  function armFor(time: number) {
    disarm();
    const now = clock.now().getTime();
    nextLookAt = Math.min(Math.max(time, now), now + LONGEST_NAP_MS);
    disarm = clock.after(nextLookAt - now, ring);
  }

  function ring() {
    const now = clock.now().getTime();
    const due: string[] = [];
    let nearest = Number.POSITIVE_INFINITY;
    for (const [id, time] of dueAt) {
      if (time <= now) due.push(id);
      else nearest = Math.min(nearest, time);
    }
    for (const id of due) dueAt.delete(id);
    nextLookAt = Number.POSITIVE_INFINITY;
    if (dueAt.size > 0) armFor(nearest);
    for (const id of due) onDue(id);
  }
}
