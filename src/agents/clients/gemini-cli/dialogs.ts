/**
 * Gemini CLI's dialogs. Its hook can only refuse a call, before the dialog comes up: nobody but its
 * own terminal allows one. The answers to its question tool can be the reason of a refusal, which
 * the model reads; the tool then does not ask again.
 */
import { answersGivenIn } from "../claude-code/asked-questions.ts";
import type { ClientDialogs } from "../common/client-dialogs.ts";
import { answerInWords } from "../common/tool-questions.ts";
import { wordsForAnswers } from "../common/words-for-agents.ts";

export const geminiDialogs: ClientDialogs = {
  name: "Gemini CLI",
  takesPermissions: () => false,
  kindOf: ({ toolName }) => (toolName === "ask_user" ? "ask_user_question" : null),
  isShownAfterHook: () => true,
  isOnlyWhileAway: () => true,
  reply(decision) {
    if (decision.behavior === "form") return {};
    if (decision.behavior === "deny") return { decision: "deny", reason: decision.message };
    const given = answersGivenIn(decision.input);
    if (given === null) return {};
    const words = answerInWords(given.answers, given.annotations);
    return { decision: "deny", reason: wordsForAnswers(words) };
  },
};
