/**
 * The clients that Askline can set up: how to find each on this machine, and what its configuration
 * needs so that a question can wait for a person. docs/setup.md says the same in prose.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { readConfig } from "./config-file.ts";
import { claudeHooks, codexHooks, geminiHooks } from "./hooks.ts";
import { type Installation, isOnPath } from "./installation.ts";
import type { JsonPart } from "./json-parts.ts";
import { type Json, nodeAt, readJsonc } from "./jsonc.ts";
import { opencodePlugin } from "./opencode-plugin.ts";
import type { TomlPart } from "./toml-part.ts";
import type { WholeFile } from "./whole-file.ts";

export const CLIENT_IDS = [
  "claude-code",
  "codex",
  "gemini",
  "opencode",
  "cursor",
  "vscode",
] as const;
export type ClientId = (typeof CLIENT_IDS)[number];

export interface ClientFile {
  readonly path: string;
  readonly parts: readonly (JsonPart | TomlPart | WholeFile)[];
  /** Files in a format of the client that Askline does not know. */
  readonly foreign?: readonly string[];
  /** What the client puts beside such a file, as paths; it goes with the file. */
  readonly leftovers?: readonly string[];
}

export interface Client {
  readonly id: ClientId;
  readonly name: string;
  readonly isHere: boolean;
  readonly files: readonly ClientFile[];
}

type Environment = Record<string, string | undefined>;

// A person may be at lunch. The wait ends a minute before the client would end it, and
// the answer stays fetchable.
const WAIT_SECONDS = 3_540;
const TOOL_TIMEOUT_SECONDS = 3_600;
const DAY_MS = 24 * 3_600_000;

export function clientsHere(
  installation: Installation,
  environment: Environment = process.env,
): Client[] {
  const home = homedir();
  const config = environment["XDG_CONFIG_HOME"] || join(home, ".config");
  return [
    claudeCode(installation, environment["CLAUDE_CONFIG_DIR"] || null, home),
    codex(installation, environment["CODEX_HOME"] || join(home, ".codex")),
    gemini(installation, join(environment["GEMINI_CLI_HOME"] || home, ".gemini")),
    opencode(installation, environment["OPENCODE_CONFIG_DIR"] || join(config, "opencode")),
    cursor(installation, join(home, ".cursor")),
    vscode(installation, editorsIn(environment, home, config)),
  ];
}

export function claudeSettingsPath(environment: Environment = process.env): string {
  return join(environment["CLAUDE_CONFIG_DIR"] || join(homedir(), ".claude"), "settings.json");
}

function claudeCode(installation: Installation, moved: string | null, home: string): Client {
  const folder = moved ?? join(home, ".claude");
  const path = join(folder, "settings.json");
  const server = { type: "stdio", ...startOf(installation), timeout: DAY_MS };
  const isPlugin = hasPlugin(path);
  const settings: JsonPart[] = [
    // Otherwise a call that waits for two minutes goes to the background, and its answer no
    // longer counts as the person's.
    { kind: "value", path: ["env", "CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS"], value: "0" },
    {
      kind: "element",
      path: ["permissions", "allow"],
      value: isPlugin ? PLUGIN_RULE : "mcp__askline",
    },
  ];
  const main = {
    id: "claude-code",
    name: "Claude Code",
    isHere: existsSync(folder) || isOnPath("claude"),
  } as const;
  if (isPlugin) return { ...main, files: [{ path, parts: settings }] };
  return {
    ...main,
    files: [
      { path, parts: [...settings, ...claudeHooks(installation)] },
      { path: join(moved ?? home, ".claude.json"), parts: [serverPart(["mcpServers"], server)] },
    ],
  };
}

// Claude Code's name for the server of our plugin.
const PLUGIN_RULE = "mcp__plugin_askline_askline";

/** Our plugin brings the hooks and the server itself, so set-up must not add them a second time. */
export function hasPlugin(settingsPath: string): boolean {
  try {
    const plugins = nodeAt(readJsonc(readConfig(settingsPath) ?? "{}"), ["enabledPlugins"]);
    return (
      plugins?.entries?.some(
        ({ key, node }) => key?.startsWith("askline@") && node.value === true,
      ) === true
    );
  } catch {
    // The step that changes the file reports what is wrong with it.
    return false;
  }
}

