/** What the form on a terminal says. Every language has the same keys. */

import { refusalWords } from "../../core/ask/refusal-words.ts";
import type { Locale } from "../../core/locale.ts";

const en = {
  locale: "en" as Locale,
  recommended: "recommended",
  questionOf: (number: number, total: number) => `Question ${number} of ${total}`,
  ownWords: "Type your own",
  note: "Note",
  globalNote: "Note on all",
  moreLines: (above: number, below: number) => {
    if (below === 0) return `… (${lines(above)} above, PgUp/PgDn scroll)`;
    if (above === 0) return `… (${below} more ${below === 1 ? "line" : "lines"}, PgUp/PgDn scroll)`;
    return `… (${lines(above)} above, ${below} below, PgUp/PgDn scroll)`;
  },
  moreAbove: (count: number) => `↑ ${count} more`,
  moreBelow: (count: number) => `↓ ${count} more`,
  hidden: (count: number, isShown: boolean) =>
    isShown ? "h hide again" : `${count} hidden · h show hidden`,
  chooseBetween: (atLeast: number, atMost: number, chosen: number) => {
    if (atLeast === atMost) return `choose ${atLeast}, ${chosen} chosen`;
    if (atLeast === 0) return `choose up to ${atMost}, ${chosen} chosen`;
    return `choose ${atLeast} to ${atMost}, ${chosen} chosen`;
  },
  timeLeft: (time: string) => `${time} left`,
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  seconds: (count: number) => `${count} s`,
  noneChosen: "Nothing is chosen. Enter again sends that.",
  enterAgain: "Press Enter once more.",
  cancelAgain: "Nothing is decided yet. Esc once more cancels the question.",
  confirmAllow: "This may destroy something, and cannot be undone. y allows it.",
  cannotHide: "This one is needed and stays visible.",
  notSaved: "This setting could not be saved.",
  notATime: "Type a time such as 75, 90s, 5m or 2h; a week at most.",
  review: "Your answers",
  noAnswer: "(nothing chosen)",
  settings: "Settings",
  settingsLine: {
    transport: {
      terminal: "asked in the terminal",
      web: "asked in the browser",
      unset: "asked anywhere",
    },
    timeout: (time: string | null) =>
      time === null ? "time limit as asked" : `time limit ${time}`,
    submit: { single: "a pick is sent at once", batch: "Enter sends" },
    notes: { on: "notes on", off: "notes off" },
  },
  setting: {
    transport: "Ask me",
    transports: {
      terminal: "in the terminal",
      web: "in the browser",
      unset: "as the agent wishes",
    },
    timeout: "Time limit",
    timeExamples: "75, 90s, 5m, 2h",
    asAsked: "as the agent wishes",
    submit: "Picking one",
    submits: { single: "sends it at once", batch: "waits for Enter", unset: "as the agent wishes" },
    placeholder: "Examples in fields",
    notes: "Notes",
    on: "on",
    off: "off",
    /** In front of the option whose visibility it is. */
    option: (label: string) => `Option “${label}”`,
    shown: "shown",
    hidden: "hidden",
  },
  keys: {
    move: "↑↓ move",
    pick: "Space pick",
    toggle: "Space choose",
    send: "Enter send",
    next: "Enter next",
    done: "Enter done",
    recommended: "r recommended",
    note: "n note",
    globalNote: "g note on all",
    own: "t type",
    questions: "←→ questions",
    change: "←→ change",
    back: "Esc back",
    backToQuestion: "← back",
    leaveField: "Esc leave the field",
    leaveSetting: "Esc leave it as it was",
    typeTime: "0-9 type a time (75, 5m)",
    settings: "s settings",
    allKeys: "? all keys",
    allow: "y allow",
    goBack: "Esc go back",
    cancel: "Esc cancel",
    cancelInside: "Ctrl-C cancel",
  },
  summary: {
    cancelled: "cancelled",
    typed: "What you had typed was not sent:",
    timedOut: "nobody answered in time",
    timedOutWithDefault: (answer: string) =>
      `nobody answered in time; the default holds (${answer})`,
    elsewhere: (how: string, who: string, place: string) =>
      `already ${how} by ${who} ${place}`.trimEnd(),
    somebody: "somebody",
    ruled: (decided: string, rule: string) => `${decided}, decided by the rule “${rule}”`,
    answered: "answered",
    declined: "declined",
    withdrawn: "no longer asked",
  },
  refusal: refusalWords.en,
};

function lines(count: number): string {
  return `${count} ${count === 1 ? "line" : "lines"}`;
}

export type Messages = typeof en;

