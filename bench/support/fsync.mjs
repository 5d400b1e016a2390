/** The minimum that any durable program pays: a small file, written and on the disk. */
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { percentile, stamp } from "./figures.mjs";
import { row } from "./table.mjs";

const TEXT = `${JSON.stringify({ answer: "SQLite" }).padEnd(500)}\n`;

/**
 * Opens, writes, fsyncs and closes a file `count` times, one after the other. Milliseconds of each.
 */
export function timeFsyncs(file, count) {
  return Array.from({ length: count }, () => {
    const start = stamp();
    const opened = openSync(file, "w", 0o600);
    writeSync(opened, TEXT);
    fsyncSync(opened);
    closeSync(opened);
    return stamp() - start;
  });
}

/**
 * Rows that let a figure be judged even on a busy machine: what the disk itself took
 * meanwhile (workers/disk.mjs).
 */
export function besideDisk(times, disk) {
  return [50, 99].flatMap((percent) => [
    row(
      `baseline: a small file on the disk meanwhile, p${percent}`,
      percentile(disk, percent),
      "ms",
    ),
    row(
      `  ours in units of it, p${percent}`,
      percentile(times, percent) / percentile(disk, percent),
      "x of a raw fsync",
    ),
  ]);
}
