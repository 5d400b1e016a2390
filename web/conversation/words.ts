/** The texts of a conversation. Every language has the same keys. */
import type { Locale } from "../../src/core/locale.ts";

const en = {
  conversation: "Conversation",
  you: "You",
  agent: "Agent",
  steps: (count: number, minutes: number) =>
    `${count === 1 ? "1 step" : `${count} steps`}${minutes > 0 ? `, ${minutes} min` : ""}`,
  running: "still running",
  failed: "failed",
  changed: "Changed so far",
  kinds: {
    prompt: "You said",
    said: "It said",
    ran: "Ran",
    read: "Read",
    wrote: "Wrote",
    searched: "Searched",
    did: "Did",
  },
};

export type ConversationWords = typeof en;

const ko: ConversationWords = {
  conversation: "대화",
  you: "나",
  agent: "에이전트",
  steps: (count, minutes) => `${count}단계${minutes > 0 ? `, ${minutes}분` : ""}`,
  running: "실행 중",
  failed: "실패",
  changed: "지금까지 바뀐 파일",
  kinds: {
    prompt: "내가 한 말",
    said: "한 말",
    ran: "실행",
    read: "읽음",
    wrote: "씀",
    searched: "검색",
    did: "실행",
  },
};

export function conversationWords(locale: Locale): ConversationWords {
  return { en, ko }[locale];
}
