/**
 * The options that a notice may offer as buttons, for a touch in passing: those of a plain question, and
 * the yes and no of a permission that is known to be harmless. Never what may destroy, what nobody can
 * tell, what needs a passkey, or a plan, which has to be read. Pure.
 */
import type { Ask } from "./ask.ts";
import { isPermissionAsk } from "./consent.ts";
import type { Option } from "./question.ts";

const YES_AND_NO = ["allow", "deny"];

/** Empty where the ask has to be opened. */
export function quickOptions(ask: Ask): Option[] {
  const [question, ...more] = ask.questions;
  const { risk, passkey = false } = ask.presentation ?? {};
  if (question === undefined || more.length > 0 || risk !== undefined || passkey) return [];
  if (question.maxSelections !== 1 || question.minSelections > 1) return [];
  if (ask.dialog?.kind === "plan_approval" || ask.dialog?.kind === "server_form") return [];
  if (!isPermissionAsk(ask)) return question.options;
  const both = question.options.filter(({ id }) => YES_AND_NO.includes(id));
  return both.length === YES_AND_NO.length ? both : [];
}
