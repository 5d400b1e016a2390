/** A request line with a whole address that is not ours, or not an address. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { sendRaw } from "../support/requests.ts";

const TARGETS = [
  ...["http://evil.example/api/asks", "https://evil.example/api/asks", "http://127.0.0.1/api/asks"],
  ...["evil.example:443", "*", "api/asks", "ftp://127.0.0.1/api/asks", "http:///api/asks"],
  ...["\\\\evil.example\\api", "http://evil.example@127.0.0.1/api/asks"],
];

export const attack: Attack = {
  name: "whole addresses as targets",
  run: ({ port, token }) =>
    each(TARGETS, String, async (target) => {
      const head = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
      const rest = `Authorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
      return isNo(await sendRaw(port, head + rest));
    }),
};
