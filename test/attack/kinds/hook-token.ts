/** The hooks' token, which stands in an agent's configuration, at every other door. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, JSON_TYPE, send } from "../support/requests.ts";
import { DOORS } from "../support/target.ts";

export const attack: Attack = {
  name: "the hooks' token at other doors",
  run: ({ port, hookToken }) =>
    each(
      DOORS.filter(({ path }) => !path.startsWith("/hook/")),
      ({ method, path }) => `${method} ${path}`,
      async ({ path, ...sent }) => {
        const headers = { ...JSON_TYPE, ...bearer(hookToken) };
        return isNo((await send(port, path, { ...sent, headers })).status);
      },
    ),
};
