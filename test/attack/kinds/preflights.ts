/** Preflights of other sites, which must learn that nothing is allowed. */
import { type Attack, each } from "../support/attack.ts";
import { send } from "../support/requests.ts";

const PATHS = ["/api/asks", "/api/settings", "/mcp", "/api/voice/command", "/hook/Stop", "/open"];

export const attack: Attack = {
  name: "preflights",
  run: ({ port, page: { cookie, key } }) =>
    each(PATHS, String, async (path) => {
      const headers = {
        ...{ cookie, "x-askline-key": key, origin: "https://evil.example" },
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type, x-askline-key",
        "access-control-request-private-network": "true",
      };
      const reply = await send(port, path, { method: "OPTIONS", headers });
      const allows = Object.keys(reply.headers).some((name) => name.startsWith("access-control"));
      return !allows && reply.status >= 400;
    }),
};
