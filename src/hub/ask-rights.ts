/**
 * What a caller with a token may do to an ask through the store's routes, and in whose name. A token
 * cannot lend itself another person, another project or another caller's ask.
 */
import type { Ask, Outcome, Provenance } from "../core/ask/ask.ts";
import { needsPasskey } from "../core/ask/consent.ts";
import { AsklineError } from "../core/ask/errors.ts";
import { GivenByAgent, isForPersonAlone, NotInAgentTerminal } from "../core/ask/given-by-agent.ts";
import type { Caller } from "../http/routes.ts";
import type { DraftKey } from "../store/ask-store.ts";
import { SAME_CLOCK_MS } from "../store/remote/wire.ts";

export class NotPermitted extends AsklineError {
  readonly code = "not_permitted";
  readonly suggestion = "Use a token that was made for it: askline token create --help";
}

export function checkMayAsk({ access, device }: Caller, { source }: Ask) {
  if (device === null || access.mayAskIn(source.project)) return;
  throw new NotPermitted(
    access.may("ask")
      ? `This token asks in ${access.projects?.join(", ")} only, not in ${source.project ?? "no project"}.`
      : "This token does not ask.",
  );
}

/** Its own ask, or one that it may answer. */
export function checkMayChange(caller: Caller, ask: Ask) {
  if (!isOwn(caller, ask) && !caller.access.mayAnswer(ask))
    throw new NotPermitted("This token may not change this ask.");
}

/** Who holds an ask is for those who put it. Others may give it more time. */
export function checkMayAmend(caller: Caller, ask: Ask, fields: readonly string[]) {
  checkMayChange(caller, ask);
  if (!isOwn(caller, ask) && fields.some((field) => field !== "expiresAt"))
    throw new NotPermitted("Only who put this ask may say who waits for it.");
}

/**
 * Whether this caller may settle the ask, new or old, with that outcome. `judged` is the ask with
 * the risk of the call as the person changed it.
 */
export function checkMaySettle(
  caller: Caller,
  ask: Ask,
  outcome: Outcome,
  judged: (ask: Ask) => Ask,
) {
  if (outcome.provenance.by === "person") checkIsPerson(caller, ask, outcome);
  if (caller.device === null) return;
  const isByPerson = outcome.provenance.by === "person";
  const isOver = outcome.status === "rejected" || outcome.status === "abandoned";
  if (isByPerson && !caller.access.mayAnswer(ask))
    throw new NotPermitted("This token may not answer here.");
  if (!isByPerson && !isOver && !isOwn(caller, ask))
    throw new NotPermitted("What somebody else asked is decided by a person.");
  if (!isByPerson) checkMayChange(caller, ask);
  // Who signs must see what they sign on a page of this hub.
  const reply = outcome.status === "abandoned" ? undefined : outcome.reply;
  if (reply !== undefined && needsPasskey(judged(ask), reply))
    throw new NotPermitted("This needs a passkey: allow it on a page of the hub.");
}

/** The same that holds for a person's words and keys on this machine. */
function checkIsPerson(caller: Caller, ask: Ask, { provenance: { openedBy } }: Outcome) {
  const isByKeys = openedBy === "agent";
  if (isByKeys && isForPersonAlone(ask)) throw new NotInAgentTerminal(ask);
  const agent = isByKeys ? null : caller.agentBehind();
  if (agent !== null) throw new GivenByAgent(agent);
}

function isOwn({ device }: Caller, { askedBy }: Ask): boolean {
  return device === null || askedBy?.tokenId === device.id;
}

/** What is decided with a token is decided in its name, and never in the future. */
export function inTheNameOf({ device }: Caller, outcome: Outcome, now: Date): Outcome {
  if (device === null) return outcome;
  const { proof: _proof, ...given } = outcome.provenance;
  const at = Date.parse(given.at) <= now.getTime() + SAME_CLOCK_MS ? given.at : now.toISOString();
  const who = given.by === "person" ? { who: device.who } : {};
  const provenance: Provenance = { ...given, at, ...who, token: device.name };
  return { ...outcome, provenance };
}

/** Each person has drafts of their own, whatever name a token gives. */
export function draftKeyOf({ device }: Caller, key: DraftKey): DraftKey {
  return device === null ? key : { ...key, person: device.who };
}
