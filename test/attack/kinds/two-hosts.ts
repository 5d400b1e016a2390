/** Requests that name two hosts, or none, or one that is no name. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { sendRaw } from "../support/requests.ts";

const HOSTS = (own: string): string[][] => [
  [own, "evil.example"],
  ["evil.example", own],
  [own, own],
  [],
  [""],
  [`${own}@evil.example`],
  [`${own}.evil.example`],
  [`${own}, evil.example`],
  [`evil.example#${own}`],
  [`${own}/../evil`],
];

export const attack: Attack = {
  name: "two hosts, none, or no name",
  run: ({ port, token }) =>
    each(
      HOSTS(`127.0.0.1:${port}`),
      (hosts) => JSON.stringify(hosts),
      async (hosts) => {
        const lines = ["GET /api/asks HTTP/1.1", ...hosts.map((host) => `Host: ${host}`)];
        const rest = [`Authorization: Bearer ${token}`, "Connection: close"];
        return isNo(await sendRaw(port, `${[...lines, ...rest].join("\r\n")}\r\n\r\n`));
      },
    ),
};
