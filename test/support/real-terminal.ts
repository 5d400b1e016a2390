/**
 * A real client on a terminal, set up by `askline init`, with a home of its own, a hub beside it, and
 * a model that follows a script. Nothing leaves this machine once it is installed.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDesk } from "../../src/askline.ts";
import type { Ask } from "../../src/core/ask/ask.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { type AgentHome, openAgentHome, serving } from "./agent-home.ts";
import { CLIENTS, type Client, type HeadlessClient } from "./headless-clients.ts";
import { until } from "./patience.ts";
import { installClient } from "./real-client.ts";
import { type ScriptedModel, type Step, startScriptedModel } from "./scripted-model.ts";
import { openTerminal, type Terminal } from "./tmux.ts";

export interface RealTerminal extends AsyncDisposable {
  readonly home: AgentHome;
  readonly desk: Desk;
  readonly model: ScriptedModel;
  readonly terminal: Terminal;
  /** The folder it works in. */
  readonly project: string;
  openAsk(): Promise<Ask>;
}

export function installForTerminal(client: HeadlessClient): void {
  const { package: name, version, program } = CLIENTS[client];
  installClient(name, version, program);
}

/** `isAway`: its person has said so. `ended` ends what outlives its window. */
export async function openRealTerminal(
  client: HeadlessClient,
  script: (project: string) => readonly Step[],
  {
    args = [] as string[],
    isAway = false,
    ended = async (_: AgentHome): Promise<void> => undefined,
  } = {},
): Promise<RealTerminal> {
  const known: Client = CLIENTS[client];
  const program = installClient(known.package, known.version, known.program);
  const home = openAgentHome();
  const project = home.files.at("project");
  mkdirSync(project);
  const model = await startScriptedModel(script(project));
  Object.assign(home.env, {
    ...{ ASKLINE_HOOK_PATIENCE: "20", LANG: "C.UTF-8", TERM: "xterm-256color" },
  });
  known.configure(home, project, model.url);
  const { code, stderr } = await home.askline("init", "--yes", "--only", client);
  if (code !== 0) throw new Error(`askline init failed: ${stderr}`);
  const desk = openDesk({ sessionsDirectory: join(home.state, "sessions") });
  const hub = await serving(home);
  if (isAway) await home.askline("away");
  const env = home.env as Record<string, string>;
  const terminal = openTerminal({ columns: 110, rows: 45, env });
  terminal.type(`cd ${project} && exec ${[program, ...args].join(" ")}`);
  terminal.press("Enter");
  return {
    ...{ home, desk, model, terminal, project },
    openAsk: () =>
      until(
        () => `an open ask. The terminal shows:\n${terminal.screen()}`,
        async () => (await desk.list({ status: "pending" }))[0],
      ),
    async [Symbol.asyncDispose]() {
      terminal[Symbol.dispose]();
      await ended(home);
      await hub[Symbol.asyncDispose]();
      await desk.close();
      home[Symbol.dispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}
