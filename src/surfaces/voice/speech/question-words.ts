/** An agent's question in words; our own part of it is in the listener's language. Pure. */
import { detectQuestion } from "../../../agents/turns/intent/intent.ts";
import { refersBack } from "../../../agents/turns/intent/passage.ts";
import type { Turn } from "../../../core/agent/agent.ts";
import type { Question } from "../../../core/ask/question.ts";
import type { Call } from "../calls/call.ts";
import type { VoiceMessages } from "./messages.ts";
import { codeIn, spoken, spokenCode, spokenUpTo } from "./speech.ts";

/** The words of a free-text question that ask, and what they are about. */
export interface FreeText {
  asking: string;
  /** Ready to be spoken; empty if the words say it all. */
  context: string;
  /** Whether the words mean little without their context: "Which one?" */
  refersBack: boolean;
}

/** Null for a question that comes with a tool or an ask. */
export function freeTextIn({ question, text }: Turn): FreeText | null {
  if (question?.source !== "free_text") return null;
  const asking = detectQuestion(text)?.question ?? question.text;
  const context = asking
    .split("\n")
    .reduce((rest, words) => rest.replace(spoken(words), ""), spoken(question.text));
  return { asking, context: context.trim(), refersBack: refersBack(asking) };
}

/** A question read in one breath: nobody can answer what they have not heard. */
export function questionAloud(turn: Turn, { say, verbosity }: Call): string {
  const said = freeTextIn(turn);
  if (said === null) return spokenUpTo(verbosity, questionInWords(turn, say));
  const asking = spoken(said.asking);
  return said.refersBack ? `${said.context} ${asking}`.trim() : asking;
}

/** An agent's open question in one line. */
export function shortQuestion(turn: Turn, say: VoiceMessages): string {
  return freeTextIn(turn)?.asking ?? questionInWords(turn, say);
}

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
  if (question.source === "elicitation") return formInWords(question.text, say);
  const [, tool, subject = ""] = /^Allow ([^\s:?]+)(?:: (.*))?\?$/s.exec(question.text) ?? [];
  return question.source === "permission" && tool !== undefined
    ? say.question.permission(tool, subject)
    : question.text;
}

/** Our own part of the words begins them, as `server-form.ts` writes it. */
function formInWords(text: string, say: VoiceMessages): string {
  const [, server = "", address, message = ""] =
    /^The MCP server "([^"]*)" asks(?: to open (\S+ \([^)]*\)))?: (.*)$/s.exec(text) ?? [];
  if (server === "") return text;
  return address === undefined
    ? say.question.form(server, message)
    : say.question.link(server, address, message);
}
