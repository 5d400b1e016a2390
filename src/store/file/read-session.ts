/**
 * Reads one session's files: once, which throws or returns null if a file is missing or odd even
 * briefly, or with the patience that other programs' writing needs.
 */
import type { Ask } from "../../core/ask/ask.ts";
import { sentenceOf } from "../../core/ask/question.ts";
import { firstTimes } from "../../core/cache.ts";
import type { Disk, Machine } from "../machine.ts";
import { readJson, readJsonOnce } from "./durable-file.ts";
import { FileProblem, missing, ofAnotherSession, unknownStatus } from "./file-problem.ts";
import { judged, type Seals } from "./seals.ts";
import { ANSWERS, REQUEST, SessionDamaged, STATUS } from "./session-directory.ts";
import { AnswersDoNotFit, askFromFiles, lagsBehind } from "./session-format.ts";
import {
  SessionAnswers,
  type SessionFiles,
  SessionRequest,
  SessionStatus,
} from "./session-schema.ts";

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
  const ask = judged(askFromFiles(files), files, seals);
  const isWhole = path.endsWith(status.sessionId) && request.sessionId === status.sessionId;
  return isWhole && !lagsBehind(files) ? ask : null;
}

export function readIfPending(path: string, disk: Disk): Ask | null {
  const written = peekStatus(path, disk);
  const ask = saysSettled(written) ? null : readQuickly(path, disk, statusFrom(written));
  return ask?.outcome === null ? ask : null;
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
 * Other programs use their own words for a session being answered; all of them count as pending.
 */
function normal(status: string): string {
  return ["completed", "rejected", "timed_out", "abandoned"].includes(status) ? status : "pending";
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
