/** Why something failed, in words: the hub's own, or ours if the hub gave none. */
import { Refused, Unreachable } from "./api.ts";
import type { Messages } from "./messages.ts";

export interface Failure {
  /** 0 if no answer came at all. */
  status: number;
  message: string;
  suggestion: string;
}

/** Any other error is a bug of ours, so it is thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Unreachable) return { status: 0, message: "", suggestion: "" };
  if (!(error instanceof Refused)) throw error;
  const { status, words } = error;
  return { status, message: words?.error ?? "", suggestion: words?.suggestion ?? "" };
}

export function failureInWords(
  { status, message, suggestion }: Failure,
  text: Messages,
): [string, string] {
  if (status === 0) return [text.away, text.awayNext];
  if (message !== "") return [message, suggestion];
  return status === 401
    ? [text.notPaired, text.notPairedNext]
    : [text.wentWrong, text.wentWrongNext];
}
