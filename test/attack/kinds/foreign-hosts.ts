/** A name that leads here from elsewhere (DNS rebinding), with the right token. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const NAMES = [
  ...[
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "askline.localhost.evil.example",
  ],
  ...["evil.localhost", "0.0.0.0", "127.0.0.2", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]"],
  ...["localhost.", "xn--localhost", "LOCALHOST.EVIL", "192.0.2.1", "example.net", "[::]"],
];

export const attack: Attack = {
  name: "foreign host names",
  run: ({ port, token }) =>
    each(NAMES, String, async (name) => {
      const headers = { ...bearer(token), host: `${name}:${port}` };
      return isNo((await send(port, "/api/asks", { headers })).status);
    }),
};
