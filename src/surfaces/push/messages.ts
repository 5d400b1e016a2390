/** What a push says. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";

const en = {
  waits: (count: number) => (count === 1 ? "A question waits" : `${count} questions wait`),
  urgentWaits: (count: number) =>
    count === 1 ? "An urgent question waits" : `${count} questions wait, one is urgent`,
  urgent: (title: string) => `Urgent: ${title}`,
  still: (title: string) => `Still waiting: ${title}`,
  open: "Touch to read it",
  openAll: "Touch to see them",
  several: (count: number) => `${count} questions`,
  ended: "Answered",
  nothingWaits: "Nothing waits any more.",
  stopped: "An agent stopped",
  stoppedIn: (project: string) => (project === "" ? "An agent stopped" : `${project} stopped`),
  openAgent: "Touch to see why",
  test: "Push works here",
  testBody: "This is where questions will be told.",
  unsent: "Not sent",
  unsentBody: "The hub cannot be reached. The question is still open; touch to answer it.",
  first: (who: string, place: string) => `${who} answered first ${place}`.trim(),
  somebody: "Somebody",
  itself: "The question had ended already",
  nothingSent: "Nothing of yours was sent.",
  notFromHere: "Not sent",
  openIt: "This one has to be opened to be answered.",
  gone: "This question is gone",
};

const ko: typeof en = {
  waits: (count) => (count === 1 ? "질문이 기다립니다" : `질문 ${count}개가 기다립니다`),
  urgentWaits: (count) =>
    count === 1 ? "급한 질문이 기다립니다" : `질문 ${count}개가 기다리고, 급한 것이 있습니다`,
  urgent: (title) => `긴급: ${title}`,
  still: (title) => `아직 기다립니다: ${title}`,
  open: "누르면 열립니다",
  openAll: "누르면 모두 볼 수 있습니다",
  several: (count) => `질문 ${count}개`,
  ended: "답함",
  nothingWaits: "기다리는 질문이 없습니다.",
  stopped: "에이전트가 멈췄습니다",
  stoppedIn: (project) => (project === "" ? "에이전트가 멈췄습니다" : `${project}: 멈췄습니다`),
  openAgent: "누르면 이유를 볼 수 있습니다",
  test: "푸시가 작동합니다",
  testBody: "질문이 오면 여기에 알립니다.",
  unsent: "보내지 못함",
  unsentBody: "허브에 닿지 않습니다. 질문은 아직 열려 있습니다. 눌러서 답하세요.",
  first: (who, place) => `${who}님이 ${place} 먼저 답했습니다`.replace("  ", " "),
  somebody: "다른 사람",
  itself: "이미 끝난 질문입니다",
  nothingSent: "보낸 것은 없습니다.",
  notFromHere: "보내지 않음",
  openIt: "이 질문은 열어서 답해야 합니다.",
  gone: "없어진 질문입니다",
};

export type PushMessages = typeof en;

export function pushMessages(locale: Locale): PushMessages {
  return { en, ko }[locale];
}
