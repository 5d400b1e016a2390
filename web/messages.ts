/** What the pages say. Every language has the same keys. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Locale } from "../src/core/locale.ts";
import type { Refusal } from "../src/core/selection.ts";

const en = {
  locale: "en" as Locale,
  allQuestions: "All questions",
  loading: "Loading…",
  reconnecting: "Reconnecting…",
  mayBeStale: "may be out of date",
  timeLeft: (time: string) => `${time} left`,
  secondsLeft: (count: number) => `Less than ${count} seconds left.`,
  days: (count: number) => `${count} days`,
  addMinutes: (count: number) => `Add ${count} min`,
  unreachable: "Askline cannot be reached just now.",
  unreachableNext: "What you typed is kept here. Try again in a moment.",
  openFromLink: "Open Askline from the link it printed.",
  openFromLinkNext: "Run askline serve --open, or answer in a terminal with askline answer.",
  somethingWrong: "That did not work.",
  somethingWrongNext: "Try again. What you typed is still here.",
  gone: "This question is no longer there.",
  goneNext: "It was settled a while ago and cleaned up, or the address is not right.",
  severalQuestions: (count: number) => `${count} questions`,
  andMore: (count: number) => `and ${count} more`,
  questionOf: (number: number, total: number) => `Question ${number} of ${total}`,
  askedBy: "Asked by",
  context: "Context",
  recommended: "Recommended",
  ownWords: "Or type your own answer",
  yourAnswer: "Your answer",
  addNote: "Add note",
  addNoteTo: (label: string) => `Add note to ${label}`,
  noteOn: (label: string) => `Note on ${label}`,
  globalNote: "Note on everything",
  addGlobalNote: "Add a note on everything",
  showHidden: (count: number) => `Show hidden (${count})`,
  hideAgain: "Hide again",
  clear: "Clear selection",
  chooseBetween: (atLeast: number, atMost: number, chosen: number) => {
    if (atLeast === atMost) return `Choose ${atLeast} · ${chosen} chosen`;
    if (atLeast === 0) return `Choose up to ${atMost} · ${chosen} chosen`;
    return `Choose ${atLeast} to ${atMost} · ${chosen} chosen`;
  },
  noneChosen: "Nothing is chosen. Submitting sends just that.",
  progress: (answered: number, total: number) => `${answered} of ${total} answered`,
  submit: "Submit",
  sending: "Sending…",
  cancel: "Cancel",
  decline: "Decline with a reason",
  declineReason: "Why would you rather not answer?",
  declineSend: "Decline",
  back: "Back",
  submitKeys: (key: string) => `${key} + Enter submits`,
  refusal: (refusal: Refusal): string => {
    switch (refusal.reason) {
      case "unknown_option":
        return "That is none of the options.";
      case "too_few":
        return `Choose at least ${refusal.atLeast}.`;
      case "too_many":
        return `Choose at most ${refusal.atMost}.`;
      case "text_needed":
        return "Type something first.";
      case "text_not_taken":
        return "This question takes one of its options.";
      case "nothing_chosen":
        return "Choose an option first.";
    }
  },
  settled: {
    thanks: "Thank you. Your answer is on its way.",
    cancelledHere: "You cancelled this question.",
    declinedHere: "You declined this question.",
    ruled: (rule: string) => `Decided by your rule “${rule}”. Nobody was asked.`,
    byRule: (rule: string) => `by the rule “${rule}”`,
    answered: (who: string, where: string) => `Already answered${who}${where}.`,
    cancelled: (who: string, where: string) => `Cancelled${who}${where}.`,
    declined: (who: string, where: string) => `Declined${who}${where}.`,
    askedBack: (who: string, where: string) => `Sent back to be asked better${who}${where}.`,
    timedOut: "The time ran out before anybody answered.",
    timedOutWithDefault: "The time ran out. The default holds; nobody chose it.",
    withdrawn: "The agent no longer needs an answer.",
    ownerGone: "The program that asked is gone, so the question was closed.",
    corrupt: "An answer arrived that could not be used, so the question was closed.",
    sent: "What was sent",
    decided: "What was decided",
    reason: "Reason",
    note: "Note",
    nothing: "(nothing chosen)",
    youCanClose: "You can close this tab.",
    by: (who: string) => ` by ${who}`,
    short: {
      completed: "Answered",
      ruled: "By rule",
      rejected: "Declined",
      cancelled: "Cancelled",
      asked_back: "Asked back",
      timed_out: "Timed out",
      timed_out_default: "Default held",
      abandoned: "Closed",
    },
  },
  // Where an answer was given, to be put after "answered by sam".
  places: {
    terminal: " in the terminal",
    inbox: " in the inbox",
    portal: " in the browser",
    slack: " in Slack",
    voice: " by voice",
    command: " on the command line",
    program: " by a program",
    mcp: " by the agent",
    session: " by another program",
    file: " by another program",
    desk: "",
    deadline: "",
  } as Record<string, string>,
  somewhere: (surface: string) => ` (${surface})`,
  dashboard: {
    title: "Open questions",
    search: "Search",
    searchHint: "Title, project, agent",
    project: "Project",
    allProjects: "All projects",
    empty: "Nothing to answer.",
    emptyHint: "When an agent asks something, it appears here by itself. You can leave this tab open.",
    noMatch: "No question matches.",
    settled: "Recently settled",
    noneSettled: "Settled questions will be listed here.",
    urgent: "Urgent",
    noRush: "No rush",
    count: (count: number) => (count === 1 ? "1 open question" : `${count} open questions`),
  },
  settings: {
    title: "Settings",
    open: "Settings",
    close: "Close",
    saved: "Saved for every surface",
    thisBrowser: "Pages",
    thisQuestion: "This question",
    transport: "Ask me",
    transports: { unset: "as the agent wishes", terminal: "in the terminal", web: "in the browser" },
    timeout: "Time limit in seconds",
    timeoutHint: "Empty: as the agent wishes.",
    timeoutHintHere: "Also moves the deadline of this question. Empty: as the agent wishes.",
    addTime: "Add time",
    noDeadline: "Take the limit away",
    submit: "Picking one",
    submits: { unset: "as the agent wishes", single: "sends it at once", batch: "waits for Submit" },
    placeholder: "Examples in empty fields",
    notes: "Notes",
    options: "Options to show",
    needed: "needed, stays visible",
    theme: "Theme",
    themes: { system: "as the system", light: "light", dark: "dark" },
    language: "Language",
    languages: { auto: "automatic", en: "English", ko: "한국어" },
    notifications: "Notifications",
    notificationsOn: "Turn on notifications",
    notificationsOff: "Turn off notifications",
    notificationsHint: "For a new question, when time is short, and when it has run out.",
    notificationsBlocked: "This browser does not allow them. Change that in its settings for this page.",
  },
  notice: {
    new: "A new question",
    still: "Still waiting",
    soon: "Less than 10 seconds left",
    expired: "The time ran out",
  },
};

export type Messages = typeof en;

const ko: Messages = {
  locale: "ko",
  allQuestions: "모든 질문",
  loading: "불러오는 중…",
  reconnecting: "다시 연결하는 중…",
  mayBeStale: "정확하지 않을 수 있음",
  timeLeft: (time) => `${time} 남음`,
  secondsLeft: (count) => `${count}초도 남지 않았습니다.`,
  days: (count) => `${count}일`,
  addMinutes: (count) => `${count}분 추가`,
  unreachable: "지금은 Askline에 연결할 수 없습니다.",
  unreachableNext: "입력한 내용은 여기에 남아 있습니다. 잠시 후 다시 시도하세요.",
  openFromLink: "Askline이 출력한 링크로 열어 주세요.",
  openFromLinkNext: "askline serve --open을 실행하세요. 터미널에서 askline answer로 답할 수도 있습니다.",
  somethingWrong: "처리하지 못했습니다.",
  somethingWrongNext: "다시 시도하세요. 입력한 내용은 그대로 있습니다.",
  gone: "이 질문은 더 이상 없습니다.",
  goneNext: "오래전에 끝나서 지워졌거나, 주소가 맞지 않습니다.",
  severalQuestions: (count) => `질문 ${count}개`,
  andMore: (count) => `외 ${count}개`,
  questionOf: (number, total) => `질문 ${number}/${total}`,
  askedBy: "질문한 곳",
  context: "배경",
  recommended: "추천",
  ownWords: "또는 직접 입력",
  yourAnswer: "답변",
  addNote: "메모 추가",
  addNoteTo: (label) => `${label}: 메모 추가`,
  noteOn: (label) => `${label}: 메모`,
  globalNote: "전체 메모",
  addGlobalNote: "전체 메모 추가",
  showHidden: (count) => `숨긴 선택지 보기 (${count})`,
  hideAgain: "다시 숨기기",
  clear: "선택 지우기",
  chooseBetween: (atLeast, atMost, chosen) => {
    if (atLeast === atMost) return `${atLeast}개 선택 · 현재 ${chosen}개`;
    if (atLeast === 0) return `최대 ${atMost}개 선택 · 현재 ${chosen}개`;
    return `${atLeast}~${atMost}개 선택 · 현재 ${chosen}개`;
  },
  noneChosen: "아무것도 고르지 않았습니다. 이대로 보낼 수도 있습니다.",
  progress: (answered, total) => `${total}개 중 ${answered}개 답함`,
  submit: "보내기",
  sending: "보내는 중…",
  cancel: "취소",
  decline: "이유를 적고 거절",
  declineReason: "답하지 않으려는 이유는 무엇인가요?",
  declineSend: "거절",
  back: "뒤로",
  submitKeys: (key) => `${key} + Enter로 보내기`,
  refusal: (refusal) => {
    switch (refusal.reason) {
      case "unknown_option":
        return "선택지에 없는 답입니다.";
      case "too_few":
        return `${refusal.atLeast}개 이상 고르세요.`;
      case "too_many":
        return `${refusal.atMost}개까지만 고를 수 있습니다.`;
      case "text_needed":
        return "먼저 답을 입력하세요.";
      case "text_not_taken":
        return "선택지 중에서 골라 주세요.";
      case "nothing_chosen":
        return "먼저 하나를 고르세요.";
    }
  },
  settled: {
    thanks: "고맙습니다. 답변을 전달했습니다.",
    cancelledHere: "이 질문을 취소했습니다.",
    declinedHere: "이 질문을 거절했습니다.",
    ruled: (rule) => `규칙 “${rule}”에 따라 결정했습니다. 아무에게도 묻지 않았습니다.`,
    byRule: (rule) => `규칙 “${rule}”`,
    answered: (who, where) => `이미 ${who}${where}답했습니다.`,
    cancelled: (who, where) => `${who}${where}취소했습니다.`,
    declined: (who, where) => `${who}${where}거절했습니다.`,
    askedBack: (who, where) => `${who}${where}다시 물어 달라고 했습니다.`,
    timedOut: "시간 안에 아무도 답하지 않았습니다.",
    timedOutWithDefault: "시간이 지나 기본값이 적용됩니다. 사람이 고른 답이 아닙니다.",
    withdrawn: "에이전트가 더 이상 답을 기다리지 않습니다.",
    ownerGone: "질문한 프로그램이 끝나서 질문을 닫았습니다.",
    corrupt: "쓸 수 없는 답이 들어와 질문을 닫았습니다.",
    sent: "보낸 답변",
    decided: "결정된 답변",
    reason: "이유",
    note: "메모",
    nothing: "(선택 없음)",
    youCanClose: "이 탭은 닫아도 됩니다.",
    by: (who) => `${who} 님이 `,
    short: {
      completed: "답변됨",
      ruled: "규칙",
      rejected: "거절됨",
      cancelled: "취소됨",
      asked_back: "다시 질문 요청",
      timed_out: "시간 초과",
      timed_out_default: "기본값 적용",
      abandoned: "닫힘",
    },
  },
  places: {
    terminal: "터미널에서 ",
    inbox: "받은 질문함에서 ",
    portal: "브라우저에서 ",
    slack: "Slack에서 ",
    voice: "음성으로 ",
    command: "명령줄에서 ",
    program: "프로그램에서 ",
    mcp: "에이전트에서 ",
    session: "다른 프로그램에서 ",
    file: "다른 프로그램에서 ",
    desk: "",
    deadline: "",
  },
  somewhere: (surface) => `${surface}에서 `,
  dashboard: {
    title: "답을 기다리는 질문",
    search: "검색",
    searchHint: "제목, 프로젝트, 에이전트",
    project: "프로젝트",
    allProjects: "모든 프로젝트",
    empty: "답할 질문이 없습니다.",
    emptyHint: "에이전트가 질문하면 여기에 저절로 나타납니다. 이 탭을 열어 두어도 됩니다.",
    noMatch: "맞는 질문이 없습니다.",
    settled: "최근에 끝난 질문",
    noneSettled: "끝난 질문이 여기에 나옵니다.",
    urgent: "급함",
    noRush: "천천히",
    count: (count) => `답을 기다리는 질문 ${count}개`,
  },
  settings: {
    title: "설정",
    open: "설정",
    close: "닫기",
    saved: "모든 화면에 적용",
    thisBrowser: "페이지",
    thisQuestion: "이 질문",
    transport: "묻는 곳",
    transports: { unset: "요청대로", terminal: "터미널", web: "브라우저" },
    timeout: "제한 시간(초)",
    timeoutHint: "비워 두면 요청대로입니다.",
    timeoutHintHere: "이 질문의 마감도 바뀝니다. 비워 두면 요청대로입니다.",
    addTime: "시간 추가",
    noDeadline: "시간 제한 없애기",
    submit: "하나를 고르면",
    submits: { unset: "요청대로", single: "바로 보냄", batch: "보내기를 기다림" },
    placeholder: "빈 입력란의 예시",
    notes: "메모",
    options: "보일 선택지",
    needed: "꼭 필요해서 늘 보임",
    theme: "테마",
    themes: { system: "시스템 설정대로", light: "밝게", dark: "어둡게" },
    language: "언어",
    languages: { auto: "자동", en: "English", ko: "한국어" },
    notifications: "알림",
    notificationsOn: "알림 켜기",
    notificationsOff: "알림 끄기",
    notificationsHint: "새 질문이 왔을 때, 시간이 얼마 없을 때, 시간이 지났을 때 알립니다.",
    notificationsBlocked: "이 브라우저가 알림을 허용하지 않습니다. 브라우저의 사이트 설정에서 바꿀 수 있습니다.",
  },
  notice: {
    new: "새 질문",
    still: "아직 기다립니다",
    soon: "10초도 남지 않았습니다",
    expired: "시간이 지났습니다",
  },
};

export function messages(locale: Locale): Messages {
  return { en, ko }[locale];
}

export const Text = createContext(en);

export function useText(): Messages {
  return useContext(Text);
}
