/** The words of the coverage table. Every language has the same keys. */
import type { Locale } from "../../core/locale.ts";
import type { Prompt, Reach, Through } from "./coverage.ts";

const en = {
  prompt: {
    permission: "permission to use a tool",
    question: "its own questions",
    plan: "approval of a plan",
    form: "a form of another MCP server",
    failure: "errors and usage limits",
  } satisfies Record<Prompt, string> as Record<Prompt, string>,
  reach: {
    beside: "answered from anywhere, beside its own dialog",
    first: "answered from anywhere, before its own dialog comes up",
    away: "seen; answered from anywhere while you are away, else in its own terminal",
    denied: "seen; denied from anywhere while you are away, allowed only in its own terminal",
    terminal: "seen; answered in its own terminal",
    seen: "seen",
    not_seen: "not seen",
  } satisfies Record<Reach, string> as Record<Reach, string>,
  through: {
    hooks: "by its hooks",
    socket: "by its socket, an interface of its own that may change; else by its hooks",
    plugin: "by a plugin and an inner interface that may change; else it says where to answer",
  } satisfies Record<Through, string> as Record<Through, string>,
  tried: (name: string, version: string) => `${name} ${version}`,
  other: (name: string, version: string, tried: string) =>
    `${name} ${version}; this is what ${tried} does, with which it was tried`,
  unknown: (name: string, tried: string) =>
    `${name} of an unknown version; this is what ${tried} does, with which it was tried`,
  none: "No client of which this is known was found here. All of them: askline coverage --all",
  asks: "What an agent asks by Askline's own tools is answered from anywhere, in every client.",
};

const ko: typeof en = {
  prompt: {
    permission: "도구 사용 허가",
    question: "에이전트의 질문",
    plan: "계획 승인",
    form: "다른 MCP 서버의 양식",
    failure: "오류와 사용 한도",
  },
  reach: {
    beside: "자체 대화 상자와 함께, 어디서나 답할 수 있음",
    first: "자체 대화 상자가 뜨기 전에, 어디서나 답할 수 있음",
    away: "보임. 자리를 비운 동안은 어디서나, 아니면 자체 터미널에서 답함",
    denied: "보임. 자리를 비운 동안은 어디서나 거부할 수 있고, 허용은 자체 터미널에서만 함",
    terminal: "보임. 자체 터미널에서 답함",
    seen: "보임",
    not_seen: "보이지 않음",
  },
  through: {
    hooks: "훅으로",
    socket: "바뀔 수 있는 자체 소켓으로, 없으면 훅으로",
    plugin: "플러그인과 바뀔 수 있는 내부 인터페이스로, 안 되면 어디서 답할지 알림",
  },
  tried: (name, version) => `${name} ${version}`,
  other: (name, version, tried) => `${name} ${version}. 확인한 버전은 ${tried}이며 아래는 그 결과`,
  unknown: (name, tried) => `${name}, 버전을 알 수 없음. 확인한 버전은 ${tried}이며 아래는 그 결과`,
  none: "알려진 클라이언트를 이 컴퓨터에서 찾지 못했습니다. 모두 보려면: askline coverage --all",
  asks: "에이전트가 Askline의 도구로 묻는 것은 어느 클라이언트에서든 어디서나 답할 수 있습니다.",
};

export type CoverageMessages = typeof en;

export function coverageMessages(locale: Locale): CoverageMessages {
  return { en, ko }[locale];
}
