/** Bodies that would change what every object has, with the right token. */
import { type Attack, each } from "../support/attack.ts";
import { bearer, JSON_TYPE, send } from "../support/requests.ts";

const BODIES = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"reply":{"__proto__":{"polluted":true},"answers":[]}}',
  '{"draft":{"__proto__":{"polluted":true}}}',
  '{"hiddenOptions":{"__proto__":["polluted"]}}',
  '{"theme":{"__proto__":{"polluted":true}}}',
];
const DOORS = ["/api/settings", "/api/links", "/api/voice/command"];

export const attack: Attack = {
  name: "polluting bodies",
  run: ({ port, token }) =>
    each(
      DOORS.flatMap((path) => BODIES.map((body) => ({ path, body }))),
      ({ path, body }) => `${path} ${body}`,
      async ({ path, body }) => {
        const headers = { ...JSON_TYPE, ...bearer(token) };
        const reply = await send(port, path, { method: "POST", headers, body });
        const seen = await send(port, "/api/asks", { headers });
        return !reply.text.includes('polluted":true') && !seen.text.includes('polluted":true');
      },
    ),
};
