/**
 * When a process started, and in which table of processes its number counts. Loads nothing but
 * Node: `askline hook` starts all day long.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { once } from "../core/cache.ts";

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
