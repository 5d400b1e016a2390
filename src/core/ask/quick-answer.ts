/** Whether an option can be sent from a list at once, without looking at the question first. Pure. */
import type { Ask } from "./ask.ts";
import { isPermissionAsk, isRefusing } from "./consent.ts";

// About what a row has room for where the list has the screen to itself.
const LONGEST_SHOWN = 80;

/**
 * A question with one choice is answered at once, and so is a permission known to be harmless whose
 * command a row shows whole. What is allowed for longer than this once has to be looked at.
 */
export function isQuickAnswer(ask: Ask, optionId: string): boolean {
  const { questions, presentation, dialog } = ask;
  const [question, another] = questions;
  if (question === undefined || another !== undefined) return false;
  if (question.maxSelections !== 1 || question.minSelections > 1) return false;
  if (presentation?.autoSubmit === false || presentation?.passkey === true) return false;
  if (presentation?.risk !== undefined) return false;
  if (!isPermissionAsk(ask) && dialog?.kind !== "plan_approval") return true;
  const command = dialog?.input["command"];
  if (typeof command !== "string") return false;
  const shown = command.trim();
  const isOnce = isRefusing(optionId) || optionId === "allow";
  return isOnce && shown.length <= LONGEST_SHOWN && !shown.includes("\n");
}
