/** The texts of the inbox. Every language has the same keys. */
import type { AgentLine } from "../../../agents/roster.ts";
import { stateInWords } from "../../../core/agent/failure-words.ts";
import { type AskBack, type Outcome, rulingOf, type SettledAsk } from "../../../core/ask/ask.ts";
import { wordEffect, wordEnding, wordUntaken } from "../../../core/ask/effect-words.ts";
import { AsklineError } from "../../../core/ask/errors.ts";
import { smallPrint } from "../../../core/ask/seal-words.ts";
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import type { Locale } from "../../../core/locale.ts";
import { ASK_BACK_NAMES } from "../../../core/names.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import {
  type Messages as FormMessages,
  messages as formMessages,
} from "../../../terminal/form/messages.ts";
import { answerInWords } from "../../../terminal/form/summary.ts";
import { placeIn, placeName, sourceName } from "../../names.ts";
import type { Hint } from "./hints.ts";
import type { ThemeName } from "./themes.ts";

interface Section {
  readonly title: string;
  readonly keys: readonly Hint[];
}

const en = {
  form: formMessages("en") as FormMessages,
  time: {
    now: "now",
    seconds: (count: number) => `${count}s`,
    minutes: (count: number) => `${count}m`,
    hours: (count: number) => `${count}h`,
    days: (count: number) => `${count}d`,
  },
  ago: (age: string) => (age === "now" ? "just now" : `${age} ago`),
  open: (count: number) => `${count} open`,
  urgent: "urgent",
  urgentCount: (count: number) => `${count} urgent`,
  snoozedCount: (count: number) => `${count} snoozed`,
  order: { newest: "newest first", urgent: "most urgent first" },
  sorted: (order: "newest" | "urgent"): string => `Sorted: ${en.order[order]}.`,
  bellOff: "notifications off",
  nothingOpen: ["Nothing is waiting for you.", "New questions appear here by themselves."] as [
    string,
    string,
  ],
  allSnoozed: [
    "Nothing is waiting for you now.",
    "What you put off comes back by itself; Z shows it.",
  ] as [string, string],
  nothingFound: ["No open question fits.", "Esc shows all of them again."] as [string, string],
  onlySnoozedFits: [
    "Only what was put off fits.",
    "Z shows it; Esc shows all the others again.",
  ] as [string, string],
  everything: "Everything",
  filterBy: { project: "Project", agent: "Agent" },
  found: (count: number) => `${count} found`,
  historyTitle: (count: number) => `History · ${count} settled`,
  readingHistory: "Reading …",
  noHistory: "Nothing was settled yet.",
  noHistoryFits: "No settled question fits.",
  agentsTitle: (count: number) => `Agents · ${count}`,
  noAgents:
    "No agent has been heard of. `askline init` sets them up, and `askline serve` listens to them.",
  agentState: (agent: AgentLine, now: Date): string => stateInWords(agent, "en", now),
  writeTo: (project: string) => `To the agent in ${project}`,
  writeHint: "your words, as if typed there",
  nothingToSend: "Write something first.",
  keysTitle: "Keys",
  sending: "Sending …",
  opening: "Opening it in the browser …",
  noBrowser: (address: string) => `There is no browser to open. The address: ${address}`,
  copied: (id: string) => `Copied ${id}`,
  theme: (theme: ThemeName) => `Theme: ${theme}`,
  noColour: "NO_COLOR is set, so there are no colours to choose.",
  bell: (isOn: boolean): string => (isOn ? "Notifications are on." : "Notifications are off."),
  extended: "The deadline was moved.",
  snoozed: (until: string) => `Put off until ${clock(until, "en")}.`,
  tooLateToSnooze: "It is due too soon to be put off.",
  typeMinutes: "Type how many minutes first.",
  nothingToAskBack: "First say what you want: e say more, d ask differently.",
  askBackKept: "Kept with the question. b sends it, Backspace drops it.",
  evidence: {
    rest: "With these settings",
    unchanged: (count: number | null) =>
      count === null ? "unchanged lines" : `${count} unchanged ${count === 1 ? "line" : "lines"}`,
  },
  askBack: { elaborate: "Say more", rephrase: "Ask differently" } satisfies Record<
    AskBack["kind"],
    string
  >,
  toAskBack: (count: number) => {
    const questions = count === 1 ? "1 question" : `${count} questions`;
    const keys = "b sends that instead of an answer, Backspace drops this one";
    return `${questions} to ask back: ${keys}`;
  },
  enterGoesOn: "Enter goes on.",
  youTyped: "You had typed:",
  copyWords: "Ctrl-Y copies what you typed.",
  copiedWords: "Copied what you typed.",
  enterAgain: "Press Enter once more.",
  removed: (title: string) => `“${title}” is no longer there.`,
  notKept: ({ message }: Error) => `Not sent, your answer is still here: ${message}`,
  failed: ({ message }: Error) => `That did not work: ${message}`,
  ruleNamed: (rule: string) => `the rule “${rule}”`,
  surface: (surface: string): string => placeName(surface, "en"),
  /** An agent by its own name, else the source by the name of its kind. */
  asker: (agentOrKind: string): string => sourceName(agentOrKind, "en"),
  outcome: (outcome: Outcome): string => {
    switch (outcome.status) {
      case "completed":
        return "answered";
      case "rejected":
        return {
          reject: "declined",
          cancel: "cancelled",
          ...ASK_BACK_NAMES.en,
        }[outcome.kind];
      case "timed_out":
        return outcome.kind === "default" ? "out of time, the default holds" : "out of time";
      case "abandoned":
        return {
          withdrawn: "no longer asked",
          owner_gone: "the asking program is gone",
          corrupt: "closed: an unusable answer",
        }[outcome.kind];
    }
  },
  settledElsewhere: (ask: SettledAsk): string => {
    const ending = endingOf(ask, "en");
    if (ending !== null) return ending;
    const { provenance } = ask.outcome;
    const rule = rulingOf(ask.outcome);
    const who = rule === null ? safeLine(provenance.who ?? "") : en.ruleNamed(safeLine(rule));
    const by = who === "" ? "" : ` by ${who}`;
    const where =
      provenance.by === "person" ? ` ${placeIn(safeLine(provenance.surface), "en")}` : "";
    const words = wordsOf(ask);
    const end = words === "" ? "." : `: ${words}`;
    return `“${titleIn(ask)}” was settled: ${en.outcome(ask.outcome)}${by}${where}${end}${smallIn(ask, "en")}`;
  },
  sent: (ask: SettledAsk): string => {
    const words = wordsOf(ask);
    return `✔ ${titleIn(ask)}: ${words === "" ? en.outcome(ask.outcome) : words}`;
  },
  untaken: (ask: SettledAsk): string => `${titleIn(ask)}: ${wordUntaken("en")}`,
  unused: (ask: SettledAsk): string =>
    `✘ ${titleIn(ask)}: ${safeLine(wordEffect(ask, "en") ?? "")}`,
  dialog: {
    reason: (title: string) => `Decline “${title}”. Why?`,
    elaborate: (title: string) => `Ask the agent to say more about “${title}”`,
    rephrase: (title: string) => `Ask the agent to put “${title}” differently`,
    cancel: (title: string) => `Cancel “${title}”?`,
    extend: (title: string) => `How long should “${title}” stay open from now?`,
    snooze: (title: string) => `Put “${title}” off for`,
    filter: () => "Show only",
    mayBeEmpty: "your words for the agent, or nothing",
    cancelMeans: "The agent is told not to go on with any of the options.",
  },
  menu: {
    minutes: (count: number) => `${count} minutes`,
    hours: (count: number) => (count === 1 ? "1 hour" : `${count} hours`),
    noDeadline: "no deadline",
    tomorrow: "until tomorrow, 9:00",
    typed: (minutes: string) => `${minutes === "" ? "…" : minutes} minutes (type them)`,
  },
  hints: {
    list: [
      ["↵", "open"],
      ["1-9", "answer"],
      ["?", "keys"],
      ["/", "search"],
      ["z", "snooze"],
      ["f", "filter"],
      ["s", "sort"],
      ["h", "history"],
      ["a", "agents"],
      ["q", "quit"],
    ],
    empty: [
      ["?", "keys"],
      ["h", "history"],
      ["a", "agents"],
      ["t", "theme"],
      ["q", "quit"],
    ],
    nothingFound: [
      ["esc", "show all"],
      ["?", "keys"],
      ["/", "search"],
      ["f", "filter"],
      ["h", "history"],
      ["q", "quit"],
    ],
    allSnoozed: [
      ["Z", "show snoozed"],
      ["?", "keys"],
      ["h", "history"],
      ["a", "agents"],
      ["q", "quit"],
    ],
    form: [
      ["↵", "send"],
      ["?", "keys"],
      ["␣", "pick"],
      ["e", "say more"],
      ["d", "ask differently"],
      ["x", "decline"],
      ["n", "note"],
      ["r", "recommended"],
      ["esc", "list"],
    ],
    several: [
      ["↵", "next"],
      ["?", "keys"],
      ["␣", "pick"],
      ["←→", "questions"],
      ["R", "all recommended"],
      ["e", "say more"],
      ["d", "ask differently"],
      ["x", "decline"],
      ["esc", "list"],
    ],
    field: [
      ["↵", "done"],
      ["alt-↵", "new line"],
      ["esc", "leave the field"],
    ],
    fieldSends: [
      ["↵", "send"],
      ["alt-↵", "new line"],
      ["esc", "leave the field"],
    ],
    fieldGoesOn: [
      ["↵", "next"],
      ["alt-↵", "new line"],
      ["esc", "leave the field"],
    ],
    review: [
      ["↵", "send all"],
      ["1-9", "change"],
      ["esc", "back"],
    ],
    settings: [
      ["↑↓", "move"],
      ["←→", "change"],
      ["0-9", "type the time limit"],
      ["esc", "back"],
    ],
    words: [
      ["↵", "send"],
      ["alt-↵", "new line"],
      ["esc", "back"],
    ],
    wordsKept: [
      ["↵", "keep"],
      ["alt-↵", "new line"],
      ["esc", "back"],
    ],
    confirm: [
      ["↵", "yes, cancel it"],
      ["esc", "no"],
    ],
    menu: [
      ["↑↓", "move"],
      ["↵", "choose"],
      ["esc", "back"],
    ],
    search: [
      ["↵", "keep"],
      ["↑↓", "move"],
      ["esc", "all"],
    ],
    history: [
      ["↵", "open"],
      ["/", "search"],
      ["y", "copy id"],
      ["?", "keys"],
      ["esc", "back"],
    ],
    historyOpen: [
      ["↑↓", "scroll"],
      ["y", "copy id"],
      ["/", "search"],
      ["esc", "back"],
    ],
    agents: [
      ["↵", "write to it"],
      ["↑↓", "move"],
      ["?", "keys"],
      ["esc", "back"],
    ],
    keys: [
      ["↑↓", "scroll"],
      ["esc", "back"],
    ],
    farewell: [["↵", "go on"]],
  } satisfies Record<string, readonly Hint[]> as Record<HintName, readonly Hint[]>,
  help: [
    {
      title: "List",
      keys: [
        ["↑ ↓ j k", "move; g and G to the ends, PgUp and PgDn by a page"],
        ["Enter →", "open the question"],
        ["1-9", "answer a single choice at once; anything else opens with it picked"],
        ["/", "search; Enter keeps the words, Esc forgets them"],
        ["f", "only one project or agent"],
        ["s", "newest or most urgent first"],
        ["h", "history"],
        ["a", "agents: who is at work; Enter writes to one"],
        ["Z", "show what is snoozed"],
        ["t", "next theme"],
        ["b", "notifications on or off"],
        ["Esc", "forget search and filter"],
        ["q", "quit"],
      ],
    },
    {
      title: "Question",
      keys: [
        ["↑ ↓ j k", "move among the options"],
        ["1-9 Space", "pick"],
        ["Enter", "go on, at the end send"],
        ["r R", "what is recommended, here or everywhere"],
        ["t", "your own words; Alt-Enter for a new line"],
        ["n N", "a note on the option, a note on all"],
        ["← → Tab", "previous and next question"],
        ["PgUp PgDn", "scroll a long question"],
        ["e d", "ask the agent to say more, or to ask differently"],
        ["b Backspace", "send what you asked back, or drop it"],
        ["h s", "hidden options, settings"],
        ["[ ]", "previous and next open question of the list"],
        ["Esc q", "back to the list; everything is kept"],
      ],
    },
    {
      title: "Your answers",
      keys: [
        ["Enter", "send all"],
        ["1-9", "change that one"],
        ["↑ ↓", "read on"],
        ["← Esc", "back to the question"],
      ],
    },
    {
      title: "History",
      keys: [
        ["Enter →", "open one"],
        ["/", "search in questions and answers"],
        ["y", "copy the id"],
        ["?", "these keys"],
        ["Esc q", "back"],
      ],
    },
    {
      title: "Agents",
      keys: [
        ["↑ ↓ j k", "move"],
        ["Enter →", "write to one; Alt-Enter for a new line"],
        ["?", "these keys"],
        ["Esc q", "back"],
      ],
    },
    {
      title: "List and question",
      keys: [
        ["x", "decline, with a reason"],
        ["c", "cancel: the agent must not go on"],
        ["+", "move the deadline"],
        ["z", "put off until later; again brings it back"],
        ["o", "open in the browser"],
        ["y", "copy the id"],
        ["?", "these keys"],
        ["Ctrl-L", "draw the screen anew"],
        ["Ctrl-Z", "to the shell; fg comes back"],
        ["Ctrl-C", "quit; drafts are kept"],
      ],
    },
    {
      title: "Text",
      keys: [
        ["Ctrl-A Ctrl-E", "beginning and end of the line"],
        ["Alt-B Alt-F", "by word; Ctrl with arrows too"],
        ["Ctrl-K Ctrl-U", "delete to the end, to the beginning"],
        ["Ctrl-W", "delete the word before"],
        ["Alt-Enter", "new line; Ctrl-J too"],
      ],
    },
  ] as readonly Section[],
};

