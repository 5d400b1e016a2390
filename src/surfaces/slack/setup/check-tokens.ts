/** Asks Slack whether the tokens are valid, and what they allow. */
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import type { AllTokens } from "./config.ts";
import { BOT_SCOPES } from "./manifest.ts";

export interface CheckedTokens {
  team: string;
  bot: string;
  missingScopes: string[];
}

export class SlackRefused extends SpokenError {
  readonly code = "slack_refused";
  constructor(token: TokenKind, reason: string) {
    super({
      en: {
        message: `Slack refused the ${token} token: ${reason}.`,
        suggestion:
          "Copy it once more from your app's pages at api.slack.com/apps; " +
          "docs/slack.md says where it is.",
      },
      ko: {
        message: `Slack이 ${token === "bot" ? "봇" : "앱"} 토큰을 받아들이지 않았습니다: ${reason}`,
        suggestion:
          "api.slack.com/apps의 앱 페이지에서 다시 복사하세요. 어디에 있는지는 docs/slack.md에 있습니다.",
      },
    });
  }
}

export class SlackUnreachable extends SpokenError {
  readonly code = "slack_unreachable";
  constructor(reason: string) {
    super({
      en: {
        message: `Slack cannot be reached: ${reason}.`,
        suggestion:
          "Look at the network, or at the proxy of this machine, and try again; nothing was kept.",
      },
      ko: {
        message: `Slack에 연결할 수 없습니다: ${reason}`,
        suggestion:
          "이 컴퓨터의 네트워크나 프록시를 확인하고 다시 시도하세요. 저장된 것은 없습니다.",
      },
    });
  }
}

type TokenKind = "bot" | "app";

export async function checkTokens(
  tokens: AllTokens,
  transport: "socket" | "http",
): Promise<CheckedTokens> {
  const { apiUrl, botToken, appToken } = tokens;
  const { body, scopes } = await call(apiUrl, "auth.test", botToken, "bot");
  if (transport === "socket") await call(apiUrl, "apps.connections.open", appToken, "app");
  return {
    team: String(body["team"] ?? ""),
    bot: String(body["user"] ?? ""),
    missingScopes: BOT_SCOPES.filter((scope) => !scopes.includes(scope)),
  };
}

async function call(apiUrl: string, method: string, token: string, kind: TokenKind) {
  const response = await fetch(apiUrl + method, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    signal: AbortSignal.timeout(15_000),
  }).catch((cause: Error) => {
    throw new SlackUnreachable(cause.message);
  });
  // Slack answers every call with an object that says whether it went well.
  const body = (await response
    .json()
    .catch(() => ({ ok: false, error: `HTTP ${response.status}` }))) as Record<string, unknown>;
  if (body["ok"] !== true) throw new SlackRefused(kind, String(body["error"]));
  return { body, scopes: (response.headers.get("x-oauth-scopes") ?? "").split(/,\s*/) };
}
