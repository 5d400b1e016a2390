/**
 * Identifies this process and tells whether another one is
 * alive. Process ids are reused, so the start time counts too.
 */
import { hostname } from "node:os";
import type { ProcessIdentity } from "../core/ask/ask.ts";
import { once } from "../core/cache.ts";
import { isRunning, processTable, startOf } from "./process-start.ts";

export { isRunning };

export const thisProcess = once((): ProcessIdentity => {
  return {
    pid: process.pid,
    host: hostIdentity(),
    startedAt: startOf(process.pid) ?? `uptime ${Date.now()}`,
  };
});

/** The process that has this number now; null if none has, or its start is not known. */
export function processWith(pid: number): ProcessIdentity | null {
  const startedAt = isRunning(pid) ? startOf(pid) : null;
  return startedAt === null || startedAt === "ended"
    ? null
    : { pid, host: thisProcess().host, startedAt };
}

/** `unknown` for a process of another machine or container, which is not visible from here. */
export function lifeOf({ pid, host, startedAt }: ProcessIdentity): "alive" | "dead" | "unknown" {
  if (host !== thisProcess().host) return "unknown";
  if (!isRunning(pid)) return "dead";
  const start = startOf(pid);
  if (start === null) return "alive";
  return start === startedAt ? "alive" : "dead";
}

/**
 * Containers may share a host name but not a process
 * table, so the table's name is part of the identity.
 */
function hostIdentity(): string {
  const table = processTable();
  return table === "" ? hostname() : `${hostname()} ${table}`;
}
