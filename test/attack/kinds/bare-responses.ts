/** Refusals without the headers that keep a browser from doing harm with them. */
import { type Attack, each } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const SAFE = ["x-content-type-options", "content-security-policy", "permissions-policy"];
const PATHS = ["/", "/api/asks", "/nothing", "/open?code=x", "/healthz", "/mcp", "/slack/events"];

export const attack: Attack = {
  name: "responses without safe headers",
  run: ({ port, token }) =>
    each(
      PATHS.flatMap((path) => [
        { path, headers: {} },
        { path, headers: bearer(token) },
        { path, headers: { host: "evil.example" } },
      ]),
      ({ path, headers }) => `${path} ${Object.keys(headers)}`,
      async ({ path, headers }) => {
        const reply = await send(port, path, { headers });
        return SAFE.every((name) => reply.headers[name] !== undefined);
      },
    ),
};
