/** What is measured of asks: how many are open and how old, how long answers and their way take. */
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Watch } from "../../store/ask-store.ts";
import { createHistogram } from "./histogram.ts";
import type { Family, Sample } from "./open-metrics.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AGES: readonly [name: string, olderThanSeconds: number][] = [
  ["under_5m", 0],
  ["5m_to_1h", 5 * MINUTE],
  ["1h_to_1d", HOUR],
  ["over_1d", DAY],
];
const ANSWERED_WITHIN = [5, 15, 30, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 8 * HOUR, DAY];
const HEARD_WITHIN = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
// Beyond so many the figure says "so many or more": counting all would cost more than it tells.
const MOST_COUNTED = 100_000;
const COUNTED_WITHIN_MS = 2_000;
// A change of an ask that was counted is told again for each later note on it.
const MOST_REMEMBERED = 10_000;

export interface AskFigures {
  /** Begins to measure what changes, once the store can be read. */
  start(): Promise<void>;
  families(): Promise<Family[]>;
  close(): void;
}

export function measureAsks(
  desk: Pick<Desk, "watch" | "count">,
  now: () => number = Date.now,
): AskFigures {
  const answered = createHistogram("outcome", ANSWERED_WITHIN);
  const delivered = createHistogram("to", HEARD_WITHIN);
  const lag = createHistogram("follower", HEARD_WITHIN);
  const counted = new Set<string>();
  const startedAt = now();
  let watch: Watch | undefined;
  return { start, families, close: () => watch?.close() };

  async function start() {
    watch = await desk.watch(({ ask }) => ask !== null && hear(ask), { after: "now" });
  }

  function hear(ask: Ask) {
    const { id, outcome, taken = [] } = ask;
    if (!isSettled(ask) || outcome === null) return void isFirst(`${id} put`, ask.createdAt);
    const { at } = outcome.provenance;
    if (isFirst(`${id} settled`, at))
      answered.observe(secondsBetween(ask.createdAt, at), outcome.status);
    for (const one of taken)
      if (isNew(`${id} ${one.by}`, one.at))
        delivered.observe(secondsBetween(at, one.at), routeOf(one.by));
  }

  /** Once for each, however often it is told. What was heard of it first gives the lag. */
  function isFirst(name: string, at: string): boolean {
    const isIt = isNew(name, at);
    if (isIt) lag.observe((now() - Date.parse(at)) / 1000, "asks");
    return isIt;
  }

  function isNew(name: string, at: string): boolean {
    if (!(Date.parse(at) >= startedAt) || counted.has(name)) return false;
    counted.add(name);
    if (counted.size > MOST_REMEMBERED) counted.delete(counted.values().next().value ?? "");
    return true;
  }

  async function families(): Promise<Family[]> {
    return [
      {
        ...{ name: "askline_open_asks", type: "gauge", samples: await openInTime() },
        help: "Open asks by age, in all projects.",
      },
      {
        ...{ name: "askline_answer_seconds", type: "histogram", unit: "seconds" },
        help: "From an ask to its outcome, for what was settled since this hub started.",
        samples: answered.samples(),
      },
      {
        ...{ name: "askline_delivery_seconds", type: "histogram", unit: "seconds" },
        help: "From an outcome to the caller that received it.",
        samples: delivered.samples(),
      },
      {
        ...{ name: "askline_follower_lag_seconds", type: "histogram", unit: "seconds" },
        help: "From a change to the moment in which this hub heard of it, by the clocks of both.",
        samples: lag.samples(),
      },
    ];
  }

  /** None while the store cannot be read: the other figures are wanted most then. */
  async function openInTime(): Promise<Sample[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Sample[]>((resolve) => {
      timer = setTimeout(resolve, COUNTED_WITHIN_MS, []);
    });
    const counted = openByAge().catch(() => []);
    return Promise.race([counted, late]).finally(() => clearTimeout(timer));
  }

  async function openByAge(): Promise<Sample[]> {
    const atLeast = await Promise.all(
      AGES.map(([, seconds]) =>
        desk.count(
          {
            status: "pending",
            ...(seconds > 0 && { createdBefore: new Date(now() - seconds * 1000).toISOString() }),
          },
          MOST_COUNTED,
        ),
      ),
    );
    return AGES.map(([age], place) => ({
      labels: { age },
      value: Math.max(0, (atLeast[place] ?? 0) - (atLeast[place + 1] ?? 0)),
    }));
  }
}

/** Callers have names of their own, which are no label: there may be very many. */
function routeOf(by: string): string {
  return ["hook", "socket", "command", "program", "channel"].includes(by) ? by : "caller";
}

function secondsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}
