/** Bodies beyond every limit, with the right token. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, JSON_TYPE, send } from "../support/requests.ts";

const MEGABYTE = 1024 * 1024;
const DOORS = ["/api/settings", "/api/asks/0/answer", "/api/links", "/api/voice/command"];

export const attack: Attack = {
  name: "large bodies",
  run: ({ port, token }) =>
    each(DOORS, String, async (path) => {
      const body = JSON.stringify({ text: "x".repeat(12 * MEGABYTE) });
      const headers = { ...bearer(token), ...JSON_TYPE };
      return isNo((await send(port, path, { method: "POST", headers, body })).status);
    }),
};
