/** `askline init` and `askline uninit` on home folders as people have them. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AgentHome, openAgentHome } from "../support/agent-home.ts";
import { CLI } from "../support/askline.ts";
import { patient } from "../support/patience.ts";
import { rounds } from "../support/rounds.ts";
import { openTerminal } from "../support/tmux.ts";

const EVERYBODY: Record<string, string[]> = {
  ".claude/settings.json": [
    "",
    "{}",
    "{}\n",
    '{\n  "model": "opus"\n}\n',
    '{\n  "$schema": "https://json.schemastore.org/claude-code-settings.json",\n  "permissions": {\n    "allow": [\n      "Bash(npm run test:*)"\n    ],\n    "deny": []\n  },\n  "env": {\n    "FOO": "bar"\n  },\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          {\n            "type": "command",\n            "command": "say done"\n          }\n        ]\n      }\n    ],\n    "PreToolUse": [\n      {\n        "matcher": "Bash",\n        "hooks": [{ "type": "command", "command": "./check.sh" }]\n      }\n    ]\n  },\n  "statusLine": { "type": "command", "command": "~/.claude/statusline.sh" }\n}',
    '{"env":{"CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS":"120000"},"permissions":{"allow":["mcp__askline"]}}',
    '\uFEFF{\r\n\t"model": "opus"\r\n}\r\n',
  ],
  ".claude.json": [
    '{\n  "numStartups": 12,\n  "projects": {\n    "/home/me/한글": {\n      "history": [\n        {"display": "\\u001b[31mred"}\n      ]\n    }\n  },\n  "mcpServers": {}\n}',
    '{"mcpServers":{"askline":{"command":"askline","args":["mcp"]},"docs":{"type":"http","url":"https://docs"}}}',
  ],
  ".codex/config.toml": [
    "",
    'model = "gpt-5"',
    '# mine\r\nmodel = "gpt-5"\r\n\r\n[projects."/home/me"]\r\ntrust_level = "trusted"\r\n',
    '[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs"]\n\n[mcp_servers.docs.env]\nKEY = """\n[mcp_servers.askline]\n"""\n\n\n',
    '[mcp_servers.askline]\ncommand = "askline"\nargs = ["mcp"]\n\n[tui]\nnotifications = true\n',
  ],
  ".codex/hooks.json": [
    '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "notify"}]}]}}\n',
  ],
  ".gemini/settings.json": [
    '{\n    // how it looks\n    "ui": { "theme": "Ayu" },\n    "mcpServers": {\n        "files": { "command": "files" }, /* mine */\n    },\n}\n',
    '{"security":{"auth":{"selectedType":"oauth-personal"}}}',
  ],
  ".config/opencode/opencode.jsonc": [
    '{\n  "$schema": "https://opencode.ai/config.json",\n  // "model": "big",\n  "mcp": {\n    "docs": { "type": "local", "command": ["docs"], "enabled": false }, // later\n  },\n}\n',
  ],
  ".config/opencode/opencode.json": ['{ "model": "small" }'],
  ".cursor/mcp.json": [
    '{\n  "mcpServers": {\n    "docs": {\n      "url": "https://docs"\n    }\n  }\n}\n',
  ],
  ".config/Code/User/mcp.json": [
    '{\n\t"servers": {},\n\t"inputs": []\n}',
    "// nothing yet\n{\n}\n",
  ],
};

const homes = fc.record(
  Object.fromEntries(
    Object.entries(EVERYBODY).map(([path, texts]) => [
      path,
      fc.option(fc.constantFrom(...texts), { nil: null }),
    ]),
  ),
);

