/**
 * What the inbox remembers about a person between two visits: how it looks, which asks were opened,
 * and which are snoozed.
 */
import { watch as watchFolder } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { z } from "zod";
import { readJson, writeJson } from "../../../store/file/durable-file.ts";
import { withLock } from "../../../store/file/lock.ts";
import { THEME_NAMES } from "./themes.ts";

export const Memory = z.object({
  theme: z.enum(THEME_NAMES).default("terminal"),
  order: z.enum(["newest", "urgent"]).default("newest"),
  notifies: z.boolean().default(true),
  snoozed: z.record(z.string(), z.string()).default({}).describe("Until when, by the ask's id"),
  seen: z.array(z.string()).default([]).describe("Ids of asks that were opened"),
});
export type Memory = z.infer<typeof Memory>;

export interface MemoryFile {
  load(): Promise<Memory>;
  /** Changes what is on disk at that moment, so that two inboxes keep each other's changes. */
  change(how: (memory: Memory) => Memory): Promise<Memory>;
  /** Hears what other inboxes change: what is snoozed in one is snoozed in all. */
  watch(listener: (memory: Memory) => void): () => void;
}

export const FRESH_MEMORY: Memory = Memory.parse({});

export function openMemory(path: string): MemoryFile {
  return { load, change, watch };

  /**
   * An unreadable file counts as missing: settings of the screen must never keep a person from
   * answering.
   */
  async function load(): Promise<Memory> {
    const value = await readJson(path).catch(() => null);
    return Memory.safeParse(value ?? {}).data ?? FRESH_MEMORY;
  }

  /** Where the system has no events left to give, only what is loaded is seen. */
  function watch(listener: (memory: Memory) => void): () => void {
    try {
      const watcher = watchFolder(dirname(path), { persistent: false }, (_event, name) => {
        if (name === basename(path)) void load().then(listener);
      });
      watcher.on("error", () => watcher.close());
      return () => watcher.close();
    } catch {
      return () => undefined;
    }
  }

  async function change(how: (memory: Memory) => Memory): Promise<Memory> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return withLock(`${path}.lock`, async () => {
      const changed = how(await load());
      await writeJson(path, changed);
      return changed;
    });
  }
}
