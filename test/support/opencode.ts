/**
 * opencode as its plugin meets it: a stand-in for its plugin host, with the plugin file that
 * `askline init` writes, in a home of its own.
 */
import { fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDesk } from "../../src/askline.ts";
import type { Ask } from "../../src/core/ask/ask.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { type AgentHome, openAgentHome, type ServingHome, serving } from "./agent-home.ts";
import { until } from "./patience.ts";

const HOST = fileURLToPath(new URL("opencode-host.mjs", import.meta.url));
const RECORDINGS = fileURLToPath(new URL("../fixtures/opencode", import.meta.url));

/** What the plugin posted to opencode. */
export interface Posted {
  readonly url: string;
  readonly body: Record<string, unknown> | undefined;
  readonly status: number;
}

// biome-ignore lint/suspicious/noExplicitAny: what opencode says has many shapes
type Json = any;

/** One line of a recording: what opencode told the plugin. */
export interface Told {
  readonly k: string;
  readonly v: Json;
}

export interface OpencodeStandIn extends AsyncDisposable {
  readonly home: AgentHome;
  readonly desk: Desk;
  readonly project: string;
  readonly posted: readonly Posted[];
  startHub(): Promise<ServingHome>;
  /** Loads the plugin; again, as opencode does when it starts anew. */
  load(): Promise<void>;
  tell(...told: readonly Told[]): Promise<void>;
  /** Something is asked that no event told of. */
  list(kind: "permission" | "question", request: Json): Promise<void>;
  /** Something was answered, and no event told so. */
  forget(kind: "permission" | "question", id: string): Promise<void>;
  dispose(): Promise<void>;
  openAsk(): Promise<Ask>;
  onlyAsk(): Promise<Ask>;
  transcript(sessionId: string): Json[];
  kill(): Promise<void>;
}

export function recording(scene: string, project: string): Told[] {
  const text = readFileSync(join(RECORDINGS, scene, "plugin.jsonl"), "utf8");
  return text
    .replaceAll("{{PROJECT}}", project)
    .trim()
    .split("\n")
    .map((line): Told => JSON.parse(line));
}

/** What a recording tells up to the first event of this type, and what that event says. */
export function upTo(project: string, type: string, scene = "tui-plugin"): [Told[], Json] {
  const told = recording(scene, project);
  const at = told.findIndex(({ k, v }) => k === "event" && v.type === type);
  return [told.slice(0, at + 1), told[at]?.v.properties];
}

export async function openOpencode({ hasInterface = true } = {}): Promise<OpencodeStandIn> {
  const home = openAgentHome({ env: { ASKLINE_HOOK_PATIENCE: "20" } });
  const project = home.files.at("project");
  mkdirSync(project);
  const { code, stderr } = await home.askline("init", "--yes", "--only", "opencode");
  if (code !== 0) throw new Error(`askline init failed: ${stderr}`);
  const plugin = join(home.home, ".config", "opencode", "plugin", "askline.js");
  const desk = openDesk({ sessionsDirectory: join(home.state, "sessions") });
  const posted: Posted[] = [];
  const hubs: ServingHome[] = [];
  const done = new Set<number>();
  let sent = 0;
  let isReady = false;
  const host = fork(HOST, [plugin, project, String(!hasInterface)], {
    env: { ...process.env, ...home.env },
    execArgv: [],
  });
  host.on("message", (message: Json) => {
    if (message.ready) isReady = true;
    if (message.posted) posted.push(message.posted);
    if (message.done !== undefined) done.add(message.done);
  });
  const exited = new Promise<void>((resolve) => host.once("exit", () => resolve()));
  await until("the plugin host", () => isReady);
  await send("load");
  return {
    ...{ home, desk, project, posted },
    async startHub() {
      const hub = await serving(home);
      hubs.push(hub);
      return hub;
    },
    load: () => send("load"),
    async tell(...told) {
      for (const { k, v } of told) {
        if (k === "event") await send("event", v);
        if (k === "tool.execute.before") await send("before", v);
      }
    },
    list: (kind, request) => send("list", { kind, request }),
    forget: (kind, id) => send("forget", { kind, id }),
    dispose: () => send("dispose"),
    openAsk: () => until("an open ask", async () => (await desk.list({ status: "pending" }))[0]),
    async onlyAsk() {
      const asks = await desk.list();
      if (asks.length !== 1) throw new Error(`There are ${asks.length} asks.`);
      return asks[0] as Ask;
    },
    transcript(sessionId) {
      const path = join(home.state, "opencode", `${sessionId}.jsonl`);
      if (!existsSync(path)) return [];
      return readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
    },
    kill,
    async [Symbol.asyncDispose]() {
      await kill();
      for (const hub of hubs) await hub.kill();
      await desk.close();
      home[Symbol.dispose]();
    },
  };

  async function kill() {
    host.kill("SIGKILL");
    await exited;
  }

  async function send(type: string, value: Json = null) {
    sent += 1;
    const id = sent;
    host.send({ id, type, value });
    await until(`the plugin host to ${type}`, () => done.has(id));
  }
}
