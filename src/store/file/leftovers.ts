/** What processes that died left in a session's folder: half-written files, and marks of waits that ended with them. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAbandonedTemporary } from "./durable-file.ts";
import { isAbandonedMark } from "./waiting-mark.ts";

/** To be called under the session's lock. */
export function removeLeftovers(path: string) {
  for (const name of readdirSync(path)) {
    if (isAbandonedTemporary(name) || isAbandonedMark(join(path, name))) rmSync(join(path, name), { force: true });
  }
}
