/** `askline slack` as the command line declares it; the code behind it is loaded when it runs. */
import type { SurfaceCommand } from "../command.ts";

const load = () => import("./setup/commands.ts");

export const slackCommands: readonly SurfaceCommand[] = [
  {
    usage: "slack",
    about: {
      en: "Slack: the app's manifest, its tokens, and the connection",
      ko: "Slack 앱의 매니페스트, 토큰, 연결",
    },
    follows: "rules",
    examples: ["askline slack connect", "askline slack status --json"],
    commands: [
      {
        usage: "manifest",
        about: {
          en: "Print the manifest to create the Slack app from",
          ko: "Slack 앱을 만들 매니페스트를 출력합니다",
        },
        options: [
          {
            flags: "--url <url>",
            about: {
              en:
                "where Slack reaches the hub over HTTP " +
                "(default: Socket Mode, which needs no address)",
              ko: "Slack이 HTTP로 허브에 닿는 주소 (기본값: 주소가 필요 없는 Socket Mode)",
            },
          },
        ],
        examples: ["askline slack manifest"],
        run: async (call) => (await load()).manifest(call),
      },
      {
        usage: "connect",
        about: {
          en: "Set Slack up: a guide on a terminal; elsewhere it keeps the tokens piped to it",
          ko: "Slack을 설정합니다. 터미널에서는 안내하고, 그 밖에서는 파이프로 받은 토큰을 저장합니다",
        },
        options: [
          {
            flags: "--bot-token <token>",
            about: {
              en: "refused: a secret in an argument is not one; paste or pipe it",
              ko: "거절합니다: 인수로 준 비밀은 비밀이 아닙니다. 붙여 넣거나 파이프로 주세요",
            },
          },
          {
            flags: "--app-token <token>",
            about: {
              en: "refused, as the bot token",
              ko: "봇 토큰처럼 거절합니다",
            },
          },
          {
            flags: "--signing-secret <secret>",
            about: {
              en: "refused, as the bot token",
              ko: "봇 토큰처럼 거절합니다",
            },
          },
          {
            flags: "--transport <transport>",
            about: { en: "how Slack is reached", ko: "Slack에 연결하는 방식" },
            choices: ["socket", "http"],
          },
          {
            flags: "--allow <people>",
            about: {
              en: "who may answer: names such as @ada or ids, with commas, or anyone",
              ko: "답할 수 있는 사람: @ada 같은 이름이나 ID를 쉼표로 나누거나 anyone",
            },
          },
          {
            flags: "--send-to <places>",
            about: {
              en: "where is asked: #general, @ada or ids, with commas",
              ko: "물을 곳: #general, @ada 또는 ID를 쉼표로 나누어",
            },
          },
        ],
        examples: [
          "askline slack connect",
          "askline slack connect < tokens.txt",
          "askline slack connect --allow @ada,@min --send-to '#general'",
        ],
        run: async (call) => (await load()).connect(call),
      },
      {
        usage: "status",
        about: { en: "How the hub's connection to Slack is", ko: "허브와 Slack의 연결 상태" },
        examples: ["askline slack status", "askline slack status --json"],
        run: async (call) => (await load()).status(call),
      },
    ],
  },
];
