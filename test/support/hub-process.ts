/**
 * The hub as `askline serve` runs it, with its settings in the environment, and
 * requests to it byte for byte.
 */
import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { run, runJson, start } from "./askline.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";

export interface HubProcess extends AsyncDisposable {
  readonly files: Sandbox;
  readonly state: string;
  readonly url: string;
  readonly port: number;
  /** The local token. */
  readonly token: string;
  /** What the hub printed at its start. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into output of every shape
  readonly said: any;
  /** Creates a device's token by the command. */
  device(name: string): Promise<string>;
  revoke(name: string): Promise<void>;
  /**
   * Ends the hub. Returns all it printed and all its folder contains in one text, to
   * check what must not be there.
   */
  end(): Promise<string>;
}

export async function startHubProcess(env: NodeJS.ProcessEnv = {}): Promise<HubProcess> {
  const files = openSandbox();
  const serving = start(files.path, ["serve", "--port", "0", "--json"], {
    env: { ASKLINE_BROWSER: "none", ASKLINE_CONFIG_DIR: files.path, ...env },
  });
  const [line] = await serving.said(/\{.*"link".*\}/);
  const said = JSON.parse(line);
  return {
    files,
    state: files.path,
    url: said.url,
    port: Number(new URL(said.url).port),
    token: files.readJson("local-token.json").token,
    said,
    device: async (name) => (await runJson(files.path, ["token", "create", name])).token,
    async revoke(name) {
      await run(files.path, ["token", "revoke", name]);
    },
    end,
    async [Symbol.asyncDispose]() {
      await end();
      files[Symbol.dispose]();
    },
  };

  async function end(): Promise<string> {
    serving.child.kill("SIGTERM");
    const { stdout, stderr } = await serving.finished;
    return stdout + stderr;
  }
}

export interface Answered {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address to connect to; loopback by default. */
  at?: string;
}

export function sendRequest(
  port: number,
  path: string,
  { method = "GET", headers = {}, body = "", at = "127.0.0.1" }: RequestOptions = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: at, port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** Sends exactly these lines. Returns the status of the response. */
export function sendLines(port: number, lines: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`),
    );
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)));
  });
}

export async function cookieFrom(
  port: number,
  token: string,
  to = "/voice",
  at?: string,
): Promise<string> {
  const { headers } = await sendRequest(
    port,
    `/open?token=${token}&to=${to}`,
    at === undefined ? {} : { at },
  );
  return String(headers["set-cookie"] ?? "").split(";", 1)[0] ?? "";
}

/** An address of this machine that another machine would use. */
export function lanAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const found = all.find(({ family, internal }) => family === "IPv4" && !internal);
  if (found === undefined)
    throw new Error("These tests need a network interface besides loopback.");
  return found.address;
}