const ko: Messages = {
  locale: "ko",
  recommended: "추천",
  questionOf: (number, total) => `질문 ${number}/${total}`,
  ownWords: "직접 입력",
  note: "메모",
  globalNote: "전체 메모",
  moreLines: (above, below) => {
    if (below === 0) return `… (위로 ${above}줄, PgUp/PgDn 스크롤)`;
    if (above === 0) return `… (${below}줄 더 있음, PgUp/PgDn 스크롤)`;
    return `… (위로 ${above}줄, 아래로 ${below}줄, PgUp/PgDn 스크롤)`;
  },
  moreAbove: (count) => `↑ ${count}개 더`,
  moreBelow: (count) => `↓ ${count}개 더`,
  hidden: (count, isShown) => (isShown ? "h 다시 숨기기" : `${count}개 숨김 · h 숨긴 것 보기`),
  chooseBetween: (atLeast, atMost, chosen) => {
    if (atLeast === atMost) return `${atLeast}개 선택, 현재 ${chosen}개`;
    if (atLeast === 0) return `최대 ${atMost}개 선택, 현재 ${chosen}개`;
    return `${atLeast}~${atMost}개 선택, 현재 ${chosen}개`;
  },
  timeLeft: (time) => `${time} 남음`,
  minutes: (count) => `${count}분`,
  hours: (count) => `${count}시간`,
  seconds: (count) => `${count}초`,
  noneChosen: "아무것도 고르지 않았습니다. Enter를 다시 누르면 그대로 보냅니다.",
  enterAgain: "Enter를 한 번 더 누르세요.",
  cancelAgain: "아직 결정된 것은 없습니다. Esc를 한 번 더 누르면 질문을 취소합니다.",
  confirmAllow: "무언가를 없앨 수 있고 되돌릴 수 없습니다. y를 누르면 허용합니다.",
  cannotHide: "꼭 필요한 선택지라서 숨길 수 없습니다.",
  notSaved: "이 설정을 저장하지 못했습니다.",
  notATime: "75, 90s, 5m, 2h처럼 입력하세요. 최대 일주일입니다.",
  review: "답변 확인",
  noAnswer: "(선택 없음)",
  settings: "설정",
  settingsLine: {
    transport: { terminal: "터미널에서", web: "브라우저에서", unset: "어디서나" },
    timeout: (time) => (time === null ? "제한 시간은 요청대로" : `제한 시간 ${time}`),
    submit: { single: "고르면 바로 전송", batch: "Enter로 전송" },
    notes: { on: "메모 켜짐", off: "메모 꺼짐" },
  },
  setting: {
    transport: "묻는 곳",
    transports: { terminal: "터미널", web: "브라우저", unset: "요청대로" },
    timeout: "제한 시간",
    timeExamples: "75, 90s, 5m, 2h",
    asAsked: "요청대로",
    submit: "하나를 고르면",
    submits: { single: "바로 전송", batch: "Enter를 기다림", unset: "요청대로" },
    placeholder: "입력란 예시",
    notes: "메모",
    on: "켜짐",
    off: "꺼짐",
    option: (label) => `선택지 “${label}”`,
    shown: "보임",
    hidden: "숨김",
  },
  keys: {
    move: "↑↓ 이동",
    pick: "Space 고르기",
    toggle: "Space 선택",
    send: "Enter 전송",
    next: "Enter 다음",
    done: "Enter 완료",
    recommended: "r 추천",
    note: "n 메모",
    globalNote: "g 전체 메모",
    own: "t 직접 입력",
    questions: "←→ 질문 이동",
    change: "←→ 변경",
    back: "Esc 뒤로",
    backToQuestion: "← 뒤로",
    leaveField: "Esc 입력 마침",
    leaveSetting: "Esc 그대로 두기",
    typeTime: "0-9 시간 직접 입력 (75, 5m)",
    settings: "s 설정",
    allKeys: "? 모든 키",
    allow: "y 허용",
    goBack: "Esc 돌아가기",
    cancel: "Esc 취소",
    cancelInside: "Ctrl-C 취소",
  },
  summary: {
    cancelled: "취소했습니다",
    typed: "입력하던 내용은 보내지 않았습니다:",
    timedOut: "시간 안에 아무도 답하지 않았습니다",
    timedOutWithDefault: (answer) => `시간 안에 아무도 답하지 않아 기본값이 적용됩니다 (${answer})`,
    elsewhere: (how, who, place) => `이미 ${who} 님이 ${place === "" ? "" : `${place} `}${how}`,
    somebody: "누군가",
    ruled: (decided, rule) => `${decided} (규칙 “${rule}”에 따름)`,
    answered: "답했습니다",
    declined: "거절했습니다",
    withdrawn: "더 이상 묻지 않습니다",
  },
  refusal: refusalWords.ko,
};

export function messages(locale: Locale): Messages {
  return { en, ko }[locale];
}
