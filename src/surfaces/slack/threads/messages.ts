/** What threads with agents say to people. Every language has the same keys. */
import type { HeadlessFailure } from "../../../agents/clients/claude-code/headless-agent.ts";
import type { Locale } from "../../../core/locale.ts";

const en = {
  working: "working",
  doing: (what: string) => `working: ${what}`,
  stop: "⏹️ Stop",
  stoppedBy: (who: string) => `⏹️ Stopped by ${who}.`,
  tookTooLong: (minutes: number) =>
    `⏹️ Stopped: it worked for ${minutes} ${minutes === 1 ? "minute" : "minutes"}, ` +
    "the longest that slack.json allows.",
  notWorking: "The agent is not working on anything here any more.",
  saidNothing: "The agent finished without saying anything.",
  cutQuestion: "It was about to ask something, but did not finish the question.",
  failed: ({ kind, how, words }: HeadlessFailure): string => {
    switch (kind) {
      case "not_started":
        return `The agent could not be started: ${words}.`;
      case "ended":
        return `The agent stopped: it ended with ${howInWords(how, "exit code")}. ${words}`.trim();
      case "reported":
        return `The agent stopped: ${words}`;
    }
  },
};

export type ThreadWords = typeof en;

const ko: ThreadWords = {
  working: "작업 중",
  doing: (what) => `작업 중: ${what}`,
  stop: "⏹️ 멈추기",
  stoppedBy: (who) => `⏹️ ${who} 님이 멈췄습니다.`,
  tookTooLong: (minutes) =>
    `⏹️ slack.json이 허용하는 가장 긴 시간인 ${minutes}분 동안 작업해서 멈췄습니다.`,
  notWorking: "에이전트가 여기서 작업하고 있지 않습니다.",
  saidNothing: "에이전트가 아무 말 없이 끝냈습니다.",
  cutQuestion: "무언가를 물으려 했지만 질문을 끝맺지 못했습니다.",
  failed: ({ kind, how, words }) => {
    switch (kind) {
      case "not_started":
        return `에이전트를 시작하지 못했습니다.${quoted(words)}`;
      case "ended":
        return `에이전트가 멈췄습니다. ${howInWords(how, "종료 코드")}(으)로 끝났습니다.${quoted(words)}`;
      case "reported":
        return `에이전트가 멈췄습니다.${quoted(words)}`;
    }
  },
};

export function threadWords(locale: Locale): ThreadWords {
  return locale === "ko" ? ko : en;
}

function howInWords(how: string, exitCode: string): string {
  return /^\d+$/.test(how) ? `${exitCode} ${how}` : how;
}

/** A program's own words are in its own language, so they stand apart. */
function quoted(words: string): string {
  return words === "" ? "" : `\n\`\`\`\n${words.replaceAll("```", "'''")}\n\`\`\``;
}
