/** The texts about agents: beside a question, and on their own page. Every language has the same keys. */
import type { Locale } from "../../../src/core/locale.ts";

const en = {
  region: "The agent",
  title: "Agents",
  none: "No agent is at work.",
  noneHint: "Agents show up here once they are set up: askline init",
  inProject: (project: string) => `in ${project}`,
  noTask: "No task is known.",
  steps: "Last steps",
  whole: "Whole conversation",
  older: "Earlier messages",
  did: (name: string, count: number) =>
    `What ${name} did before: ${count === 1 ? "1 step" : `${count} steps`}`,
  noSteps: "Nothing is known of what it did.",
  ended: "It has ended.",
  message: "Message for after this",
  messageTo: (name: string) => `Message to ${name}`,
  send: "Send",
  sentWhen: "Sent when it goes on",
  sent: "It has your message.",
  notSent: "Nothing was typed.",
  sentUnsure: "It may not have arrived: look at its terminal.",
  interrupt: "Interrupt",
  interrupted: "It was told to stop.",
  back: "All agents",
  openQuestions: "Its questions",
};

export type AgentWords = typeof en;

const ko: AgentWords = {
  region: "에이전트",
  title: "에이전트",
  none: "일하는 에이전트가 없습니다.",
  noneHint: "설정하면 여기에 나타납니다: askline init",
  inProject: (project) => `${project}에서`,
  noTask: "맡은 일을 알 수 없습니다.",
  steps: "최근 작업",
  whole: "전체 대화",
  older: "이전 메시지",
  did: (name, count) => `${name}의 이전 작업: ${count}단계`,
  noSteps: "무엇을 했는지 알 수 없습니다.",
  ended: "끝났습니다.",
  message: "다음에 전할 말",
  messageTo: (name) => `${name}에게 전할 말`,
  send: "보내기",
  sentWhen: "다시 일할 때 보냅니다",
  sent: "메시지를 받았습니다.",
  notSent: "아무것도 입력하지 않았습니다.",
  sentUnsure: "도착하지 않았을 수 있습니다. 터미널을 확인하세요.",
  interrupt: "중단",
  interrupted: "멈추라고 전했습니다.",
  back: "모든 에이전트",
  openQuestions: "이 에이전트의 질문",
};

export function agentWords(locale: Locale): AgentWords {
  return { en, ko }[locale];
}
