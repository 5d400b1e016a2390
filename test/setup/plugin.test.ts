/**
 * What other programs read about Askline matches the code: the Claude Code plugin and the entry in
 * the MCP registry.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { pluginFiles } from "../../scripts/plugin.ts";
import { openAgentHome } from "../support/agent-home.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const skill = readFileSync(`${ROOT}skills/askline/SKILL.md`, "utf8");

describe("the plugin and the registry entry", () => {
  it.each(Object.entries(pluginFiles(skill)))(
    "%s is what `npm run plugin` would write",
    (path, text) => {
      const there = readFileSync(ROOT + path, "utf8");
      if (path.endsWith(".json")) expect(JSON.parse(there)).toEqual(JSON.parse(text));
      else expect(there).toBe(text);
    },
  );

  it("have the version of the package, and a description that the registry takes", () => {
    const server = JSON.parse(readFileSync(`${ROOT}server.json`, "utf8"));
    expect(server).toMatchObject({ name: manifest.mcpName, version: manifest.version });
    expect(server.description.length).toBeLessThanOrEqual(100);
    expect(
      JSON.parse(readFileSync(`${ROOT}plugin/.claude-plugin/plugin.json`, "utf8")).version,
    ).toBe(manifest.version);
  });

  it("leave init only what a plugin cannot bring, and are not set up twice", async () => {
    using home = openAgentHome({ env: { ASKLINE_PORT: "0" } });
    home.write(".claude/settings.json", "{}");
    await home.askline("init", "--yes");
    const twice = home
      .read(".claude/settings.json")
      .replace("{", '{"enabledPlugins": {"askline@askline": true},');
    home.write(".claude/settings.json", twice);
    await home.askline("init", "--yes");
    const { checks } = await home.json("doctor");
    const todo = "Run: askline uninit, then askline init";
    expect(checks).toContainEqual(
      expect.objectContaining({ check: "claude-code-hooks", level: "problem", todo }),
    );

    await home.askline("uninit", "--yes");
    await home.askline("init", "--yes");
    expect(JSON.parse(home.read(".claude/settings.json"))).toEqual({
      enabledPlugins: { "askline@askline": true },
      env: { CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: "0" },
      permissions: { allow: ["mcp__plugin_askline_askline"] },
    });
    expect(Object.keys(home.everything())).toEqual([".claude", ".claude/settings.json"]);
  });

  it("have hooks and a server that run where the package is installed", () => {
    using home = openAgentHome();
    home.installOnPath();
    const env = { ...process.env, ...home.env, ASKLINE_STATE_DIR: home.state };
    const { hooks } = JSON.parse(readFileSync(`${ROOT}plugin/hooks/hooks.json`, "utf8"));
    const input = '{"session_id": "s", "cwd": "/", "hook_event_name": "Stop"}';
    execFileSync("sh", ["-c", hooks.Stop[0].hooks[0].command], { input, env });
    expect(existsSync(home.files.at("state/spool"))).toBe(true);

    const { command, args } = JSON.parse(readFileSync(`${ROOT}plugin/.mcp.json`, "utf8")).mcpServers
      .askline;
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
    expect(execFileSync(command, args, { input: ping, env, encoding: "utf8" })).toContain('"id":1');
  });
});
