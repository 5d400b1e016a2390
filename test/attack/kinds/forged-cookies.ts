/** Cookies that were made, and not given. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { send } from "../support/requests.ts";

const COOKIES = (port: number, token: string, cookie: string, key: string): string[] => [
  `askline_${port}=`,
  `askline_${port}=.`,
  `askline_${port}=${token}`,
  `askline_${port}=a.${token}`,
  `askline_${port}=a.${key}`,
  cookie.replace(/=(.)/, (_, first: string) => `=${otherThan(first)}`),
  cookie.replace(/\.[^.]*$/, "."),
  cookie.replace(`askline_${port}`, "askline_1"),
  `${cookie.slice(0, -1)}${otherThan(cookie.slice(-1))}`,
  `${cookie}.${key}`,
  `askline_device_${port}=1.${key}`,
  `askline_device_${port}=${cookie.split("=")[1]}`,
  `__Host-${cookie}`,
  `x=y; askline_${port}=undefined.undefined`,
];

/** The cookie is random, so it may hold any letter by itself. */
const otherThan = (letter: string) => (letter === "A" ? "B" : "A");

export const attack: Attack = {
  name: "forged cookies",
  run: ({ port, token, page: { cookie, key } }) =>
    each(COOKIES(port, token, cookie, key), String, async (one) => {
      const headers = { cookie: one, "x-askline-key": key };
      const replies = [
        await send(port, "/", { headers }),
        await send(port, "/api/asks", { headers }),
      ];
      return replies.every(({ status }) => isNo(status));
    }),
};
