/** Every door, without any credential. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { JSON_TYPE, send } from "../support/requests.ts";
import { DOORS } from "../support/target.ts";

export const attack: Attack = {
  name: "no credential",
  run: ({ port }) =>
    each(
      DOORS,
      ({ method, path }) => `${method} ${path}`,
      async ({ path, ...sent }) =>
        isNo((await send(port, path, { ...sent, headers: JSON_TYPE })).status),
    ),
};
