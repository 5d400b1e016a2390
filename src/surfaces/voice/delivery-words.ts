/** Why a text did not arrive, or may not have, in the person's language. The log keeps it in English. Pure. */
import type { Locale } from "../../core/locale.ts";

/** Null where there is nothing to say beyond what the delivery's state says. */
export function deliveryDetail(detail: string | null, locale: Locale): string | null {
  if (detail === null || locale === "en") return detail;
  return KOREAN[detail.replace(/ Nothing was typed\.$/, "")] ?? null;
}

const KOREAN: Record<string, string> = {
  "This agent runs in no terminal that Askline knows how to reach.": "Askline이 닿을 수 있는 터미널이 아닙니다.",
  "This agent did not say which process it is, so nobody can tell whether it still runs in its terminal.":
    "에이전트가 아직 터미널에 있는지 알 수 없습니다.",
  "The terminal pane in which this agent ran is gone.": "에이전트가 있던 터미널이 닫혔습니다.",
  "This agent has exited; its terminal is used for something else now.":
    "에이전트가 종료되었고, 터미널은 다른 일에 쓰이고 있습니다.",
  "This agent is suspended in its terminal.": "에이전트가 터미널에서 멈춰 있습니다.",
  "Another program is in front of this agent in its terminal.": "터미널에서 다른 프로그램이 에이전트 앞에 있습니다.",
  "Somebody is choosing something in this agent's terminal pane.": "누군가 에이전트의 터미널에서 고르는 중입니다.",
  "The terminal pane of this agent takes no input.": "에이전트의 터미널이 입력을 받지 않습니다.",
  "What is typed in this agent's terminal pane goes to other panes too.":
    "이 터미널에 입력하면 다른 창에도 입력됩니다.",
  "The tmux server in which this agent ran does not answer.": "에이전트의 터미널이 응답하지 않습니다.",
  "The session of this agent is over.": "이 에이전트의 세션은 끝났습니다.",
  "This agent has a dialog of its own open; answer that question instead.":
    "에이전트가 다른 것을 묻고 있습니다. 먼저 그 질문에 답하세요.",
  "The agent did not say that it received the text.": "에이전트가 받았다고 알리지 않았습니다.",
  "Askline was ended while the text was typed.": "입력하는 중에 Askline이 종료되었습니다.",
  "Askline was ended before the text could be typed.": "입력하기 전에 Askline이 종료되었습니다.",
  "Something went wrong before the text could be typed.": "입력하기 전에 문제가 생겼습니다.",
  "The way to the agent's terminal broke while the text was typed.": "입력하는 중에 터미널과 끊어졌습니다.",
  "The sending was cancelled.": "보내기를 취소했습니다.",
};
