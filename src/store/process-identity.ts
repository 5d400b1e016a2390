/**
 * Identifies this process and tells whether another one is alive. Process ids are reused, so the
 * start time counts too, and the table of processes in which the number counts. Loads nothing but
 * Node: `askline hook` starts all day long.
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

/**
 * The process that has this number now in that table of processes; null if none has, its start is
 * not known, or the table is another one.
 */
export function processWith({
  pid,
  table,
}: {
  readonly pid: number;
  readonly table: string;
}): ProcessIdentity | null {
  const startedAt = table === processTable() && isRunning(pid) ? startOf(pid) : null;
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

/** Whether it is known that the process has ended. */
export function isGone(process: ProcessIdentity): boolean {
  return lifeOf(process) === "dead";
}

/**
 * The start time as the system counts it, not as a wall-clock time, which a clock change would
 * shift. Null when unknown.
 */
export function startOf(pid: number): string | null {
  if (process.platform === "linux") {
    const stat = statOf(pid);
    if (stat === null) return null;
    return stat.hasEnded ? "ended" : stat.startedAt;
  }
  if (process.platform === "win32") return null;
  return attempt(() => askPs(["-o", "lstart=", "-p", String(pid)]).trim());
}

/** What Linux says of a process; null if there is none with this number. */
export function statOf(pid: number): {
  parent: number;
  /** The number of the process that began its session. */
  session: number;
  /** 0 for none. */
  terminal: number;
  startedAt: string;
  hasEnded: boolean;
  name: string;
} | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  if (stat === null) return null;
  // The second field is the program's name in brackets and
  // may hold anything, so fields are counted after it.
  const end = stat.lastIndexOf(")");
  const [state, parent, ...rest] = stat.slice(end + 2).split(" ");
  return {
    parent: Number(parent),
    session: Number(rest[1]),
    terminal: Number(rest[2]),
    startedAt: `${bootId()}+${rest[17]}`,
    hasEnded: state === "Z" || state === "X",
    name: stat.slice(stat.indexOf("(") + 1, end),
  };
}

/** A fixed locale and time zone, so that every process reads the same text. */
export function askPs(args: string[]): string {
  // Loaded only where it is needed: every command that starts would pay for it.
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const stdio = ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"];
  return execFileSync("ps", args, { encoding: "utf8", env, stdio });
}

/** Process ids mean something only within one table of processes, which containers do not share. */
export function processTable(): string {
  return attempt(() => readlinkSync("/proc/self/ns/pid")) ?? "";
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
 * Containers may share a host name but not a process
 * table, so the table's name is part of the identity.
 */
function hostIdentity(): string {
  const table = processTable();
  return table === "" ? hostname() : `${hostname()} ${table}`;
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
