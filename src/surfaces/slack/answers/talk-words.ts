/** What people are told about their messages below a card, in English and Korean. */
import type { Locale } from "../../../core/locale.ts";

const en = {
  sendThis: "Send this as your answer?",
  declineThis: "Do you decline to answer?",
  theQuestion: (title: string) => `The question: ${title}`,
  allowsNothing: "Own words allow nothing: the agent is refused, and is told what you wrote.",
  send: "Send",
  decline: "Decline",
  no: "No",
  notSent:
    "Nothing was sent. To answer, press a button of the question, write its number, " +
    "or mention me with your own words.",
  tooOld: "This can no longer be sent. Please write it again.",
  formChanged: "The form has changed meanwhile, so nothing was sent. Please write it again.",
  noAnswer:
    "I did not take that as an answer. Write a number, a label, or your own words; " +
    "the buttons work too.",
  writeInThread: (titles: string) =>
    `Numbers count only in the question's own thread. Please write yours there: ${titles}.`,
  alreadyYours: "You have answered this already, and your first answer holds.",
};

export type TalkWords = typeof en;

const ko: TalkWords = {
  sendThis: "이 말을 답으로 보낼까요?",
  declineThis: "답하지 않으시겠습니까?",
  theQuestion: (title) => `질문: ${title}`,
  allowsNothing:
    "직접 쓴 말로는 아무것도 허용되지 않습니다. 에이전트는 거부되고 그 말을 전달받습니다.",
  send: "보내기",
  decline: "답하지 않기",
  no: "아니요",
  notSent:
    "아무것도 보내지 않았습니다. 답하려면 질문의 버튼을 누르거나, 번호를 쓰거나, 저를 멘션하고 직접 써 주세요.",
  tooOld: "이제는 보낼 수 없습니다. 다시 써 주세요.",
  formChanged: "그사이 폼이 바뀌어 아무것도 보내지 않았습니다. 다시 써 주세요.",
  noAnswer:
    "답으로 받아들이지 않았습니다. 번호나 선택지 이름, 또는 직접 쓴 답을 보내 주세요. 버튼을 눌러도 됩니다.",
  writeInThread: (titles) =>
    `번호는 질문의 스레드 안에서만 답이 됩니다. 그곳에 써 주세요: ${titles}.`,
  alreadyYours: "이미 답하셨고, 처음 답이 그대로 유효합니다.",
};

export function talkWords(locale: Locale): TalkWords {
  return locale === "ko" ? ko : en;
}
