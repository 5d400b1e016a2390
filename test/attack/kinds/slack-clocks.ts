/** Requests that Slack signed long ago, or for a time that has not come. */
import { type Attack, each, isNo } from "../support/attack.ts";

const SECONDS = [-301, -400, -3_600, -86_400, 301, 400, 3_600, 86_400, 10 ** 9];

export const attack: Attack = {
  name: "stale Slack requests",
  run: ({ slack }) =>
    each(SECONDS, String, async (secondsOff) => {
      const body = JSON.stringify({ type: "url_verification", challenge: "abc" });
      return isNo((await slack.post(body, "application/json", { secondsOff })).status);
    }),
};
