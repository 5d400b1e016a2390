/** How a file stands, in a few figures: a stamp that differs means that it was written meanwhile. */
import { type Disk, thisMachine } from "./machine.ts";

/** Empty if there is no such file. */
export function stampOf(path: string, disk: Disk = thisMachine.disk): string {
  const stats = disk.statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.ino} ${stats.mtimeMs} ${stats.size} ${stats.mode}`;
}
