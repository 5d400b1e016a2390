/** What any durable program pays at least: a small file written and on the disk. */
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { stamp } from "./figures.mjs";

const TEXT = `${JSON.stringify({ answer: "SQLite" }).padEnd(500)}\n`;

/** Milliseconds of each of `count` times open, write, fsync, close, one after the other. */
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
