/**
 * opencode's dialogs. Its plugin answers them in opencode's own process, beside the dialog on the
 * screen: the first answer wins, and the dialog closes. The reply is what the plugin posts there.
 */

import { NO_ANSWER } from "../../../core/ask/wording.ts";
import { answersGivenIn, askedQuestionsIn } from "../claude-code/asked-questions.ts";
import { type AskedQuestion, replyFrom } from "../claude-code/question-answers.ts";
import type { ClientDialogs, DialogDecision } from "../common/client-dialogs.ts";
import { wordsOfPerson } from "../common/words-for-agents.ts";

export const opencodeDialogs: ClientDialogs = {
  name: "opencode",
  takesPermissions: () => true,
  kindOf: ({ toolName }) => (toolName === "AskUserQuestion" ? "ask_user_question" : "permission"),
  isShownAfterHook: () => false,
  reply(decision) {
    if (decision.behavior === "form") return {};
    if (decision.behavior === "deny") {
      const words = wordsOfPerson(decision.message);
      return { reply: "reject", message: decision.message, ...(words !== null && { words }) };
    }
    const answers = answersIn(decision);
    return answers === null ? { reply: decision.permissions ? "always" : "once" } : { answers };
  },
};

/** For each question the labels that were chosen, and the person's own words behind them. */
function answersIn({ input }: Extract<DialogDecision, { behavior: "allow" }>): string[][] | null {
  const questions = askedQuestionsIn(input);
  const given = answersGivenIn(input);
  if (questions === null || given === null) return null;
  const reply = replyFrom(questions, given);
  return questions.map((asked, index) => {
    if (given.answers[asked.question] === NO_ANSWER) return [];
    const { optionIds = [], customText = "", optionNotes = {} } = reply?.answers[index] ?? {};
    const labels = optionIds.flatMap((id) => labelOf(asked, id));
    return [...labels, customText, ...Object.values(optionNotes)].filter((words) => words !== "");
  });
}

function labelOf({ options }: AskedQuestion, id: string): string[] {
  const option = options[Number(id) - 1];
  return option === undefined ? [] : [option.label];
}