describe("askline init and uninit", () => {
  it("leave every file of every home byte-identical, with its mode, and nothing behind", {
    timeout: patient(900_000),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(homes, fc.constantFrom(0o600, 0o644, 0o640), async (files, mode) => {
        using home = openAgentHome();
        for (const [path, text] of Object.entries(files))
          if (text !== null) home.write(path, text, mode);
        const before = home.everything();

        const made = await home.askline("init", "--yes");
        const after = home.everything();
        const again = await home.json("init", "--yes");
        const undone = await home.askline("uninit", "--yes");

        expect(made).toMatchObject({ code: 0, stderr: "" });
        expect(again.files.every((file: { action: string }) => file.action === "none")).toBe(true);
        expect(undone.code, undone.stderr).toBe(0);
        expect(home.everything()).toEqual(before);
        if (Object.keys(before).length > 0) expect(after).not.toEqual(before);
        expect(existsSync(home.files.at("state/setup"))).toBe(false);
      }),
      { numRuns: rounds(5, 200) },
    );
  });

  it("make files and folders that were not there, and take them away again", async () => {
    using home = openAgentHome();
    const all = "claude-code,codex,gemini,opencode,cursor,vscode";
    expect(await home.askline("init", "--yes", "--only", all)).toMatchObject({ code: 0 });
    const made = home.everything();
    expect(
      Object.keys(made).filter((path) => path.includes(".json") || path.includes(".toml")),
    ).toEqual([
      ".claude/settings.json",
      ".claude.json",
      ".codex/config.toml",
      ".codex/hooks.json",
      ".config/Code/User/mcp.json",
      ".config/opencode/opencode.json",
      ".cursor/mcp.json",
      ".gemini/settings.json",
    ]);
    expect(made[".claude.json"]?.startsWith("600 ")).toBe(true);

    expect(await home.askline("uninit", "--yes")).toMatchObject({ code: 0 });
    expect(home.everything()).toEqual({});
    expect(await home.askline("uninit", "--yes")).toMatchObject({
      code: 0,
      stdout: "There is nothing to undo.\n",
    });
  });

  it("find clients by their folders and by their programs", async () => {
    using home = openAgentHome({ programs: { codex: "#!/bin/sh\n", opencode: "#!/bin/sh\n" } });
    home.write(".gemini/settings.json", "{}");
    const { files } = await home.json("init", "--dry-run");
    expect([...new Set(files.map(({ client }: { client: string }) => client))]).toEqual([
      "codex",
      "gemini",
      "opencode",
    ]);
    expect(Object.keys(home.everything())).toEqual([".gemini", ".gemini/settings.json"]);
  });

  it("go where the environment says that a client keeps its files", async () => {
    using home = openAgentHome();
    const at = (folder: string) => home.files.at("moved", folder);
    Object.assign(home.env, {
      CLAUDE_CONFIG_DIR: at("claude"),
      CODEX_HOME: at("codex"),
      XDG_CONFIG_HOME: at("xdg"),
    });
    const { files } = await home.json(
      "init",
      "--yes",
      "--only",
      "claude-code,codex,opencode,vscode",
    );
    expect(files.map(({ path }: { path: string }) => path)).toEqual([
      at("claude/settings.json"),
      at("claude/.claude.json"),
      at("codex/config.toml"),
      at("codex/hooks.json"),
      at("xdg/opencode/opencode.json"),
      at("xdg/opencode/plugin/askline.js"),
      at("xdg/Code/User/mcp.json"),
    ]);
  });

  it("write what each client needs for a question to wait for a person", async () => {
    using home = openAgentHome();
    await home.askline(
      "init",
      "--yes",
      "--only",
      "claude-code,codex,gemini,opencode,cursor,vscode",
    );
    const json = (path: string) => JSON.parse(home.read(path));
    const command = [process.execPath, CLI, "mcp", "--state-dir", home.state];
    const [program, ...args] = command;

    const claude = json(".claude/settings.json");
    expect(claude.env).toEqual({ CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: "0" });
    expect(claude.permissions.allow).toEqual(["mcp__askline"]);
    expect(claude.hooks.PermissionRequest[0].hooks[0].timeout).toBe(86_400);
    expect(json(".claude.json").mcpServers.askline).toMatchObject({
      type: "stdio",
      command: program,
      args,
    });
    const toml = home.read(".codex/config.toml");
    expect(toml).toContain(
      `command = "${program}"\nargs = [${args.map((word) => JSON.stringify(word)).join(", ")}]`,
    );
    expect(toml).toContain('tool_timeout_sec = 3600\ndefault_tools_approval_mode = "approve"');
    expect(json(".codex/hooks.json").hooks.SessionEnd[0].hooks[0].command).toContain(
      "hook SessionEnd --client codex",
    );
    const codexSeconds = (event: string) =>
      json(".codex/hooks.json").hooks[event][0].hooks[0].timeout;
    // A longer timeout than Codex grants would print a warning at each of its starts.
    expect(["SessionEnd", "Interrupt"].map(codexSeconds)).toEqual([3, 3]);
    expect(json(".gemini/settings.json").mcpServers.askline).toMatchObject({
      timeout: 3_600_000,
      trust: true,
    });
    expect(json(".gemini/settings.json").hooks.AfterAgent[0].hooks[0].timeout).toBe(5_000);
    expect(json(".gemini/settings.json").hooks.AfterAgent[0].hooks[0].command).toMatch(
      /^exec .* 2>\/dev\/null$/,
    );
    expect(json(".config/opencode/opencode.json").mcp.askline).toMatchObject({
      type: "local",
      command,
      timeout: 3_600_000,
    });
    expect(json(".cursor/mcp.json").mcpServers.askline).toEqual({ command: program, args });
    expect(json(".config/Code/User/mcp.json").servers.askline).toEqual({
      type: "stdio",
      command: program,
      args,
    });
  });

  it("name the bare command if it is on the path, except for desktop programs", async () => {
    using home = openAgentHome();
    home.installOnPath();
    await home.askline("init", "--yes", "--only", "codex,cursor");
    expect(home.read(".codex/config.toml")).toContain('command = "askline"\n');
    expect(JSON.parse(home.read(".cursor/mcp.json")).mcpServers.askline.command).toBe(
      process.execPath,
    );
  });

  it("write hooks that work as they stand", async () => {
    using home = openAgentHome();
    await home.askline("init", "--yes", "--only", "claude-code");
    const { command } = JSON.parse(home.read(".claude/settings.json")).hooks.SessionStart[0]
      .hooks[0];
    const { execSync } = await import("node:child_process");
    const { ASKLINE_STATE_DIR: _, ...env } = process.env;
    execSync(command, {
      input: '{"session_id": "s", "cwd": "/", "hook_event_name": "SessionStart"}',
      env,
    });
    expect(existsSync(home.files.at("state/spool"))).toBe(true);
  });

  it("follow links to the file behind them, and keep the links", async () => {
    using home = openAgentHome();
    home.write("dotfiles/claude.json", '{\n  "model": "opus"\n}\n', 0o640);
    mkdirSync(home.files.at("home/.claude"));
    symlinkSync("../dotfiles/claude.json", home.files.at("home/.claude/settings.json"));
    const before = home.everything();
    await home.askline("init", "--yes");
    expect(home.everything()[".claude/settings.json"]).toBe("link to ../dotfiles/claude.json");
    expect(home.everything()["dotfiles/claude.json"]).toMatch(/^640 .*mcp__askline/s);
    await home.askline("uninit", "--yes");
    expect(home.everything()).toEqual(before);
  });

  it("can be undone wherever it was killed", { timeout: patient(300_000) }, async () => {
    const moments = rounds(4, 60);
    for (let moment = 0; moment < moments; moment++) {
      using home = openAgentHome();
      home.write(".claude/settings.json", '{\n  "model": "opus"\n}\n');
      home.write(".codex/config.toml", 'model = "x"\n');
      const before = home.everything();
      const init = home.start(
        "init",
        "--yes",
        "--only",
        "claude-code,codex,gemini,opencode,cursor,vscode",
      );
      // Every file that is written or created is another moment at which to die.
      const watched = watch(home.files.path, { recursive: true });
      let changes = 0;
      watched.on("change", () => {
        changes += 1;
        if (changes > moment * (180 / moments)) init.child.kill("SIGKILL");
      });
      await init.finished;
      watched.close();
      const { code, stdout, stderr } = await home.askline("uninit", "--yes");
      expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
      expect(home.everything()).toEqual(before);
    }
  });

  it("can be undone when only some of the folders for a file were made", async () => {
    using home = openAgentHome();
    const before = home.everything();
    await home.askline("init", "--yes", "--only", "opencode");
    const made = Object.keys(home.everything()).filter((name) => !(name in before));
    const [outermost = "", ...inner] = made.sort();
    expect(inner.length).toBeGreaterThan(0);
    for (const name of inner.toReversed())
      rmSync(home.files.at("home", name), { recursive: true, force: true });
    expect(home.everything()).toHaveProperty([outermost]);
    expect((await home.askline("uninit", "--yes")).code).toBe(0);
    expect(home.everything()).toEqual(before);
  });

  it("set up anew when the installation has moved, and still know the way back", async () => {
    using home = openAgentHome();
    home.write(".claude/settings.json", '{\n  "model": "opus"\n}\n');
    home.write(".codex/config.toml", 'model = "x"\n');
    const before = home.everything();
    await home.askline("init", "--yes");
    home.installOnPath();
    await home.askline("init", "--yes");
    const settings = JSON.parse(home.read(".claude/settings.json"));
    expect(settings.hooks.Stop).toHaveLength(1);
    expect(settings.hooks.Stop[0].hooks[0].command).toMatch(/^askline hook Stop/);
    expect(home.read(".codex/config.toml").match(/mcp_servers/g)).toHaveLength(1);
    await home.askline("uninit", "--yes");
    expect(home.everything()).toEqual(before);
  });
});

