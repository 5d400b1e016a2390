/**
 * The public interface of the file store (`askline/session`):
 * sessions in the file format that other programs share.
 */
import { dirname, join } from "node:path";
import { z } from "zod";
import {
  type Ask,
  type AskStatus,
  completedBy,
  quietlyAgain,
  statusOf,
  timedOutAt,
} from "../../core/ask/ask.ts";
import { AsklineError, AskNotFound, InvalidQuestion, InvalidReply } from "../../core/ask/errors.ts";
import { GivenByAgent } from "../../core/ask/given-by-agent.ts";
import { type Question, questionFrom, sentenceOf } from "../../core/ask/question.ts";
import { wordOutcome, wordReply } from "../../core/ask/wording.ts";
import { agentBehindThisProcess } from "../agent-behind.ts";
import { thisMachine } from "../machine.ts";
import { AtomicWriteError, makeFolder, readJson } from "./durable-file.ts";
import { openFileStore } from "./file-store.ts";
import { withLock } from "./lock.ts";
import {
  ANSWERS,
  isSessionDirectory,
  isSessionId,
  listSessionIds,
  REQUEST,
  SessionDamaged,
  STATUS,
  sessionPath,
} from "./session-directory.ts";
import { AnswersDoNotFit, decisionIn, questionOf, replyFrom } from "./session-format.ts";
import {
  SessionAnswers,
  SessionQuestion,
  SessionRequest,
  SessionStatus,
} from "./session-schema.ts";

export {
  AlreadySettled,
  AskNotFound,
  InvalidAskId,
  InvalidQuestion,
  InvalidReply,
} from "../../core/ask/errors.ts";
export { GivenByAgent } from "../../core/ask/given-by-agent.ts";
export { AtomicReadError, AtomicWriteError } from "./durable-file.ts";
export { LockTimeout } from "./lock.ts";
export { SessionDamaged } from "./session-directory.ts";
export type {
  SessionAnswers,
  SessionQuestion,
  SessionRequest,
  SessionStatus,
  UserAnswer,
} from "./session-schema.ts";

export interface SessionConfig {
  /** Session storage path. */
  baseDir: string;
  /** How many sessions may be pending at once; the next one is refused. */
  maxSessions?: number | undefined;
  /** Milliseconds after which `cleanupExpiredSessions` removes a session; 0 keeps them for ever. */
  retentionPeriod?: number | undefined;
  /** Milliseconds `waitForAnswers` waits if it is given no timeout; 0 waits for ever. */
  sessionTimeout?: number | undefined;
}

type CompleteConfig = { [Key in keyof SessionConfig]-?: NonNullable<SessionConfig[Key]> };

export const DEFAULT_SESSION_CONFIG = {
  maxSessions: 100,
  retentionPeriod: 7 * 24 * 60 * 60 * 1000,
  sessionTimeout: 0,
} as const;

export class SessionLimitReached extends AsklineError {
  readonly code = "too_many_sessions";
  readonly suggestion = "Answer, reject or delete an open session, or raise maxSessions.";
  constructor(limit: number) {
    super(`${limit} sessions are open already, which is the limit.`);
  }
}

/**
 * `waitForAnswers` ended without answers; the message is the
 * session's status in capitals, such as `SESSION_REJECTED`.
 */
export class SessionEnded extends AsklineError {
  readonly code: `session_${AskStatus}`;
  readonly suggestion = "Read status.json for the reason; ask again if an answer is still needed.";
  readonly ask: Ask;
  constructor(ask: Ask) {
    const status = statusOf(ask);
    super(`SESSION_${status.toUpperCase()}`);
    this.code = `session_${status}`;
    this.ask = ask;
  }
}

export class CallIdMismatch extends AsklineError {
  readonly code = "call_id_mismatch";
  readonly suggestion = "Wait with the call id the session was created with.";
  constructor(sessionId: string, expected: string, found: string | undefined) {
    super(`Session ${sessionId} was answered for call ${found ?? "(none)"}, not for ${expected}.`);
  }
}

export class SessionManager {
  readonly #directory: string;
  readonly #config: CompleteConfig;
  readonly #store: ReturnType<typeof openFileStore>;
  readonly #machine = thisMachine;

