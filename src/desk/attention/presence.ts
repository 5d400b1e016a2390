/**
 * Where the person is. `presence.json` has the surface that they used last: rarely written and never
 * waited for. `away.json` says whether they are away, and until when: written by `askline away` and
 * read by the hub.
 */
import { dirname, join } from "node:path";
import { z } from "zod";
import { keepingFor } from "../../core/cache.ts";
import { createQueue } from "../../core/queue.ts";
import type { Clock } from "../../store/clock.ts";
import { makeFolder, readJsonOnce, writeJson } from "../../store/file/durable-file.ts";
import { type Machine, thisMachine } from "../../store/machine.ts";

export const Presence = z.object({ surface: z.string(), at: z.string() });
export type Presence = z.infer<typeof Presence>;

export interface PresenceFile {
  /** Records that the person used the surface just now. Repeats within seconds are ignored. */
  mark(surface: string): void;
  lastUsed(): Presence | null;
  /** Resolves once everything marked is written, or could not be. */
  idle(): Promise<void>;
}

const SELDOM_MS = 15_000;

export function openPresence(
  path: string,
  clock: Clock,
  machine: Machine = thisMachine,
): PresenceFile {
  let last: { surface: string; time: number } | undefined;
  const inTurn = createQueue();
  return { mark, lastUsed, idle: inTurn.idle };

  function mark(surface: string) {
    const now = clock.now();
    if (last?.surface === surface && now.getTime() - last.time < SELDOM_MS) return;
    last = { surface, time: now.getTime() };
    inTurn(() => write({ surface, at: now.toISOString() })).catch(() => undefined);
  }

  /** Callers ignore a failure: recording presence must never keep a person from answering. */
  async function write(presence: Presence) {
    machine.disk.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await writeJson(path, presence, { durable: false }, machine);
  }

  function lastUsed(): Presence | null {
    try {
      return Presence.safeParse(readJsonOnce(path, machine.disk)).data ?? null;
    } catch {
      return null;
    }
  }
}

export const Away = z.object({ since: z.string(), until: z.string().nullable() });
export type Away = z.infer<typeof Away>;

export interface AwayFile {
  /** Null if the person is here, or should be back by now. */
  load(now: Date): Away | null;
  leave(away: Away): Promise<void>;
  /** Returns whether the person was away. */
  comeBack(now: Date): boolean;
}

/** In a folder of its own, which the hub watches. */
export function awayPath(stateDirectory: string): string {
  return join(stateDirectory, "attention", "away.json");
}

export function openAway(path: string, machine: Machine = thisMachine): AwayFile {
  const { disk } = machine;
  return {
    load,
    async leave(away) {
      makeFolder(dirname(path), disk);
      await writeJson(path, away, {}, machine);
    },
    comeBack(now) {
      const wasAway = load(now) !== null;
      disk.rmSync(path, { force: true });
      return wasAway;
    },
  };

  function load(now: Date): Away | null {
    const away = readQuietly();
    return away === null || (away.until !== null && Date.parse(away.until) <= now.getTime())
      ? null
      : away;
  }

  function readQuietly(): Away | null {
    try {
      return Away.safeParse(readJsonOnce(path, disk)).data ?? null;
    } catch {
      return null;
    }
  }
}

/** Where a person is to be notified. */
export interface Whereabouts {
  readonly lastUsed: Presence | null;
  readonly away: Away | null;
  readonly awaySince: string | null;
}

// A person at this machine sees its desktop, whichever of these they used; one who talks on a phone is
// reached by its push.
const AT_THIS_MACHINE = ["terminal", "inbox", "command", "agent"];
const REACHED_BY = new Map([
  ...AT_THIS_MACHINE.map((surface) => [surface, "desktop"] as const),
  ["voice", "push"],
]);
// A thousand asks may be checked in one moment, with the same files for all of them.
const FRESH_MS = 500;

export function followWhereabouts(presence: PresenceFile, awayFile: AwayFile, clock: Clock) {
  return keepingFor(FRESH_MS, clock.now, (): Whereabouts => {
    const last = presence.lastUsed();
    const away = awayFile.load(clock.now());
    return {
      lastUsed: last && { ...last, surface: REACHED_BY.get(last.surface) ?? last.surface },
      away,
      awaySince: away?.since ?? null,
    };
  });
}
