/**
 * What the inbox remembers about a person between two visits: how it looks and which asks were
 * opened. Which are snoozed it shares with every other place.
 */
import { watch as watchFolder } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { z } from "zod";
import type { SnoozedAsks, Snoozes } from "../../../desk/snoozes.ts";
import { readJson, writeJson } from "../../../store/file/durable-file.ts";
import { withLock } from "../../../store/file/lock.ts";
import { THEME_NAMES } from "./themes.ts";

const Looks = z.object({
  theme: z.enum(THEME_NAMES).default("terminal"),
  order: z.enum(["newest", "urgent"]).default("newest"),
  notifies: z.boolean().default(true),
  seen: z.array(z.string()).default([]).describe("Ids of asks that were opened"),
});
type Looks = z.infer<typeof Looks>;

export interface Memory extends Looks {
  /** Until when, by the ask's id. */
  snoozed: Readonly<Record<string, string>>;
}

export interface MemoryFile {
  load(): Promise<Memory>;
  /** Changes what is on disk at that moment, so that two inboxes keep each other's changes. */
  change(how: (memory: Memory) => Memory): Promise<Memory>;
  /** Hears what other inboxes change: what is snoozed in one is snoozed in all. */
  watch(listener: (memory: Memory) => void): () => void;
}

export const FRESH_MEMORY: Memory = { ...Looks.parse({}), snoozed: {} };

/** `by` is who puts asks off here. */
export function openMemory(path: string, snoozes: Snoozes, by: string): MemoryFile {
  return { load, change, watch };

  async function load(): Promise<Memory> {
    const [looks, snoozed] = await Promise.all([loadLooks(), snoozes.load()]);
    return { ...looks, snoozed: timesOf(snoozed) };
  }

  /**
   * An unreadable file counts as missing: settings of the screen must never keep a person from
   * answering.
   */
  async function loadLooks(): Promise<Looks> {
    const value = await readJson(path).catch(() => null);
    return Looks.safeParse(value ?? {}).data ?? Looks.parse({});
  }

  /** Where the system has no events left to give, only what is loaded is seen. */
  function watch(listener: (memory: Memory) => void): () => void {
    const tell = () => void load().then(listener);
    const stopSnoozes = snoozes.watch(tell);
    try {
      const watcher = watchFolder(dirname(path), { persistent: false }, (_event, name) => {
        if (name === basename(path)) tell();
      });
      watcher.on("error", () => watcher.close());
      return () => {
        watcher.close();
        stopSnoozes();
      };
    } catch {
      return stopSnoozes;
    }
  }

  async function change(how: (memory: Memory) => Memory): Promise<Memory> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return withLock(`${path}.lock`, async () => {
      const looks = await loadLooks();
      let changed: Memory = { ...looks, snoozed: {} };
      await snoozes.change((before) => {
        const times = timesOf(before);
        changed = how({ ...looks, snoozed: times });
        return changed.snoozed === times ? before : withTimes(before, changed.snoozed, by);
      });
      const { snoozed: _, ...kept } = changed;
      await writeJson(path, kept);
      return changed;
    });
  }
}

function timesOf(snoozed: SnoozedAsks): Memory["snoozed"] {
  return Object.fromEntries(Object.entries(snoozed).map(([id, { until }]) => [id, until]));
}

/** Who put it off stays known where the time is the same. */
function withTimes(before: SnoozedAsks, times: Memory["snoozed"], by: string): SnoozedAsks {
  const all = Object.entries(times).map(([id, until]) => {
    const known = before[id];
    return [id, known?.until === until ? known : { until, by }] as const;
  });
  return Object.fromEntries(all);
}