type HintName =
  | (
      | "list"
      | "empty"
      | "form"
      | "several"
      | "field"
      | "fieldSends"
      | "fieldGoesOn"
      | "review"
      | "settings"
      | "words"
    )
  | ("nothingFound" | "allSnoozed" | "wordsKept" | "historyOpen")
  | ("confirm" | "menu" | "search" | "history" | "agents" | "keys" | "farewell");

export type Messages = typeof en;

const KOREAN_THEMES: Record<ThemeName, string> = {
  ...{
    terminal: "터미널 색",
    dark: "어두움",
    light: "밝음",
    ember: "잿불",
    contrast: "고대비",
    mono: "색 없음",
  },
};

const KOREAN_PROBLEMS: Record<string, string> = {
  already_settled: "이미 끝난 질문입니다.",
  not_found: "질문이 없어졌습니다.",
  invalid_reply: "답을 그대로 쓸 수 없습니다.",
  not_confirmed: "무언가를 없앨 수 있어 한 번 더 확인해야 합니다.",
  damaged: "질문의 파일을 쓸 수 없습니다.",
  write_failed: "파일에 쓰지 못했습니다. 자리와 권한을 확인하세요.",
  read_failed: "파일을 읽지 못했습니다.",
  locked: "다른 프로그램이 쓰고 있습니다. 잠시 뒤에 다시 해 보세요.",
};

