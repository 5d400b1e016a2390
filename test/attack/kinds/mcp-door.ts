/** The door for agents' tools, from pages and with other credentials. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, type Headers, JSON_TYPE, send } from "../support/requests.ts";

export const attack: Attack = {
  name: "the MCP door",
  run({ port, url, token, hookToken, deviceToken, page: { cookie, key } }) {
    const tries: [string, Headers][] = [
      ["nothing", JSON_TYPE],
      ["the hooks' token", { ...JSON_TYPE, ...bearer(hookToken) }],
      ["a device's token", { ...JSON_TYPE, ...bearer(deviceToken) }],
      ["a cookie alone", { ...JSON_TYPE, cookie, origin: url }],
      ["a page without an origin", { ...JSON_TYPE, cookie, "x-askline-key": key }],
      ["a foreign origin", { ...JSON_TYPE, ...bearer(token), origin: "https://evil.example" }],
      ["a foreign host", { ...JSON_TYPE, ...bearer(token), host: "evil.example" }],
      ["plain text", { "content-type": "text/plain", ...bearer(token) }],
      ["a session of nobody", { ...JSON_TYPE, "mcp-session-id": "1" }],
    ];
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    return each(
      tries,
      ([what]) => what,
      async ([, headers]) =>
        isNo((await send(port, "/mcp", { method: "POST", headers, body })).status),
    );
  },
};
