/**
 * A home folder for set-up commands to work on. It contains the files of agents'
 * clients; no client is installed.
 */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { CLI, type Finished, run, runJson, start } from "./askline.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";

export interface AgentHome extends Disposable {
  readonly files: Sandbox;
  readonly home: string;
  readonly state: string;
  readonly env: NodeJS.ProcessEnv;
  /** Writes a file below the home folder. */
  write(path: string, text: string, mode?: number): void;
  read(path: string): string;
  /** Every file, link and folder below the home folder, with its content. */
  everything(): Record<string, string>;
  /** Puts `askline` on the path, as an installed package does. */
  installOnPath(): void;
  askline(...args: string[]): Promise<Finished>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into output of every shape
  json(...args: string[]): Promise<any>;
  start(...args: string[]): ReturnType<typeof start>;
}

/** `programs` are names that the path leads to. */
export function openAgentHome({
  programs = {} as Record<string, string>,
  env = {} as NodeJS.ProcessEnv,
} = {}): AgentHome {
  const files = openSandbox();
  const home = files.at("home");
  const state = files.at("state");
  mkdirSync(home);
  mkdirSync(files.at("bin"));
  for (const [name, script] of Object.entries(programs))
    writeFileSync(files.at("bin", name), script, { mode: 0o755 });
  const clean = {
    CLAUDE_CONFIG_DIR: "",
    CODEX_HOME: "",
    XDG_CONFIG_HOME: "",
    XDG_STATE_HOME: "",
    NO_COLOR: "",
  };
  const all = {
    HOME: home,
    ...clean,
    PATH: `${files.at("bin")}:/usr/bin:/bin`,
    ASKLINE_CONFIG_DIR: files.at("config"),
    ...env,
  };
  return {
    ...{ files, home, state, env: all },
    write(path, text, mode = 0o644) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text, { mode });
    },
    read: (path) => readFileSync(join(home, path), "utf8"),
    everything: () => Object.fromEntries(within(home, "")),
    installOnPath() {
      chmodSync(CLI, 0o755);
      symlinkSync(CLI, files.at("bin", "askline"));
    },
    askline: (...args) => run(state, args, { env: all }),
    json: (...args) => runJson(state, args, { env: all }),
    start: (...args) => start(state, args, { env: all }),
    [Symbol.dispose]: () => files[Symbol.dispose](),
  };
}

export interface ServingHome extends AsyncDisposable {
  readonly url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

/** The hub of that home, on a port of its own. */
export async function serving(home: AgentHome): Promise<ServingHome> {
  const hub = home.start("serve", "--port", "0", "--json");
  const [line] = await hub.said(/\{.*"link".*\}/);
  return {
    url: JSON.parse(line).url,
    kill: () => end("SIGKILL"),
    [Symbol.asyncDispose]: () => end("SIGTERM"),
  };

  async function end(signal: NodeJS.Signals) {
    hub.child.kill(signal);
    await hub.finished;
  }
}

function within(root: string, folder: string): [string, string][] {
  return readdirSync(join(root, folder)).flatMap((name): [string, string][] => {
    const path = join(folder, name);
    const stats = lstatSync(join(root, path));
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) return [[path, `link to ${readlinkSync(join(root, path))}`]];
    if (stats.isDirectory()) return [[path, `folder ${mode}`], ...within(root, path)];
    return [[path, `${mode} ${readFileSync(join(root, path), "latin1")}`]];
  });
}
