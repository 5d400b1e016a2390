/** How a question ended, in words. */
import type { Answer } from "../../../src/core/ask/answer.ts";
import type { Outcome, Provenance } from "../../../src/core/ask/ask.ts";
import type { Question } from "../../../src/core/ask/question.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { Messages } from "./messages.ts";

export function outcomeSentence(outcome: Outcome, isFromHere: boolean, text: Messages): string {
  const say = text.settled;
  const by: [string, string] = [who(outcome.provenance, text), where(outcome.provenance, text)];
  switch (outcome.status) {
    case "completed":
      if (ruleOf(outcome.provenance) !== null) return say.ruled(ruleOf(outcome.provenance) ?? "");
      return isFromHere ? say.thanks : say.answered(...by);
    case "rejected":
      if (outcome.kind === "cancel") return isFromHere ? say.cancelledHere : say.cancelled(...by);
      if (outcome.kind === "reject") return isFromHere ? say.declinedHere : say.declined(...by);
      return say.askedBack(...by);
    case "timed_out":
      return outcome.kind === "default" ? say.timedOutWithDefault : say.timedOut;
    case "abandoned":
      return { withdrawn: say.withdrawn, owner_gone: say.ownerGone, corrupt: say.corrupt }[
        outcome.kind
      ];
  }
}

/** A word or two, for a list. */
export function outcomeInBrief(outcome: Outcome, text: Messages): string {
  const { short } = text.settled;
  switch (outcome.status) {
    case "rejected":
      if (outcome.kind === "cancel") return short.cancelled;
      return outcome.kind === "reject" ? short.rejected : short.asked_back;
    case "timed_out":
      return outcome.kind === "default" ? short.timed_out_default : short.timed_out;
    default:
      return ruleOf(outcome.provenance) === null ? short[outcome.status] : short.ruled;
  }
}

/** The name of the person's own rule that decided; null if no rule did. */
function ruleOf({ by, surface, who: name = "" }: Provenance): string | null {
  return by === "rule" && surface === "rules" ? safeLine(name) : null;
}

/** Who decided and where, for a list. */
export function decider(provenance: Provenance, text: Messages): string {
  const rule = ruleOf(provenance);
  if (rule !== null) return text.settled.byRule(rule);
  return `${who(provenance, text)}${where(provenance, text)}`.trim();
}

function who({ who: name }: Provenance, text: Messages): string {
  return name === undefined ? "" : text.settled.by(safeLine(name));
}

function where({ surface }: Provenance, text: Messages): string {
  return text.where(safeLine(surface));
}

/** The chosen labels and the person's own words. Empty if nothing was chosen. */
export function answerInWords(
  question: Question,
  { optionIds, customText = "" }: Answer,
): string[] {
  const labels = question.options
    .filter(({ id }) => optionIds.includes(id))
    .map(({ label }) => safeLine(label));
  return customText === "" ? labels : [...labels, `“${customText}”`];
}
