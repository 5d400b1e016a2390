/** Refusals of decisions that an agent would give in its person's place. */
import type { Locale } from "../locale.ts";
import { clientName } from "../names.ts";
import type { Ask } from "./ask.ts";
import { type Sentences, SpokenError } from "./spoken-error.ts";

/** How the answer is known to be an agent's: a process above it, or a variable that agents set. */
export interface AnsweringAgent {
  readonly client: string;
  readonly mark?: string | undefined;
}

/**
 * Words from inside an agent's process tree, or from a shell that carries an agent's mark. Nothing
 * was recorded.
 */
export class GivenByAgent extends SpokenError {
  readonly code = "given_by_agent";
  constructor({ client, mark }: AnsweringAgent) {
    super(wordsFor(clientName(client), mark));
  }
}

function wordsFor(agent: string, mark: string | undefined): Record<Locale, Sentences> {
  const [en, ko] = senderOf(agent, mark);
  const sign = mark === undefined ? "" : ` (${mark})`;
  return {
    en: {
      message: `An agent may not answer in its person's place: this came from ${en}${sign}.`,
      suggestion:
        "Nothing was recorded. The person answers in a terminal of their own, the inbox, " +
        "the browser, Slack or by voice.",
    },
    ko: {
      message: `에이전트는 사람 대신 답할 수 없습니다. 답을 보낸 곳: ${ko}${sign}`,
      suggestion: "기록된 것은 없습니다. 내 터미널이나 인박스, 브라우저, Slack, 음성으로 답하세요.",
    },
  };
}

function senderOf(agent: string, mark: string | undefined): [en: string, ko: string] {
  if (agent === "")
    return ["a process that did not wait for a reply", "응답을 기다리지 않은 프로세스"];
  return mark === undefined
    ? [`a process that ${agent} started`, `${agent}에서 시작된 프로세스`]
    : [`a shell of ${agent}`, `${agent}의 셸`];
}

/**
 * A prompt in a terminal that the agent opened takes ordinary questions, never a permission or what
 * may destroy something.
 */
export class NotInAgentTerminal extends SpokenError {
  readonly code = "agent_terminal";
  constructor(ask: Ask) {
    super(isDestructive(ask) ? DESTROYS : PERMITS);
  }
}

/**
 * A form that the agent's client shows for a question of our tools. Nobody but the client knows who
 * filled it in, so it counts as the agent's own terminal does.
 */
export const CLIENT_SURFACE = "client";

/** Only a person at a place of their own decides these. */
export function isForPersonAlone(ask: Ask): boolean {
  const kind = ask.dialog?.kind;
  return kind === "permission" || kind === "plan_approval" || isDestructive(ask);
}

function isDestructive({ presentation }: Ask): boolean {
  return presentation?.risk?.level === "destructive";
}

const ELSEWHERE = {
  en:
    "Nothing was recorded. Answer it in the agent's own dialog, in a terminal that you opened, " +
    "in the browser, in Slack or by voice.",
  ko: "기록된 것은 없습니다. 에이전트의 대화 상자나 직접 연 터미널, 브라우저, Slack, 음성으로 답하세요.",
};

const PERMITS = {
  en: {
    message: "A permission cannot be given in a terminal that the agent opened.",
    suggestion: ELSEWHERE.en,
  },
  ko: {
    message: "에이전트가 연 터미널에서는 허용할 수 없습니다.",
    suggestion: ELSEWHERE.ko,
  },
};

const DESTROYS = {
  en: {
    message: "What may destroy something cannot be decided in a terminal that the agent opened.",
    suggestion: ELSEWHERE.en,
  },
  ko: {
    message: "무언가를 지울 수 있는 일은 에이전트가 연 터미널에서 결정할 수 없습니다.",
    suggestion: ELSEWHERE.ko,
  },
};
