/** `askline serve` as agents see it: a real process, its token, and a desk on the same sessions to answer at. */
import { setTimeout as sleep } from "node:timers/promises";
import { openDesk } from "../../src/askline.ts";
import type { Ask } from "../../src/core/ask.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { type Running, start } from "./askline.ts";
import { type HookAgent, startHookAgent } from "./hook-agent.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";

export interface TestHub extends AsyncDisposable {
  readonly files: Sandbox;
  /** The state folder, for commands that work beside it. */
  readonly state: string;
  readonly url: string;
  readonly token: string;
  readonly desk: Desk;
  agent(sessionId: string, more?: { client?: string; transcriptPath?: string }): HookAgent;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The open ask that comes, or came, from a hook of this agent. */
  openAsk(project?: string): Promise<Ask>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

export async function startHub({ env = {} as NodeJS.ProcessEnv } = {}): Promise<TestHub> {
  const files = openSandbox();
  const desk = openDesk({ sessionsDirectory: files.at("sessions") });
  let serving = serve("0");
  const { url } = await addressOf(serving);
  const token: string = files.readJson("local-token.json").token;
  return {
    ...{ files, state: files.path, url, token, desk, agent, get, openAsk },
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
    return start(files.path, ["serve", "--port", port, "--json"], { env: { ASKLINE_BROWSER: "none", ...env } });
  }

  async function end(signal: NodeJS.Signals) {
    serving.child.kill(signal);
    await serving.finished;
  }

  function agent(sessionId: string, more: { client?: string; transcriptPath?: string } = {}): HookAgent {
    return startHookAgent({ url, token, sessionId, cwd: files.at("projects", sessionId), ...more });
  }

  function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(url + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
  }

  function openAsk(project?: string): Promise<Ask> {
    return until("an open ask", async () => {
      const asks = await desk.list({ status: "pending" });
      return asks.find(({ source }) => project === undefined || source.project === project);
    });
  }
}

/** Looks until there is something to see. */
export async function until<T>(what: string, look: () => Promise<T | undefined | null | false>): Promise<T> {
  const end = Date.now() + 30_000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}.`);
    await sleep(15);
  }
}

async function addressOf(serving: Running): Promise<{ url: string }> {
  const [line] = await serving.said(/\{.*"link".*\}/);
  return JSON.parse(line);
}
