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
          en: "Keep the app's tokens, once Slack has confirmed them",
          ko: "Slack이 확인한 앱 토큰을 저장합니다",
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
              en: "user ids of those who may answer, with commas between them, or anyone",
              ko: "답할 수 있는 사람의 사용자 ID. 쉼표로 나누거나 anyone",
            },
          },
          {
            flags: "--send-to <place>",
            about: {
              en: "the channel or person that is asked (C… or U…)",
              ko: "물을 채널이나 사람 (C… 또는 U…)",
            },
          },
        ],
        examples: [
          "askline slack connect",
          "askline slack connect < tokens.txt",
          "askline slack connect --allow U024BE7LH --send-to C024BE91L",
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
