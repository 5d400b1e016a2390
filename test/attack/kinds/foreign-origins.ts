/** A page of another site that has got hold of the token, reading and changing. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const ORIGINS = [
  ...["https://evil.example", "http://evil.example", "null", "file://", "http://127.0.0.1"],
  ...["http://localhost", "http://127.0.0.1:1", "http://localhost:3000", "chrome-extension://abc"],
  ...[
    "https://askline.localhost",
    "http://askline.localhost.evil.example",
    "http://evil.localhost",
  ],
];

export const attack: Attack = {
  name: "foreign origins",
  run: ({ port, token, answer, ask }) =>
    each(ORIGINS, String, async (origin) => {
      const headers = { ...bearer(token), origin };
      const read = await send(port, "/api/asks", { headers });
      const { status } = await answer((await ask()).id, headers);
      return isNo(read.status) && isNo(status);
    }),
};