describe("what npm puts beside opencode's plugin", () => {
  const manifest = '{ "dependencies": { "@opencode-ai/plugin": "1.18.33" } }';
  const folder = ".config/opencode";

  function npmWas(home: AgentHome, wanted = manifest) {
    home.write(`${folder}/package.json`, wanted);
    home.write(`${folder}/package-lock.json`, "{}");
    home.write(`${folder}/.gitignore`, "node_modules\npackage.json\nbun.lock\n.gitignore");
    home.write(`${folder}/node_modules/@opencode-ai/plugin/index.js`, "");
  }

  it("goes with the plugin", async () => {
    using home = openAgentHome();
    home.write(`${folder}/opencode.json`, "{}");
    const before = home.everything();
    await home.askline("init", "--yes");
    npmWas(home);
    await home.askline("uninit", "--yes");
    expect(home.everything()).toEqual(before);
  });

  it("stays if it was there before", async () => {
    using home = openAgentHome();
    npmWas(home);
    const before = home.everything();
    await home.askline("init", "--yes");
    await home.askline("uninit", "--yes");
    expect(home.everything()).toEqual(before);
  });

  it("stays if a person has asked for a package since", async () => {
    using home = openAgentHome();
    home.write(`${folder}/opencode.json`, "{}");
    await home.askline("init", "--yes");
    npmWas(home, '{ "dependencies": { "@opencode-ai/plugin": "1", "mine": "1" } }');
    await home.askline("uninit", "--yes");
    expect(Object.keys(home.everything())).toContain(`${folder}/node_modules/@opencode-ai`);
    expect(Object.keys(home.everything())).not.toContain(`${folder}/plugin`);
  });

  it("and a plugin of that name that is not ours is left alone", async () => {
    using home = openAgentHome();
    home.write(`${folder}/plugin/askline.js`, "export const Mine = async () => ({});\n");
    const { code, stdout } = await home.askline("init", "--yes");
    expect(code).toBe(1);
    expect(stdout).toContain("plugin/askline.js was left alone");
    await home.askline("uninit", "--yes");
    expect(home.read(`${folder}/plugin/askline.js`)).toContain("Mine");
  });
});

