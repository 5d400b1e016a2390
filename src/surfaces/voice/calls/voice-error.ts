/** Errors of the voice API: a kind that decides the text and the status, and sometimes a detail. */
import { HTTPException } from "hono/http-exception";
import type { Outcome } from "../../../core/ask/ask.ts";
import { AlreadySettled, AsklineError, AskNotFound, OwnerGone } from "../../../core/ask/errors.ts";
import { smallPrint } from "../../../core/ask/seal-words.ts";
import { UnreadableBody } from "../../../http/body.ts";
import type { Problem, VoiceMessages } from "../speech/messages.ts";
import { ended } from "../speech/speech.ts";
import type { VoiceError } from "../wire/wire.ts";

export class VoiceProblem extends AsklineError {
  readonly code = "voice_trouble";
  readonly suggestion = "";
  readonly problem: Problem;
  /** A sentence in addition to the kind's own text, in the person's language. */
  readonly detail: string | null;
  constructor(problem: Problem, detail: string | null = null, options?: ErrorOptions) {
    super(`Voice: ${problem}.`, options);
    this.problem = problem;
    this.detail = detail;
  }
}

const STATUS: Record<Problem, number> = {
  unknown_agent: 404,
  unknown_address: 404,
  wrong_method: 405,
  not_understood: 400,
  nothing_said: 400,
  too_large: 413,
  no_token: 401,
  too_many_tries: 429,
  not_allowed: 403,
  from_agent: 403,
  passkey_needed: 409,
  strange_sender: 421,
  wrong_format: 415,
  answered_already: 409,
  owner_gone: 409,
  question_gone: 409,
  due_soon: 409,
  question_changed: 409,
  only_in_terminal: 409,
  unreachable: 409,
  question_first: 409,
  no_file: 400,
  empty_file: 400,
  file_kind: 415,
  unknown_file: 404,
  no_room: 507,
  failure: 500,
};

export function statusOf(problem: Problem): number {
  return STATUS[problem];
}

/** The guard refuses with a status; this is its problem kind, which has a text to read aloud. */
export function problemAt(status: number): Problem {
  switch (status) {
    case 401:
      return "no_token";
    case 403:
      return "not_allowed";
    case 404:
      return "unknown_address";
    case 415:
      return "wrong_format";
    case 421:
      return "strange_sender";
    case 429:
      return "too_many_tries";
    default:
      return status < 500 ? "not_understood" : "failure";
  }
}

/** The problem behind an error; null for an unexpected error. */
export function problemIn(error: unknown, say: VoiceMessages, who: string): VoiceProblem | null {
  if (error instanceof VoiceProblem) return error;
  if (error instanceof OwnerGone) return new VoiceProblem("owner_gone", null, { cause: error });
  if (error instanceof AlreadySettled)
    return new VoiceProblem("answered_already", whoWasFirst(error, say, who));
  if (error instanceof AskNotFound) return new VoiceProblem("question_gone");
  if (error instanceof UnreadableBody) {
    return new VoiceProblem(error.problem === "too_large" ? "too_large" : "not_understood", null, {
      cause: error,
    });
  }
  // The router throws this for a body that is not JSON.
  if (error instanceof HTTPException)
    return new VoiceProblem(problemAt(error.status), null, { cause: error });
  if (!(error instanceof AsklineError)) return null;
  switch (error.code) {
    case "given_by_agent":
      return new VoiceProblem("from_agent", null, { cause: error });
    case "passkey_needed":
      return new VoiceProblem("passkey_needed", null, { cause: error });
    case "agent_unreachable":
    case "left_unsent":
      return new VoiceProblem("unreachable", null, { cause: error });
    case "unfit_text":
      return new VoiceProblem("too_large", null, { cause: error });
    case "invalid_reply":
    case "invalid_cursor":
      return new VoiceProblem("not_understood", null, { cause: error });
    case "invalid_id":
      return new VoiceProblem("question_gone", null, { cause: error });
    default:
      return null;
  }
}

export function errorBody(
  { problem, detail }: Pick<VoiceProblem, "problem" | "detail">,
  say: VoiceMessages,
): VoiceError {
  const { error, suggestion } = say.problem[problem];
  return {
    status_line: ended(error),
    results: detail === null ? [suggestion] : [detail],
    next_action: detail === null ? "none" : [suggestion],
    error,
    suggestion,
  };
}

/**
 * Whether a person answered or rejected the ask; false if it timed out or was abandoned, or a rule
 * decided.
 */
export function isDecided({ status, provenance }: Outcome): boolean {
  return provenance.by === "person" && (status === "completed" || status === "rejected");
}

function whoWasFirst({ ask }: AlreadySettled, say: VoiceMessages, who: string): string {
  const { provenance } = ask.outcome;
  if (!isDecided(ask.outcome)) return say.itself;
  if (provenance.surface === "voice" && provenance.who === who) return say.yourself;
  const first = say.answeredBy(provenance.who ?? say.somebody, say.surface(provenance.surface));
  const small = smallPrint(ask, say.locale);
  return small === null ? first : `${first} ${ended(small)}`;
}
