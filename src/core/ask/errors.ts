/**
 * The failures that a caller may want to tell apart: each has a code for programs, a sentence and
 * a suggestion for people.
 */
import type { Ask, Attachment, Outcome } from "./ask.ts";

export abstract class AsklineError extends Error {
  abstract readonly code: string;
  abstract readonly suggestion: string;
  override get name() {
    return this.constructor.name;
  }
}

export class InvalidQuestion extends AsklineError {
  readonly code = "invalid_question";
  readonly suggestion = "Correct the question and ask again; nothing was shown to anybody.";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join(" "));
    this.problems = problems;
  }
}

export class InvalidReply extends AsklineError {
  readonly code = "invalid_reply";
  readonly suggestion = "Correct the answer and send it again; the question is still open.";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join(" "));
    this.problems = problems;
  }
}

/** The reply allows what may destroy something, and nobody was asked whether they mean it. */
export class NotConfirmed extends AsklineError {
  readonly code = "not_confirmed";
  readonly suggestion = "Show what it destroys, ask the person once more, and say `confirmed`.";
  /** Codes of what it would destroy. */
  readonly reasons: readonly string[];
  constructor({ presentation }: Pick<Ask, "presentation">) {
    super("This may destroy something, so allowing it has to be confirmed; it is still open.");
    this.reasons = presentation?.risk?.reasons ?? [];
  }
}

export class AlreadySettled extends AsklineError {
  readonly code: "already_settled" | "owner_gone" = "already_settled";
  readonly suggestion: string = "Ask again if you want a different answer.";
  readonly ask: Ask & { outcome: Outcome };
  constructor(ask: Ask & { outcome: Outcome }) {
    const { status, provenance } = ask.outcome;
    const who = provenance.who === undefined ? "" : ` by ${provenance.who}`;
    super(`This ask is already ${status}${who} (${provenance.surface}, ${provenance.at}).`);
    this.ask = ask;
  }
}

/**
 * The hook that waited for an agent's dialog is gone, so no answer can reach the agent that way.
 * The ask ends with it.
 */
export class OwnerGone extends AlreadySettled {
  override readonly code = "owner_gone";
  override readonly suggestion = "Answer it in the agent's terminal, if it still asks there.";
  override message: string = "The agent no longer waits for this answer, so it was not taken.";
}

export class AlreadyAttached extends AsklineError {
  readonly code = "already_attached";
  readonly suggestion = "Ask again to get a new command; this one can be used once.";
  readonly attachment: Attachment;
  constructor(attachment: Attachment) {
    super(
      attachment.closedAt === undefined
        ? "This question was already opened in another terminal."
        : "The terminal that this question was opened in was closed.",
    );
    this.attachment = attachment;
  }
}

/** The message is quoted from the session-management specification. */
export class AskNotFound extends AsklineError {
  readonly code = "not_found";
  readonly suggestion: string = "Run `askline list --all` to see the asks there are.";
  constructor(id: string) {
    super(`Session not found: ${id}`);
  }
}

export class InvalidAskId extends AsklineError {
  readonly code = "invalid_id";
  readonly suggestion =
    "An id is a UUID such as 6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c; `askline list` shows them.";
  constructor(id: string) {
    super(`Invalid session ID format: ${id.slice(0, 80)}`);
  }
}
