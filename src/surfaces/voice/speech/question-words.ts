/** An agent's question in one line; our own part of it is in the listener's language. Pure. */
import type { Turn } from "../../../core/agent/agent.ts";
import type { Question } from "../../../core/ask/question.ts";
import type { VoiceMessages } from "./messages.ts";
import { codeIn, spokenCode } from "./speech.ts";

/**
 * What the person is asked to allow. A command is read in full: a listener must not miss its end.
 */
export function permissionInWords(turn: Turn, { prompt }: Question, say: VoiceMessages): string {
  const { code, language } = codeIn(prompt) ?? { code: "", language: "" };
  const [, tool] = /^Allow ([^\s:?]+)/.exec(turn.question?.text ?? "") ?? [];
  if (turn.question?.source !== "permission" || language !== "sh" || tool === undefined)
    return questionInWords(turn, say);
  return say.question.permission(tool, spokenCode(code, say.command.readBackMore));
}

/** The turn words a permission in one line of English, which is translated here. */
export function questionInWords({ question, text }: Turn, say: VoiceMessages): string {
  if (question === null) return text;
  if (say.locale === "en") return question.text;
  if (question.source === "plan_approval") return say.question.plan;
  const [, tool, subject = ""] = /^Allow ([^\s:?]+)(?:: (.*))?\?$/s.exec(question.text) ?? [];
  return question.source === "permission" && tool !== undefined
    ? say.question.permission(tool, subject)
    : question.text;
}
