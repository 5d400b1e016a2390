/** WebSockets with half a credential, or another one. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, type Headers, upgrade } from "../support/requests.ts";

export const attack: Attack = {
  name: "WebSockets without a credential",
  run({ port, url, token, speakerToken, speakerCookie, hookToken, page: { cookie, key } }) {
    const origin = url;
    const tries: [string, string, Headers][] = [
      ["nothing", "/live", {}],
      ["an origin", "/live", { origin }],
      ["a cookie alone", "/live", { origin, cookie }],
      ["a key alone", `/live?key=${key}`, { origin }],
      ["a cookie without an origin", `/live?key=${key}`, { cookie }],
      ["a token in the address", `/live?token=${token}`, { origin }],
      ["the token as the key", `/live?key=${token}`, { origin, cookie }],
      ["a speaker's token", "/live", { origin, ...bearer(speakerToken) }],
      ["a speaker's cookie", "/live", { origin, cookie: speakerCookie }],
      ["the hooks' token", "/live", { origin, ...bearer(hookToken) }],
      ["another path", "/other", { origin, ...bearer(token) }],
      ["a foreign host", "/live", { ...bearer(token), host: "evil.example" }],
    ];
    return each(
      tries,
      ([what]) => what,
      async ([, path, headers]) => isNo(await upgrade(port, path, headers)),
    );
  },
};
