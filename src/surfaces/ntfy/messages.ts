/** What ntfy's notices and its commands say. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";

const en = {
  waits: (count: number) => (count === 1 ? "A question waits" : `${count} questions wait`),
  urgentWaits: (count: number) =>
    count === 1 ? "An urgent question waits" : `${count} questions wait, some are urgent`,
  stopped: "An agent stopped",
  stoppedIn: (project: string) => (project === "" ? "An agent stopped" : `${project} stopped`),
  openIt: "Open Askline to see why.",
  urgent: (title: string) => `Urgent: ${title}`,
  still: (title: string) => `Still waiting: ${title}`,
  open: "Open Askline to read it.",
  more: (count: number) => `${count} questions`,
  test: "Askline reaches you here",
  testBody: "This is where questions will be told.",
  token: "The topic's token (Enter if it has none):",
  connected: (topic: string) => `Told by ${topic} from now on, by a running hub at once.`,
  sends: {
    nothing: "Notices say only that a question waits, with a link that needs a device's token.",
    text: "Notices hold the question's text, which the server's owner can read.",
    buttons:
      "Notices hold the question's text and the options of what is harmless; the server's owner can read them, and so could answer with them.",
  },
  access: {
    open: "Anybody who knows the topic's name can read it.",
    closed: "Only who has a token can read the topic.",
    unknown: "Whether others can read the topic could not be told, so it counts as readable.",
  },
  noAddress: "Without askline tunnel a notice has no link and no buttons.",
  none: "ntfy is not set up: askline ntfy connect https://ntfy.sh/my-topic",
  sent: "Sent.",
  gone: "Nothing is sent by ntfy any more.",
  notATopic: (given: string) => ({
    message: `"${given}" is not a topic.`,
    suggestion: "Write it as https://ntfy.sh/my-topic; without https only on this machine.",
  }),
  badToken: {
    message: "The server does not take this token for that topic.",
    suggestion:
      "Make one in ntfy's account settings, or with `ntfy token add`. Nothing was changed.",
  },
  textToAll: {
    message: "Text would be read by whoever knows the topic's name.",
    suggestion: "Reserve the topic and give it a token, or leave --text away. Nothing was changed.",
  },
  buttonsWithoutText: {
    message: "A button without its question would be a guess.",
    suggestion: "Give --text too.",
  },
  notSent: (why: string) => ({
    message: `It was not sent: ${why}.`,
    suggestion: "Look at the topic and its token: askline ntfy status",
  }),
};

const ko: typeof en = {
  waits: (count) => (count === 1 ? "질문이 기다립니다" : `질문 ${count}개가 기다립니다`),
  urgentWaits: (count) =>
    count === 1 ? "급한 질문이 기다립니다" : `질문 ${count}개가 기다리고, 급한 것이 있습니다`,
  stopped: "에이전트가 멈췄습니다",
  stoppedIn: (project) => (project === "" ? "에이전트가 멈췄습니다" : `${project}: 멈췄습니다`),
  openIt: "Askline을 열어 이유를 보세요.",
  urgent: (title) => `긴급: ${title}`,
  still: (title) => `아직 기다립니다: ${title}`,
  open: "Askline을 열어 읽으세요.",
  more: (count) => `질문 ${count}개`,
  test: "Askline이 여기로 알립니다",
  testBody: "질문이 오면 여기에 알립니다.",
  token: "토픽의 토큰 (없으면 Enter):",
  connected: (topic) => `이제 이 토픽으로 알립니다: ${topic}. 실행 중인 허브는 바로 씁니다.`,
  sends: {
    nothing: "알림은 질문이 기다린다는 것만 알리고, 링크는 기기의 토큰이 있어야 열립니다.",
    text: "알림에 질문 내용이 담기며, 서버의 주인이 읽을 수 있습니다.",
    buttons:
      "알림에 질문 내용과 해가 없는 질문의 선택지가 담깁니다. 서버의 주인이 읽을 수 있고, 답할 수도 있습니다.",
  },
  access: {
    open: "토픽 이름을 아는 사람은 누구나 읽을 수 있습니다.",
    closed: "토큰이 있어야 토픽을 읽을 수 있습니다.",
    unknown: "다른 사람이 읽을 수 있는지 알 수 없어 읽을 수 있는 것으로 봅니다.",
  },
  noAddress: "askline tunnel이 없으면 알림에 링크와 버튼이 없습니다.",
  none: "ntfy가 설정되어 있지 않습니다: askline ntfy connect https://ntfy.sh/my-topic",
  sent: "보냈습니다.",
  gone: "이제 ntfy로 아무것도 보내지 않습니다.",
  notATopic: (given) => ({
    message: `토픽이 아닙니다: "${given}"`,
    suggestion: "https://ntfy.sh/my-topic처럼 쓰세요. https가 아닌 주소는 이 컴퓨터에서만 됩니다.",
  }),
  badToken: {
    message: "서버가 이 토픽에 이 토큰을 받지 않습니다.",
    suggestion: "ntfy 계정 설정이나 `ntfy token add`로 만드세요. 바뀐 것은 없습니다.",
  },
  textToAll: {
    message: "토픽 이름을 아는 사람이 모두 내용을 읽게 됩니다.",
    suggestion: "토픽을 예약하고 토큰을 만들거나 --text를 빼세요. 바뀐 것은 없습니다.",
  },
  buttonsWithoutText: {
    message: "질문 없는 버튼은 짐작으로 누르게 됩니다.",
    suggestion: "--text도 함께 쓰세요.",
  },
  notSent: (why) => ({
    message: `보내지 못했습니다: ${why}`,
    suggestion: "토픽과 토큰을 보세요: askline ntfy status",
  }),
};

export type NtfyMessages = typeof en;

export function ntfyMessages(locale: Locale): NtfyMessages {
  return { en, ko }[locale];
}
