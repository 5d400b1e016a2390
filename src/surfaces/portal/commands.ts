/** `askline passkey` as the command line declares it; what it does is loaded when it runs. */
import type { SurfaceCommand } from "../command.ts";

const load = () => import("./passkey-commands.ts");

export const portalCommands: readonly SurfaceCommand[] = [
  {
    usage: "passkey",
    about: {
      en: "Your passkeys, which sign what you allow",
      ko: "허용하는 내용에 서명하는 패스키",
    },
    follows: "mcp",
    examples: [
      "askline passkey add",
      "askline passkey list --json",
      "askline passkey remove phone",
    ],
    commands: [
      {
        usage: "add",
        about: {
          en: "Open the page where a passkey is added",
          ko: "패스키를 추가하는 페이지를 엽니다",
        },
        examples: ["askline passkey add"],
        run: async (call) => (await load()).addPasskey(call),
      },
      {
        usage: "list",
        about: {
          en: "The passkeys there are, with their keys to compare",
          ko: "등록된 패스키와 비교할 키",
        },
        examples: ["askline passkey list", "askline passkey list --json"],
        run: async (call) => (await load()).listPasskeys(call),
      },
      {
        usage: "remove <passkey>",
        about: {
          en: "Take one away, by its name or id; what it signed stays",
          ko: "이름이나 ID로 하나를 없앱니다. 서명한 것은 그대로 남습니다",
        },
        examples: ["askline passkey remove phone"],
        run: async (call) => (await load()).removePasskey(call),
      },
    ],
  },
];
