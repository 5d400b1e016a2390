/** The seconds left until an ask's deadline, by the server's clock. */
import { type Ask, isSettled } from "../../core/ask/ask.ts";

export function remainingSeconds(ask: Ask, now: Date): number | null {
  if (isSettled(ask) || ask.expiresAt === null) return null;
  return Math.max(0, Math.ceil((Date.parse(ask.expiresAt) - now.getTime()) / 1000));
}
