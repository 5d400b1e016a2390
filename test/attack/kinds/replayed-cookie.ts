/** The cookie of a page, as another local server gets to see it, at every door. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { JSON_TYPE, send } from "../support/requests.ts";
import { DOORS } from "../support/target.ts";

/** The files of pages, which are the same for everybody. */
const FILES = new Set(["/", "/choice/0", "/voice", "/icon.svg"]);

export const attack: Attack = {
  name: "a replayed cookie",
  run: ({ port, page: { cookie }, url }) =>
    each(
      DOORS.filter(({ path }) => !FILES.has(path)),
      ({ method, path }) => `${method} ${path}`,
      async ({ path, ...sent }) => {
        const headers = { ...JSON_TYPE, cookie, origin: url };
        return isNo((await send(port, path, { ...sent, headers })).status);
      },
    ),
};
