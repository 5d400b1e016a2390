/**
 * Gemini CLI's dialogs. Its hook can only refuse a call, before the dialog comes up: nobody but its
 * own terminal allows one. The answers to its question tool can be the reason of a refusal, which
 * the model reads; the tool then does not ask again. A plan is read only in its terminal.
 */
import { answersGivenIn } from "../claude-code/asked-questions.ts";
import type { ClientDialogs } from "../common/client-dialogs.ts";
import { answerInWords, isAskingThroughUs, isAskingTool } from "../common/tool-questions.ts";
import { wordsForAnswers } from "../common/words-for-agents.ts";

export const geminiDialogs: ClientDialogs = {
  name: "Gemini CLI",
  takesPermissions: () => false,
  onlyRefuses: true,
  kindOf({ toolName }) {
    if (toolName === "ask_user") return "ask_user_question";
    return isAskingTool(toolName) || isOurs(toolName) ? null : "permission";
  },
  isShownAfterHook: ({ isOnScreen = false }) => !isOnScreen,
  isOnlyWhileAway: ({ isOnScreen = false }) => !isOnScreen,
  reply(decision) {
    if (decision.behavior === "form") return {};
    if (decision.behavior === "deny") return { decision: "deny", reason: decision.message };
    const given = answersGivenIn(decision.input ?? {});
    if (given === null) return {};
    const words = answerInWords(given.answers, given.annotations);
    return { decision: "deny", reason: wordsForAnswers(words) };
  },
};

/** A call of Askline itself waits for a person anyway, or fetches what they said. */
function isOurs(toolName: string): boolean {
  return isAskingThroughUs(toolName) || toolName.startsWith("mcp_askline_");
}
