/** Two readings of where a request ends, to hide a second one in its body. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { sendRaw } from "../support/requests.ts";

const HEADS = [
  ["Content-Length: 5", "Content-Length: 6"],
  ["Content-Length: 5", "Transfer-Encoding: chunked"],
  ["Transfer-Encoding: chunked", "Content-Length: 5"],
  ["Transfer-Encoding: xchunked"],
  ["Transfer-Encoding : chunked"],
  ["Transfer-Encoding: chunked, identity"],
  ["Content-Length: -1"],
  ["Content-Length: 0x5"],
  ["Content-Length: +5"],
  ["Content-Length: 5, 5"],
];

export const attack: Attack = {
  name: "smuggled requests",
  run: ({ port, ask, isOpen }) =>
    each(
      HEADS,
      (lines) => lines.join(" | "),
      async (lines) => {
        const { id } = await ask();
        const host = `Host: 127.0.0.1:${port}`;
        const hidden = `POST /api/asks/${id}/reject HTTP/1.1\r\n${host}\r\n\r\n`;
        const head = [
          `POST /api/settings HTTP/1.1`,
          host,
          "Content-Type: application/json",
          ...lines,
        ];
        const text = `${head.join("\r\n")}\r\n\r\n0\r\n\r\n${hidden}`;
        return isNo(await sendRaw(port, text)) && (await isOpen(id));
      },
    ),
};
