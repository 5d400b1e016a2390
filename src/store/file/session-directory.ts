/** Where a session's files are, and how they are read. */
import { join } from "node:path";
import { AsklineError, InvalidAskId } from "../../core/ask/errors.ts";
import { sentenceOf } from "../../core/ask/question.ts";
import { firstTimes } from "../../core/cache.ts";
import type { Disk, Machine } from "../machine.ts";
import { AtomicReadError, readJson, readJsonOnce } from "./durable-file.ts";
import { FileProblem, missing, ofAnotherSession, unknownStatus } from "./file-problem.ts";
import { AnswersDoNotFit } from "./session-format.ts";
import {
  SessionAnswers,
  type SessionFiles,
  SessionRequest,
  SessionStatus,
} from "./session-schema.ts";

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

/** Reads the files once. Throws if anything is missing or odd, even briefly. */
export function readSessionOnce(
  path: string,
  disk: Disk,
  status = statusFrom(peekStatus(path, disk)),
): SessionFiles {
  const request = parse(SessionRequest, REQUEST, readJsonOnce(`${path}/${REQUEST}`, disk));
  // Checking first is much cheaper than the error of opening a file that does not exist.
  const hasAnswers = !endedWithoutAnswers(status) && disk.existsSync(`${path}/${ANSWERS}`);
  const answers = hasAnswers
    ? parse(SessionAnswers, ANSWERS, readJsonOnce(`${path}/${ANSWERS}`, disk))
    : null;
  return { request, status, answers };
}

/** The raw content of status.json, not yet checked against the schema. */
export function peekStatus(path: string, disk: Disk): unknown {
  return readJsonOnce(`${path}/${STATUS}`, disk);
}

export function statusFrom(written: unknown): SessionStatus {
  const file = parse(SessionStatus, STATUS, written);
  if (!KNOWN_STATUSES.includes(file.status)) throw unknownStatus(file.status);
  return file;
}

// `in-progress` is another program's word for a session that somebody is answering just now.
const KNOWN_STATUSES = [
  ...["pending", "in-progress"],
  ...["completed", "rejected", "timed_out", "abandoned"],
];

/**
 * Rejected, timed out or abandoned: answers.json changes
 * nothing, whether it came later or was the reason.
 */
function endedWithoutAnswers({ status }: SessionStatus): boolean {
  return status === "rejected" || status === "timed_out" || status === "abandoned";
}

/**
 * Reads with the retries of the specification. Throws SessionDamaged for request and status,
 * AnswersDoNotFit for answers.
 */
export async function readSessionPatiently(
  path: string,
  id: string,
  machine: Machine,
): Promise<SessionFiles> {
  const { request, status } = await readRequestAndStatus(path, id, machine);
  if (endedWithoutAnswers(status)) return { request, status, answers: null };
  try {
    const answers = await readJson(`${path}/${ANSWERS}`, machine);
    return {
      request,
      status,
      answers: answers === null ? null : parse(SessionAnswers, ANSWERS, answers),
    };
  } catch (cause) {
    throw new AnswersDoNotFit(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export async function readRequestAndStatus(
  path: string,
  id: string,
  machine: Machine,
): Promise<Pick<SessionFiles, "request" | "status">> {
  try {
    const status = statusFrom(await readJson(`${path}/${STATUS}`, machine));
    const request = parse(SessionRequest, REQUEST, await readJson(`${path}/${REQUEST}`, machine));
    if (status.sessionId !== id) throw ofAnotherSession(STATUS, status.sessionId);
    if (request.sessionId !== id) throw ofAnotherSession(REQUEST, request.sessionId);
    return { request, status };
  } catch (cause) {
    throw new SessionDamaged(id, cause);
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

interface Schema<T> {
  safeParse(
    value: unknown,
    how: { jitless: boolean },
  ): { success: true; data: T } | { success: false; error: { issues: Issue[] } };
}
type Issue = { path: PropertyKey[]; message: string };

// A schema compiles itself when it is first used, which takes as long as reading a hundred sessions
// without that. Most commands read a handful.
const isEarly = firstTimes(200);

function parse<T>(schema: Schema<T>, fileName: string, value: unknown): T {
  if (value === null) throw missing(fileName);
  const result = schema.safeParse(value, { jitless: isEarly() });
  if (result.success) return result.data;
  const issues = result.error.issues.map(sentenceOf).join(" ");
  throw new FileProblem(
    `${fileName} is not as it should be. ${issues}`,
    `${fileName}의 내용이 올바르지 않습니다: ${issues}`,
  );
}
