/** What the Home tab, the slash command and the shortcut say. Every language has the same keys. */
import type { Locale } from "../../../core/locale.ts";

const en = {
  title: "Askline",
  open: (count: number) => (count === 0 ? "Nothing waits for you" : `Waiting for you (${count})`),
  nothingOpen: "What agents ask in your channels and of you alone appears here, with its buttons.",
  more: (count: number) => `${count} more wait in their channels.`,
  tooLong: "Too long for this page; answer it where it was asked.",
  agents: "Agents at work",
  noAgents: "No agent of your channels is at work.",
  presence: "Being reached",
  here: "You are here: questions are told where you work first.",
  away: "🌴 You are away: questions are told in Slack.",
  awayUntil: (time: string) => `🌴 You are away until ${time}: questions are told in Slack.`,
  quiet: (from: string, to: string, zone: string) => `🌙 Quiet hours from ${from} to ${to}${zone}.`,
  quietNow: "It is quiet now; only urgent questions come through.",
  quietForAll: "It is quiet now; nothing comes through.",
  leave: "I am away",
  leaveFor: (hours: number) => `Away for ${hours} h`,
  comeBack: "I am back",
  decided: "Recent decisions",
  nothingDecided: "Nothing was decided in the last week.",
  notNamed:
    "Only people who are named in slack.json can say that they are away, because Askline then " +
    "tells its questions somewhere else.",
  leftNow: "🌴 Away. `/askline back` ends it.",
  leftUntil: (time: string) => `🌴 Away until ${time}. \`/askline back\` ends it.`,
  cameBack: "👋 Welcome back.",
  wasHere: "You were not away.",
  notATime: (given: string) => `“${given}” is no length of time. Write it as 30m, 2h or 1d.`,
  listHead: (count: number) =>
    count === 0 ? "Nothing waits for you." : `*Waiting for you: ${count}*`,
  answerAtHome: "Open the Home tab of this app to answer with buttons.",
  openHome: "Open the inbox",
  openAsk: "Open the question",
  help: [
    "*What you can write*",
    "`/askline list`: what waits for you",
    "`/askline agents`: the agents at work",
    "`/askline away`, `/askline away 2h`: you are away; questions are told in Slack",
    "`/askline back`: you are back",
    "Mention the app in a channel, or write to it, to talk to an agent.",
  ].join("\n"),
  unknown: (given: string) => `“${given}” is nothing that Askline knows.`,
  askTitle: "Ask an agent",
  askSend: "Ask",
  askClose: "Back",
  askLabel: "What should the agent do?",
  askPlaceholder: "Such as: find out why, and propose a fix",
  askAgent: "Which agent?",
  askNew: "A new one",
  askBy: (name: string) => `A message by ${name}:`,
  askOtherVersion:
    "This window is of another version of Askline. Copy your words, close it, and open it anew from the message.",
  notAsked: (words: string) =>
    `No agent could be asked just now. Please try again; your words were:\n> ${words}`,
  askedInChannel: "The agent answers in the thread of that message.",
  askedAlone: (channel: string) => `Askline is not in ${channel}, so the agent answers you here.`,
  noWords: "Please look at this message.",
};

export type HomeWords = typeof en;

const ko: HomeWords = {
  title: "Askline",
  open: (count) => (count === 0 ? "기다리는 질문이 없습니다" : `기다리는 질문 (${count})`),
  nothingOpen: "에이전트가 채널이나 나에게 묻는 것이 버튼과 함께 여기에 나타납니다.",
  more: (count) => `그 밖의 ${count}개는 각 채널에 있습니다.`,
  tooLong: "이 페이지에 담기에는 너무 깁니다. 질문이 올라온 곳에서 답해 주세요.",
  agents: "일하는 에이전트",
  noAgents: "내 채널의 에이전트 가운데 일하는 것이 없습니다.",
  presence: "연락받는 방법",
  here: "자리에 있습니다. 지금 일하는 곳에 먼저 알립니다.",
  away: "🌴 자리를 비웠습니다. 질문을 Slack으로 알립니다.",
  awayUntil: (time) => `🌴 ${time}까지 자리를 비웠습니다. 질문을 Slack으로 알립니다.`,
  quiet: (from, to, zone) => `🌙 방해 금지 시간: ${from}~${to}${zone}.`,
  quietNow: "지금은 방해 금지 시간이라 급한 질문만 알립니다.",
  quietForAll: "지금은 방해 금지 시간이라 아무것도 알리지 않습니다.",
  leave: "자리 비움",
  leaveFor: (hours) => `${hours}시간 자리 비움`,
  comeBack: "돌아옴",
  decided: "최근 결정",
  nothingDecided: "지난 한 주 동안 결정한 것이 없습니다.",
  notNamed:
    "자리를 비우면 Askline이 다른 곳에 알리게 되므로, slack.json에 적힌 사람만 할 수 있습니다.",
  leftNow: "🌴 자리를 비웠습니다. 끝내려면 `/askline back`을 쓰세요.",
  leftUntil: (time) => `🌴 ${time}까지 자리를 비웠습니다. 끝내려면 \`/askline back\`을 쓰세요.`,
  cameBack: "👋 다시 오셨군요.",
  wasHere: "자리를 비우지 않았습니다.",
  notATime: (given) => `“${given}”은(는) 시간 길이가 아닙니다. 30분, 2시간, 1일처럼 쓰세요.`,
  listHead: (count) => (count === 0 ? "기다리는 질문이 없습니다." : `*기다리는 질문: ${count}*`),
  answerAtHome: "이 앱의 홈 탭을 열면 버튼으로 답할 수 있습니다.",
  openHome: "인박스 열기",
  openAsk: "질문 열기",
  help: [
    "*쓸 수 있는 말*",
    "`/askline 목록`: 기다리는 질문",
    "`/askline 에이전트`: 일하는 에이전트",
    "`/askline 자리비움`, `/askline 자리비움 2시간`: 자리를 비우고 질문을 Slack으로 받습니다",
    "`/askline 복귀`: 돌아왔습니다",
    "에이전트와 이야기하려면 채널에서 앱을 언급하거나 앱에 메시지를 보내세요.",
  ].join("\n"),
  unknown: (given) => `“${given}”은(는) Askline이 모르는 말입니다.`,
  askTitle: "에이전트에게 묻기",
  askSend: "묻기",
  askClose: "뒤로",
  askLabel: "에이전트가 무엇을 할까요?",
  askPlaceholder: "예: 원인을 찾고 고칠 방법을 제안해 줘",
  askAgent: "어느 에이전트에게?",
  askNew: "새 에이전트",
  askBy: (name) => `${name} 님의 메시지:`,
  askOtherVersion:
    "다른 버전의 Askline이 연 창입니다. 쓴 말을 복사하고 창을 닫은 뒤 메시지에서 다시 열어 주세요.",
  notAsked: (words) =>
    `지금은 에이전트에게 물을 수 없었습니다. 다시 해 주세요. 쓰신 말:\n> ${words}`,
  askedInChannel: "에이전트가 그 메시지의 스레드에서 답합니다.",
  askedAlone: (channel) => `Askline이 ${channel}에 없으므로 에이전트가 여기서 답합니다.`,
  noWords: "이 메시지를 살펴봐 주세요.",
};

export function homeWords(locale: Locale): HomeWords {
  return locale === "ko" ? ko : en;
}
