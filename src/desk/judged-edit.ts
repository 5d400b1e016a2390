/** A call that the person changed is judged anew; what the agent had asked for counts no more. */
import type { Reply } from "../core/ask/answer.ts";
import type { Ask } from "../core/ask/ask.ts";
import { askAsEdited, editedIn, refuseEdit, withoutIdleEdit } from "../core/ask/edited-call.ts";
import { InvalidReply } from "../core/ask/errors.ts";
import { placeHere } from "./scripts/place-here.ts";

/** How to see the ask with the risk of its changed call. Throws where it may not be changed. */
export async function judgedEdit(ask: Ask, reply: Reply): Promise<(ask: Ask) => Ask> {
  const refusal = refuseEdit(ask, reply);
  if (refusal !== null) throw new InvalidReply([refusal]);
  const edited = editedIn(withoutIdleEdit(ask, reply));
  if (edited === null || ask.dialog === undefined) return (pending) => pending;
  // Judging is a large part of ours, and most processes with a desk never need it.
  const { riskOfCall } = await import("./scripts/risk-of-call.ts");
  const risk = riskOfCall(ask.dialog.toolName, edited, placeHere(ask));
  return (pending) => askAsEdited(pending, risk);
}
