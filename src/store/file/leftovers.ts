/**
 * Removes what dead processes left in a session's folder:
 * half-written files, and marks of waits that ended with them.
 */
import { join } from "node:path";
import { type Machine, thisMachine } from "../machine.ts";
import { isAbandonedTemporary } from "./durable-file.ts";
import { isAbandonedMark } from "./waiting-mark.ts";

/** In one folder. Safe beside living writers, whose files are not touched. */
export function removeLeftovers(folder: string, machine: Machine) {
  const { disk } = machine;
  for (const name of disk.readdirSync(folder)) {
    const path = join(folder, name);
    if (isAbandonedTemporary(path, machine) || isAbandonedMark(path, machine))
      disk.rmSync(path, { force: true });
  }
}

// The files of the state folder are nowhere deeper.
const DEEPEST = 3;

/**
 * In a folder and those below it, but for the sessions, which the store looks after. What cannot be
 * looked at is left for the next time.
 */
export function removeLeftoversBelow(
  folder: string,
  except: string,
  machine: Machine = thisMachine,
  depth = 0,
) {
  if (folder === except || depth > DEEPEST) return;
  try {
    removeLeftovers(folder, machine);
    for (const entry of machine.disk.readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory())
        removeLeftoversBelow(join(folder, entry.name), except, machine, depth + 1);
  } catch {
    // Nothing depends on it.
  }
}
