/**
 * A real opencode on a terminal, set up by `askline init`, with a home of its own and a stand-in
 * for its model. Nothing leaves this machine once it is installed.
 */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { openDesk } from "../../src/askline.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { type AgentHome, openAgentHome, type ServingHome, serving } from "./agent-home.ts";
import { startChatStandIn } from "./chat-stand-in.ts";
import { patient } from "./patience.ts";
import { installClient } from "./real-client.ts";
import { openTerminal, type Terminal } from "./tmux.ts";

/** The one that was looked at; another may be tried. */
export const VERSION = process.env["ASKLINE_OPENCODE_VERSION"] ?? "1.18.33";

export interface RealOpencode extends AsyncDisposable {
  readonly home: AgentHome;
  readonly desk: Desk;
  /** What the model was told of its tool calls. */
  readonly results: readonly string[];
  readonly made: string;
  startHub(): Promise<ServingHome>;
  /** Starts it with this prompt. */
  start(prompt: string): Promise<Terminal>;
  /** Runs it without a terminal; resolves to what it printed. */
  run(prompt: string): Promise<string>;
  /** A prompt that has the model make the file `made`. */
  readonly command: string;
}

export function installOpencode(): string {
  return installClient("opencode-ai", VERSION, "opencode");
}

export async function openRealOpencode(): Promise<RealOpencode> {
  const program = installOpencode();
  const model = await startChatStandIn();
  const home = openAgentHome();
  const project = home.files.at("project");
  const made = join(project, "made");
  mkdirSync(project);
  Object.assign(home.env, {
    ...{ OPENCODE_DISABLE_AUTOUPDATE: "1", OPENCODE_DISABLE_MODELS_FETCH: "1" },
    ...{ XDG_DATA_HOME: home.files.at("data"), XDG_CACHE_HOME: home.files.at("cache") },
    ...{ ASKLINE_HOOK_PATIENCE: "20", LANG: "C.UTF-8", TERM: "xterm-256color" },
  });
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    options: { baseURL: model.url, apiKey: "none" },
    models: { "stand-in": { name: "Stand-in", limit: { context: 100_000, output: 1_000 } } },
  };
  const settings = {
    ...{ model: "stand-in/stand-in", small_model: "stand-in/stand-in", autoupdate: false },
    ...{ provider: { "stand-in": provider }, permission: { bash: "ask" } },
  };
  home.write(".config/opencode/opencode.json", JSON.stringify(settings));
  const { code, stderr } = await home.askline("init", "--yes", "--only", "opencode");
  if (code !== 0) throw new Error(`askline init failed: ${stderr}`);
  const desk = openDesk({ sessionsDirectory: join(home.state, "sessions") });
  const closing = [
    () => model[Symbol.asyncDispose](),
    async () => home[Symbol.dispose](),
    () => desk.close(),
  ];
  return {
    ...{ home, desk, made, results: model.results },
    command: `call bash {"command":"touch ${made}","description":"Make"}`,
    async startHub() {
      const hub = await serving(home);
      closing.push(() => hub[Symbol.asyncDispose]());
      return hub;
    },
    async start(prompt) {
      const env = home.env as Record<string, string>;
      const terminal = openTerminal({ columns: 110, rows: 40, env });
      closing.push(async () => terminal[Symbol.dispose]());
      terminal.type(`cd ${project} && exec ${program} --prompt '${prompt}'`);
      terminal.press("Enter");
      return terminal;
    },
    async run(prompt) {
      const env = { ...process.env, ...home.env };
      const options = { cwd: project, env, timeout: patient(120_000) };
      const running = promisify(execFile)(program, ["run", prompt], options);
      // It would read on for more.
      running.child.stdin?.end();
      const { stdout, stderr } = await running;
      return stdout + stderr;
    },
    async [Symbol.asyncDispose]() {
      for (const close of closing.reverse()) await close();
    },
  };
}
