/** What may be said in an ask's thread to answer it. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import { isDestructiveAsk, isPermissionAsk } from "../../../core/ask/consent.ts";
import { takesText } from "../../../core/ask/selection.ts";
import { hindranceIn } from "./hindrance.ts";
import type { Messages } from "./messages.ts";

/** What is dangerous, not shown whole, or needs a passkey cannot be allowed in words. */
export function wayInWords(ask: Ask): keyof Messages["inThread"] {
  const [only] = ask.questions;
  if (only === undefined || ask.questions.length > 1) return "many";
  if (isPermissionAsk(ask) && (isDestructiveAsk(ask) || hindranceIn(ask) !== null))
    return "denyOnly";
  if (!takesText(only)) return "optionsOnly";
  if (only.options.length === 0) return "words";
  return isPermissionAsk(ask) ? "permission" : "one";
}
