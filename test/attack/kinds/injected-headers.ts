/** Line breaks and control signs that would add headers of their own. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { sendRaw } from "../support/requests.ts";

const LINES = (token: string): string[] => [
  `X-One: a\nAuthorization: Bearer ${token}`,
  `X-One: a\rAuthorization: Bearer ${token}`,
  `X-One: a\r\n Authorization: Bearer ${token}`,
  `Authorization : Bearer ${token}`,
  `Author\u0000ization: Bearer ${token}`,
  `X-One: a\u0000\r\n`,
  `: Bearer ${token}`,
  `Authorization\tBearer ${token}`,
];

export const attack: Attack = {
  name: "injected headers",
  run: ({ port, token }) =>
    each(
      LINES(token),
      (line) => JSON.stringify(line.replaceAll(token, "…")),
      async (line) => {
        const head = `GET /api/asks HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n`;
        return isNo(await sendRaw(port, `${head}${line}\r\n\r\n`));
      },
    ),
};
