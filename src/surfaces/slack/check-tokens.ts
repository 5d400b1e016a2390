/** Asks Slack whether it knows the tokens, and what they may do. */
import { AsklineError } from "../../core/errors.ts";
import type { AllTokens } from "./config.ts";
import { BOT_SCOPES } from "./manifest.ts";

export interface CheckedTokens {
  team: string;
  bot: string;
  missingScopes: string[];
}

export class SlackRefused extends AsklineError {
  readonly code = "slack_refused";
  readonly suggestion: string;
  constructor(what: string, error: string) {
    super(`Slack refused ${what}: ${error}.`);
    this.suggestion = "Copy it once more from your app's pages at api.slack.com/apps; docs/slack.md says where it is.";
  }
}

export async function checkTokens(tokens: AllTokens, transport: "socket" | "http"): Promise<CheckedTokens> {
  const { apiUrl, botToken, appToken } = tokens;
  const { body, scopes } = await call(apiUrl, "auth.test", botToken, "the bot token");
  if (transport === "socket") await call(apiUrl, "apps.connections.open", appToken, "the app token");
  return {
    team: String(body["team"] ?? ""),
    bot: String(body["user"] ?? ""),
    missingScopes: BOT_SCOPES.filter((scope) => !scopes.includes(scope)),
  };
}

async function call(apiUrl: string, method: string, token: string, what: string) {
  const response = await fetch(apiUrl + method, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/x-www-form-urlencoded" },
    signal: AbortSignal.timeout(15_000),
  }).catch((cause: Error) => {
    throw new SlackRefused(what, `it cannot be reached (${cause.message})`);
  });
  // Slack answers every call with an object that says whether it went well.
  const body = (await response.json().catch(() => ({ ok: false, error: `HTTP ${response.status}` }))) as Record<
    string,
    unknown
  >;
  if (body["ok"] !== true) throw new SlackRefused(what, String(body["error"]));
  return { body, scopes: (response.headers.get("x-oauth-scopes") ?? "").split(/,\s*/) };
}
