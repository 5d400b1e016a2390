/** Requests that say they come from Slack, without its signature. */
import { createHmac } from "node:crypto";
import { type Attack, each, isNo } from "../support/attack.ts";
import { type Headers, JSON_TYPE, send } from "../support/requests.ts";

const BODY = JSON.stringify({ type: "url_verification", challenge: "abc" });

const SIGNATURES = (): Headers[] => {
  const now = String(Math.floor(Date.now() / 1000));
  const guess = createHmac("sha256", "guess").update(`v0:${now}:${BODY}`).digest("hex");
  const stamp = { "x-slack-request-timestamp": now };
  return [
    {},
    stamp,
    { ...stamp, "x-slack-signature": "" },
    { ...stamp, "x-slack-signature": "v0=" },
    { ...stamp, "x-slack-signature": `v0=${guess}` },
    { ...stamp, "x-slack-signature": `v1=${guess}` },
    { ...stamp, "x-slack-signature": guess },
    { ...stamp, "x-slack-signature": `v0=${"0".repeat(64)}` },
    { "x-slack-signature": `v0=${guess}` },
    { "x-slack-request-timestamp": "NaN", "x-slack-signature": `v0=${guess}` },
    { "x-slack-request-timestamp": "-1", "x-slack-signature": `v0=${guess}` },
    { ...stamp, "x-slack-signature": `v0=${guess}, v0=${guess}` },
  ];
};

export const attack: Attack = {
  name: "forged Slack signatures",
  run: ({ port }) =>
    each(
      SIGNATURES(),
      (headers) => JSON.stringify(headers).slice(0, 60),
      async (headers) => {
        const sent = { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: BODY };
        const { status, text } = await send(port, "/slack/events", sent);
        return isNo(status) && !text.includes("abc");
      },
    ),
};
