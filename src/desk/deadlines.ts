/**
 * One timer for the nearest of all the deadlines this process knows.
 *
 * A deadline is a moment of the wall clock, which other processes read too. Somebody may set that
 * clock back, so each deadline is also kept by the clock that nobody can set: it is past when
 * either of the two says so. A machine that sleeps stops only the second.
 */
import { type Ask, isExpired, timeLeftOf } from "../core/ask/ask.ts";
import type { Clock } from "../store/clock.ts";

type Timed = Pick<Ask, "id" | "expiresAt" | "outcome"> & Partial<Pick<Ask, "createdAt">>;

export interface Deadlines {
  /** Remembers the ask's deadline, or forgets it once the ask is settled or has none. */
  track(ask: Timed): void;
  /** Whether the deadline that the ask has now is past, by either clock. */
  isPast(ask: Ask): boolean;
  /** Milliseconds until that deadline, by the nearer of both clocks; infinity without one. */
  left(ask: Ask): number;
  forget(id: string): void;
  /** Final: work still under way cannot set a timer again, which would keep the process alive. */
  close(): void;
}

interface Due {
  /** By the wall clock. */
  readonly time: number;
  /** By the clock that nobody can set. */
  readonly steady: number;
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
  const dueAt = new Map<string, Due>();
  // Deadlines that came, until what they are about is settled or forgotten.
  const past = new Map<string, Due>();
  let nextLook = Number.POSITIVE_INFINITY;
  let disarm = () => {};
  let isClosed = false;
  return { track, isPast, left, forget, close };

  function track({ id, expiresAt, outcome, createdAt }: Timed) {
    if (isClosed) return;
    if (outcome !== null || expiresAt === null) return forget(id);
    const time = Date.parse(expiresAt);
    if (Number.isNaN(time)) return forget(id);
    if (dueAt.get(id)?.time === time) return;
    const steady = clock.monotonic() + timeLeftOf({ expiresAt, createdAt }, clock.now());
    dueAt.set(id, { time, steady });
    if (steady < nextLook) armFor(steady);
  }

  function isPast(ask: Ask): boolean {
    if (isExpired(ask, clock.now())) return true;
    const known = past.get(ask.id) ?? dueAt.get(ask.id);
    if (known === undefined || ask.outcome !== null || ask.expiresAt === null) return false;
    return Date.parse(ask.expiresAt) === known.time && known.steady <= clock.monotonic();
  }

  function left(ask: Ask): number {
    const byWall = timeLeftOf(ask, clock.now());
    const known = past.get(ask.id) ?? dueAt.get(ask.id);
    const isIts = known !== undefined && known.time === Date.parse(ask.expiresAt ?? "");
    return isIts ? Math.min(byWall, known.steady - clock.monotonic()) : byWall;
  }

  /**
   * Leaves the timer as it is: a check that finds nothing
   * due costs less than a search for the next deadline.
   */
  function forget(id: string) {
    dueAt.delete(id);
    past.delete(id);
    if (dueAt.size === 0) rest();
  }

  function close() {
    isClosed = true;
    dueAt.clear();
    past.clear();
    rest();
  }

  function rest() {
    disarm();
    nextLook = Number.POSITIVE_INFINITY;
  }

  function armFor(steady: number) {
    disarm();
    const now = clock.monotonic();
    nextLook = Math.min(Math.max(steady, now), now + LONGEST_NAP_MS);
    disarm = clock.after(nextLook - now, ring);
  }

  function ring() {
    const [now, steadyNow] = [clock.now().getTime(), clock.monotonic()];
    const due: string[] = [];
    let nearest = Number.POSITIVE_INFINITY;
    for (const [id, { time, steady }] of dueAt) {
      const left = Math.min(time - now, steady - steadyNow);
      if (left <= 0) due.push(id);
      else nearest = Math.min(nearest, steadyNow + left);
    }
    for (const id of due) {
      const one = dueAt.get(id);
      dueAt.delete(id);
      if (one !== undefined && !past.has(id)) past.set(id, one);
    }
    nextLook = Number.POSITIVE_INFINITY;
    if (dueAt.size > 0) armFor(nearest);
    for (const id of due) onDue(id);
  }
}
