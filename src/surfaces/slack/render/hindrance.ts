/** Why nothing in Slack can allow an ask, though it can be refused there. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import type { Messages } from "./messages.ts";
import { isShownWhole } from "./rooms.ts";

export type Hindrance = "passkey" | "too_long";

/** Only the browser's page can have a passkey sign; what is cut, nobody has read. */
export function hindranceIn(ask: Ask): Hindrance | null {
  if (ask.presentation?.passkey === true) return "passkey";
  return isShownWhole(ask) ? null : "too_long";
}

/** In words, with the way to where it can be allowed; null if it can be allowed in Slack. */
export function hindranceInWords(ask: Ask, text: Messages, page: string | null): string | null {
  const hindrance = hindranceIn(ask);
  if (hindrance === null) return null;
  return hindrance === "passkey" ? text.forPasskey(page) : text.notWhole(ask.id.slice(0, 8), page);
}
