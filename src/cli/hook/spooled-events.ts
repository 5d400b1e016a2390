/** What other hooks of a session reported while no hub ran, read from the spool and left there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { eventOf } from "../../sources/hooks/hook-call.ts";
import { parseSpooled, spooledNames } from "../../sources/hooks/spool-file.ts";

// What matters to a dialog happened around it, so it is among the newest.
const LOOKED_AT = 200;

/** Oldest first. */
export function spooledEvents(stateDirectory: string, sessionId: string): AgentEvent[] {
  const folder = join(stateDirectory, "spool");
  return spooledNames(folder)
    .slice(-LOOKED_AT)
    .flatMap((name) => eventIn(join(folder, name)))
    .filter((event) => event.sessionId === sessionId);
}

function eventIn(path: string): AgentEvent[] {
  try {
    const spooled = parseSpooled(readFileSync(path, "utf8"));
    return spooled === null ? [] : [eventOf(spooled.facts, spooled.body, new Date())];
  } catch {
    // Taken by a hub that has just started, or not a call that we can read.
    return [];
  }
}
