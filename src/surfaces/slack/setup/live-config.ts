/**
 * `slack.json` while the hub runs: who may answer and where asks are sent follow the file at once.
 * What only a new start can change is said. A file that cannot be used changes nothing.
 */
import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../../store/clock.ts";
import { loadSlackConfig, type SlackConfig } from "./config.ts";

export interface LiveConfig {
  /** The same object for as long as the hub runs; its values follow the file. */
  readonly values: SlackConfig;
  /** Keys whose new values count from the next start of the hub. */
  waiting(): string[];
  /** Why the file as it is now does not count; null if it does. */
  problem(): string | null;
  /** `listener` hears after a change that counts. */
  onChange(listener: () => void): void;
  close(): void;
}

export interface LiveConfigParts {
  path: string;
  start: SlackConfig;
  clock: Clock;
  onWarning: (message: string) => void;
}

/** What is read each time that it is needed. The rest is built into the running parts. */
const FOLLOWED = [
  "people",
  "send",
  "quietHours",
  "language",
  "agent",
  "channels",
] as const satisfies (keyof SlackConfig)[];
type Followed = (typeof FOLLOWED)[number];

// An editor writes a file in several steps.
const SETTLE_MS = 100;
// Where watching does not work, a change is noticed within a minute.
const LOOK_EVERY_MS = 60_000;

export function followConfig({ path, start, clock, onWarning }: LiveConfigParts): LiveConfig {
  const values: SlackConfig = { ...start };
  const listeners: (() => void)[] = [];
  let last = start;
  let problem: string | null = null;
  let waiting: string[] = [];
  let isClosed = false;
  let stopNap = () => {};
  let isTouched = false;
  const stopWatching = watchFile(path, () => {
    isTouched = true;
    nap(SETTLE_MS);
  });
  nap(LOOK_EVERY_MS);
  return {
    values,
    waiting: () => waiting,
    problem: () => problem,
    onChange: (listener) => void listeners.push(listener),
    close() {
      isClosed = true;
      stopNap();
      stopWatching();
    },
  };

  function nap(milliseconds: number) {
    stopNap();
    if (!isClosed) stopNap = clock.after(milliseconds, () => void look());
  }

  async function look() {
    isTouched = false;
    try {
      take(await loadSlackConfig(path));
      problem = null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== problem) onWarning(`${message} Slack goes on as before.`);
      problem = message;
    }
    nap(isTouched ? SETTLE_MS : LOOK_EVERY_MS);
  }

  function take(next: SlackConfig) {
    if (isClosed || isDeepStrictEqual(next, last)) return;
    last = next;
    waiting = differing(next, start).filter((key) => !FOLLOWED.includes(key as Followed));
    if (waiting.length > 0)
      onWarning(`${path}: ${waiting.join(", ")} counts once \`askline serve\` is started anew.`);
    for (const key of FOLLOWED) Object.assign(values, { [key]: next[key] });
    for (const listener of listeners) listener();
  }
}

function differing(one: SlackConfig, other: SlackConfig): string[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof SlackConfig>;
  return [...keys].filter((key) => !isDeepStrictEqual(one[key], other[key]));
}

function watchFile(path: string, onTouched: () => void): () => void {
  try {
    const watcher = watch(dirname(path), (_, name) => {
      if (name === null || name === basename(path)) onTouched();
    });
    watcher.on("error", () => watcher.close());
    watcher.unref();
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
