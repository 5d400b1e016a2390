/** What the command line says to people. Every language has the same keys. */
import type { AskStatus } from "../core/ask.ts";
import type { Locale } from "../core/locale.ts";

const en = {
  columns: ["ID", "STATUS", "AGE", "LEFT", "PROJECT", "QUESTION"],
  nothingOpen: "Nothing is waiting for an answer.",
  nothingThere: "There are no asks yet.",
  waiting: (id: string) => `Waiting for an answer. Answer it with: askline answer ${id}`,
  answered: (id: string) => `Answered ${id}.`,
  rejected: (id: string) => `Rejected ${id}.`,
  cleaned: (count: number) => (count === 1 ? "Removed 1 ask." : `Removed ${count} asks.`),
  stillOpen: "Still open.",
  id: "Id",
  statusHead: "Status",
  askedBy: "Asked by",
  asked: "Asked",
  deadline: "Deadline",
  decided: "Decided by",
  ago: (span: string) => `${span} ago`,
  in: (span: string) => `in ${span}`,
  status: (status: AskStatus): string => statusNames[status],
};

const statusNames: Record<AskStatus, string> = {
  pending: "open",
  completed: "answered",
  rejected: "rejected",
  timed_out: "timed out",
  abandoned: "abandoned",
};

const ko: typeof en = {
  columns: ["ID", "상태", "경과", "남음", "프로젝트", "질문"],
  nothingOpen: "답을 기다리는 질문이 없습니다.",
  nothingThere: "아직 질문이 없습니다.",
  waiting: (id) => `답을 기다리는 중입니다. 답하려면: askline answer ${id}`,
  answered: (id) => `${id}에 답했습니다.`,
  rejected: (id) => `${id}을(를) 거절했습니다.`,
  cleaned: (count) => `질문 ${count}개를 지웠습니다.`,
  stillOpen: "아직 열려 있습니다.",
  id: "ID",
  statusHead: "상태",
  askedBy: "물은 곳",
  asked: "물은 때",
  deadline: "기한",
  decided: "결정",
  ago: (span) => `${span} 전`,
  in: (span) => `${span} 남음`,
  status: (status) =>
    ({ pending: "열림", completed: "답함", rejected: "거절", timed_out: "시간 초과", abandoned: "중단" })[status],
};

export function messages(locale: Locale): typeof en {
  return { en, ko }[locale];
}
