/** What `askline slack` says to people. Every language has the same keys. */

import type { Sentences } from "../../../core/ask/spoken-error.ts";
import type { Locale } from "../../../core/locale.ts";

const en = {
  askBotToken: "Bot token (OAuth & Permissions, xoxb-…):",
  askAppToken: "App token with connections:write (Basic Information, xapp-…):",
  askSigningSecret: "Signing secret (Basic Information):",
  connected: (team: string, bot: string, file: string) =>
    `Connected to ${team} as ${bot}. Who may answer and who is asked is in ${file}.`,
  nobodyAllowed:
    "Nobody may answer there yet: run it again with --allow and the names of those who may, such as @ada.",
  notInside: (channel: string, bot: string) =>
    `${bot} is not in ${channel}, so what is asked there waits. ` +
    `Write this in that channel: /invite @${bot}`,
  scopesMissing: (scopes: string[]) =>
    `The bot lacks ${scopes.join(", ")}. Add them to the app and install it again.`,
  tokensMissing: (transport: "socket" | "http"): Sentences => ({
    message:
      transport === "socket"
        ? "The bot token or the app token is missing."
        : "The bot token or the signing secret is missing.",
    suggestion:
      transport === "socket"
        ? "Run it on a terminal, pipe both to it, one a line, " +
          "or set ASKLINE_SLACK_BOT_TOKEN and ASKLINE_SLACK_APP_TOKEN."
        : "Run it on a terminal, pipe both to it, one a line, " +
          "or set ASKLINE_SLACK_BOT_TOKEN and ASKLINE_SLACK_SIGNING_SECRET.",
  }),
  status: ({ state, since }: { state: string; since?: string }): string => {
    switch (state) {
      case "connected":
        return `Connected to Slack since ${since}.`;
      case "connecting":
        return "Connecting to Slack.";
      case "dead":
        return `No connection to Slack since ${since}. Look at what \`askline serve\` says.`;
      case "no_hub":
        return "The hub is not running. Start it with: askline serve";
      default:
        return "Slack is not set up. Set it up with: askline slack connect";
    }
  },
};

export type SlackMessages = typeof en;

const ko: SlackMessages = {
  askBotToken: "봇 토큰 (OAuth & Permissions, xoxb-…):",
  askAppToken: "connections:write 권한이 있는 앱 토큰 (Basic Information, xapp-…):",
  askSigningSecret: "서명 비밀 키 (Basic Information):",
  connected: (team, bot, file) =>
    `${team}에 ${bot}(으)로 연결했습니다. 누가 답하고 누구에게 묻는지는 ${file}에 있습니다.`,
  nobodyAllowed:
    "아직 아무도 답할 수 없습니다. 답할 사람의 이름을 @ada처럼 --allow로 주고 다시 실행하세요.",
  notInside: (channel, bot) =>
    `${bot}이(가) ${channel}에 없어 그곳에 물을 것은 기다립니다. ` +
    `그 채널에 이렇게 쓰세요: /invite @${bot}`,
  scopesMissing: (scopes) =>
    `봇에 ${scopes.join(", ")} 권한이 없습니다. 앱에 추가하고 다시 설치하세요.`,
  tokensMissing: (transport) => ({
    message:
      transport === "socket"
        ? "봇 토큰이나 앱 토큰이 없습니다."
        : "봇 토큰이나 서명 비밀 키가 없습니다.",
    suggestion:
      transport === "socket"
        ? "터미널에서 실행하거나, 둘을 한 줄에 하나씩 파이프로 주거나, " +
          "ASKLINE_SLACK_BOT_TOKEN과 ASKLINE_SLACK_APP_TOKEN을 설정하세요."
        : "터미널에서 실행하거나, 둘을 한 줄에 하나씩 파이프로 주거나, " +
          "ASKLINE_SLACK_BOT_TOKEN과 ASKLINE_SLACK_SIGNING_SECRET을 설정하세요.",
  }),
  status: ({ state, since }) => {
    switch (state) {
      case "connected":
        return `${since}부터 Slack에 연결되어 있습니다.`;
      case "connecting":
        return "Slack에 연결하는 중입니다.";
      case "dead":
        return `${since}부터 Slack에 연결되지 않습니다. \`askline serve\`의 출력을 보세요.`;
      case "no_hub":
        return "허브가 실행 중이 아닙니다. 시작하려면: askline serve";
      default:
        return "Slack이 설정되지 않았습니다. 설정하려면: askline slack connect";
    }
  },
};

export function slackMessages(locale: Locale): SlackMessages {
  return locale === "ko" ? ko : en;
}
