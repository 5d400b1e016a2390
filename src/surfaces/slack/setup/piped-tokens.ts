/**
 * Tokens from standard input, one a line, each known by how it begins: `xoxb-` is the bot's, `xapp-`
 * the app's, and anything else the signing secret. Arguments would show them to every account.
 */
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import type { Tokens } from "./config.ts";

export class SecretInArgument extends SpokenError {
  readonly code = "usage";
  constructor(flag: string) {
    super({
      en: {
        message: `${flag} would show the secret to every account of this machine.`,
        suggestion:
          "Run `askline slack connect` and paste it where it asks, or pipe it, one a line: " +
          "askline slack connect < FILE",
      },
      ko: {
        message: `${flag}(으)로 주면 이 컴퓨터의 모든 계정이 비밀을 볼 수 있습니다.`,
        suggestion:
          "`askline slack connect`를 실행해 묻는 곳에 붙여 넣거나, 한 줄에 하나씩 파이프로 주세요: " +
          "askline slack connect < 파일",
      },
    });
  }
}

/** It makes apps, and needs the guide's next steps; nor is it a signing secret. */
export class ConfigurationTokenPiped extends SpokenError {
  readonly code = "usage";
  constructor() {
    super({
      en: {
        message: "A configuration token (xoxe…) creates an app, and cannot be kept.",
        suggestion: "Run `askline slack connect` on a terminal: its guide asks for it.",
      },
      ko: {
        message: "설정 토큰(xoxe…)은 앱을 만드는 것이라 저장할 수 없습니다.",
        suggestion: "터미널에서 `askline slack connect`를 실행하세요. 안내가 물어봅니다.",
      },
    });
  }
}

// A pipe that its other end forgot stays silent for ever.
const SILENT_AFTER_MS = 5_000;

/** Nothing on a terminal, where they are asked for one by one. */
export async function pipedTokens(input: NodeJS.ReadStream): Promise<Tokens> {
  if (input.isTTY) return {};
  return tokensIn(await textOf(input));
}

export function tokensIn(text: string): Tokens {
  const lines = text.split(/\s+/).filter((line) => line !== "");
  return Object.fromEntries(lines.map((line) => [kindOf(line), line]));
}

function kindOf(token: string): keyof Tokens {
  if (token.startsWith("xoxe")) throw new ConfigurationTokenPiped();
  if (token.startsWith("xoxb-")) return "botToken";
  return token.startsWith("xapp-") ? "appToken" : "signingSecret";
}

function textOf(input: NodeJS.ReadStream): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const end = () => {
      clearTimeout(silence);
      input.pause();
      resolve(text);
    };
    const silence = setTimeout(end, SILENT_AFTER_MS);
    input.setEncoding("utf8");
    input.on("data", (chunk: string) => {
      text += chunk;
      silence.refresh();
    });
    input.on("end", end);
    input.on("error", end);
  });
}
