/** Where a session's files are, and when they change. */
import { join } from "node:path";
import { AsklineError, InvalidAskId } from "../../core/ask/errors.ts";
import type { Disk } from "../machine.ts";
import { AtomicReadError } from "./durable-file.ts";

export const REQUEST = "request.json";
export const STATUS = "status.json";
export const ANSWERS = "answers.json";
export const LOCK = ".lock";

/**
 * A session whose request or status cannot be read. It is left alone: nobody knows what was asked.
 */
export class SessionDamaged extends AsklineError {
  readonly code = "damaged";
  readonly suggestion =
    "Its files were left as they are; `askline cleanup` removes it when it is old enough.";
  readonly sessionId: string;
  constructor(id: string, cause: unknown) {
    const detail = cause instanceof Error ? cause.message : String(cause);
    super(`The files of session ${id} cannot be used: ${detail.replace(/\.$/, "")}.`, { cause });
    this.sessionId = id;
  }
}

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function isSessionId(id: string): boolean {
  return UUID_V4.test(id);
}

/**
 * Throws InvalidAskId for anything but a UUID v4, so that an id can never lead out of the folder.
 */
export function sessionPath(directory: string, id: string): string {
  if (!isSessionId(id)) throw new InvalidAskId(id);
  return join(directory, id);
}

/** A link is not a session, wherever it points. */
export function isSessionDirectory(path: string, disk: Disk): boolean {
  return disk.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Throws AtomicReadError if the folder exists but cannot be read. */
export function listSessionIds(directory: string, disk: Disk): string[] {
  try {
    const entries = disk.readdirSync(directory, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && isSessionId(entry.name))
      .map((entry) => entry.name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new AtomicReadError(directory, error);
  }
}

/** Changes whenever one of the files that settle a session is replaced or rewritten. */
export function signatureOf(path: string, disk: Disk): string {
  return `${stamp(`${path}/${STATUS}`, disk)} ${stamp(`${path}/${ANSWERS}`, disk)}`;
}

/**
 * A file that cannot be examined gets a stamp too: one odd
 * session must not end a process that watches them all.
 */
function stamp(path: string, disk: Disk): string {
  try {
    const stats = disk.statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? "-" : `${stats.ino}:${stats.mtimeMs}:${stats.size}`;
  } catch (error) {
    return `! ${(error as NodeJS.ErrnoException).code}`;
  }
}
