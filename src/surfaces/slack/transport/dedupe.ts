/**
 * Takes each event from Slack once. Slack repeats events that it believes were lost, even after a
 * restart of ours. An event is recorded before it is processed and marked as done afterwards, so
 * that one interrupted by a crash is processed after the restart.
 */

import {
  closeSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { jsonIn } from "../../../core/json.ts";
import { temporaryBeside } from "../../../store/file/durable-file.ts";
import { thisMachine } from "../../../store/machine.ts";

const Entry = z.object({
  id: z.string(),
  at: z.number().optional(),
  event: z.unknown().optional(),
});
type Entry = z.infer<typeof Entry>;

export interface SeenEvents {
  /** True for the first call with this id. Durable when it resolves. */
  take(id: string, event: unknown): Promise<boolean>;
  has(id: string): boolean;
  done(id: string | null): void;
  /** Events that an earlier process took and nobody has done. */
  left(): unknown[];
  close(): void;
}

// Slack repeats for about five minutes; a day allows for wrong clocks.
const KEEP_MS = 24 * 60 * 60 * 1000;
const sync = promisify(fsync);

export function openSeenEvents({ path, now }: { path: string; now: () => Date }): SeenEvents {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const entries = readEntries(path, now().getTime() - KEEP_MS);
  const earlier = new Set(entries.keys());
  const aside = temporaryBeside(path, thisMachine);
  const file = openSync(aside, "w", 0o600);
  let isClosed = false;
  for (const entry of entries.values()) write(entry);
  fsyncSync(file);
  renameSync(aside, path);
  return { take, has: (id) => entries.has(id), done, left, close };

  async function take(id: string, event: unknown): Promise<boolean> {
    if (entries.has(id)) return false;
    const entry = { id, at: now().getTime(), event };
    // Remembered before it is durable: the same event may come again while the disk is slow.
    entries.set(id, entry);
    write(entry);
    if (!isClosed) await sync(file);
    return true;
  }

  /** Not synced to disk: at worst the event is processed once more, which is harmless. */
  function done(id: string | null) {
    const entry = id === null ? undefined : entries.get(id);
    if (entry?.event === undefined || id === null) return;
    entries.set(id, { id, at: entry.at });
    write({ id });
  }

  function left(): unknown[] {
    return [...entries.values()].flatMap(({ id, event }) =>
      event === undefined || !earlier.has(id) ? [] : [event],
    );
  }

  function write(entry: Entry) {
    // The descriptor of a closed file may belong to another file by now.
    if (isClosed) return;
    writeSync(file, `${JSON.stringify(entry)}\n`);
  }

  function close() {
    isClosed = true;
    closeSync(file);
  }
}

function readEntries(path: string, since: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const text of readLines(path)) {
    const entry = parsed(text);
    if (entry === undefined) continue;
    const known = entries.get(entry.id);
    const at = entry.at ?? known?.at ?? 0;
    if (at >= since) entries.set(entry.id, { id: entry.id, at, event: entry.event });
  }
  return entries;
}

/** A power cut may have truncated the last line. */
function parsed(text: string): Entry | undefined {
  return Entry.safeParse(jsonIn(text)).data;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}
