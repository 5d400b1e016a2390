/**
 * Removes what dead processes left in a session's folder:
 * half-written files, and marks of waits that ended with them.
 */
import { join } from "node:path";
import type { Machine } from "../machine.ts";
import { isAbandonedTemporary } from "./durable-file.ts";
import { isAbandonedMark } from "./waiting-mark.ts";

/** Call it under the session's lock. */
export function removeLeftovers(path: string, machine: Machine) {
  for (const name of machine.disk.readdirSync(path)) {
    const isLeft =
      isAbandonedTemporary(name, machine) || isAbandonedMark(join(path, name), machine);
    if (isLeft) machine.disk.rmSync(join(path, name), { force: true });
  }
}
