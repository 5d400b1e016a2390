/** Requests whose head never ends, to keep connections busy. */
import { once } from "node:events";
import { connect } from "node:net";
import { type Attack, each } from "../support/attack.ts";

export const attack: Attack = {
  name: "slow heads",
  isSlow: true,
  async run({ port }) {
    const starts = ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "];
    const ends = starts.map(async (text) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      socket.on("error", () => undefined);
      socket.resume();
      await once(socket, "close");
      return text;
    });
    const cut = await Promise.all(ends);
    return each(cut, JSON.stringify, async () => true);
  },
};
