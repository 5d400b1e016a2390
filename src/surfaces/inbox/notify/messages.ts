/** The texts of notices. Every language has the same keys. */
import type { Locale } from "../../../core/locale.ts";

const en = {
  urgent: (title: string) => `Urgent: ${title}`,
  untitled: "A question waits",
  waiting: (count: number, urgent: number) =>
    `${count} questions wait${urgent === 0 ? "" : `, ${urgent} urgent`}`,
};

const ko: typeof en = {
  urgent: (title) => `긴급: ${title}`,
  untitled: "질문이 기다립니다",
  waiting: (count, urgent) =>
    `질문 ${count}개가 기다립니다${urgent === 0 ? "" : ` (긴급 ${urgent}개)`}`,
};

export function noticeMessages(locale: Locale): typeof en {
  return { en, ko }[locale];
}
