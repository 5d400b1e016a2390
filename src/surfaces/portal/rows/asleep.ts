/** Which open asks are put off now, and who is told when one of them is put off or comes back. */
import type { Ask } from "../../../core/ask/ask.ts";
import { type Snooze, wakesAt } from "../../../core/ask/snooze.ts";
import type { SnoozedAsks, Snoozes } from "../../../desk/snoozes.ts";

export interface Asleep {
  start(): Promise<void>;
  /** Reads what was put off anew; where the system tells of changes, that was done already. */
  refresh(): Promise<void>;
  /** Until when it really is put off; null where it is not. */
  of(ask: Ask): Snooze | null;
  /** Of those that the caller may see. */
  count(sees: (ask: Ask) => boolean): number;
  close(): void;
}

interface AsleepParts {
  find(id: string): Ask | undefined;
  onChange(ids: readonly string[]): void;
}

// The longest that a timer may run.
const LONGEST_MS = 2 ** 31 - 1;

export function createAsleep(
  snoozes: Pick<Snoozes, "load" | "watch">,
  { find, onChange }: AsleepParts,
): Asleep {
  let known: SnoozedAsks = {};
  let told = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  return { start, refresh, of, count, close };

  async function start() {
    stop = snoozes.watch(take);
    take(await snoozes.load());
  }

  async function refresh() {
    take(await snoozes.load());
  }

  function take(snoozed: SnoozedAsks) {
    known = snoozed;
    tell();
  }

  /** Tells of every ask whose state is another than was told, and again when the next one wakes. */
  function tell() {
    const now = sleeping();
    const before = told;
    told = new Map(now.map(([id, { until }]) => [id, until]));
    const ids = [...new Set([...before.keys(), ...told.keys()])];
    const changed = ids.filter((id) => before.get(id) !== told.get(id));
    clearTimeout(timer);
    const next = Math.min(...now.map(([, { until }]) => Date.parse(until)));
    if (now.length > 0)
      timer = setTimeout(tell, Math.min(Math.max(0, next - Date.now()) + 1, LONGEST_MS)).unref();
    if (changed.length > 0) onChange(changed);
  }

  function sleeping(): [string, Snooze, Ask][] {
    return Object.keys(known).flatMap((id) => {
      const ask = find(id);
      const snooze = ask === undefined ? null : of(ask);
      return ask === undefined || snooze === null ? [] : [[id, snooze, ask]];
    });
  }

  function of(ask: Ask): Snooze | null {
    const snooze = known[ask.id];
    if (snooze === undefined) return null;
    const until = wakesAt(ask, Date.parse(snooze.until));
    return until <= Date.now() ? null : { ...snooze, until: new Date(until).toISOString() };
  }

  function count(sees: (ask: Ask) => boolean): number {
    return sleeping().filter(([, , ask]) => sees(ask)).length;
  }

  function close() {
    clearTimeout(timer);
    stop();
  }
}
