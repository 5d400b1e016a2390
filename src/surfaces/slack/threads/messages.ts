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
  interruptedBy: (who: string) => `⏹️ ${who} stopped the agent.`,
  notStopped: (why: string) => `The agent could not be stopped from here. ${why}`,
  notWorking: "The agent is not working on anything here any more.",
  saidNothing: "The agent finished without saying anything.",
  contextUnread:
    "⚠️ What was said in this thread before could not be read, so the agent does not know it.",
  filesMissing: "⚠️ The agent did not get:",
  missingFile: {
    too_large: "larger than 20 MB",
    too_many: "more than 10 files in one message",
    kind: "neither a picture, a PDF, an archive nor text",
    elsewhere: "Slack has only a link to it",
    refused: "Slack did not give it",
    no_room: "no room on the disk",
    empty: "it is empty",
  },
  earlierFiles: (count: number) =>
    `${count} ${count === 1 ? "file" : "files"} of earlier messages: more than 10 in all`,
  cutQuestion: "It was about to ask something, but did not finish the question.",
  failed: ({ kind, how, words }: HeadlessFailure): string => {
    switch (kind) {
      case "not_started":
        return `The agent could not be started.${quoted(words)}`;
      case "ended":
        return `The agent stopped: it ended with ${howInWords(how, "exit code")}.${quoted(words)}`;
      case "reported":
        return `The agent stopped.${quoted(words)}`;
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
  interruptedBy: (who) => `⏹️ ${who} 님이 에이전트를 멈췄습니다.`,
  notStopped: (why) => `여기서 에이전트를 멈추지 못했습니다. ${why}`,
  notWorking: "에이전트가 여기서 작업하고 있지 않습니다.",
  saidNothing: "에이전트가 아무 말 없이 끝냈습니다.",
  contextUnread: "⚠️ 이 스레드에서 앞서 나눈 말을 읽지 못해 에이전트가 모릅니다.",
  filesMissing: "⚠️ 에이전트가 받지 못한 파일:",
  missingFile: {
    too_large: "20 MB보다 큽니다",
    too_many: "한 메시지에 파일이 10개를 넘습니다",
    kind: "사진, PDF, 압축 파일, 텍스트가 아닙니다",
    elsewhere: "Slack에는 링크만 있습니다",
    refused: "Slack이 내주지 않았습니다",
    no_room: "디스크에 자리가 없습니다",
    empty: "비어 있습니다",
  },
  earlierFiles: (count) => `앞선 메시지의 파일 ${count}개: 모두 합해 10개를 넘습니다`,
  cutQuestion: "무언가를 물으려 했지만 질문을 끝맺지 못했습니다.",
  failed: ({ kind, how, words }) => {
    switch (kind) {
      case "not_started":
        return `에이전트를 시작하지 못했습니다.${quoted(words)}`;
      case "ended":
        return `에이전트가 멈췄습니다(${howInWords(how, "종료 코드")}).${quoted(words)}`;
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

/** A program's own words are no Markdown, and in its own language: they stand apart as code. */
function quoted(words: string): string {
  return words === "" ? "" : `\n\`\`\`\n${words.replaceAll("```", "'''")}\n\`\`\``;
}
