/** Why something failed, in words: the server's own sentence, or ours if the server gave none. */
import { RefusedError, Unreachable } from "./api.ts";
import type { Messages } from "./messages.ts";
import { NotSigned } from "./passkey.ts";

export type Failure =
  | { kind: "unreachable" }
  | { kind: "not_signed" }
  | { kind: "refused"; status: number; message: string; suggestion: string };

/** Any other error is a bug of ours, so it is thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Unreachable) return { kind: "unreachable" };
  if (error instanceof NotSigned) return { kind: "not_signed" };
  if (!(error instanceof RefusedError)) throw error;
  const { message, suggestion } = error.refused.error;
  return { kind: "refused", status: error.status, message, suggestion };
}

export function failureInWords(
  failure: Failure,
  text: Messages,
): { message: string; suggestion: string } {
  if (failure.kind === "unreachable")
    return { message: text.unreachable, suggestion: text.unreachableNext };
  if (failure.kind === "not_signed")
    return { message: text.passkeys.notSigned, suggestion: text.passkeys.notSignedNext };
  if (failure.status === 401)
    return { message: text.openFromLink, suggestion: text.openFromLinkNext };
  if (failure.status === 404) return { message: text.gone, suggestion: text.goneNext };
  const { message, suggestion } = failure;
  return message === ""
    ? { message: text.somethingWrong, suggestion: text.somethingWrongNext }
    : { message, suggestion };
}

/** Retrying cannot help: the person needs another way in, or another question. */
export function isFinal(failure: Failure | null): boolean {
  return failure?.kind === "refused" && [401, 403, 404].includes(failure.status);
}
