/** The texts of the frame: the bar, its pages and the connection. */
import type { Locale } from "../../../src/core/locale.ts";

const en = {
  pagesName: "Pages",
  pages: { questions: "Questions", history: "History", figures: "Figures" },
  skip: "Skip to the question",
  skipToMain: "Skip to the page",
  connected: "Connected",
  newVersion: "This page could not be loaded.",
  reload: "Reload",
};

export type FrameWords = typeof en;

const ko: FrameWords = {
  pagesName: "페이지",
  pages: { questions: "질문", history: "기록", figures: "통계" },
  skip: "질문으로 건너뛰기",
  skipToMain: "본문으로 건너뛰기",
  connected: "연결됨",
  newVersion: "이 페이지를 불러오지 못했습니다.",
  reload: "새로 고침",
};

export function frameWords(locale: Locale): FrameWords {
  return { en, ko }[locale];
}
