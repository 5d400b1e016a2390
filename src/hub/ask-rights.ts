/**
 * What a caller with a token may do to an ask through the store's routes, and in whose name. A token
 * cannot lend itself another person, another project or another caller's ask.
 */
import type { Ask, Outcome, Provenance } from "../core/ask/ask.ts";
import { needsPasskey } from "../core/ask/consent.ts";
import { AsklineError } from "../core/ask/errors.ts";
import type { Caller } from "../http/routes.ts";
import { SAME_CLOCK_MS } from "../store/remote/wire.ts";

export class NotPermitted extends AsklineError {
  readonly code = "not_permitted";
  readonly suggestion = "Use a token that was made for it: askline token create --help";
}

export function checkMayAsk({ access, device }: Caller, { source, outcome }: Ask) {
  if (device === null) return;
  if (!access.mayAskIn(source.project))
    throw new NotPermitted(
      access.may("ask")
        ? `This token asks in ${access.projects?.join(", ")} only, not in ${source.project ?? "no project"}.`
        : "This token does not ask.",
    );
  // Answered where it was asked, while this hub could not be reached.
  if (outcome?.provenance.by === "person" && !access.may("answer"))
    throw new NotPermitted("This token asks only, so nobody can have answered with it.");
}

/** Its own ask, or one that it may answer. */
export function checkMayChange(caller: Caller, ask: Ask) {
  if (!isOwn(caller, ask) && !caller.access.mayAnswer(ask))
    throw new NotPermitted("This token may not change this ask.");
}

export function checkMaySettle(caller: Caller, ask: Ask, outcome: Outcome) {
  if (caller.device === null || outcome.status === "timed_out") return;
  const isByPerson = outcome.provenance.by === "person";
  if (isByPerson && !caller.access.mayAnswer(ask))
    throw new NotPermitted("This token may not answer here.");
  if (!isByPerson) checkMayChange(caller, ask);
  // Who signs must see what they sign on a page of this hub.
  if (isByPerson && outcome.status === "completed" && needsPasskey(ask, outcome.reply))
    throw new NotPermitted("This needs a passkey: allow it on a page of the hub.");
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
