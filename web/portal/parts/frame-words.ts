/** The texts of the frame: the bar, its pages and the connection. */
import type { Locale } from "../../../src/core/locale.ts";

const en = {
  pagesName: "Pages",
  pages: { questions: "Questions", agents: "Agents", history: "History", figures: "Figures" },
  skip: "Skip to the question",
  skipToMain: "Skip to the page",
  connected: "Connected",
  newVersion: "This page could not be loaded.",
  reload: "Reload",
  palette: "Search or run a command",
  nothingFits: "Nothing fits.",
  inFields: "Letters work outside fields only. Settings can turn them off.",
  letterKeys: "Keys of one letter",
  pending: {
    notSentYet: "Not sent yet:",
    undo: "Undo",
    seconds: (count: number) => `${count} s`,
    cancel: "Cancel",
    askBack: "Ask back",
    decline: (reason: string) => (reason === "" ? "Decline" : `Decline: “${reason}”`),
  },
};

export type FrameWords = typeof en;

const ko: FrameWords = {
  pagesName: "페이지",
  pages: { questions: "질문", agents: "에이전트", history: "기록", figures: "통계" },
  skip: "질문으로 건너뛰기",
  skipToMain: "본문으로 건너뛰기",
  connected: "연결됨",
  newVersion: "이 페이지를 불러오지 못했습니다.",
  reload: "새로 고침",
  palette: "검색 또는 명령",
  nothingFits: "맞는 것이 없습니다.",
  inFields: "글자 키는 입력란 밖에서만 동작합니다. 설정에서 끌 수 있습니다.",
  letterKeys: "한 글자 키",
  pending: {
    notSentYet: "아직 보내지 않음:",
    undo: "되돌리기",
    seconds: (count) => `${count}초`,
    cancel: "취소",
    askBack: "되묻기",
    decline: (reason) => (reason === "" ? "거절" : `거절: “${reason}”`),
  },
};

export function frameWords(locale: Locale): FrameWords {
  return { en, ko }[locale];
}
