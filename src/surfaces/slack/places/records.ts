/**
 * A folder of small JSON files, also held in memory. Changes of one record are made in order and
 * are durable.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { createKeyedQueue } from "../../../core/queue.ts";
import { readJsonOnce, writeJson } from "../../../store/file/durable-file.ts";

export interface Records<T> {
  get(key: string): T | undefined;
  all(): T[];
  change(key: string, how: (record: T | undefined) => T): Promise<T>;
  remove(key: string): void;
}

export function openRecords<T>(directory: string, schema: z.ZodType<T>): Records<T> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const records = new Map<string, T>(readAll(directory, schema));
  const inTurn = createKeyedQueue();
  return { get: (key) => records.get(key), all: () => [...records.values()], change, remove };

  function change(key: string, how: (record: T | undefined) => T): Promise<T> {
    return inTurn(key, async () => {
      const changed = how(records.get(key));
      await writeJson(join(directory, `${key}.json`), changed);
      records.set(key, changed);
      return changed;
    });
  }

  function remove(key: string) {
    records.delete(key);
    rmSync(join(directory, `${key}.json`), { force: true });
  }
}

/** An unreadable file loses one card or thread; it must not affect the others. */
function readAll<T>(directory: string, schema: z.ZodType<T>): [string, T][] {
  return readdirSync(directory).flatMap((name) => {
    const [, key] = /^([\w-][\w.-]*)\.json$/.exec(name) ?? [];
    if (key === undefined) return [];
    try {
      return [[key, schema.parse(readJsonOnce(join(directory, name)))] as [string, T]];
    } catch {
      return [];
    }
  });
}
