/**
 * Identifies this process and tells whether another one is
 * alive. Process ids are reused, so the start time counts too.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { ProcessIdentity } from "../core/ask/ask.ts";
import { once } from "../core/cache.ts";

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
  const processTable = attempt(() => readlinkSync("/proc/self/ns/pid"));
  return processTable === null ? hostname() : `${hostname()} ${processTable}`;
}

/** Whether any process on this host has that id now; the id may have been reused. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * The start time as the system counts it, not as a wall-clock time, which a clock change would
 * shift. Null when unknown.
 */
function startOf(pid: number): string | null {
  if (process.platform === "linux") {
    const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
    if (stat === null) return null;
    // The second field is the program's name in brackets and
    // may hold anything, so fields are counted after it.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? "ended" : `${bootId()}+${rest[18]}`;
  }
  if (process.platform === "win32") return null;
  // Loaded only where it is needed: every command that starts would pay for it.
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  // A fixed locale and time zone, so that every process reads the same text.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  return attempt(() =>
    execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env }).trim(),
  );
}

const bootId = once(
  () =>
    attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8)) ?? "boot",
);

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
