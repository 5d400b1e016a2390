/**
 * Which open asks a person has put off, and until when: one file beside the settings, which every
 * inbox and the hub read, so that what is put off in one place is put off in all.
 */
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { Snooze } from "../core/ask/snooze.ts";
import { readJson, writeJson } from "../store/file/durable-file.ts";
import { withLock } from "../store/file/lock.ts";
import { type Disk, thisMachine } from "../store/machine.ts";

/** By the ask's id. */
export type SnoozedAsks = Readonly<Record<string, Snooze>>;

const SnoozedAsks = z.record(
  z.string(),
  z.object({ until: z.iso.datetime(), by: z.string().max(500).optional() }),
);

export interface Snoozes {
  load(): Promise<SnoozedAsks>;
  /** Changes what is on disk at that moment, so that two processes keep each other's changes. */
  change(how: (snoozed: SnoozedAsks) => SnoozedAsks): Promise<SnoozedAsks>;
  /** Hears what any process changes. Where the system has no events to give, nothing is heard. */
  watch(listener: (snoozed: SnoozedAsks) => void): () => void;
}

export function openSnoozes(stateDirectory: string, disk: Disk = thisMachine.disk): Snoozes {
  const path = join(stateDirectory, "snoozed.json");
  return { load, change, watch };

  /** An unreadable file counts as missing: every question is shown then. */
  async function load(): Promise<SnoozedAsks> {
    const value = await readJson(path).catch(() => null);
    return SnoozedAsks.safeParse(value ?? {}).data ?? {};
  }

  async function change(how: (snoozed: SnoozedAsks) => SnoozedAsks): Promise<SnoozedAsks> {
    disk.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return withLock(`${path}.lock`, async () => {
      const before = await load();
      const changed = how(before);
      if (changed !== before) await writeJson(path, changed);
      return changed;
    });
  }

  function watch(listener: (snoozed: SnoozedAsks) => void): () => void {
    try {
      const watcher = disk.watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name === basename(path)) void load().then(listener);
      });
      watcher.on("error", () => watcher.close());
      return () => watcher.close();
    } catch {
      return () => undefined;
    }
  }
}

/** With this one put off, or back with null; without those whose time has long come. */
export function withSnooze(
  snoozed: SnoozedAsks,
  id: string,
  snooze: Snooze | null,
  now: number,
): SnoozedAsks {
  const others = Object.entries(snoozed).filter(
    ([other, { until }]) => other !== id && Date.parse(until) > now,
  );
  return Object.fromEntries(snooze === null ? others : [...others, [id, snooze]]);
}
