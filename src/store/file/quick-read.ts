/** One session read at once, without retries. What is missing or odd, however shortly, throws or is null. */
import type { Ask } from "../../core/ask/ask.ts";
import type { Disk } from "../machine.ts";
import { peekStatus, readSessionOnce, statusFrom } from "./session-directory.ts";
import { askFromFiles, lagsBehind } from "./session-format.ts";
import type { SessionStatus } from "./session-schema.ts";

/** Null for what needs the slow way: an answer whose status lags behind, or files with another session's id. */
export function readQuickly(path: string, disk: Disk, statusFile?: SessionStatus): Ask | null {
  const files = readSessionOnce(path, disk, statusFile);
  const { request, status } = files;
  const ask = askFromFiles(files);
  const isWhole = path.endsWith(status.sessionId) && request.sessionId === status.sessionId;
  return isWhole && !lagsBehind(files) ? ask : null;
}

export function readIfPending(path: string, disk: Disk): Ask | null {
  const written = peekStatus(path, disk);
  const ask = saysSettled(written) ? null : readQuickly(path, disk, statusFrom(written));
  return ask?.outcome === null ? ask : null;
}

/** By what stands in status.json, not looked at any closer. */
export function saysSettled(written: unknown): boolean {
  const { status } = (written ?? {}) as { status?: unknown };
  return typeof status === "string" && normal(status) !== "pending";
}

export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Other programs have names of their own for a session that is being answered. */
function normal(status: string): string {
  return ["completed", "rejected", "timed_out", "abandoned"].includes(status) ? status : "pending";
}
