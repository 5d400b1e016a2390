/** The event stream with half a credential, or another one. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, type Headers, send } from "../support/requests.ts";

export const attack: Attack = {
  name: "event streams without a credential",
  run({ port, url, token, hookToken, page: { cookie, key } }) {
    const tries: [string, string, Headers][] = [
      ["nothing", "", {}],
      ["a cookie alone", "", { cookie }],
      ["a cookie and an origin", "", { cookie, origin: url }],
      ["a key alone", `?key=${key}`, {}],
      ["a wrong key", "?key=x", { cookie }],
      ["a token in the address", `?token=${token}`, {}],
      ["the hooks' token", "", bearer(hookToken)],
      ["a foreign origin", `?key=${key}`, { cookie, origin: "https://evil.example" }],
      ["a foreign host", "", { ...bearer(token), host: "evil.example" }],
      ["a last event", "", { "last-event-id": "0" }],
    ];
    return each(
      tries,
      ([what]) => what,
      async ([, query, headers]) =>
        isNo((await send(port, `/api/events${query}`, { headers })).status),
    );
  },
};
