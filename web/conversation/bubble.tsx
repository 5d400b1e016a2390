/** What one of the two said, and when. */
import type { ComponentChildren } from "preact";
import type { Locale } from "../../src/core/locale.ts";
import { safeText } from "../../src/core/safety/safe-text.ts";
import { Markdown } from "../shared/markdown-view.tsx";
import { langOf } from "../shared/said.tsx";
import type { Said } from "./talk.ts";
import { conversationWords } from "./words.ts";

interface BubbleProps {
  said: Said;
  locale: Locale;
  /** How far the person's words got. */
  foot?: ComponentChildren;
}

export function Bubble({ said: { id, by, intent, text, at }, locale, foot }: BubbleProps) {
  const words = conversationWords(locale);
  const isMine = by === "me";
  return (
    <li class="bubble" data-by={by} data-intent={intent} data-turn={id}>
      <span class="unseen">{isMine ? words.you : words.agent}: </span>
      <div dir="auto" lang={langOf(text)}>
        {isMine ? <p class="bubble-text">{safeText(text)}</p> : <Markdown text={text} />}
      </div>
      <p class="bubble-foot">
        <time dateTime={at}>{clockOf(at, locale)}</time>
        {foot}
      </p>
    </li>
  );
}

function clockOf(timestamp: string, locale: Locale): string {
  const at = new Date(timestamp);
  const isToday = at.toDateString() === new Date().toDateString();
  const day = isToday ? {} : { month: "short" as const, day: "numeric" as const };
  return at.toLocaleString(locale, { ...day, hour: "numeric", minute: "2-digit" });
}
