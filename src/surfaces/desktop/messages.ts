/** What a notice on the desktop says. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";

const en = {
  untitled: "A question waits",
  several: (count: number) => `${count} questions wait`,
  urgent: (title: string) => `Urgent: ${title}`,
  still: (title: string) => `Still waiting: ${title}`,
};

const ko: typeof en = {
  untitled: "질문이 기다립니다",
  several: (count) => `질문 ${count}개가 기다립니다`,
  urgent: (title) => `긴급: ${title}`,
  still: (title) => `아직 기다립니다: ${title}`,
};

export function desktopMessages(locale: Locale): typeof en {
  return { en, ko }[locale];
}
