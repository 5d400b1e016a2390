/**
 * Why a call ended before its answer. Clients cancel a call for three reasons, and only one of them
 * is a person who no longer wants the answer.
 */

/**
 * `by_person`: a person cancelled the call. `with_client`: the client has gone. `unclear`: the
 * client's time-out, or a cancel that does not say what it was.
 */
export type GivenUp = "by_person" | "with_client" | "unclear";

// Claude Code's own word for Escape. Codex gives one reason for both, others give none.
const BY_PERSON = /\buser-cancel\b/;
const CONNECTION_CLOSED = "CONNECTION_CLOSED";

export function whyGivenUp({ reason }: AbortSignal): GivenUp {
  if (typeof reason === "string") return BY_PERSON.test(reason) ? "by_person" : "unclear";
  const code = (reason as { code?: unknown } | null | undefined)?.code;
  return code === CONNECTION_CLOSED ? "with_client" : "unclear";
}
