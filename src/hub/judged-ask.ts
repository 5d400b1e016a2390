/**
 * An ask that came with a token says itself what risk its call has. A hub that relied on that could
 * be told by a wrong or old program that nothing is destroyed, so the hub judges the call as well
 * and keeps the stricter of the two.
 */
import type { DialogTools } from "../agents/dialogs/dialog.ts";
import { isForPasskey } from "../agents/dialogs/permission.ts";
import type { Ask, AskedDialog, Presentation, Risk } from "../core/ask/ask.ts";
import { riskOfCall } from "../desk/scripts/risk-of-call.ts";

export type PasskeyFor = DialogTools["passkeyFor"];

/** The call runs on another machine, so nothing is looked up on this one's disk. */
export function judgedAsk(ask: Ask, passkeyFor: PasskeyFor): Ask {
  const { askedBy, dialog, presentation = {} } = ask;
  if (askedBy === undefined || dialog === undefined) return ask;
  const risk = worseOf(presentation.risk, foundIn(dialog));
  const isDestructive = risk?.level === "destructive";
  const isForKey = isDestructive || dialog.kind === "permission";
  const stricter: Presentation = {
    ...presentation,
    ...(risk && { risk }),
    ...(isForKey && isForPasskey(passkeyFor, isDestructive) && { passkey: true }),
    ...(presentation.editable &&
      passkeyFor === "destructive" && { editable: { ...presentation.editable, passkey: true } }),
  };
  return {
    ...ask,
    ...(Object.keys(stricter).length > 0 && { presentation: stricter }),
    ...(isDestructive && { urgency: "high" as const }),
  };
}

/** Questions and plans are no calls: only what is certain counts there. */
function foundIn({ kind, toolName, input }: AskedDialog): Risk | null {
  const found = riskOfCall(toolName, input, undefined);
  return kind === "permission" || found?.level === "destructive" ? found : null;
}

function worseOf(said: Risk | undefined, found: Risk | null): Risk | undefined {
  if (said === undefined || found === null) return said ?? found ?? undefined;
  if (said.level !== found.level) return said.level === "destructive" ? said : found;
  if (said.level === "unclear") return said;
  return { ...said, reasons: [...new Set([...said.reasons, ...found.reasons])] };
}
