/**
 * Reads one session once, without retries. Throws or
 * returns null if a file is missing or odd, even briefly.
 */
import type { Ask } from "../../core/ask/ask.ts";
import type { Disk } from "../machine.ts";
import type { Seals } from "./seals.ts";
import { peekStatus, readSessionOnce, statusFrom } from "./session-directory.ts";
import { askFromFiles, lagsBehind } from "./session-format.ts";
import type { SessionStatus } from "./session-schema.ts";

/**
 * Null if the session needs the slow path: its status lags
 * behind its answer, or a file has another session's id.
 */
export function readQuickly(
  path: string,
  disk: Disk,
  statusFile?: SessionStatus,
  seals?: Seals,
): Ask | null {
  const files = readSessionOnce(path, disk, statusFile);
  const { request, status } = files;
  const ask = askFromFiles(files, seals);
  const isWhole = path.endsWith(status.sessionId) && request.sessionId === status.sessionId;
  return isWhole && !lagsBehind(files) ? ask : null;
}

export function readIfPending(path: string, disk: Disk): Ask | null {
  const written = peekStatus(path, disk);
  const ask = saysSettled(written) ? null : readQuickly(path, disk, statusFrom(written));
  return ask?.outcome === null ? ask : null;
}

/** Judged by the raw status.json, before the schema has checked it. */
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

/**
 * Other programs use their own words for a session being answered; all of them count as pending.
 */
function normal(status: string): string {
  return ["completed", "rejected", "timed_out", "abandoned"].includes(status) ? status : "pending";
}
