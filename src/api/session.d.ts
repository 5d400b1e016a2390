/** Sessions by the file format that other programs share: `import { SessionManager } from "askline/session"`. */
import type {
  Ask,
  AskBack,
  AskedDialog,
  Effect,
  Note,
  Owner,
  Presentation,
  ProcessIdentity,
  Provenance,
  Source,
  Taken,
} from "./ask.js";
import { AsklineError } from "./errors.js";
import type { Reply, SelectionMode } from "./question.js";

export {
  AlreadySettled,
  AskNotFound,
  AtomicReadError,
  AtomicWriteError,
  GivenByAgent,
  InvalidAskId,
  InvalidQuestion,
  InvalidReply,
  LockTimeout,
  SessionDamaged,
} from "./errors.js";

export interface SessionConfig {
  /** Session storage path. */
  baseDir: string;
  /** How many sessions may be pending at once; the next one is refused. */
  maxSessions?: number | undefined;
  /** Milliseconds after which `cleanupExpiredSessions` removes a session; 0 keeps them for ever. */
  retentionPeriod?: number | undefined;
  /** Milliseconds `waitForAnswers` waits when it is not told; 0 waits for ever. */
  sessionTimeout?: number | undefined;
}

export const DEFAULT_SESSION_CONFIG: {
  readonly maxSessions: 100;
  readonly retentionPeriod: number;
  readonly sessionTimeout: 0;
};

/** The documented fields of a question, and ours beside them. Fields of other programs are kept. */
export interface SessionQuestion {
  title: string;
  prompt: string;
  options: SessionOption[];
  multiSelect?: boolean | undefined;
  selectionMode?: SelectionMode | undefined;
  placeholder?: string | undefined;
  defaultOptionIds?: string[] | undefined;
  minSelections?: number | undefined;
  maxSelections?: number | undefined;
  [field: string]: unknown;
}

export interface SessionOption {
  label: string;
  description?: string | undefined;
  id?: string | undefined;
  recommended?: boolean | undefined;
  [field: string]: unknown;
}

/** request.json */
export interface SessionRequest {
  sessionId: string;
  questions: SessionQuestion[];
  status: string;
  timestamp: string;
  callId?: string | undefined;
  context?: string | undefined;
  source?: Source | undefined;
  askedBy?: { tokenId: string; token: string; person?: string | undefined } | undefined;
  returnPath?: Ask["returnPath"] | undefined;
  urgency?: Ask["urgency"] | undefined;
  onTimeout?: Ask["onTimeout"] | undefined;
  presentation?: Presentation | undefined;
  dialog?: AskedDialog | undefined;
  [field: string]: unknown;
}

/** status.json */
export interface SessionStatus {
  sessionId: string;
  /** `pending`, `completed`, `rejected`, `timed_out` or `abandoned`; other programs may write others. */
  status: string;
  createdAt: string;
  lastModified: string;
  totalQuestions: number;
  callId?: string | undefined;
  rejectionReason?: string | null | undefined;
  expiresAt?: string | null | undefined;
  owner?: Owner | null | undefined;
  ownerGoneAt?: string | undefined;
  leftOpenAt?: string | undefined;
  attachment?: (ProcessIdentity & { at: string; closedAt?: string | undefined }) | undefined;
  taken?: Taken[] | undefined;
  deliveredAt?: string | undefined;
  effect?: Effect | undefined;
  kind?: string | undefined;
  detail?: string | undefined;
  askBack?: AskBack[] | undefined;
  notes?: Note[] | undefined;
  defaultReply?: Reply | undefined;
  provenance?: Provenance | undefined;
  seal?: string | undefined;
  [field: string]: unknown;
}

/** answers.json */
export interface SessionAnswers {
  sessionId: string;
  answers: UserAnswer[];
  timestamp: string;
  callId?: string | undefined;
  globalNote?: string | undefined;
  provenance?: Provenance | undefined;
  seal?: string | undefined;
  [field: string]: unknown;
}

/** The answer to one question. Options are named by their labels. */
export interface UserAnswer {
  questionIndex: number;
  selectedOption?: string | null | undefined;
  selectedOptions?: string[] | null | undefined;
  customText?: string | null | undefined;
  timestamp: string;
  optionIds?: string[] | undefined;
  optionNotes?: Record<string, string> | undefined;
  editedInput?: Record<string, unknown> | undefined;
  [field: string]: unknown;
}

export class SessionLimitReached extends AsklineError {
  readonly code: "too_many_sessions";
  readonly suggestion: string;
  constructor(limit: number);
}

/** `waitForAnswers` ended without answers; the message is the session's end in capitals, `SESSION_REJECTED` for one. */
export class SessionEnded extends AsklineError {
  readonly code:
    | "session_pending"
    | "session_completed"
    | "session_rejected"
    | "session_timed_out"
    | "session_abandoned";
  readonly suggestion: string;
  readonly ask: Ask;
  constructor(ask: Ask);
}

/** The session was answered for another call than the one waited for. */
export class CallIdMismatch extends AsklineError {
  readonly code: "call_id_mismatch";
  readonly suggestion: string;
  constructor(sessionId: string, expected: string, found: string | undefined);
}

/** Reads and writes the sessions in one folder. Several processes may work on the same folder. */
export class SessionManager {
  constructor(config: SessionConfig);
  get config(): Readonly<{
    baseDir: string;
    maxSessions: number;
    retentionPeriod: number;
    sessionTimeout: number;
  }>;
  /** Makes the folder. Throws AtomicWriteError where it cannot be used. */
  initialize(): Promise<void>;
  /** Resolves with the session id. Throws InvalidQuestion or SessionLimitReached. */
  createSession(questions: SessionQuestion[], callId?: string): Promise<string>;
  /** Throws InvalidReply (the session is still open) or AlreadySettled. */
  saveSessionAnswers(sessionId: string, answers: SessionAnswers): Promise<void>;
  rejectSession(sessionId: string, reason?: string | null): Promise<void>;
  /** Resolves with the session id once it is answered. Throws SessionEnded when it ends otherwise. */
  waitForAnswers(sessionId: string, timeoutMs?: number, expectedCallId?: string): Promise<string>;
  getSessionRequest(sessionId: string): Promise<SessionRequest | null>;
  /** An answer that is in place already is seen here too, even if its writer died before the status was written. */
  getSessionStatus(sessionId: string): Promise<SessionStatus | null>;
  getSessionAnswers(sessionId: string): Promise<SessionAnswers | null>;
  /** Moves a pending session to another end than `completed`, for which `saveSessionAnswers` is the way. */
  updateSessionStatus(
    sessionId: string,
    status: "pending" | "completed" | "rejected" | "timed_out" | "abandoned",
    options?: { rejectionReason?: string | null | undefined },
  ): Promise<void>;
  getAllSessionIds(): Promise<string[]>;
  getPendingSessions(): Promise<string[]>;
  getSessionCount(): Promise<number>;
  sessionExists(sessionId: string): Promise<boolean>;
  deleteSession(sessionId: string): Promise<void>;
  /** Removes what is older than `retentionPeriod`. Returns how many. */
  cleanupExpiredSessions(): Promise<number>;
  validateSession(sessionId: string): Promise<{ isValid: boolean; issues: string[] }>;
}

/** Answers in the words an agent reads. Throws InvalidReply when they do not belong to these questions. */
export function formatAnswers(answers: SessionAnswers, questions: SessionQuestion[]): string;