function codex(installation: Installation, folder: string): Client {
  const { command, args } = startOf(installation);
  const table: TomlPart = {
    kind: "table",
    path: ["mcp_servers", "askline"],
    lines: [
      "[mcp_servers.askline]",
      `command = ${JSON.stringify(command)}`,
      `args = [${args.map((word) => JSON.stringify(word)).join(", ")}]`,
      `env = { ASKLINE_MCP_WAIT_SECONDS = "${WAIT_SECONDS}" }`,
      `tool_timeout_sec = ${TOOL_TIMEOUT_SECONDS}`,
      'default_tools_approval_mode = "approve"',
    ],
  };
  return {
    ...{ id: "codex", name: "Codex", isHere: existsSync(folder) || isOnPath("codex") },
    files: [
      { path: join(folder, "config.toml"), parts: [table] },
      { path: join(folder, "hooks.json"), parts: codexHooks(installation) },
    ],
  };
}

function gemini(installation: Installation, folder: string): Client {
  const env = { ASKLINE_MCP_WAIT_SECONDS: String(WAIT_SECONDS) };
  const server = {
    ...startOf(installation),
    env,
    timeout: TOOL_TIMEOUT_SECONDS * 1_000,
    trust: true,
  };
  const parts = [serverPart(["mcpServers"], server), ...geminiHooks(installation)];
  return {
    ...{ id: "gemini", name: "Gemini CLI", isHere: existsSync(folder) || isOnPath("gemini") },
    files: [{ path: join(folder, "settings.json"), parts }],
  };
}

// opencode lets npm install its own package there, for plugins that want it.
const NPM_LEAVES = ["package.json", "package-lock.json", "bun.lock", ".gitignore", "node_modules"];

/** OpenCode reads all of these files, the last one last. */
function opencode(installation: Installation, folder: string): Client {
  const names = ["opencode.jsonc", "opencode.json", "config.json"];
  const name = names.find((one) => existsSync(join(folder, one))) ?? "opencode.json";
  const { command, args } = startOf(installation);
  const server = {
    type: "local",
    command: [command, ...args],
    enabled: true,
    timeout: TOOL_TIMEOUT_SECONDS * 1_000,
  };
  return {
    ...{ id: "opencode", name: "opencode", isHere: existsSync(folder) || isOnPath("opencode") },
    files: [
      {
        path: join(folder, name),
        parts: [serverPart(["mcp"], server)],
        foreign: ["mcp", "servers"],
      },
      {
        path: join(folder, "plugin", "askline.js"),
        parts: [opencodePlugin(installation)],
        leftovers: NPM_LEAVES.map((one) => join(folder, one)),
      },
    ],
  };
}

function cursor(installation: Installation, folder: string): Client {
  const server = startOf(installation, { isFromDesktop: true });
  return {
    ...{
      id: "cursor",
      name: "Cursor",
      isHere: existsSync(folder) || isOnPath("cursor", "cursor-agent"),
    },
    files: [{ path: join(folder, "mcp.json"), parts: [serverPart(["mcpServers"], server)] }],
  };
}

function vscode(installation: Installation, folders: readonly string[]): Client {
  const [usual = "", ...others] = folders;
  const found = folders.filter((folder) => existsSync(folder));
  const isHere = found.length > 0 || isOnPath("code");
  const places = found.length > 0 ? found : [usual, ...others].slice(0, 1);
  const server = { type: "stdio", ...startOf(installation, { isFromDesktop: true }) };
  const files = places.map((folder) => ({
    path: join(folder, "mcp.json"),
    parts: [serverPart(["servers"], server)],
  }));
  return { id: "vscode", name: "VS Code", isHere, files };
}

function editorsIn(environment: Environment, home: string, config: string): string[] {
  const appData = environment["APPDATA"] || join(home, "AppData", "Roaming");
  const support = join(home, "Library", "Application Support");
  const base =
    process.platform === "darwin" ? support : process.platform === "win32" ? appData : config;
  return ["Code", "Code - Insiders", "VSCodium"].map((editor) => join(base, editor, "User"));
}

function startOf({ words, absoluteWords, flags }: Installation, { isFromDesktop = false } = {}) {
  const [command = "askline", ...rest] = isFromDesktop ? absoluteWords : words;
  return { command, args: [...rest, "mcp", ...flags] };
}

function serverPart(path: readonly string[], value: Json): JsonPart {
  return { kind: "value", path: [...path, "askline"], value, isOurName: true };
}
