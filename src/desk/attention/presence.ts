/**
 * Which surface the person used last: one small file in
 * the state folder, rarely written and never waited for.
 */
import { dirname } from "node:path";
import { z } from "zod";
import { createQueue } from "../../core/queue.ts";
import type { Clock } from "../../store/clock.ts";
import { readJsonOnce, writeJson } from "../../store/file/durable-file.ts";
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
