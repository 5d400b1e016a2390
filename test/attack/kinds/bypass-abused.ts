/** With the bypass for this machine on: other sites, and doors that are not for voice. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { type Headers, JSON_TYPE, send } from "../support/requests.ts";
import { DOORS } from "../support/target.ts";

const STRANGE: Headers[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.example" },
  { origin: "null" },
  { host: "evil.example" },
];
const OWN = /^\/(?:voice|api\/voice\/|api\/events|api\/push$|icon)/;

export const attack: Attack = {
  name: "the bypass abused",
  async run({ bypassPort }) {
    const sites = await each(
      STRANGE,
      (headers) => JSON.stringify(headers),
      async (headers) => isNo((await send(bypassPort, "/api/voice/sessions", { headers })).status),
    );
    const doors = await each(
      DOORS.filter(({ path }) => !OWN.test(path)),
      ({ method, path }) => `${method} ${path}`,
      async ({ path, ...sent }) =>
        isNo((await send(bypassPort, path, { ...sent, headers: JSON_TYPE })).status),
    );
    return [...sites, ...doors];
  },
};
