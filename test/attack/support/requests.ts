/** Requests to a hub, as well-formed or as broken as an attack wants them. */
import { request } from "node:http";
import { connect } from "node:net";
import { WebSocket } from "ws";

export type Headers = Record<string, string>;

export interface Sent {
  method?: string;
  headers?: Headers;
  body?: string | Buffer;
}

export interface Reply {
  /** 0 if the connection ended without a reply. */
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

const NOTHING: Reply = { status: 0, headers: {}, text: "" };

export function send(port: number, path: string, sent: Sent = {}): Promise<Reply> {
  const { method = "GET", headers = {}, body } = sent;
  return new Promise((resolve) => {
    const options = { host: "127.0.0.1", port, path, method, headers, agent: false };
    const asked = request(options, (response) => {
      const isStream = response.headers["content-type"] === "text/event-stream";
      const { statusCode: status = 0 } = response;
      let text = "";
      const done = () => resolve({ status, headers: response.headers, text });
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("close", done);
      if (isStream) {
        done();
        response.destroy();
      }
    });
    asked.on("error", () => resolve(NOTHING));
    // A hub that has refused reads no further.
    asked.on("socket", (socket) => socket.on("error", () => undefined));
    asked.end(body);
  });
}

/** Exactly these bytes. The status of the first reply; 0 if the hub only ended the connection. */
export function sendRaw(port: number, text: string): Promise<number> {
  return new Promise((resolve) => {
    let reply = "";
    const socket = connect(port, "127.0.0.1", () => socket.end(text, "latin1"));
    socket.on("data", (chunk) => {
      reply += chunk;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1] ?? 0)));
  });
}

/** The status of a WebSocket handshake: 101 if it was accepted. */
export function upgrade(port: number, path: string, headers: Headers = {}): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
    socket.on("open", () => {
      socket.terminate();
      resolve(101);
    });
    socket.on("unexpected-response", (_, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on("error", () => resolve(0));
  });
}

export function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

export const JSON_TYPE: Headers = { "content-type": "application/json" };
