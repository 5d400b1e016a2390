/** `askline token` and `askline pair` as the command line declares them; what they do is loaded when they run. */
import type { SurfaceCommand } from "../command.ts";

const loadProjects = () => import("./devices/project.ts");
const load = () => import("./devices/token.ts");

export const voiceCommands: readonly SurfaceCommand[] = [
  {
    usage: "token",
    about: {
      en: "The tokens of your phones, of people and of services, and this machine's own",
      ko: "휴대전화와 사람, 서비스의 토큰, 이 컴퓨터의 토큰",
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
          en: "Make a token for a device, a person or a service, and print it this once",
          ko: "기기나 사람, 서비스의 토큰을 만들고 한 번만 보여 줍니다",
        },
        options: [
          {
            flags: "--scope <scopes>",
            about: {
              en: "what it may do: ask, read, answer, admin (without: what a phone may)",
              ko: "할 수 있는 일: ask, read, answer, admin (없으면 휴대전화가 할 수 있는 일)",
            },
          },
          {
            flags: "--project <names>",
            about: {
              en: "it counts in these projects alone",
              ko: "이 프로젝트에서만 쓸 수 있습니다",
            },
          },
          {
            flags: "--person <name>",
            about: {
              en: "whose it is: what is decided with it is decided in this name",
              ko: "누구의 것인지. 이 이름으로 답합니다",
            },
          },
          {
            flags: "--expires <when>",
            about: {
              en: "how long it lasts, such as 30d, or a date",
              ko: "언제까지 쓸 수 있는지. 예: 30d 또는 날짜",
            },
          },
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
          "askline token create ci --scope ask --project shop --expires 90d",
          "askline token create ada --scope answer,ask --person Ada",
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
    usage: "project",
    about: {
      en: "Who may see and answer the questions of a project",
      ko: "프로젝트의 질문을 누가 보고 답할 수 있는지",
    },
    follows: "token",
    examples: ["askline project list --json", "askline project set shop --answer ada,bob"],
    commands: [
      {
        usage: "list",
        about: {
          en: "The projects that are not open to everybody with a token",
          ko: "토큰이 있는 사람 모두에게 열려 있지는 않은 프로젝트",
        },
        examples: ["askline project list", "askline project list --json"],
        run: async (call) => (await loadProjects()).listProjects(call),
      },
      {
        usage: "set <project>",
        about: {
          en: "Say who may see and answer the questions of a project",
          ko: "프로젝트의 질문을 보고 답할 수 있는 사람을 정합니다",
        },
        options: [
          {
            flags: "--see <people>",
            about: {
              en: "who may see them; everybody with a token for it unless given",
              ko: "볼 수 있는 사람. 없으면 토큰이 있는 사람 모두",
            },
          },
          {
            flags: "--answer <people>",
            about: {
              en: "who may answer them; who may see them unless given",
              ko: "답할 수 있는 사람. 없으면 볼 수 있는 사람 모두",
            },
          },
        ],
        examples: ["askline project set shop --see ada,bob,eve --answer ada"],
        run: async (call) => (await loadProjects()).setProject(call),
      },
      {
        usage: "remove <project>",
        about: {
          en: "Open a project to everybody with a token for it again",
          ko: "프로젝트를 다시 토큰이 있는 사람 모두에게 엽니다",
        },
        examples: ["askline project remove shop"],
        run: async (call) => (await loadProjects()).removeProject(call),
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
