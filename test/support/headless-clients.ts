/**
 * The real clients as programs that run once, without a terminal: set up by `askline init`, each with
 * a home of its own and a model that follows a script. Nothing leaves this machine.
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openDesk } from "../../src/askline.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { type AgentHome, openAgentHome } from "./agent-home.ts";
import { installClient } from "./real-client.ts";
import { type ScriptedModel, type Step, startScriptedModel } from "./scripted-model.ts";

export interface Client {
  readonly package: string;
  readonly version: string;
  readonly program: string;
  readonly args: readonly string[];
  /** The file in which `askline init` writes the limit of a call, and how it stands there. */
  readonly limit: { file: string; pattern: RegExp; text(seconds: number): string };
  /** What it needs to find its model. Called before `askline init`. */
  configure(home: AgentHome, project: string, model: string): void;
  /** Sets the limit where Askline does not look. Returns more arguments. */
  hideLimit(home: AgentHome, seconds: number): string[];
}

const KEY = "sk-ant-stand-in-of-no-value-at-all";
const PROMPT = "Ask the person.";
const milliseconds = {
  pattern: /"timeout":\s*\d+/,
  text: (seconds: number) => `"timeout": ${seconds * 1_000}`,
};

export const CLIENTS = {
  "claude-code": {
    package: "@anthropic-ai/claude-code",
    version: process.env["ASKLINE_CLAUDE_VERSION"] ?? "2.1.325",
    program: "claude",
    args: ["-p", PROMPT],
    limit: { file: ".claude/.claude.json", ...milliseconds },
    configure(home, _, model) {
      Object.assign(home.env, {
        ...{ ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: KEY, ANTHROPIC_AUTH_TOKEN: "" },
        CLAUDE_CONFIG_DIR: join(home.home, ".claude"),
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        ...{ DISABLE_AUTOUPDATER: "1", DISABLE_TELEMETRY: "1", DISABLE_ERROR_REPORTING: "1" },
      });
      const customApiKeyResponses = { approved: [KEY.slice(-20)], rejected: [] };
      const known = { hasCompletedOnboarding: true, theme: "dark", customApiKeyResponses };
      home.write(".claude/.claude.json", JSON.stringify(known));
    },
    hideLimit(home, seconds) {
      const { askline } = JSON.parse(home.read(this.limit.file)).mcpServers;
      const servers = { mcpServers: { askline: { ...askline, timeout: seconds * 1_000 } } };
      return ["--mcp-config", JSON.stringify(servers), "--strict-mcp-config"];
    },
  },
  codex: {
    package: "@openai/codex",
    version: "0.166.0",
    program: "codex",
    args: ["exec", "--json", "--skip-git-repo-check", PROMPT],
    limit: {
      file: ".codex/config.toml",
      pattern: /tool_timeout_sec = \d+/,
      text: (seconds) => `tool_timeout_sec = ${seconds}`,
    },
    configure(home, project, model) {
      Object.assign(home.env, { CODEX_HOME: join(home.home, ".codex"), STAND_IN_KEY: KEY });
      const lines = [
        'model = "stand-in"',
        'model_provider = "stand-in"',
        "check_for_update_on_startup = false",
        "[model_providers.stand-in]",
        'name = "Stand-in"',
        `base_url = "${model}"`,
        'wire_api = "responses"',
        'env_key = "STAND_IN_KEY"',
        `[projects."${project}"]`,
        'trust_level = "trusted"',
      ];
      home.write(".codex/config.toml", `${lines.join("\n")}\n`);
    },
    hideLimit: (_, seconds) => ["-c", `mcp_servers.askline.tool_timeout_sec=${seconds}`],
  },
  gemini: {
    package: "@google/gemini-cli",
    version: "0.61.0",
    program: "gemini",
    args: ["-p", PROMPT, "--approval-mode", "yolo", "--skip-trust"],
    limit: { file: ".gemini/settings.json", ...milliseconds },
    configure(home, _, model) {
      Object.assign(home.env, { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: model });
      const settings = { security: { auth: { selectedType: "gemini-api-key" } } };
      home.write(".gemini/settings.json", JSON.stringify(settings));
    },
    hideLimit: (home, seconds) => hideHome(home, ".gemini/settings.json", "mcpServers", seconds),
  },
  opencode: {
    package: "opencode-ai",
    version: "1.18.33",
    program: "opencode",
    args: ["run", "--format", "json", PROMPT],
    limit: { file: ".config/opencode/opencode.json", ...milliseconds },
    configure(home, _, model) {
      const options = { baseURL: model, apiKey: KEY };
      const provider = {
        ...{ npm: "@ai-sdk/openai-compatible", name: "Stand-in", options },
        models: { "stand-in": { name: "Stand-in", tool_call: true } },
      };
      const config = { model: "stand-in/stand-in", provider: { "stand-in": provider } };
      home.write(".config/opencode/opencode.json", JSON.stringify(config));
    },
    hideLimit: (home, seconds) => hideHome(home, ".config/opencode/opencode.json", "mcp", seconds),
  },
} satisfies Record<string, Client>;

/** The server is told of another home, so that it does not find its client's settings. */
function hideHome(home: AgentHome, file: string, key: string, seconds: number): string[] {
  const settings = JSON.parse(home.read(file));
  const { askline } = settings[key];
  const field = key === "mcp" ? "environment" : "env";
  askline.timeout = seconds * 1_000;
  askline[field] = { ...askline[field], HOME: home.files.at("nowhere") };
  home.write(file, JSON.stringify(settings));
  return [];
}

export type HeadlessClient = keyof typeof CLIENTS;
export const HEADLESS_CLIENTS = Object.keys(CLIENTS) as HeadlessClient[];

export function installHeadless(): void {
  for (const { package: name, version, program } of Object.values(CLIENTS))
    installClient(name, version, program);
}

export interface HeadlessRun extends AsyncDisposable {
  readonly home: AgentHome;
  readonly desk: Desk;
  readonly model: ScriptedModel;
  /** Runs it. Resolves to what it printed. */
  run(): Promise<string>;
}

/** `seconds`: what the client lets a tool call take; hidden where Askline does not read it. */
export async function openHeadless(
  client: HeadlessClient,
  script: readonly Step[],
  { seconds, isHidden }: { seconds: number; isHidden: boolean },
): Promise<HeadlessRun> {
  const known: Client = CLIENTS[client];
  const { package: name, version, program: word, limit } = known;
  const program = installClient(name, version, word);
  const model = await startScriptedModel(script);
  const home = openAgentHome();
  const project = home.files.at("project");
  mkdirSync(project);
  Object.assign(home.env, { LANG: "C.UTF-8", TERM: "dumb" });
  known.configure(home, project, model.url);
  const { code, stderr } = await home.askline("init", "--yes", "--only", client);
  if (code !== 0) throw new Error(`askline init failed: ${stderr}`);
  const more = isHidden ? known.hideLimit(home, seconds) : [];
  if (!isHidden)
    home.write(limit.file, home.read(limit.file).replace(limit.pattern, limit.text(seconds)));
  const desk = openDesk({ sessionsDirectory: join(home.state, "sessions") });
  return {
    ...{ home, desk, model, run },
    async [Symbol.asyncDispose]() {
      await desk.close();
      home[Symbol.dispose]();
      await model[Symbol.asyncDispose]();
    },
  };

  function run(): Promise<string> {
    const child = spawn(program, [...known.args, ...more], {
      ...{ cwd: project, env: { ...home.env } },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (said += chunk));
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", () => resolve(said));
    });
  }
}
