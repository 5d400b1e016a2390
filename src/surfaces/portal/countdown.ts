/** How long is left of an ask by the server's clock, which is the one that counts. */
import { type Ask, isSettled } from "../../core/ask/ask.ts";

export function remainingSeconds(ask: Ask, now: Date): number | null {
  if (isSettled(ask) || ask.expiresAt === null) return null;
  return Math.max(0, Math.ceil((Date.parse(ask.expiresAt) - now.getTime()) / 1000));
}
