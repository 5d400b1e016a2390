/**
 * A real Claude Code, set up by `askline init`, with a home of its own and a stand-in for its model.
 * Nothing leaves this machine. It is asked to run one command, whose effect is a file.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openDesk } from "../../src/askline.ts";
import type { Ask } from "../../src/core/ask/ask.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { type AgentHome, openAgentHome, type ServingHome, serving } from "./agent-home.ts";
import { startModelStandIn } from "./model-stand-in.ts";
import { until } from "./patience.ts";
import { installClient } from "./real-client.ts";
import { openTerminal, type Terminal } from "./tmux.ts";

/** The one that was looked at; another may be tried. */
export const VERSION = process.env["ASKLINE_CLAUDE_VERSION"] ?? "2.1.325";

export type Says = "allow" | "deny";

export interface RealClaude extends AsyncDisposable {
  readonly home: AgentHome;
  readonly desk: Desk;
  /** What the model was told of its tool calls. */
  readonly results: readonly string[];
  startHub(): Promise<ServingHome>;
  /** Its dialog, on the screen of a terminal and open as an ask. */
  openDialog(): Promise<RealDialog>;
  /** Its own question: which of the options. */
  openQuestion(...options: string[]): Promise<RealDialog>;
  /** Runs without a terminal, as `claude -p` does. Resolves to what it printed. */
  runHeadless(): Promise<string>;
  /** The only ask. */
  ask(): Promise<Ask>;
  /** Whether it ran the command, to its end. */
  hasRun(): boolean;
  /** Whether a command that stays began. */
  hasBegun(): boolean;
}

export interface RealDialog {
  readonly askId: string;
  readonly terminal: Terminal;
  decideInTerminal(says: Says): void;
  /** Types the next prompt. Resolves once the agent has replied. */
  prompt(text: string): Promise<void>;
  /** Resolves once the agent has nothing more to do. */
  untilIdle(): Promise<void>;
}

const KEY = "sk-ant-stand-in-of-no-value-at-all";

export function installClaudeCode(): string {
  return installClient("@anthropic-ai/claude-code", VERSION, "claude");
}

/** A command that stays runs until somebody stops it. */
export async function openClaudeCode({ stays = false } = {}): Promise<RealClaude> {
  const program = installClaudeCode();
  const model = await startModelStandIn();
  const home = openAgentHome();
  const folder = join(home.home, ".claude");
  const project = home.files.at("project");
  const made = join(project, "made");
  const staying = stays ? "mkfifo begun && cat begun; " : "";
  const command = `call Bash {"command":"${staying}touch ${made}"}`;
  mkdirSync(project);
  Object.assign(home.env, {
    ...{ ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: KEY, ANTHROPIC_AUTH_TOKEN: "" },
    ...{ CLAUDE_CONFIG_DIR: folder, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1" },
    ...{ DISABLE_AUTOUPDATER: "1", DISABLE_TELEMETRY: "1", DISABLE_ERROR_REPORTING: "1" },
    // A busy machine makes no difference to what is claimed.
    ...{ ASKLINE_HOOK_PATIENCE: "20", LANG: "C.UTF-8", TERM: "xterm-256color" },
  });
  const known = {
    ...{ hasCompletedOnboarding: true, theme: "dark" },
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  };
  home.write(".claude/.claude.json", JSON.stringify(known));
  const { code, stderr } = await home.askline("init", "--yes", "--only", "claude-code");
  if (code !== 0) throw new Error(`askline init failed: ${stderr}`);
  const desk = openDesk({ sessionsDirectory: join(home.state, "sessions") });
  // What was opened last is closed first.
  const closing = [
    () => model[Symbol.asyncDispose](),
    async () => home[Symbol.dispose](),
    () => desk.close(),
  ];
  return {
    ...{ home, desk, results: model.results, openQuestion, runHeadless, ask },
    openDialog: () => open(command, /Do you want to proceed\?/),
    startHub,
    hasRun: () => existsSync(made),
    hasBegun: () => existsSync(join(project, "begun")),
    async [Symbol.asyncDispose]() {
      for (const close of closing.reverse()) await close();
    },
  };

  async function startHub(): Promise<ServingHome> {
    const hub = await serving(home);
    closing.push(() => hub[Symbol.asyncDispose]());
    return hub;
  }

  function openQuestion(...labels: string[]): Promise<RealDialog> {
    const options = labels.map((label) => ({ label, description: `Take ${label}` }));
    const one = { question: "Which one?", header: "Choice", options, multiSelect: false };
    const call = `call AskUserQuestion ${JSON.stringify({ questions: [one] })}`;
    return open(call, new RegExp(`1\\. ${labels[0]}`));
  }

  async function open(begin: string, shown: RegExp): Promise<RealDialog> {
    const env = home.env as Record<string, string>;
    const terminal = openTerminal({ columns: 100, rows: 40, env });
    closing.push(async () => {
      const pid = status()?.pid;
      terminal[Symbol.dispose]();
      // It reports its end by a last hook, which writes into the home.
      if (pid !== undefined) await until("the agent to end", () => !isAlive(pid));
    });
    terminal.type(`cd ${project} && exec ${program} --permission-mode default '${begin}'`);
    terminal.press("Enter");
    await terminal.until(shown);
    const { id } = await until("an open ask", async () => {
      const [open] = await desk.list({ status: "pending" });
      return open;
    });
    return { askId: id, terminal, decideInTerminal, prompt, untilIdle };

    async function prompt(text: string) {
      terminal.type(text);
      await terminal.until(new RegExp(`❯\\s${text}`));
      terminal.press("Enter");
      await terminal.until(new RegExp(`❯\\s${text}[^]*● Done\\.`));
    }

    function decideInTerminal(says: Says) {
      const [, key = ""] =
        (says === "allow" ? /(\d)\. Yes/ : /(\d)\. No/).exec(terminal.screen()) ?? [];
      terminal.press(key);
    }

    async function untilIdle() {
      await until(
        () => `the agent to be idle. Its terminal shows:\n${terminal.screen()}`,
        () => status()?.status === "idle",
      );
    }
  }

  /** As the client itself writes it down. */
  function status(): { pid: number; status: string } | undefined {
    const sessions = join(folder, "sessions");
    const [name] = existsSync(sessions)
      ? readdirSync(sessions).filter((one) => one.endsWith(".json"))
      : [];
    if (name === undefined) return undefined;
    try {
      return home.files.readJson("home", ".claude", "sessions", name);
    } catch {
      // It is being written.
      return undefined;
    }
  }

  async function runHeadless(): Promise<string> {
    const args = ["-p", command, "--permission-mode", "default"];
    const env = { ...home.env };
    const child = spawn(program, args, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (said += chunk));
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", () => resolve(said));
    });
  }

  async function ask(): Promise<Ask> {
    const [only, ...more] = await desk.list();
    if (only === undefined || more.length > 0)
      throw new Error(`There are ${more.length} more asks.`);
    return only;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
