/** What the hub tells a stranger about itself. */
import { type Attack, each } from "../support/attack.ts";
import { send } from "../support/requests.ts";

const PATHS = ["/healthz", "/", "/api/asks", "/open?code=x", "/nothing", "/slack/events"];

export const attack: Attack = {
  name: "secrets told to strangers",
  run: ({ port, token, hookToken, deviceToken, page }) =>
    each(PATHS, String, async (path) => {
      const { text, headers } = await send(port, path);
      const said = text + JSON.stringify(headers);
      const secrets = [token, hookToken, deviceToken, page.key];
      return secrets.every((secret) => !said.includes(secret)) && headers["server"] === undefined;
    }),
};
