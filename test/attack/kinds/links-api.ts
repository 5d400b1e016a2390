/** Asking the hub for a link without the right to one. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, type Headers, JSON_TYPE, send } from "../support/requests.ts";

export const attack: Attack = {
  name: "links for nobody",
  run({ port, url, token, hookToken, deviceToken, deviceCookie, page: { cookie } }) {
    const tries: [string, Headers][] = [
      ["nothing", JSON_TYPE],
      ["the hooks' token", { ...JSON_TYPE, ...bearer(hookToken) }],
      ["a device's token", { ...JSON_TYPE, ...bearer(deviceToken) }],
      ["a device's cookie", { ...JSON_TYPE, cookie: deviceCookie, origin: url }],
      ["a cookie alone", { ...JSON_TYPE, cookie, origin: url }],
      ["plain text", { "content-type": "text/plain", ...bearer(token) }],
      ["a foreign origin", { ...JSON_TYPE, ...bearer(token), origin: "null" }],
    ];
    return each(
      tries,
      ([what]) => what,
      async ([, headers]) => {
        const sent = { method: "POST", headers, body: '{"to":"/"}' };
        return isNo((await send(port, "/api/links", sent)).status);
      },
    );
  },
};
