/** An agent's question in one line, in the listener's language where the words are ours. Pure. */
import type { Turn } from "../../core/agent.ts";
import type { VoiceMessages } from "./messages.ts";

/** A permission is told in one line by its turn, and that in English. */
export function questionInWords({ question, text }: Turn, say: VoiceMessages): string {
  if (question === null) return text;
  if (say.locale === "en") return question.text;
  if (question.source === "plan_approval") return say.question.plan;
  const [, tool, subject = ""] = /^Allow ([^\s:?]+)(?:: (.*))?\?$/s.exec(question.text) ?? [];
  return question.source === "permission" && tool !== undefined
    ? say.question.permission(tool, subject)
    : question.text;
}
