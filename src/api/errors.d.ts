/** Every failure that a caller may want to tell apart: a code for programs, a sentence and a suggestion for people. */
import type { Ask, SettledAsk } from "./ask.js";

/** What all errors of this package have in common. `code` is stable; `message` and `suggestion` are for people. */
export abstract class AsklineError extends Error {
  abstract readonly code: string;
  abstract readonly suggestion: string;
  get name(): string;
}

/** The question cannot be asked; nothing was shown to anybody. */
export class InvalidQuestion extends AsklineError {
  readonly code: "invalid_question";
  readonly suggestion: string;
  /** Everything that is wrong with it, as sentences. */
  readonly problems: readonly string[];
  constructor(problems: readonly string[]);
}

/** The reply does not answer the questions; the ask is still open. */
/** The reply allows what may destroy something, and was not said to be confirmed. It is still open. */
export class NotConfirmed extends AsklineError {
  readonly code: "not_confirmed";
  readonly suggestion: string;
  /** Codes of what it would destroy. */
  readonly reasons: readonly string[];
  constructor(ask: Pick<Ask, "presentation">);
}

export class InvalidReply extends AsklineError {
  readonly code: "invalid_reply";
  readonly suggestion: string;
  readonly problems: readonly string[];
  constructor(problems: readonly string[]);
}

/** Somebody or something was faster. The same answer again is no error. */
export class AlreadySettled extends AsklineError {
  readonly code: "already_settled" | "owner_gone";
  readonly suggestion: string;
  /** The ask as it was settled, with who did it and where. */
  readonly ask: SettledAsk;
  constructor(ask: SettledAsk);
}

/** The hook that waited for an agent's dialog is gone; the ask has ended with it. */
export class OwnerGone extends AlreadySettled {
  readonly code: "owner_gone";
}

/** A question that is handed to one terminal was already opened in another one. */
export class AlreadyAttached extends AsklineError {
  readonly code: "already_attached";
  readonly suggestion: string;
  /** That terminal; with `closedAt` where it is gone by now. */
  readonly attachment: NonNullable<Ask["attachment"]>;
  constructor(attachment: NonNullable<Ask["attachment"]>);
}

/** What was asked can only be allowed with a passkey's signature; the ask is still open. */
export class PasskeyNeeded extends AsklineError {
  readonly code: "passkey_needed";
  readonly suggestion: string;
  /** The sentence and the suggestion in each language. */
  readonly words: Readonly<Record<"en" | "ko", { message: string; suggestion: string }>>;
  constructor();
}

export class AskNotFound extends AsklineError {
  readonly code: "not_found";
  readonly suggestion: string;
  constructor(id: string);
}

/** The id is no UUID v4. */
export class InvalidAskId extends AsklineError {
  readonly code: "invalid_id";
  readonly suggestion: string;
  constructor(id: string);
}

/** The configuration file or a variable has a value that cannot be used. */
export class InvalidSettings extends AsklineError {
  readonly code: "invalid_settings";
  readonly suggestion: string;
}

/** The disk is full, or the folder may not be written to. Nothing was decided. */
export class AtomicWriteError extends AsklineError {
  readonly code: "write_failed";
  readonly suggestion: string;
  readonly path: string;
  constructor(path: string, cause: unknown);
}

export class AtomicReadError extends AsklineError {
  readonly code: "read_failed";
  readonly suggestion: string;
  readonly path: string;
  constructor(path: string, cause: unknown);
}

/** Another program holds the lock of a session for longer than anybody should. */
export class LockTimeout extends AsklineError {
  readonly code: "locked";
  readonly suggestion: string;
  constructor(path: string, holder: { pid: number } | null);
}

/** A session whose request or status cannot be read; its files are left as they are. */
export class SessionDamaged extends AsklineError {
  readonly code: "damaged";
  readonly suggestion: string;
  readonly sessionId: string;
  constructor(id: string, cause: unknown);
}

/** A wait that ended because its own desk was closed. Nothing was decided by this. */
export class StoreClosed extends AsklineError {
  readonly code: "closed";
  readonly suggestion: string;
  constructor();
}

/** An agent answered in its person's place, by words from a process of its own. Nothing was recorded. */
export class GivenByAgent extends AsklineError {
  readonly code: "given_by_agent";
  readonly suggestion: string;
  /** The sentence and the suggestion in each language. */
  readonly words: Readonly<Record<"en" | "ko", { message: string; suggestion: string }>>;
  constructor(agent: { readonly client: string; readonly mark?: string | undefined });
}
