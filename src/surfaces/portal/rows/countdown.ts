/** The seconds left until an ask's deadline, as the server counts them. */
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import type { Desk } from "../../../desk/desk.ts";

export function remainingSeconds(ask: Ask, desk: Pick<Desk, "millisecondsLeft">): number | null {
  if (isSettled(ask) || ask.expiresAt === null) return null;
  return Math.max(0, Math.ceil(desk.millisecondsLeft(ask) / 1000));
}
