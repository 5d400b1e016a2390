/**
 * The files of the Claude Code plugin and of the MCP registry, generated from the code,
 * the package and the skill.
 */
import manifest from "../package.json" with { type: "json" };
import { claudeHooks } from "../src/cli/setup/hooks.ts";

const AUTHORS = { name: "The Askline authors" };
const HOMELESS = { words: ["askline"], absoluteWords: ["askline"], flags: [], stateDirectory: "" };

/** Keyed by path from the root of the repository. */
export function pluginFiles(skill: string): Record<string, string> {
  const { version, description, license } = manifest;
  const about = { name: "askline", version, description, license };
  const hooks = Object.fromEntries(
    claudeHooks(HOMELESS).map(({ path, value }) => [path.at(-1), [value]]),
  );
  const server = { command: "askline", args: ["mcp"] };
  const offer = { name: "askline", source: "./plugin", description };
  const npm = {
    registryType: "npm",
    identifier: manifest.name,
    version,
    transport: { type: "stdio" },
    packageArguments: [{ type: "positional", value: "mcp" }],
  };
  return {
    ".claude-plugin/marketplace.json": json({
      name: "askline",
      description,
      owner: AUTHORS,
      plugins: [offer],
    }),
    "plugin/.claude-plugin/plugin.json": json({
      ...about,
      author: AUTHORS,
      keywords: ["questions", "human-in-the-loop", "mcp"],
    }),
    "plugin/.mcp.json": json({ mcpServers: { askline: server } }),
    "plugin/hooks/hooks.json": json({ hooks }),
    "plugin/skills/askline/SKILL.md": skill,
    "server.json": json({
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: manifest.mcpName,
      title: "Askline",
      description,
      version,
      packages: [npm],
    }),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
