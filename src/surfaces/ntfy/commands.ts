/** `askline ntfy` as the command line declares it; what it does is loaded when it runs. */
import type { SurfaceCommand } from "../command.ts";

const load = () => import("./run-commands.ts");

export const ntfyCommands: readonly SurfaceCommand[] = [
  {
    usage: "ntfy",
    about: {
      en: "Notices by ntfy: a topic of your own, for a phone without push",
      ko: "ntfy 알림: 푸시가 없는 휴대전화를 위한 자기 토픽",
    },
    follows: "rules",
    examples: ["askline ntfy connect https://ntfy.sh/my-topic", "askline ntfy status --json"],
    commands: [
      {
        usage: "connect <topic>",
        about: {
          en: "Tell of what waits there; asks for the topic's token, or reads it when it is piped",
          ko: "기다리는 질문을 그 토픽에 알립니다. 토큰은 묻거나 파이프로 읽습니다",
        },
        options: [
          {
            flags: "--text",
            about: {
              en: "send the question's text too, to a topic that only you can read",
              ko: "본인만 읽을 수 있는 토픽에 질문의 내용도 보냅니다",
            },
          },
          {
            flags: "--buttons",
            about: {
              en: "with --text: the options of what is harmless as buttons",
              ko: "--text와 함께: 해가 없는 질문의 선택지를 버튼으로 보냅니다",
            },
          },
        ],
        examples: [
          "askline ntfy connect https://ntfy.sh/my-topic",
          "askline ntfy connect https://ntfy.example.net/asks --text --buttons < token.txt",
        ],
        run: async (call) => (await load()).connect(call),
      },
      {
        usage: "status",
        about: { en: "The topic, and what is sent there", ko: "토픽과 그곳에 보내는 것" },
        examples: ["askline ntfy status"],
        run: async (call) => (await load()).status(call),
      },
      {
        usage: "test",
        about: { en: "Send a notice to try it out", ko: "시험 알림을 보냅니다" },
        examples: ["askline ntfy test"],
        run: async (call) => (await load()).test(call),
      },
      {
        usage: "disconnect",
        about: {
          en: "Send nothing there any more, and forget the token",
          ko: "더는 보내지 않고 토큰을 지웁니다",
        },
        examples: ["askline ntfy disconnect"],
        run: async (call) => (await load()).disconnect(call),
      },
    ],
  },
];
