/**
 * Server-sent events to many readers. Every event is encoded once, a reader that is too slow is
 * dropped, and regular comments show that the connection still stands.
 */
import type { ServerResponse } from "node:http";

export interface Reader {
  /** False once the reader is gone, or was dropped because it did not keep up. */
  send(bytes: Buffer): boolean;
  /**
   * Resolves once the sent bytes are on their way or the
   * reader is gone. Wait for it when there is much to send.
   */
  drained(): Promise<void>;
  close(): void;
}

export interface Streams {
  open(response: ServerResponse, onGone?: () => void): Reader;
  readonly count: number;
  close(): void;
}

const HEARTBEAT_MS = 15_000;
const HEARTBEAT = Buffer.from(": still here\n\n");
// Some thousand events. A reader that lags further behind had better reconnect and resume.
const MOST_UNREAD_BYTES = 1024 * 1024;

export function createStreams({
  heartbeatMs = HEARTBEAT_MS,
  mostUnreadBytes = MOST_UNREAD_BYTES,
} = {}): Streams {
  const readers = new Set<Reader>();
  const timer = setInterval(() => {
    for (const reader of readers) reader.send(HEARTBEAT);
  }, heartbeatMs);
  timer.unref();
  return {
    open,
    get count() {
      return readers.size;
    },
    close() {
      clearInterval(timer);
      for (const reader of readers) reader.close();
    },
  };

  function open(response: ServerResponse, onGone?: () => void): Reader {
    // The stream ends with the connection, so readers need no chunked encoding.
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, HEAD);
    response.flushHeaders();
    const reader: Reader = { send, drained, close: () => void response.end() };
    readers.add(reader);
    response.on("error", () => response.destroy());
    response.once("close", () => {
      readers.delete(reader);
      onGone?.();
    });
    return reader;

    function send(bytes: Buffer): boolean {
      if (response.destroyed || response.writableEnded) return false;
      if (response.writableLength <= mostUnreadBytes) {
        response.write(bytes);
        return true;
      }
      response.destroy();
      return false;
    }

    async function drained() {
      if (!response.writableNeedDrain || response.destroyed) return;
      await new Promise<void>((resolve) => {
        response.on("drain", done);
        response.on("close", done);

        function done() {
          response.off("drain", done);
          response.off("close", done);
          resolve();
        }
      });
    }
  }
}

const HEAD = {
  "content-type": "text/event-stream",
  "x-accel-buffering": "no",
  connection: "close",
};

/** One event as it goes over the wire. Its JSON has no line breaks, so its data is one line. */
export function eventBytes({
  id,
  type,
  data,
}: {
  id?: number;
  type: string;
  data: unknown;
}): Buffer {
  const name = id === undefined ? "" : `id: ${id}\n`;
  return Buffer.from(`${name}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}