describe("what a person wrote", () => {
  it("stays if it was edited after the set-up; only our parts go, and it says so", async () => {
    using home = openAgentHome();
    home.write(".claude/settings.json", '{\n  // mine\n  "model": "opus"\n}\n');
    home.write(".codex/config.toml", 'model = "x"\n');
    await home.askline("init", "--yes");
    home.write(
      ".claude/settings.json",
      home.read(".claude/settings.json").replace('"opus"', '"sonnet"'),
    );
    home.write(".codex/config.toml", `${home.read(".codex/config.toml")}\n[tui]\nx = 1\n`);
    const { code, stdout } = await home.askline("uninit", "--yes");
    expect(code).toBe(0);
    expect(stdout.match(/was changed since; only Askline's parts were taken out/g)).toHaveLength(2);
    expect(home.read(".claude/settings.json")).toBe('{\n  // mine\n  "model": "sonnet"\n}\n');
    expect(home.read(".codex/config.toml")).toBe('model = "x"\n\n[tui]\nx = 1\n');
  });

  it("stays, and our parts go, even if the record of the set-up was deleted", async () => {
    using home = openAgentHome();
    home.write(".claude/settings.json", '{\n  // mine\n  "model": "opus"\n}\n');
    home.write(".codex/config.toml", 'model = "x"\n');
    home.write(".cursor/mcp.json", '{"mcpServers":{"docs":{"url":"x"}}}');
    await home.askline("init", "--yes", "--only", "claude-code,codex,cursor");
    rmSync(home.state, { recursive: true });
    const { stdout, code } = await home.askline("uninit", "--yes");
    expect(code).toBe(0);
    expect(stdout.match(/Askline's parts were taken out of/g)).toHaveLength(5);
    expect(home.read(".claude/settings.json")).toBe('{\n  // mine\n  "model": "opus"\n}\n');
    expect(home.read(".codex/config.toml")).toBe('model = "x"\n');
    expect(home.read(".cursor/mcp.json")).toBe('{"mcpServers":{"docs":{"url":"x"}}}');
    expect((await home.askline("uninit", "--yes")).stdout).toBe("There is nothing to undo.\n");
  });

  it("in a file of our making keeps that file", async () => {
    using home = openAgentHome();
    await home.askline("init", "--yes", "--only", "cursor");
    const mine = JSON.parse(home.read(".cursor/mcp.json"));
    home.write(
      ".cursor/mcp.json",
      JSON.stringify({ mcpServers: { ...mine.mcpServers, docs: { url: "x" } } }),
    );
    await home.askline("uninit", "--yes");
    expect(home.read(".cursor/mcp.json")).toBe('{"mcpServers":{"docs":{"url":"x"}}}');
  });

  it("is left alone if it is broken at the undo, which can be tried again", async () => {
    using home = openAgentHome();
    home.write(".claude/settings.json", '{"model": "opus"}');
    await home.askline("init", "--yes");
    const whole = home.read(".claude/settings.json");
    home.write(".claude/settings.json", whole.slice(0, -1));
    const broken = await home.askline("uninit", "--yes");
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(
      /settings.json was left alone, with Askline's parts in it: it is not JSON/,
    );
    home.write(".claude/settings.json", whole);
    expect(await home.askline("uninit", "--yes")).toMatchObject({ code: 0 });
    expect(home.read(".claude/settings.json")).toBe('{"model": "opus"}');
  });

  const unusual: [string, string, string | Uint8Array, RegExp][] = [
    [
      "broken JSON",
      ".claude/settings.json",
      '{\n  "model": \n}',
      /not JSON that can be read \(line 3\)/,
    ],
    [
      "hooks that are no object",
      ".claude/settings.json",
      '{"hooks": []}',
      /hooks has a shape that Askline does not know/,
    ],
    [
      "a list of hooks that is none",
      ".codex/hooks.json",
      '{"hooks": {"Stop": {}}}',
      /hooks.Stop has a shape/,
    ],
    [
      "a doubled key",
      ".cursor/mcp.json",
      '{"mcpServers": {}, "mcpServers": {}}',
      /mcpServers has a shape/,
    ],
    ["broken TOML", ".codex/config.toml", "model = \n", /not TOML that can be read \(line 1\)/],
    [
      "servers in one line of TOML",
      ".codex/config.toml",
      "mcp_servers = {}\n",
      /mcp_servers has a shape/,
    ],
    [
      "a newer format",
      ".config/opencode/opencode.json",
      '{"mcp": {"servers": {}}}',
      /mcp.servers has a shape/,
    ],
    [
      "bytes that are no text",
      ".gemini/settings.json",
      new Uint8Array([0x7b, 0xff, 0x7d]),
      /not UTF-8 text/,
    ],
  ];
  it.each(unusual)(
    "is left alone with a clear sentence: %s",
    async (_, path, content, sentence) => {
      using home = openAgentHome();
      home.write(path, "");
      writeFileSync(home.files.at("home", path), content);
      const before = readFileSync(home.files.at("home", path));
      const { code, stdout } = await home.askline("init", "--yes");
      expect(code).toBe(1);
      expect(stdout).toMatch(/was left alone: /);
      expect(stdout).toMatch(sentence);
      expect(stdout).toContain("This is what Askline would have put there:");
      expect(readFileSync(home.files.at("home", path)).equals(before)).toBe(true);
    },
  );

  it("is left alone where it is no file, leads nowhere, or may not be written to", async () => {
    using home = openAgentHome();
    home.write(".claude/settings.json", "{}", 0o444);
    mkdirSync(home.files.at("home/.cursor/mcp.json"), { recursive: true });
    mkdirSync(home.files.at("home/.gemini"));
    symlinkSync("nowhere.json", home.files.at("home/.gemini/settings.json"));
    home.write(".codex", "a file where a folder should be");
    mkdirSync(home.files.at("home/.config/opencode"), { recursive: true });
    symlinkSync("opencode.json", home.files.at("home/.config/opencode/opencode.json"));
    const { stdout, code } = await home.askline("init", "--yes");
    expect(code).toBe(1);
    expect(stdout).not.toMatch(/\bE[A-Z]{3,}\b/);
    expect(stdout).toContain(
      ".codex/config.toml was left alone: what should be its folder is none.",
    );
    expect(stdout).toContain("opencode.json was left alone: it is a link that leads nowhere.");
    expect(stdout).toContain("it may not be written to.");
    expect(stdout).toContain("it is not a file.");
    expect(stdout).toContain("it is a link that leads nowhere.");
    expect(home.everything()[".claude/settings.json"]).toBe("444 {}");
    expect(home.everything()[".gemini/settings.json"]).toBe("link to nowhere.json");
  });

  it("is fine as it is where everything is there and nobody may write to it", async () => {
    using home = openAgentHome();
    home.write(".cursor/mcp.json", "{}");
    expect((await home.askline("init", "--only", "cursor", "--yes")).code).toBe(0);
    chmodSync(home.files.at("home/.cursor/mcp.json"), 0o444);
    const again = await home.askline("init", "--only", "cursor", "--yes");
    expect(again).toMatchObject({ code: 0, stdout: "Cursor: everything is there already.\n\n" });
    const checks = await home.json("doctor");
    expect(JSON.stringify(checks)).not.toContain("may not be written to");
  });
});

describe("before anything is changed", () => {
  it("the exact change is shown, and a no changes nothing", async () => {
    using home = openAgentHome();
    home.write(".cursor/mcp.json", '{\n  "mcpServers": {}\n}\n');
    const before = home.everything();
    using terminal = openTerminal({ rows: 40, columns: 200, env: terminalEnvironment(home) });
    terminal.type(`${process.execPath} ${CLI} init; echo "exit $?"\n`);
    const screen = await terminal.until(/Make these changes\? \[y\/N\]/);
    expect(screen).toMatch(/-\s+"mcpServers": \{\}/);
    expect(screen).toMatch(/\+\s+"askline": \{/);
    // Long changes scroll away, so the question has its own summary.
    expect(screen).toMatch(
      /1 file would be changed:\n {2}~\/\.cursor\/mcp\.json {2}\+\d+ −1\n\nMake/,
    );
    terminal.type("n\n");
    await terminal.until(/Nothing was changed\.[\s\S]*exit 3/);
    expect(home.everything()).toEqual(before);

    terminal.type(`clear; ${process.execPath} ${CLI} init; echo "exit $?"\n`);
    await terminal.until(/Make these changes\?/);
    terminal.type("yes\n");
    await terminal.until(/Changed 1 file\.[\s\S]*exit 0/);
    terminal.type(`clear; ${process.execPath} ${CLI} uninit; echo "exit $?"\n`);
    await terminal.until(/Take Askline out of these files\?/);
    terminal.type("y\n");
    await terminal.until(/is as it was\.[\s\S]*exit 0/);
    expect(home.everything()).toEqual(before);
  });

  it("somebody has to say yes, and a dry run is not asked", async () => {
    using home = openAgentHome();
    home.write(".cursor/mcp.json", "{}");
    expect(await home.askline("init")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--yes"),
    });
    expect(await home.askline("init", "--dry-run")).toMatchObject({ code: 0 });
    expect(await home.askline("init", "--only", "emacs")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("emacs"),
    });
    expect(home.read(".cursor/mcp.json")).toBe("{}");
  });

  it("is said in Korean to those who read it", async () => {
    using home = openAgentHome({ env: { ASKLINE_LANGUAGE: "ko" } });
    home.write(".claude/settings.json", "{");
    const { stdout } = await home.askline("init", "--yes");
    expect(stdout).toContain("그대로 두었습니다: 읽을 수 있는 JSON이 아닙니다(1번째 줄).");
  });
});

function terminalEnvironment({ env, state }: AgentHome): Record<string, string> {
  const entries = Object.entries({ ...env, ASKLINE_STATE_DIR: state }).map(([name, value]) => [
    name,
    value ?? "",
  ]);
  return Object.fromEntries(entries);
}
