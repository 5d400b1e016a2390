/** Asks Slack whether it knows the tokens, and what they may do. */
import { AsklineError } from "../../../core/ask/errors.ts";
import type { AllTokens } from "./config.ts";
import { BOT_SCOPES } from "./manifest.ts";

export interface CheckedTokens {
  team: string;
  bot: string;
  missingScopes: string[];
}

export class SlackRefused extends AsklineError {
  readonly code = "slack_refused";
  readonly suggestion =
    "Copy it once more from your app's pages at api.slack.com/apps; docs/slack.md says where it is.";
  readonly token: TokenKind;
  readonly reason: string;
  constructor(token: TokenKind, reason: string) {
    super(`Slack refused the ${token} token: ${reason}.`);
    this.token = token;
    this.reason = reason;
  }
}

export class SlackUnreachable extends AsklineError {
  readonly code = "slack_unreachable";
  readonly suggestion = "Look at the network, or at the proxy of this machine, and try again; nothing was kept.";
  readonly reason: string;
  constructor(reason: string) {
    super(`Slack cannot be reached: ${reason}.`);
    this.reason = reason;
  }
}

type TokenKind = "bot" | "app";

export async function checkTokens(tokens: AllTokens, transport: "socket" | "http"): Promise<CheckedTokens> {
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
    headers: { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" },
    signal: AbortSignal.timeout(15_000),
  }).catch((cause: Error) => {
    throw new SlackUnreachable(cause.message);
  });
  // Slack answers every call with an object that says whether it went well.
  const body = (await response.json().catch(() => ({ ok: false, error: `HTTP ${response.status}` }))) as Record<
    string,
    unknown
  >;
  if (body["ok"] !== true) throw new SlackRefused(kind, String(body["error"]));
  return { body, scopes: (response.headers.get("x-oauth-scopes") ?? "").split(/,\s*/) };
}
