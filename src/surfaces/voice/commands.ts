/** `askline token` and `askline pair` as the command line declares them; what they do is loaded when they run. */
import type { SurfaceCommand } from "../command.ts";

const load = () => import("./devices/token.ts");

export const voiceCommands: readonly SurfaceCommand[] = [
  {
    usage: "token",
    about: {
      en: "The tokens of your phones and other devices, and this machine's own",
      ko: "휴대전화와 다른 기기의 토큰, 이 컴퓨터의 토큰",
    },
    follows: "mcp",
    examples: [
      "askline token create phone",
      "askline token list --json",
      "askline token revoke phone",
    ],
    commands: [
      {
        usage: "create <name>",
        about: {
          en: "Make a token for a device, and print it this once",
          ko: "기기의 토큰을 만들고 한 번만 보여 줍니다",
        },
        options: [
          {
            flags: "--voice-only",
            about: {
              en: "it opens the voice page and its API, and no page of the portal",
              ko: "음성 페이지와 그 API만 열고 포털의 페이지는 열지 않습니다",
            },
          },
        ],
        examples: [
          "askline token create kitchen-tablet",
          "askline token create speaker --voice-only",
        ],
        run: async (call) => (await load()).createToken(call),
      },
      {
        usage: "list",
        about: {
          en: "The devices that have a token, and when it was last used",
          ko: "토큰이 있는 기기와 마지막으로 쓴 때",
        },
        examples: ["askline token list", "askline token list --json"],
        run: async (call) => (await load()).listTokens(call),
      },
      {
        usage: "revoke <device>",
        about: {
          en: "Shut a device out, by its name or id, from this moment on",
          ko: "이름이나 ID로 기기를 지금부터 막습니다",
        },
        examples: ["askline token revoke phone"],
        run: async (call) => (await load()).revokeToken(call),
      },
      {
        usage: "rotate",
        about: {
          en: "Give this machine another token, and shut out who has the old one",
          ko: "이 컴퓨터의 토큰을 바꾸고 옛 토큰을 막습니다",
        },
        examples: ["askline token rotate"],
        run: async (call) => (await import("./devices/rotate.ts")).rotateToken(call),
      },
    ],
  },
  {
    usage: "pair",
    about: {
      en: "Let a phone in: prints a code for its camera, with a token of its own",
      ko: "휴대전화를 들입니다. 카메라로 찍을 코드를 토큰과 함께 보여 줍니다",
    },
    follows: "token",
    options: [
      {
        flags: "--name <name>",
        about: {
          en: "what the device is called (default: phone)",
          ko: "기기의 이름 (기본값: phone)",
        },
      },
    ],
    examples: ["askline pair", "askline pair --name kitchen-tablet"],
    run: async (call) => (await import("./devices/pair.ts")).pair(call),
  },
];
