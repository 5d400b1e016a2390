/**
 * Choices in an agent's reply that are not asked, because they could not be read or another was
 * asked: what its thread says of them, and what the agent is told, once. Pure.
 */

import type { Locale } from "../../../core/locale.ts";
import { type CleanReply, cleanReply } from "../../../extract/clean-reply.ts";
import { type Choice, extractUserChoice } from "../../../extract/extract.ts";
import { type Messages, messages } from "../render/messages.ts";
import type { Thread } from "./thread-store.ts";

export interface HandedBack {
  /** The reply without what stood for choices, and a remark on those that are not asked. */
  said: string;
  /** To be told at once; at most once for each text that the agent got. */
  texts: Thread["texts"];
  /** To be told together with the decision on the choice that is asked. */
  aside: string | null;
}

export interface Ended {
  said: string;
  choice: Choice | null;
  /** Why the agent stopped; null if its reply is whole. */
  failure: string | null;
  /** The id of the text that it replied to. */
  textId: string;
  locale: Locale;
}

export function handBack({ said, choice, failure, textId, locale }: Ended): HandedBack {
  const text = messages(locale);
  const clean = cleanReply(said, { hasChoice: choice !== null });
  if (failure !== null)
    return { said: `${clean.text}\n\n${text.stopped(failure)}`, texts: [], aside: null };
  if (choice !== null) {
    const aside = asideOn(clean);
    return {
      said: aside === null ? clean.text : withRemark(clean, text.onlyFirst),
      texts: [],
      aside,
    };
  }
  if (clean.problems.length === 0) return { said: clean.text, texts: [], aside: null };
  // An agent that cannot do it is not asked for ever.
  if (textId.startsWith(HANDED_BACK))
    return { said: withRemark(clean, text.unreadableAgain), texts: [], aside: null };
  return {
    said: withRemark(clean, text.unreadable),
    texts: [{ id: `${HANDED_BACK}${textId}`, text: askAgain(clean.problems), state: "queued" }],
    aside: null,
  };
}

/**
 * Of an agent that runs by itself. Its choice is asked elsewhere, which also tells it the decision,
 * so only what could not be read is handed back.
 */
export function saidAlone(
  reply: string,
  { locale, textId }: Pick<Ended, "locale" | "textId">,
): Pick<HandedBack, "said" | "texts"> & { isRead: boolean } {
  const found = extractUserChoice(reply);
  if (found !== null) {
    const { text } = cleanReply(found.textWithoutChoice, { hasChoice: true });
    return { said: text, texts: [], isRead: true };
  }
  const isRead = cleanReply(reply).problems.length === 0;
  return { ...handBack({ said: reply, choice: null, failure: null, textId, locale }), isRead };
}

const HANDED_BACK = "handed-back:";

function withRemark({ text }: CleanReply, remark: Messages["unreadable"]): string {
  return `${text.trimEnd()}\n\n⚠️ ${remark}`.trim();
}

function asideOn({ problems, hasSecond }: CleanReply): string | null {
  if (problems.length === 0 && !hasSecond) return null;
  return "(Your reply held more than one choice. Only the first was asked: ask one at a time.)";
}

function askAgain(problems: readonly string[]): string {
  return [
    "Your question was not shown to anybody, because its JSON could not be read:",
    ...problems.slice(0, 5).map((problem) => `- ${problem}`),
    "Write it once more, as one ```json block like this:",
    '{"type": "user_choice", "question": "…", "options": [{"id": "1", "label": "…"}]}',
  ].join("\n");
}
