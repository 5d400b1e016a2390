/** A phone's token at the doors that are not for phones. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, JSON_TYPE, send } from "../support/requests.ts";
import { DOORS } from "../support/target.ts";

/** What a device's token is for. */
const OWN = /^\/(?:voice|api\/voice\/|api\/events|icon)/;

export const attack: Attack = {
  name: "a device's token at other doors",
  run: ({ port, deviceToken }) =>
    each(
      DOORS.filter(({ path }) => !OWN.test(path)),
      ({ method, path }) => `${method} ${path}`,
      async ({ path, ...sent }) => {
        const headers = { ...JSON_TYPE, ...bearer(deviceToken) };
        return isNo((await send(port, path, { ...sent, headers })).status);
      },
    ),
};
