/** WebSockets that another site opens in the browser that was let in. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { upgrade } from "../support/requests.ts";

const ORIGINS = [
  ...["https://evil.example", "null", "http://127.0.0.1:1", "http://evil.localhost", "file://"],
  ...["http://localhost", "https://askline.localhost"],
];

export const attack: Attack = {
  name: "WebSockets of other sites",
  run: ({ port, page: { cookie, key } }) =>
    each(ORIGINS, String, async (origin) =>
      isNo(await upgrade(port, `/live?key=${key}`, { cookie, origin })),
    ),
};
