/**
 * Very many readers of one stream of events, each a bare connection, so that the
 * server is what is measured.
 */
import { connect } from "node:net";
import { serve } from "../support/commands.mjs";
import { stamp } from "../support/figures.mjs";

const groups = new Map();

serve({
  /** Resolves once every reader has its head and the first event or comment. */
  async open(name, port, path, token, count) {
    const readers = await Promise.all(Array.from({ length: count }, () => open(port, path, token)));
    groups.set(name, readers);
    return readers.length;
  },
  /** The moment when the last reader received the marker, on the machine's clock. */
  async heard(name, marker) {
    await Promise.all(groups.get(name).map((reader) => reader.heard(marker)));
    return stamp();
  },
  close(name) {
    for (const { socket } of groups.get(name)) socket.destroy();
    groups.delete(name);
    return true;
  },
});

function open(port, path, token) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let text = "";
    let wanted = null;
    const reader = { socket, heard };
    socket.setEncoding("latin1");
    socket.once("error", reject);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n\n")) resolve(reader);
      if (wanted !== null && text.includes(wanted.marker)) found();
      else if (text.length > 4_000) text = text.slice(-2_000);
    });

    function heard(marker) {
      return new Promise((done) => {
        wanted = { marker, done };
        if (text.includes(marker)) found();
      });
    }

    function found() {
      const { done } = wanted;
      wanted = null;
      text = "";
      done();
    }
  });
}
