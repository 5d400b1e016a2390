/**
 * What Slack shows to people. Every language has the same keys; the Korean labels are the
 * specification's own.
 */

import { refusalWords } from "../../../core/ask/refusal-words.ts";
import type { Locale } from "../../../core/locale.ts";
import { placeIn } from "../../names.ts";

const en = {
  locale: "en" as Locale,
  customInput: "✏️ Type your own",
  change: "🔄 Change",
  submit: "🚀 Submit",
  resetAll: "🗑️ Reset all",
  cancel: "✖️ Decline",
  cancelTitle: "Decline to answer?",
  cancelText: "The agent is told that you decline. This cannot be taken back.",
  cancelYes: "Decline",
  cancelNo: "Keep it open",
  moreOptions: (count: number) => `${count} more…`,
  recommended: "recommended",
  byDefault: (labels: string) => `Unless changed: ${labels}`,
  nothingIsFine: "Nothing chosen is an answer too.",
  chooseBetween: (least: number, most: number) =>
    least === most
      ? `Choose ${least}.`
      : least === 0
        ? `Choose up to ${most}.`
        : `Choose ${least} to ${most}.`,
  done: (answered: number, total: number) => `${answered}/${total} done`,
  continued: (from: number, to: number, total: number) => `Questions ${from} to ${to} of ${total}`,
  questionFrom: (project: string) =>
    project === "" ? "A question for you" : `A question from ${project}`,
  risk: "⚠️ This may destroy something.",
  allowTitle: "Allow this?",
  allowText: "It cannot be undone.",
  allowYes: "Allow",
  allowNo: "Go back",
  notWhole: (id: string, page?: string | null) =>
    "⚠️ This is too long to be shown whole, so it cannot be allowed here. " +
    (page
      ? `<${page}|Read and decide all of it on its page>, or with \`askline answer ${id}\`.`
      : `Read all of it in Askline's page or inbox, or with \`askline answer ${id}\`.`),
  forPasskey: (page: string | null) =>
    "🔑 Only a passkey can allow this, and it signs in the browser. You can deny it here. " +
    (page ? `<${page}|Allow it on its page>` : "Open it in Askline's page to allow it."),
  askTwice: (id: string, page: string | null) =>
    "This may destroy something, so it is allowed only by its button, which asks you once more, " +
    `${page === null ? "" : `<${page}|on its page>, `}or with \`askline answer ${id}\`.`,
  deadline: (time: string) => `⏰ until ${time}`,
  inThread: {
    one: "You can also answer in this thread, by number or in your own words.",
    optionsOnly: "You can also answer in this thread by number.",
    many: "You can also answer in this thread, such as `1: 2, 2: 1`.",
    words: "You can also answer in this thread.",
    permission: "You can also answer in this thread by number. Your own words deny it.",
    denyOnly: "In this thread you can only deny it, by number or in your own words.",
  },
  inWords: {
    one: "Answer in this thread with the number of your choice, or in your own words.",
    optionsOnly: "Answer in this thread with the number of your choice.",
    many: "Answer in this thread with number and choice, such as `1: 2, 2: 1`.",
    words: "Answer in this thread.",
    permission: "Answer in this thread with the number of your choice. Your own words deny it.",
    denyOnly: "In this thread you can only deny it, by number or in your own words.",
  },
  typeHere: "Your answer",
  modalTitle: "Your own answer",
  modalSend: "Send",
  modalClose: "Back",
  modalEmpty: "Type an answer; an empty one cannot be sent.",
  ownWords: "own words",
  ownWordsDeny: "Your words deny it, and the agent reads them.",
  nothingChosen: "(nothing)",
  answeredBy: (who: string, where: string) => `✅ Answered by ${who}, ${where}`,
  allowedBy: (who: string, where: string) => `✅ Allowed by ${who}, ${where}`,
  deniedBy: (who: string, where: string) => `⛔ Denied by ${who}, ${where}`,
  ruledBy: (rule: string) => `⚙️ Decided by the rule “${rule}”; no person was asked`,
  declinedBy: (who: string, where: string) => `✖️ Declined by ${who}, ${where}`,
  stillWaiting: (isAgain: boolean): string =>
    isAgain ? "⏳ Still waiting for an answer." : "👋 This waits for an answer.",
  expired: "⌛ Expired: nobody answered in time.",
  expiredWithDefault: "⌛ Expired: nobody answered in time, so the default holds.",
  withdrawn: "No longer asked.",
  unused: (user: string, title: string, effect: string) =>
    `<@${user}> Your answer to “${title}”: ${effect}.`,
  seeAbove: "See the first message of this form.",
  somebody: "somebody",
  surface: (name: string): string => placeIn(name, "en"),
  refusal: refusalWords.en,
  notAllowed: (user: string) =>
    "You cannot answer here yet. " +
    `Whoever runs Askline can allow it by adding ${user} to "people" in slack.json.`,
  windowOutOfDate:
    "This window is of another version of Askline. Copy your words, close it, and open it anew from the card.",
  outOfDate: "This message is out of date; nothing was changed.",
  gone: "This question is no longer there.",
  formExpired: "What was filled in here was older than 24 hours and is gone. Please choose again.",
  notSaved: "That could not be saved, so nothing was answered. Please try again.",
  keptText: (text: string) => `Your text was: ${text}`,
  missing: (numbers: string) => `Not answered yet: ${numbers}.`,
  ambiguous: (labels: string) =>
    `That could mean several of them: ${labels}. Please be more exact.`,
  severalOpen:
    "Several questions wait in this thread, so nothing was answered. " +
    "Please use the buttons of the one you mean.",
  unclear: "I did not understand that as an answer. Use the number of an option, or its label.",
  noted: (answered: number, total: number) => `Noted, ${answered} of ${total}.`,
  working: "working",
  waiting: "waiting",
  stopped: (detail: string) => `The agent stopped: ${detail}`,
  unreadable: "The agent asked something here that could not be read; it was told to ask again.",
  unreadableAgain:
    "The agent asked something here that could not be read, again. Write to it to go on.",
  onlyFirst: "The agent asked more than one thing at once. Only the first is asked; it was told.",
  interrupted: "Askline was ended while the agent worked on this. Send a message to go on.",
  noAgent: 'No agent is set up for Slack. Whoever runs Askline can add "agent" to slack.json.',
  noSuchAgent: (given: string) => `There is no agent ${given}.`,
  boundTo: (name: string) => `This thread now talks to agent ${name}.`,
  notDelivered: (detail: string) => `The agent did not get it: ${detail}`,
};