  constructor(config: SessionConfig) {
    const { baseDir, maxSessions, retentionPeriod, sessionTimeout } = config;
    this.#config = {
      baseDir,
      maxSessions: maxSessions ?? DEFAULT_SESSION_CONFIG.maxSessions,
      retentionPeriod: retentionPeriod ?? DEFAULT_SESSION_CONFIG.retentionPeriod,
      sessionTimeout: sessionTimeout ?? DEFAULT_SESSION_CONFIG.sessionTimeout,
    };
    this.#directory = this.#config.baseDir;
    this.#store = openFileStore({ directory: this.#directory, machine: this.#machine });
  }

  get config(): Readonly<CompleteConfig> {
    return this.#config;
  }

  async initialize(): Promise<void> {
    const { disk } = this.#machine;
    makeFolder(this.#directory, disk);
    try {
      disk.accessSync(
        this.#directory,
        disk.constants.R_OK | disk.constants.W_OK | disk.constants.X_OK,
      );
    } catch (cause) {
      throw new AtomicWriteError(this.#directory, cause);
    }
  }

  async createSession(questions: SessionQuestion[], callId?: string): Promise<string> {
    if (!Array.isArray(questions) || questions.length === 0) {
      throw new InvalidQuestion(["At least one question is required to create a session"]);
    }
    const ask = this.#askOf(questions, callId);
    await this.initialize();
    const create = async () => {
      const { maxSessions } = this.#config;
      const open = await this.#store.count({ status: "pending" }, maxSessions);
      if (open >= maxSessions) throw new SessionLimitReached(maxSessions);
      await this.#store.create(ask);
    };
    await withLock(join(this.#directory, ".create.lock"), create, this.#machine);
    return ask.id;
  }

  async saveSessionAnswers(sessionId: string, answers: SessionAnswers): Promise<void> {
    this.#mustExist(sessionId);
    this.#refuseAgents();
    const file = answersFrom(answers);
    if (file.sessionId !== sessionId)
      throw new InvalidReply([`These answers are for session ${file.sessionId}.`]);
    const { callId, provenance = { by: "person", surface: "session", at: file.timestamp } } = file;
    await quietlyAgain(
      (ask) => readReply(ask.questions, file),
      () =>
        this.#store.settle(sessionId, (ask) => {
          if (callId !== undefined && callId !== (ask.source.callId ?? callId)) {
            throw new InvalidReply([
              `These answers are for call ${callId}, the question is of call ${ask.source.callId}.`,
            ]);
          }
          return completedBy(ask, readReply(ask.questions, file), provenance, callId);
        }),
    );
  }

  async rejectSession(sessionId: string, reason?: string | null): Promise<void> {
    this.#mustExist(sessionId);
    await this.#reject(sessionId, reason?.trim() || null);
  }

  /**
   * Resolves with the session id once it is answered; throws SessionEnded when it ends otherwise.
   */
  async waitForAnswers(
    sessionId: string,
    timeoutMs?: number,
    expectedCallId?: string,
  ): Promise<string> {
    this.#mustExist(sessionId);
    const limit = timeoutMs ?? this.#config.sessionTimeout;
    const { clock } = this.#machine;
    const abort = new AbortController();
    const giveUp = () => abort.abort();
    const stopLimit = limit > 0 ? clock.after(limit, giveUp) : () => undefined;
    let stopDeadline = () => {};
    let deadline: string | null = null;
    const millisecondsUntil = (moment: string) =>
      Math.max(0, Date.parse(moment) - clock.now().getTime());
    // The session's own deadline holds as well, and may be moved while we wait. One that was not
    // moved keeps its timer, which does not care whether somebody sets the clock.
    const onPending = ({ expiresAt }: Ask) => {
      if (expiresAt === deadline) return;
      deadline = expiresAt;
      stopDeadline();
      if (expiresAt !== null) stopDeadline = clock.after(millisecondsUntil(expiresAt), giveUp);
    };
    try {
      const ask = await this.#store.whenSettled(sessionId, { signal: abort.signal, onPending });
      if (ask.outcome.status !== "completed") throw new SessionEnded(ask);
      if (expectedCallId !== undefined) await this.#checkCallId(sessionId, expectedCallId);
      await this.#markFetched(ask);
      return sessionId;
    } catch (error) {
      if (!abort.signal.aborted || error !== abort.signal.reason) throw error;
      return await this.#timeOut(sessionId);
    } finally {
      stopLimit();
      stopDeadline();
    }
  }

  async getSessionRequest(sessionId: string): Promise<SessionRequest | null> {
    return this.#read(sessionId, REQUEST, SessionRequest);
  }

  /** Loads the session first: that completes a status whose writer died after the answer. */
  async getSessionStatus(sessionId: string): Promise<SessionStatus | null> {
    if (this.#has(sessionId)) await this.#store.load(sessionId).catch(() => null);
    return this.#read(sessionId, STATUS, SessionStatus);
  }

  async getSessionAnswers(sessionId: string): Promise<SessionAnswers | null> {
    return this.#read(sessionId, ANSWERS, SessionAnswers);
  }

  /**
   * Ends a pending session without answers; `pending` only updates its last-modified time.
   * `completed` is refused: use `saveSessionAnswers`.
   */
  async updateSessionStatus(
    sessionId: string,
    status: "pending" | "completed" | "rejected" | "timed_out" | "abandoned",
    { rejectionReason = null }: { rejectionReason?: string | null | undefined } = {},
  ): Promise<void> {
    this.#mustExist(sessionId);
    const at = this.#now().toISOString();
    switch (status) {
      case "pending":
        await this.#store.amend(sessionId, () => ({}));
        return;
      case "completed":
        throw new InvalidReply(["A session is completed by its answers; use saveSessionAnswers."]);
      case "rejected":
        return this.#reject(sessionId, rejectionReason);
      case "timed_out":
        await this.#store.settle(sessionId, (ask) => timedOutAt(ask, at));
        return;
      case "abandoned": {
        const provenance = { by: "rule", surface: "session", at } as const;
        await this.#store.settle(sessionId, () => ({ status, kind: "withdrawn", provenance }));
      }
    }
  }

  async getAllSessionIds(): Promise<string[]> {
    return listSessionIds(this.#directory, this.#machine.disk);
  }

  async getPendingSessions(): Promise<string[]> {
    const asks = await this.#store.list({ status: "pending" });
    return asks.map((ask) => ask.id);
  }

  async getSessionCount(): Promise<number> {
    return listSessionIds(this.#directory, this.#machine.disk).length;
  }

  async sessionExists(sessionId: string): Promise<boolean> {
    return isSessionId(sessionId) && this.#has(sessionId);
  }

  async deleteSession(sessionId: string): Promise<void> {
    sessionPath(this.#directory, sessionId);
    await this.#store.remove(sessionId);
  }

  async cleanupExpiredSessions(): Promise<number> {
    const { retentionPeriod } = this.#config;
    const cutOff = new Date(this.#now().getTime() - retentionPeriod);
    // Nothing is old enough for ever, and no date is that long ago.
    if (!(retentionPeriod > 0) || Number.isNaN(cutOff.getTime())) return 0;
    // The specification has old sessions deleted whatever their status.
    const { removed } = await this.#store.cleanUp(cutOff, { open: true });
    return Object.values(removed).reduce((sum, count) => sum + count, 0);
  }

  async validateSession(sessionId: string): Promise<{ isValid: boolean; issues: string[] }> {
    if (!isSessionId(sessionId)) return { isValid: false, issues: ["Invalid session ID format"] };
    if (!(await this.sessionExists(sessionId)))
      return { isValid: false, issues: ["Session directory does not exist"] };
    const request = await this.getSessionRequest(sessionId).catch((error: Error) => error);
    const status = await this.#read(sessionId, STATUS, SessionStatus).catch(
      (error: Error) => error,
    );
    const answers = await this.getSessionAnswers(sessionId).catch((error: Error) => error);
    const issues = [
      ...fileIssues(REQUEST, request, sessionId),
      ...fileIssues(STATUS, status, sessionId),
    ];
    if (answers !== null) issues.push(...fileIssues(ANSWERS, answers, sessionId));
    if (
      issues.length === 0 &&
      (status as SessionStatus).totalQuestions !== (request as SessionRequest).questions.length
    ) {
      issues.push("Question count mismatch between status.json and request.json");
    }
    return { isValid: issues.length === 0, issues };
  }

  #askOf(questions: SessionQuestion[], callId: string | undefined): Ask {
    return {
      id: crypto.randomUUID(),
      questions: questions.map((question) => questionFrom(question)),
      source: { kind: "session", ...(callId === undefined ? {} : { callId }) },
      returnPath: "caller",
      urgency: "normal",
      createdAt: this.#now().toISOString(),
      expiresAt: null,
      onTimeout: "none",
      owner: { ...this.#machine.processes.self(), mode: "detached" },
      outcome: null,
    };
  }

  /** What is given as words must not come from an agent. */
  #refuseAgents() {
    const agent = agentBehindThisProcess([dirname(this.#directory)]);
    if (agent !== null) throw new GivenByAgent(agent);
  }

  async #reject(sessionId: string, rejectionReason: string | null) {
    this.#refuseAgents();
    const provenance = { by: "person", surface: "session", at: this.#now().toISOString() } as const;
    await this.#store.settle(sessionId, () => ({
      status: "rejected",
      kind: "reject",
      rejectionReason,
      provenance,
    }));
  }

  /** For those who clean up. The answer is there, whatever becomes of the mark. */
  async #markFetched({ id, owner }: Ask) {
    if (owner !== null) await this.#store.markTaken(id, "program").catch(() => undefined);
  }

  /** An answer that came at the last moment still counts. */
  async #timeOut(sessionId: string): Promise<string> {
    const ask = await this.#store
      .settle(sessionId, (pending) => timedOutAt(pending, this.#now().toISOString()))
      .catch((error) =>
        error?.code === "already_settled" ? this.#store.load(sessionId) : Promise.reject(error),
      );
    if (ask.outcome?.status === "completed") {
      await this.#markFetched(ask);
      return sessionId;
    }
    throw new SessionEnded(ask);
  }

  async #checkCallId(sessionId: string, expected: string) {
    const answers = await this.getSessionAnswers(sessionId);
    const found = answers?.callId ?? (await this.getSessionRequest(sessionId))?.callId;
    if (found !== expected) throw new CallIdMismatch(sessionId, expected, found);
  }

  #now(): Date {
    return this.#machine.clock.now();
  }

  #has(sessionId: string): boolean {
    return isSessionDirectory(sessionPath(this.#directory, sessionId), this.#machine.disk);
  }

  #mustExist(sessionId: string) {
    const exists = isSessionId(sessionId) && this.#has(sessionId);
    if (!exists) throw new AskNotFound(sessionId);
  }

  async #read<T>(sessionId: string, fileName: string, schema: z.ZodType<T>): Promise<T | null> {
    const path = sessionPath(this.#directory, sessionId);
    if (!this.#has(sessionId)) return null;
    const value = await readJson(join(path, fileName), this.#machine);
    const parsed = value === null ? null : schema.safeParse(value);
    if (parsed?.success === false)
      throw new SessionDamaged(sessionId, `${fileName} is not as it should be`);
    return parsed?.data ?? null;
  }
}

/**
 * Answers in the words an agent reads. Throws InvalidReply
 * when they do not belong to these questions.
 */
export function formatAnswers(answers: SessionAnswers, questions: SessionQuestion[]): string {
  const asked = z.array(SessionQuestion).safeParse(questions);
  if (!asked.success) throw new InvalidQuestion(asked.error.issues.map(sentenceOf));
  const known = asked.data.map(questionOf);
  const decision = refusing(() => decisionIn(known, answersFrom(answers)));
  if (decision.status === "completed") return wordReply(known, decision.reply);
  const provenance = { by: "person", surface: "session", at: answers.timestamp } as const;
  return wordOutcome({ questions: known, outcome: { ...decision, provenance } });
}

function answersFrom(answers: SessionAnswers) {
  const file = SessionAnswers.safeParse(answers);
  if (!file.success) throw new InvalidReply(file.error.issues.map(sentenceOf));
  return file.data;
}

function readReply(questions: readonly Question[], file: Parameters<typeof replyFrom>[1]) {
  return refusing(() => replyFrom(questions, file));
}

function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof AnswersDoNotFit ? new InvalidReply([error.message]) : error;
  }
}

function fileIssues(
  fileName: string,
  file: { sessionId: string } | Error | null,
  sessionId: string,
): string[] {
  if (file === null) return [`Required file missing: ${fileName}`];
  if (file instanceof Error) return [`Required file unreadable: ${fileName} (${file.message})`];
  return file.sessionId === sessionId ? [] : [`Session ID mismatch in ${fileName}`];
}
