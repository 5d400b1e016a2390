/**
 * Why a text did not reach an agent, or why its arrival is unknown. The log keeps the English
 * sentence; each person reads it in their own language.
 */
import type { Locale } from "../locale.ts";

const en = {
  no_pane: "This agent runs in no terminal that Askline knows how to reach. Nothing was typed.",
  no_process:
    "This agent did not say which process it is, so nobody can tell whether it still runs in its terminal. Nothing was typed.",
  pane_gone: "The terminal pane in which this agent ran is gone. Nothing was typed.",
  agent_gone:
    "This agent has exited; its terminal is used for something else now. Nothing was typed.",
  suspended: "This agent is suspended in its terminal. Nothing was typed.",
  other_program: "Another program is in front of this agent in its terminal. Nothing was typed.",
  pane_busy: "Somebody is choosing something in this agent's terminal pane. Nothing was typed.",
  input_off: "The terminal pane of this agent takes no input. Nothing was typed.",
  synchronized:
    "What is typed in this agent's terminal pane goes to other panes too. Nothing was typed.",
  no_tmux: "The tmux server in which this agent ran does not answer. Nothing was typed.",
  in_dialog:
    "This agent has a dialog of its own open; answer that question instead. Nothing was typed.",
  draft:
    "Somebody is writing in this agent's prompt, and it would be sent with the text. Nothing was typed.",
  session_over: "The session of this agent is over. Nothing was typed.",
  failed_before: "Something went wrong before the text could be typed. Nothing was typed.",
  ended_before: "Askline was ended before the text could be typed. Nothing was typed.",
  cancelled: "The sending was cancelled. Nothing was typed.",
  failed_after: "The way to the agent's terminal broke while the text was typed.",
  ended_after: "Askline was ended while the text was typed.",
  unconfirmed: "The agent did not say that it received the text.",
  turned_away: "The agent turned to something else before the text could be sent.",
  left: "The agent was left before the text could be sent.",
};

export type Detail = keyof typeof en;

const ko: Record<Detail, string> = {
  no_pane:
    "이 에이전트는 Askline이 닿을 수 있는 터미널에서 실행되고 있지 않습니다. 아무것도 입력하지 않았습니다.",
  no_process:
    "이 에이전트가 자기 프로세스를 알리지 않아 아직 터미널에서 실행 중인지 알 수 없습니다. 아무것도 입력하지 않았습니다.",
  pane_gone: "이 에이전트가 실행되던 터미널 창이 없어졌습니다. 아무것도 입력하지 않았습니다.",
  agent_gone:
    "이 에이전트는 끝났고 터미널은 다른 일에 쓰이고 있습니다. 아무것도 입력하지 않았습니다.",
  suspended: "이 에이전트는 터미널에서 멈춰 있습니다. 아무것도 입력하지 않았습니다.",
  other_program:
    "터미널에서 다른 프로그램이 이 에이전트 앞에 있습니다. 아무것도 입력하지 않았습니다.",
  pane_busy:
    "누군가 이 에이전트의 터미널 창에서 무언가를 고르고 있습니다. 아무것도 입력하지 않았습니다.",
  input_off: "이 에이전트의 터미널 창은 입력을 받지 않습니다. 아무것도 입력하지 않았습니다.",
  synchronized:
    "이 에이전트의 터미널 창에 입력하면 다른 창에도 들어갑니다. 아무것도 입력하지 않았습니다.",
  no_tmux: "이 에이전트가 실행되던 tmux 서버가 응답하지 않습니다. 아무것도 입력하지 않았습니다.",
  in_dialog:
    "이 에이전트가 띄운 질문이 열려 있습니다. 그 질문에 답하세요. 아무것도 입력하지 않았습니다.",
  draft:
    "누군가 이 에이전트의 입력란에 쓰고 있어 함께 보내지게 됩니다. 아무것도 입력하지 않았습니다.",
  session_over: "이 에이전트의 세션이 끝났습니다. 아무것도 입력하지 않았습니다.",
  failed_before: "입력하기 전에 문제가 생겼습니다. 아무것도 입력하지 않았습니다.",
  ended_before: "입력하기 전에 Askline이 끝났습니다. 아무것도 입력하지 않았습니다.",
  cancelled: "보내기를 취소했습니다. 아무것도 입력하지 않았습니다.",
  failed_after: "입력하는 동안 에이전트의 터미널과 연결이 끊겼습니다.",
  ended_after: "입력하는 동안 Askline이 끝났습니다.",
  unconfirmed: "에이전트가 텍스트를 받았다고 알리지 않았습니다.",
  turned_away: "보내기 전에 에이전트가 다른 일을 시작했습니다.",
  left: "보내기 전에 에이전트가 터미널을 떠났습니다.",
};

export const DETAILS = en;

/** Translates a sentence of the log. An unknown sentence stays as it is. */
export function detailIn(locale: Locale, sentence: string): string {
  // The keys of a constant.
  const code = (Object.keys(en) as Detail[]).find((key) => en[key] === sentence);
  return code === undefined ? sentence : { en, ko }[locale][code];
}