export type Messages = typeof en;

const ko: Messages = {
  locale: "ko",
  customInput: "✏️ 직접 입력",
  change: "🔄 변경",
  submit: "🚀 제출하기",
  resetAll: "🗑️ 모두 초기화",
  cancel: "✖️ 답하지 않기",
  cancelTitle: "답하지 않을까요?",
  cancelText: "에이전트에게 답하지 않겠다고 알립니다. 되돌릴 수 없습니다.",
  cancelYes: "답하지 않기",
  cancelNo: "그대로 두기",
  moreOptions: (count) => `${count}개 더 보기…`,
  recommended: "추천",
  byDefault: (labels) => `바꾸지 않으면: ${labels}`,
  nothingIsFine: "아무것도 고르지 않아도 됩니다.",
  chooseBetween: (least, most) =>
    least === most
      ? `${least}개를 고르세요.`
      : least === 0
        ? `${most}개까지 고를 수 있습니다.`
        : `${least}~${most}개를 고르세요.`,
  done: (answered, total) => `${answered}/${total} 완료`,
  continued: (from, to, total) => `질문 ${from}~${to} / 전체 ${total}`,
  questionFrom: (project) => (project === "" ? "질문이 있습니다" : `${project}의 질문`),
  risk: "⚠️ 무언가를 되돌릴 수 없게 지울 수 있습니다.",
  allowTitle: "허용할까요?",
  allowText: "되돌릴 수 없습니다.",
  allowYes: "허용",
  allowNo: "돌아가기",
  notWhole: (id, page) =>
    "⚠️ 너무 길어 다 보여 줄 수 없으므로 여기서는 허용할 수 없습니다. " +
    (page
      ? `<${page}|페이지에서 모두 읽고 정하거나> \`askline answer ${id}\`를 쓰세요.`
      : `Askline 페이지나 인박스, 또는 \`askline answer ${id}\`에서 모두 읽을 수 있습니다.`),
  forPasskey: (page) =>
    "🔑 패스키로만 허용할 수 있고, 서명은 브라우저에서 합니다. 여기서는 거부만 할 수 있습니다. " +
    (page ? `<${page}|페이지에서 허용하기>` : "허용하려면 Askline 페이지에서 여세요."),
  askTwice: (id, page) =>
    "무언가를 없앨 수 있어 한 번 더 묻는 버튼으로만 허용할 수 있습니다. " +
    `${page === null ? "" : `<${page}|페이지>나 `}\`askline answer ${id}\`로도 됩니다.`,
  deadline: (time) => `⏰ ${time}까지`,
  inThread: {
    one: "이 스레드에 번호나 직접 쓴 답으로 응답해도 됩니다.",
    optionsOnly: "이 스레드에 번호로 응답해도 됩니다.",
    many: "이 스레드에 `1: 2, 2: 1`처럼 응답해도 됩니다.",
    words: "이 스레드에 답을 써도 됩니다.",
    permission: "이 스레드에 번호로 응답해도 됩니다. 직접 쓴 말은 거부하는 것이 됩니다.",
    denyOnly: "이 스레드에서는 번호나 직접 쓴 말로 거부만 할 수 있습니다.",
  },
  inWords: {
    one: "이 스레드에 번호로 응답하거나 직접 답을 써 주세요.",
    optionsOnly: "이 스레드에 번호로 응답해 주세요.",
    many: "이 스레드에 `1: 2, 2: 1`처럼 질문과 선택의 번호로 응답해 주세요.",
    words: "이 스레드에 답을 써 주세요.",
    permission: "이 스레드에 번호로 응답해 주세요. 직접 쓴 말은 거부하는 것이 됩니다.",
    denyOnly: "이 스레드에서는 번호나 직접 쓴 말로 거부만 할 수 있습니다.",
  },
  typeHere: "답변",
  modalTitle: "직접 입력",
  modalSend: "보내기",
  modalClose: "뒤로",
  modalEmpty: "답을 입력해 주세요. 빈 답은 보낼 수 없습니다.",
  ownWords: "직접 입력",
  ownWordsDeny: "직접 쓴 말은 거부하는 것이 되고, 에이전트가 그 말을 읽습니다.",
  nothingChosen: "(없음)",
  answeredBy: (who, where) => `✅ ${who} 님이 ${where} 답했습니다`,
  allowedBy: (who, where) => `✅ ${who} 님이 ${where} 허용했습니다`,
  deniedBy: (who, where) => `⛔ ${who} 님이 ${where} 거부했습니다`,
  ruledBy: (rule) => `⚙️ 규칙 “${rule}”(으)로 정해졌으며 아무에게도 묻지 않았습니다`,
  declinedBy: (who, where) => `✖️ ${who} 님이 ${where} 답하지 않기로 했습니다`,
  stillWaiting: (isAgain) =>
    isAgain ? "⏳ 아직 답을 기다리고 있습니다." : "👋 답을 기다리고 있습니다.",
  expired: "⌛ 만료됨: 제시간에 아무도 답하지 않았습니다.",
  expiredWithDefault: "⌛ 만료됨: 제시간에 아무도 답하지 않아 기본값이 적용됩니다.",
  withdrawn: "더 이상 묻지 않습니다.",
  unused: (user, title, effect) => `<@${user}> “${title}”에 한 답: ${effect}.`,
  seeAbove: "이 폼의 첫 메시지를 보세요.",
  somebody: "누군가",
  surface: (name) => placeIn(name, "ko"),
  refusal: refusalWords.ko,
  notAllowed: (user) =>
    `아직 여기서 답할 수 없습니다. Askline을 운영하는 사람이 slack.json의 "people"에 ${user}를 추가하면 됩니다.`,
  windowOutOfDate:
    "다른 버전의 Askline이 연 창입니다. 쓴 말을 복사하고 창을 닫은 뒤 카드에서 다시 열어 주세요.",
  outOfDate: "오래된 메시지입니다. 아무것도 바뀌지 않았습니다.",
  gone: "이 질문은 더 이상 없습니다.",
  formExpired: "여기에 채운 내용이 24시간이 지나 사라졌습니다. 다시 골라 주세요.",
  notSaved: "저장하지 못해 아무것도 답하지 않았습니다. 다시 시도해 주세요.",
  keptText: (text) => `입력한 내용: ${text}`,
  missing: (numbers) => `아직 답하지 않은 질문: ${numbers}.`,
  ambiguous: (labels) => `여러 가지로 읽힐 수 있습니다: ${labels}. 더 정확히 써 주세요.`,
  severalOpen:
    "이 스레드에는 기다리는 질문이 여러 개라 아무것도 답하지 않았습니다. 답할 질문의 버튼을 눌러 주세요.",
  unclear: "답으로 이해하지 못했습니다. 선택지의 번호나 이름을 써 주세요.",
  noted: (answered, total) => `적어 두었습니다. ${total}개 중 ${answered}개.`,
  working: "작업 중",
  waiting: "대기 중",
  stopped: (detail) => `에이전트가 멈췄습니다: ${detail}`,
  unreadable: "에이전트가 여기서 물은 것을 읽을 수 없어 다시 묻도록 알렸습니다.",
  unreadableAgain:
    "에이전트가 여기서 물은 것을 이번에도 읽을 수 없었습니다. 계속하려면 메시지를 보내 주세요.",
  onlyFirst: "에이전트가 한꺼번에 여러 가지를 물어 첫 번째만 묻고, 이를 알렸습니다.",
  interrupted:
    "에이전트가 작업하는 동안 Askline이 종료되었습니다. 계속하려면 메시지를 보내 주세요.",
  noAgent:
    'Slack에서 쓸 에이전트가 설정되지 않았습니다. Askline을 운영하는 사람이 slack.json에 "agent"를 추가하면 됩니다.',
  noSuchAgent: (given) => `에이전트 ${given}은(는) 없습니다.`,
  boundTo: (name) => `이 스레드는 이제 에이전트 ${name}와(과) 이어집니다.`,
  notDelivered: (detail) => `에이전트에게 전달되지 않았습니다: ${detail}`,
};

export function messages(locale: Locale): Messages {
  return locale === "ko" ? ko : en;
}
