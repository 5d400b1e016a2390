/** Asks Slack whether the tokens are valid, and what they allow. */
import type { AllTokens } from "./config.ts";
import { BOT_SCOPES } from "./manifest.ts";
import { webApi } from "./web-api.ts";

export interface CheckedTokens {
  team: string;
  bot: string;
  missingScopes: string[];
}

export async function checkTokens(
  { apiUrl, botToken, appToken }: AllTokens,
  transport: "socket" | "http",
): Promise<CheckedTokens> {
  const { body, scopes } = await webApi(apiUrl, botToken, "bot").call("auth.test");
  if (transport === "socket") await webApi(apiUrl, appToken, "app").call("apps.connections.open");
  return {
    team: String(body["team"] ?? ""),
    bot: String(body["user"] ?? ""),
    missingScopes: BOT_SCOPES.filter((scope) => !scopes.includes(scope)),
  };
}