/** Other errors can only come from a program's mistake; their message stays in English. */
function inKorean(error: Error): string {
  if (error instanceof SpokenError) return error.words.ko.message;
  return KOREAN_PROBLEMS[error instanceof AsklineError ? error.code : ""] ?? error.message;
}

const ko: Messages = {
  form: formMessages("ko"),
  time: {
    now: "방금",
    seconds: (count) => `${count}초`,
    minutes: (count) => `${count}분`,
    hours: (count) => `${count}시간`,
    days: (count) => `${count}일`,
  },
  ago: (age) => (age === "방금" ? age : `${age} 전`),
  open: (count) => `열린 질문 ${count}개`,
  urgent: "긴급",
  urgentCount: (count) => `긴급 ${count}개`,
  snoozedCount: (count) => `미룸 ${count}개`,
  order: { newest: "최신순", urgent: "긴급한 순" },
  sorted: (order) => `정렬: ${ko.order[order]}`,
  bellOff: "알림 꺼짐",
  nothingOpen: ["기다리는 질문이 없습니다.", "새 질문은 여기에 저절로 나타납니다."],
  allSnoozed: [
    "지금 기다리는 질문이 없습니다.",
    "미룬 질문은 저절로 돌아옵니다. Z를 누르면 보입니다.",
  ],
  nothingFound: ["맞는 질문이 없습니다.", "Esc를 누르면 모두 다시 보입니다."],
  onlySnoozedFits: [
    "미뤄 둔 질문만 맞습니다.",
    "Z를 누르면 보입니다. Esc를 누르면 나머지가 모두 다시 보입니다.",
  ],
  everything: "전체",
  filterBy: { project: "프로젝트", agent: "에이전트" },
  found: (count) => `${count}개 찾음`,
  historyTitle: (count) => `기록 · ${count}개`,
  readingHistory: "읽는 중 …",
  noHistory: "아직 끝난 질문이 없습니다.",
  noHistoryFits: "맞는 기록이 없습니다.",
  agentsTitle: (count) => `에이전트 · ${count}개`,
  noAgents:
    "아직 알려진 에이전트가 없습니다. `askline init`으로 설정하면 `askline serve`가 에이전트의 훅을 듣습니다.",
  agentState: (agent, now) => stateInWords(agent, "ko", now),
  writeTo: (project) => `${project}의 에이전트에게`,
  writeHint: "거기서 직접 입력하듯이 쓰세요",
  nothingToSend: "먼저 내용을 쓰세요.",
  keysTitle: "키",
  sending: "보내는 중 …",
  opening: "브라우저에서 여는 중 …",
  noBrowser: (address) => `열 수 있는 브라우저가 없습니다. 주소: ${address}`,
  copied: (id) => `복사함: ${id}`,
  theme: (theme) => `테마: ${KOREAN_THEMES[theme]}`,
  noColour: "NO_COLOR가 설정되어 색을 쓰지 않습니다.",
  bell: (isOn) => (isOn ? "알림을 켰습니다." : "알림을 껐습니다."),
  extended: "기한을 옮겼습니다.",
  snoozed: (until) => `${clock(until, "ko")}까지 미뤘습니다.`,
  tooLateToSnooze: "기한이 가까워 미룰 수 없습니다.",
  typeMinutes: "먼저 몇 분인지 입력하세요.",
  nothingToAskBack: "먼저 원하는 것을 고르세요: e 더 설명, d 다르게 질문.",
  askBackKept: "질문과 함께 보관했습니다. b 보내기, Backspace 지우기.",
  evidence: {
    rest: "함께 주는 설정",
    unchanged: (count) => (count === null ? "바뀌지 않는 줄" : `바뀌지 않는 줄 ${count}개`),
  },
  askBack: { elaborate: "더 설명해 주세요", rephrase: "다르게 물어봐 주세요" },
  toAskBack: (count) => `되물을 질문 ${count}개: b 답 대신 보내기, Backspace 이것만 지우기`,
  enterGoesOn: "Enter를 누르면 넘어갑니다.",
  youTyped: "입력하던 내용:",
  copyWords: "Ctrl-Y를 누르면 입력한 내용을 복사합니다.",
  copiedWords: "입력한 내용을 복사했습니다.",
  enterAgain: "Enter를 한 번 더 누르세요.",
  removed: (title) => `“${title}” 질문이 없어졌습니다.`,
  notKept: (error) => `보내지 못했습니다. 답은 그대로 있습니다: ${inKorean(error)}`,
  failed: (error) => `되지 않았습니다: ${inKorean(error)}`,
  ruleNamed: (rule) => `규칙 “${rule}”`,
  surface: (surface) => placeName(surface, "ko"),
  asker: (agentOrKind) => sourceName(agentOrKind, "ko"),
  outcome: (outcome) => {
    switch (outcome.status) {
      case "completed":
        return "답변됨";
      case "rejected":
        return {
          reject: "거절됨",
          cancel: "취소됨",
          ...ASK_BACK_NAMES.ko,
        }[outcome.kind];
      case "timed_out":
        return outcome.kind === "default" ? "시간 초과, 기본값 적용" : "시간 초과";
      case "abandoned":
        return {
          withdrawn: "더 이상 묻지 않음",
          owner_gone: "질문한 프로그램이 사라짐",
          corrupt: "쓸 수 없는 답이라 닫힘",
        }[outcome.kind];
    }
  },
  settledElsewhere: (ask) => {
    const ending = endingOf(ask, "ko");
    if (ending !== null) return ending;
    const { provenance } = ask.outcome;
    const rule = rulingOf(ask.outcome);
    const name = rule === null ? safeLine(provenance.who ?? "") : ko.ruleNamed(safeLine(rule));
    const who = name === "" ? "" : `${name}, `;
    const where = ko.surface(safeLine(provenance.surface));
    const words = wordsOf(ask);
    const end = words === "" ? "" : `: ${words}`;
    return `“${titleIn(ask)}” ${ko.outcome(ask.outcome)} (${who}${where})${end}${smallIn(ask, "ko")}`;
  },
  sent: (ask) => {
    const words = wordsOf(ask);
    return `✔ ${titleIn(ask)}: ${words === "" ? ko.outcome(ask.outcome) : words}`;
  },
  untaken: (ask) => `${titleIn(ask)}: ${wordUntaken("ko")}`,
  unused: (ask) => `✘ ${titleIn(ask)}: ${safeLine(wordEffect(ask, "ko") ?? "")}`,
  dialog: {
    reason: (title) => `“${title}” 거절. 이유는?`,
    elaborate: (title) => `“${title}”에 대해 더 설명해 달라고 하기`,
    rephrase: (title) => `“${title}”을(를) 다르게 물어봐 달라고 하기`,
    cancel: (title) => `“${title}”을(를) 취소할까요?`,
    extend: (title) => `“${title}”을(를) 지금부터 얼마나 열어 둘까요?`,
    snooze: (title) => `“${title}” 미루기`,
    filter: () => "이것만 보기",
    mayBeEmpty: "에이전트에게 전할 말 (없어도 됩니다)",
    cancelMeans: "에이전트는 어떤 선택지도 진행하지 말라는 말을 듣습니다.",
  },
  menu: {
    minutes: (count) => `${count}분`,
    hours: (count) => `${count}시간`,
    noDeadline: "기한 없음",
    tomorrow: "내일 9:00까지",
    typed: (minutes) => `${minutes === "" ? "…" : minutes}분 (직접 입력)`,
  },
  hints: {
    list: [
      ["↵", "열기"],
      ["1-9", "답"],
      ["?", "키"],
      ["/", "검색"],
      ["z", "미루기"],
      ["f", "거르기"],
      ["s", "정렬"],
      ["h", "기록"],
      ["a", "에이전트"],
      ["q", "종료"],
    ],
    empty: [
      ["?", "키"],
      ["h", "기록"],
      ["a", "에이전트"],
      ["t", "테마"],
      ["q", "종료"],
    ],
    nothingFound: [
      ["esc", "모두 보기"],
      ["?", "키"],
      ["/", "검색"],
      ["f", "거르기"],
      ["h", "기록"],
      ["q", "종료"],
    ],
    allSnoozed: [
      ["Z", "미룬 질문 보기"],
      ["?", "키"],
      ["h", "기록"],
      ["a", "에이전트"],
      ["q", "종료"],
    ],
    form: [
      ["↵", "보내기"],
      ["?", "키"],
      ["␣", "고르기"],
      ["e", "더 설명"],
      ["d", "다르게"],
      ["x", "거절"],
      ["n", "메모"],
      ["r", "추천"],
      ["esc", "목록"],
    ],
    several: [
      ["↵", "다음"],
      ["?", "키"],
      ["␣", "고르기"],
      ["←→", "질문"],
      ["R", "모두 추천대로"],
      ["e", "더 설명"],
      ["d", "다르게"],
      ["x", "거절"],
      ["esc", "목록"],
    ],
    field: [
      ["↵", "완료"],
      ["alt-↵", "줄바꿈"],
      ["esc", "입력 마침"],
    ],
    fieldSends: [
      ["↵", "보내기"],
      ["alt-↵", "줄바꿈"],
      ["esc", "입력 마침"],
    ],
    fieldGoesOn: [
      ["↵", "다음"],
      ["alt-↵", "줄바꿈"],
      ["esc", "입력 마침"],
    ],
    review: [
      ["↵", "모두 보내기"],
      ["1-9", "바꾸기"],
      ["esc", "뒤로"],
    ],
    settings: [
      ["↑↓", "이동"],
      ["←→", "변경"],
      ["0-9", "제한 시간 입력"],
      ["esc", "뒤로"],
    ],
    words: [
      ["↵", "보내기"],
      ["alt-↵", "줄바꿈"],
      ["esc", "뒤로"],
    ],
    wordsKept: [
      ["↵", "보관"],
      ["alt-↵", "줄바꿈"],
      ["esc", "뒤로"],
    ],
    confirm: [
      ["↵", "네, 취소"],
      ["esc", "아니요"],
    ],
    menu: [
      ["↑↓", "이동"],
      ["↵", "선택"],
      ["esc", "뒤로"],
    ],
    search: [
      ["↵", "유지"],
      ["↑↓", "이동"],
      ["esc", "모두"],
    ],
    history: [
      ["↵", "열기"],
      ["/", "검색"],
      ["y", "id 복사"],
      ["?", "키"],
      ["esc", "뒤로"],
    ],
    historyOpen: [
      ["↑↓", "스크롤"],
      ["y", "id 복사"],
      ["/", "검색"],
      ["esc", "뒤로"],
    ],
    agents: [
      ["↵", "글 보내기"],
      ["↑↓", "이동"],
      ["?", "키"],
      ["esc", "뒤로"],
    ],
    keys: [
      ["↑↓", "스크롤"],
      ["esc", "뒤로"],
    ],
    farewell: [["↵", "넘어가기"]],
  },
  help: [
    {
      title: "목록",
      keys: [
        ["↑ ↓ j k", "이동; g와 G는 처음과 끝, PgUp과 PgDn은 한 쪽씩"],
        ["Enter →", "질문 열기"],
        ["1-9", "하나만 고르는 질문은 바로 답; 나머지는 고른 채로 열림"],
        ["/", "검색; Enter는 유지, Esc는 지움"],
        ["f", "한 프로젝트나 에이전트만"],
        ["s", "최신순 또는 긴급한 순"],
        ["h", "기록"],
        ["a", "에이전트: 누가 일하는지; Enter로 글을 보냄"],
        ["Z", "미룬 질문도 보기"],
        ["t", "다음 테마"],
        ["b", "알림 켜기와 끄기"],
        ["Esc", "검색과 거르기 지우기"],
        ["q", "종료"],
      ],
    },
    {
      title: "질문",
      keys: [
        ["↑ ↓ j k", "선택지 이동"],
        ["1-9 Space", "고르기"],
        ["Enter", "다음으로, 마지막에는 보내기"],
        ["r R", "추천대로: 이 질문, 모든 질문"],
        ["t", "직접 입력; Alt-Enter로 줄바꿈"],
        ["n N", "선택지 메모, 전체 메모"],
        ["← → Tab", "이전과 다음 질문"],
        ["PgUp PgDn", "긴 질문 스크롤"],
        ["e d", "더 설명해 달라고, 다르게 물어봐 달라고 하기"],
        ["b Backspace", "되물을 것 보내기, 지우기"],
        ["h s", "숨긴 선택지, 설정"],
        ["[ ]", "목록의 이전과 다음 질문"],
        ["Esc q", "목록으로; 모두 보관됩니다"],
      ],
    },
    {
      title: "답변 확인",
      keys: [
        ["Enter", "모두 보내기"],
        ["1-9", "그 답 바꾸기"],
        ["↑ ↓", "이어서 읽기"],
        ["← Esc", "질문으로 돌아가기"],
      ],
    },
    {
      title: "기록",
      keys: [
        ["Enter →", "하나 열기"],
        ["/", "질문과 답에서 검색"],
        ["y", "id 복사"],
        ["?", "이 도움말"],
        ["Esc q", "뒤로"],
      ],
    },
    {
      title: "에이전트",
      keys: [
        ["↑ ↓ j k", "이동"],
        ["Enter →", "글 보내기; Alt-Enter로 줄 바꿈"],
        ["?", "이 도움말"],
        ["Esc q", "뒤로"],
      ],
    },
    {
      title: "목록과 질문",
      keys: [
        ["x", "이유와 함께 거절"],
        ["c", "취소: 에이전트는 진행하지 않음"],
        ["+", "기한 옮기기"],
        ["z", "나중으로 미루기; 다시 누르면 되돌림"],
        ["o", "브라우저에서 열기"],
        ["y", "id 복사"],
        ["?", "이 도움말"],
        ["Ctrl-L", "화면 다시 그리기"],
        ["Ctrl-Z", "셸로; fg로 돌아옴"],
        ["Ctrl-C", "종료; 쓰던 것은 보관됩니다"],
      ],
    },
    {
      title: "글쓰기",
      keys: [
        ["Ctrl-A Ctrl-E", "줄의 처음과 끝"],
        ["Alt-B Alt-F", "단어 단위 이동; Ctrl과 화살표도"],
        ["Ctrl-K Ctrl-U", "줄 끝까지, 처음까지 지우기"],
        ["Ctrl-W", "앞 단어 지우기"],
        ["Alt-Enter", "줄바꿈; Ctrl-J도"],
      ],
    },
  ],
};

export function messages(locale: Locale): Messages {
  return { en, ko }[locale];
}

function titleIn({ questions }: SettledAsk): string {
  return safeLine(questions[0]?.title ?? "");
}

function smallIn(ask: SettledAsk, locale: Locale): string {
  const words = smallPrint(ask, locale);
  return words === null ? "" : ` · ${words}`;
}

/** The answers, as labels and the person's own words; empty if there is no answer. */
function endingOf(ask: SettledAsk, locale: Locale): string | null {
  const ending = wordEnding(ask, locale);
  return ending === null ? null : `“${titleIn(ask)}”: ${safeLine(ending)}.`;
}

function wordsOf({ questions, outcome }: SettledAsk): string {
  if ("reply" in outcome && outcome.reply !== undefined) {
    const { answers } = outcome.reply;
    return questions
      .map((question, at) => answerInWords(question, answers[at] ?? { optionIds: [] }))
      .join(" · ");
  }
  return "";
}

function clock(at: string, locale: Locale): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ weekday: "short" } as const);
  return date.toLocaleTimeString(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...day,
  });
}
