/**
 * The limit for a tool call in a client's own configuration. It is read with the first call, never
 * at the start. Only entries that start Askline count; of several the shortest does, since nothing
 * tells which of them started this process.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, jsonIn } from "../../core/json.ts";
import type { Client } from "./caller.ts";

interface Surroundings {
  /** Absent if clients connect from anywhere: their configuration is then not on this machine. */
  workingDirectory?: string | undefined;
  environment: NodeJS.ProcessEnv;
}

interface Places {
  here: string;
  home: string;
  environment: NodeJS.ProcessEnv;
}

const READERS: { client: RegExp; seconds: (places: Places) => (number | undefined)[] }[] = [
  { client: /^claude-code/, seconds: ofClaudeCode },
  { client: /^codex/, seconds: ofCodex },
  { client: /^gemini/, seconds: ofGemini },
  { client: /^opencode/, seconds: ofOpencode },
];

const found = new Map<string, number | undefined>();

/** Undefined if the client's configuration names no limit, or cannot be read. */
export function configuredSeconds(
  { name }: Client,
  { workingDirectory, environment }: Surroundings,
): number | undefined {
  const reader = READERS.find(({ client }) => client.test(name.toLowerCase()));
  if (workingDirectory === undefined || reader === undefined) return undefined;
  const key = `${reader.client.source} ${workingDirectory}`;
  if (!found.has(key)) {
    const home = environment["HOME"] || environment["USERPROFILE"] || "";
    const limits = reader
      .seconds({ here: workingDirectory, home, environment })
      .filter((seconds) => seconds !== undefined && seconds > 0)
      .map(Number);
    found.set(key, limits.length === 0 ? undefined : Math.min(...limits));
  }
  return found.get(key);
}

/** An entry's own limit counts before the environment's. */
function ofClaudeCode({ here, home, environment }: Places): (number | undefined)[] {
  const own = jsonAt(join(environment["CLAUDE_CONFIG_DIR"] || home, ".claude.json"));
  const project = fieldOf(fieldOf(own, "projects"), here);
  const entries = [jsonAt(join(here, ".mcp.json")), own, project].flatMap((file) =>
    timeoutsIn(fieldOf(file, "mcpServers")),
  );
  const byEnvironment = Number(environment["MCP_TOOL_TIMEOUT"]);
  return entries.length > 0
    ? entries
    : [Number.isFinite(byEnvironment) ? byEnvironment / 1000 : undefined];
}

function ofGemini({ here, home, environment }: Places): (number | undefined)[] {
  return [here, environment["GEMINI_CLI_HOME"] || home].flatMap((folder) =>
    timeoutsIn(fieldOf(jsonAt(join(folder, ".gemini", "settings.json")), "mcpServers")),
  );
}

function ofOpencode({ here, home, environment }: Places): (number | undefined)[] {
  const config = environment["XDG_CONFIG_HOME"] || join(home, ".config");
  const settings = environment["OPENCODE_CONFIG_DIR"] || join(config, "opencode");
  const names = ["opencode.json", "opencode.jsonc", "config.json"];
  return [here, settings].flatMap((folder) =>
    names.flatMap((name) => timeoutsIn(fieldOf(jsonAt(join(folder, name)), "mcp"))),
  );
}

/** The table of one server is plain lines, so no TOML parser is needed for one number. */
function ofCodex({ home, environment }: Places): (number | undefined)[] {
  const text = textAt(join(environment["CODEX_HOME"] || join(home, ".codex"), "config.toml"));
  const tables = text
    .split(/^\s*(?=\[)/m)
    .filter((table) => /^\[mcp_servers\.[^\]]+\]/.test(table));
  return tables
    .filter((table) => /askline/i.test(table))
    .map((table) => /^\s*tool_timeout_sec\s*=\s*([\d_.]+)/m.exec(table)?.[1])
    .map((seconds) => (seconds === undefined ? undefined : Number(seconds.replaceAll("_", ""))));
}

/** The limits, in seconds, of the entries that start Askline. */
function timeoutsIn(servers: unknown): number[] {
  if (!isRecord(servers)) return [];
  return Object.entries(servers).flatMap(([name, entry]) => {
    const timeout = fieldOf(entry, "timeout");
    const command = JSON.stringify([name, fieldOf(entry, "command"), fieldOf(entry, "args")]);
    return typeof timeout === "number" && /askline/i.test(command) ? [timeout / 1000] : [];
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function jsonAt(path: string): unknown {
  return jsonIn(textAt(path));
}

/** Empty if there is no such file. */
function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
