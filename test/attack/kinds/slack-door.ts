/** Slack's door with our own credentials, and our doors with Slack's. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, JSON_TYPE, send } from "../support/requests.ts";

export const attack: Attack = {
  name: "Slack's door",
  run: ({ port, token, slack }) =>
    each(["GET", "PUT", "POST", "HEAD", "path"], String, async (how) => {
      if (how === "path") {
        const body = JSON.stringify({ type: "url_verification", challenge: "abc" });
        const headers = { "x-original-url": "/api/asks" };
        const { status } = await slack.post(body, "application/json", { secret: token }, headers);
        return isNo(status);
      }
      const headers = { ...JSON_TYPE, ...bearer(token) };
      const body = how === "POST" || how === "PUT" ? "{}" : "";
      return isNo((await send(port, "/slack/events", { method: how, headers, body })).status);
    }),
};
