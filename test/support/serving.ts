/**
 * `askline serve` as a real process on a folder of its own, which can die and come back,
 * and a desk on its sessions.
 */
import type { Desk } from "../../src/desk/desk.ts";
import { type Running, start } from "./askline.ts";
import { openOwnDesk } from "./own-desk.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";

export interface Serving extends AsyncDisposable {
  readonly files: Sandbox;
  /** The state folder, for commands that use the same one. */
  readonly state: string;
  readonly url: string;
  /** The origin of its pages, as browsers have it. */
  readonly site: string;
  /** The local token. */
  readonly token: string;
  readonly desk: Desk;
  /** A link that lets one browser in, as the hub gives it to its own programs. */
  linkTo(path: string): Promise<string>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

export async function startServing(env: NodeJS.ProcessEnv): Promise<Serving> {
  const files = openSandbox();
  const desk = openOwnDesk(files.at("sessions"));
  let serving = serve("0");
  const { url } = await addressOf(serving);
  const token: string = files.readJson("local-token.json").token;
  const site: string = files.readJson("hub.json").site;
  return {
    ...{ files, state: files.path, url, site, token, desk },
    linkTo: (path) => linkTo({ url, token }, path),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    async revive() {
      serving = serve(new URL(url).port);
      await addressOf(serving);
    },
    async [Symbol.asyncDispose]() {
      await end("SIGTERM");
      await desk.close();
      files[Symbol.dispose]();
    },
  };

  function serve(port: string): Running {
    return start(files.path, ["serve", "--port", port, "--json"], {
      env: { ASKLINE_BROWSER: "none", ...env },
    });
  }

  async function end(signal: NodeJS.Signals) {
    serving.child.kill(signal);
    await serving.finished;
  }
}

async function linkTo({ url, token }: { url: string; token: string }, to: string): Promise<string> {
  const response = await fetch(`${url}/api/links`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ to }),
  });
  return ((await response.json()) as { link: string }).link;
}

/** What a browser has after it opened a link: its cookie, and the key for its origin. */
export async function pageTicket(serving: { url: string; token: string }): Promise<{
  cookie: string;
  key: string;
}> {
  const link = new URL(await linkTo(serving, "/"));
  const response = await fetch(serving.url + link.pathname + link.search);
  const [, key = ""] = /name="askline-key" content="([^"]+)"/.exec(await response.text()) ?? [];
  const [cookie = ""] = String(response.headers.get("set-cookie")).split(";", 1);
  return { cookie, key };
}

async function addressOf(serving: Running): Promise<{ url: string }> {
  const [line] = await serving.said(/\{.*"link".*\}/);
  return JSON.parse(line);
}
