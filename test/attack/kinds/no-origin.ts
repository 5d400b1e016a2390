/** Changes by cookie and key without an origin, as no browser sends them. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { JSON_TYPE, send } from "../support/requests.ts";
import { DOORS } from "../support/target.ts";

export const attack: Attack = {
  name: "changes without an origin",
  run: ({ port, page: { cookie, key } }) =>
    each(
      DOORS.filter(({ method }) => method !== "GET"),
      ({ method, path }) => `${method} ${path}`,
      async ({ path, ...sent }) => {
        const headers = { ...JSON_TYPE, cookie, "x-askline-key": key };
        return isNo((await send(port, path, { ...sent, headers })).status);
      },
    ),
};
