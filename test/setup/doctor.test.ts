/** `askline doctor` on machines where something is wrong. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trustHash } from "../../src/cli/doctor/codex-trust.ts";
import { startHub } from "../../src/hub/hub.ts";
import { type AgentHome, openAgentHome, serving } from "../support/agent-home.ts";
import { openLogOf } from "../support/agent-log.ts";
import { openAgentPane } from "../support/agent-pane.ts";
import { CLI } from "../support/askline.ts";

interface Check {
  check: string;
  level: "ok" | "warning" | "problem";
  what: string;
  todo?: string;
}

describe("askline doctor", () => {
  it("finds nothing wrong where nothing is, and every trouble comes with what to do", async () => {
    using home = quietHome();
    home.write(".cursor/mcp.json", "{}");
    await home.askline("init", "--yes");
    await using _hub = await serving(home);
    const { code, stdout } = await home.askline("doctor");
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/✓ The hub answers at http/);
    expect(stdout).toMatch(/✓ Cursor is set up for this installation\./);
    expect(stdout).toContain("Nothing keeps Askline from working.");
    expect(stdout).not.toMatch(/[!✗] /);
  });

  it("speaks Korean too, and JSON in English to programs", async () => {
    using home = quietHome({ ASKLINE_LANGUAGE: "ko" });
    expect((await home.askline("doctor")).stdout).toContain("허브가 실행 중이 아니어서");
    const { isWell, checks } = await home.json("doctor");
    expect(isWell).toBe(true);
    expect(checks).toContainEqual(
      expect.objectContaining({
        check: "hub",
        level: "warning",
        todo: expect.stringContaining("askline serve"),
      }),
    );
  });

  it("tells who can look into the state folder and its secrets", async () => {
    using home = quietHome();
    await home.askline("ask", "Now?", "-o", "Yes", "--no-wait");
    writeFileSync(home.files.at("state/local-token.json"), "{}", { mode: 0o600 });
    expect(await findingsOf(home, "state-folder", "secrets")).toMatchObject([{ level: "ok" }]);
    chmodSync(home.state, 0o755);
    chmodSync(home.files.at("state/local-token.json"), 0o644);
    const found = await findingsOf(home, "state-folder", "secrets");
    expect(found.map(({ level, todo }) => [level, todo])).toEqual([
      ["problem", `Run: chmod 700 ${home.state}`],
      ["problem", `Run: chmod 600 ${home.files.at("state/local-token.json")}`],
    ]);
    expect((await home.askline("doctor")).code).toBe(1);
  });

  it("notices a clock that went back, leftover locks, and an unwritable disk", async () => {
    using home = quietHome();
    mkdirSync(home.state, { mode: 0o700 });
    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    writeFileSync(home.files.at("state/interaction.json"), "{}");
    utimesSync(home.files.at("state/interaction.json"), tomorrow, tomorrow);
    const ended = execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" });
    const holder = { pid: Number(ended), host: "elsewhere", startedAt: "then", token: "t" };
    home.files.writeJson(holder, "state/setup.lock");
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(home.files.at("state/setup.lock"), longAgo, longAgo);
    const found = await findingsOf(home, "clock", "locks");
    expect(found).toMatchObject([
      { check: "clock", level: "problem", what: expect.stringContaining("1440 minutes ahead") },
      { check: "locks", level: "warning" },
    ]);
    Object.assign(home.env, { ASKLINE_STATE_DIR: "/proc/askline" });
    expect(await findingsOf(home, "disk")).toMatchObject([
      { level: "problem", what: expect.stringContaining("/proc") },
    ]);
  });

  it("tells hook calls that wait for a hub from those a hub does not take", async () => {
    using home = quietHome();
    mkdirSync(home.files.at("state/spool"), { recursive: true, mode: 0o700 });
    chmodSync(home.state, 0o700);
    const call = home.files.at("state/spool/1-1-x.json");
    writeFileSync(call, '{"event":"Stop"}\n{"session_id":"s"}');
    expect(await findingsOf(home, "spool")).toMatchObject([
      { level: "warning", todo: "Run: askline serve" },
    ]);
    await using hub = await standInHub(home, {});
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(call, longAgo, longAgo);
    expect(await findingsOf(home, "spool")).toMatchObject([{ level: "problem" }]);
    expect(hub.url).toContain("http");
  });

  it("knows a hub of another version, one that ended, and what it is connected to", async () => {
    using home = quietHome();
    {
      const connections = () => ({
        slack: { isConnected: false, detail: "The token was revoked." },
        push: { isConnected: true },
      });
      await using _hub = await standInHub(home, { version: "0.0.1", connections });
      expect(await findingsOf(home, "hub", "slack", "push")).toMatchObject([
        {
          check: "hub",
          level: "problem",
          what: expect.stringContaining("version 0.0.1"),
          todo: expect.stringContaining("anew"),
        },
        { check: "slack", level: "problem", what: "Not connected: Slack. The token was revoked." },
        { check: "push", level: "ok" },
      ]);
    }
    expect(await findingsOf(home, "hub")).toMatchObject([
      { level: "warning", what: "The hub ended without saying so." },
    ]);
  });

  it("notices who has the port: another program, or the hub of another state folder", async () => {
    using home = quietHome();
    using other = quietHome();
    {
      await using stranger = await strangerOnAPort();
      Object.assign(home.env, { ASKLINE_PORT: String(stranger.port) });
      expect(await findingsOf(home, "hub")).toMatchObject([
        { level: "problem", what: expect.stringContaining("taken by another program") },
      ]);
    }
    await using hub = await serving(other);
    Object.assign(home.env, { ASKLINE_PORT: new URL(hub.url).port });
    expect(await findingsOf(home, "hub")).toMatchObject([
      { level: "problem", what: expect.stringContaining("Another hub") },
    ]);
  });
});

describe("askline doctor on clients", () => {
  it("tells set up from not, in part, elsewhere, broken and switched off", async () => {
    using home = quietHome(
      {},
      { claude: version("2.1.325 (Claude Code)"), codex: version("codex-cli 0.12.0") },
    );
    home.write(".claude/settings.json", '{"model": "opus"}');
    home.write(".codex/config.toml", "");
    home.write(".gemini/settings.json", "{");
    const names = ["claude-code-setup", "codex-setup", "gemini-setup"];
    expect((await findingsOf(home, ...names)).map(({ level }) => level)).toEqual([
      "warning",
      "warning",
      "problem",
    ]);
    expect(await findingsOf(home, "claude-code-version", "codex-version")).toMatchObject([
      { level: "ok", what: "Claude Code 2.1.325." },
      {
        level: "warning",
        what: expect.stringContaining("0.12.0 is older than what Askline was tried with (0.166.0)"),
      },
    ]);

    home.write(".gemini/settings.json", '{"hooksConfig": {"enabled": false}}');
    await home.askline("init", "--yes");
    expect((await findingsOf(home, ...names)).map(({ level }) => level)).toEqual([
      "ok",
      "ok",
      "ok",
    ]);
    expect(await findingsOf(home, "gemini-hooks")).toMatchObject([
      { what: expect.stringContaining("hooksConfig.enabled") },
    ]);
    home.write(
      ".gemini/settings.json",
      home.read(".gemini/settings.json").replace('"enabled": false', '"disabled": ["askline"]'),
    );
    expect(await findingsOf(home, "gemini-hooks")).toMatchObject([
      { what: expect.stringContaining("hooksConfig.disabled"), level: "problem" },
    ]);
    home.write(
      ".claude/settings.json",
      home.read(".claude/settings.json").replace("{", '{"disableAllHooks": true,'),
    );
    expect(await findingsOf(home, "claude-code-hooks")).toMatchObject([
      { level: "problem", todo: "Remove that setting." },
    ]);

    home.installOnPath();
    expect(await findingsOf(home, "codex-setup")).toMatchObject([
      {
        level: "problem",
        what: expect.stringContaining("another installation"),
        todo: "Run: askline init --only codex",
      },
    ]);
  });

  it("looks for Codex's trust in the hooks, and says where to give it", async () => {
    using home = quietHome();
    home.write(".codex/config.toml", "");
    home.write(
      ".codex/hooks.json",
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}]}}',
    );
    await home.askline("init", "--yes");
    expect(await findingsOf(home, "codex-trust")).toMatchObject([
      { level: "warning", todo: expect.stringContaining("/hooks") },
    ]);
    const path = home.files.at("home/.codex/hooks.json");
    const { hooks } = JSON.parse(home.read(".codex/hooks.json"));
    const config = home.read(".codex/config.toml");
    const note = (
      hashOf: (event: string, hook: { command: string; timeout: number }) => string,
      more = "",
    ) => {
      const tables = Object.entries<{ hooks: { command: string; timeout: number }[] }[]>(hooks).map(
        ([name, groups]) => {
          const event = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
          const at = groups.length - 1;
          const hook = groups[at]?.hooks[0] ?? { command: "", timeout: 0 };
          return `[hooks.state."${path}:${event}:${at}:0"]\ntrusted_hash = "${hashOf(event, hook)}"\n${more}`;
        },
      );
      home.write(".codex/config.toml", `${config}\n[hooks.state]\n\n${tables.join("\n")}`);
    };
    note(trustHash);
    expect(await findingsOf(home, "codex-trust")).toMatchObject([{ level: "ok" }]);
    note((event, hook) => trustHash(event, event === "stop" ? { ...hook, timeout: 600 } : hook));
    expect(await findingsOf(home, "codex-trust")).toMatchObject([
      { level: "warning", what: expect.stringContaining("not as they were") },
    ]);
    note(trustHash, "enabled = false\n");
    expect(await findingsOf(home, "codex-trust")).toMatchObject([
      { level: "warning", what: expect.stringContaining("switched off") },
    ]);
  });

  it("warns of a client that is newer than what was tried, and waits for a slow one", async () => {
    using home = quietHome(
      {},
      {
        claude: version("999.0.0 (Claude Code)"),
        opencode: "#!/bin/sh\nsleep 12\necho 1.18.33\n",
      },
    );
    expect(await findingsOf(home, "claude-code-version", "opencode-version")).toMatchObject([
      {
        level: "warning",
        what: expect.stringContaining("999.0.0 is newer than what Askline was tried with"),
      },
      { level: "ok", what: "opencode 1.18.33." },
    ]);
  });

  it("knows a hook as Codex itself does", () => {
    // The hash that Codex 0.166.0 recorded when these hooks were trusted.
    expect(trustHash("stop", { command: "askline hook Stop --client codex", timeout: 5 })).toBe(
      "sha256:065f797006bac877db35e3db35bf7398773e0c8d2f70ada54e75f8d72c791b80",
    );
    expect(
      trustHash("interrupt", { command: "askline hook Interrupt --client codex", timeout: 3 }),
    ).toBe("sha256:e8a9dcd98f85edec251c023aa6575367760fa0d10ae14f6b15748a2ea36d9fec");
  });
});

describe("askline doctor on agents", () => {
  let pane: Awaited<ReturnType<typeof openAgentPane>>;
  beforeAll(async () => {
    pane = await openAgentPane();
  });
  afterAll(() => pane[Symbol.dispose]());

  it("distinguishes an agent in reach from one without hooks or terminal", async () => {
    using home = quietHome();
    home.write(".claude/settings.json", "{}");
    await home.askline("init", "--yes");
    expect(await findingsOf(home, "claude-code-events")).toMatchObject([
      { level: "warning", what: "Nothing was ever heard of Claude Code." },
    ]);

    mkdirSync(home.state, { recursive: true, mode: 0o700 });
    const lateAt = new Date(Date.now() - 3_600_000).toISOString();
    const late = {
      ...pane.agent,
      sessionId: "late",
      lastSeenAt: lateAt,
      pane: { ...pane.agent.pane, id: "%99" },
    };
    const { log } = await openLogOf(home.files.at("state/agents.sqlite"), pane.agent);
    await log.write(async (writes) =>
      writes.addAgent({ ...late, projectId: (await writes.projectAt("/late", "late")).id }),
    );
    await log.close();

    const found = await findingsOf(home, "events", "pane", "claude-code-events");
    expect(found.filter(({ level }) => level === "ok")).toMatchObject([
      { what: expect.stringMatching(/^Claude Code 1 \(project\) was heard \d+s ago\.$/) },
    ]);
    expect(found.filter(({ level }) => level === "problem")).toMatchObject([
      { what: "Claude Code 2 (late) goes on working, but its hooks do not arrive." },
    ]);
    expect(found.filter(({ level }) => level === "warning")).toMatchObject([
      { check: "pane", what: expect.stringContaining("Claude Code 2 (late)") },
    ]);
  });
});

/** A home without clients, except those that a test adds, and without a fixed port. */
function quietHome(env: NodeJS.ProcessEnv = {}, programs: Record<string, string> = {}): AgentHome {
  return openAgentHome({ env: { ASKLINE_PORT: "0", ASKLINE_BROWSER: "none", ...env }, programs });
}

async function findingsOf(home: AgentHome, ...names: string[]): Promise<Check[]> {
  const { checks } = (await home.json("doctor")) as { checks: Check[] };
  return checks.filter(({ check }) => names.includes(check));
}

function version(text: string): string {
  return `#!/bin/sh\necho "${text}"\n`;
}

/** A hub in this process, which another process takes for the hub of the state folder. */
async function standInHub(
  home: AgentHome,
  {
    version = currentVersion(),
    connections = () => ({}),
  }: {
    version?: string;
    connections?: () => Record<string, { isConnected: boolean; detail?: string }>;
  },
) {
  const part = { connections, close: async () => undefined };
  const hub = await startHub({ port: 0, token: "t".repeat(43), parts: [part], version });
  const { thisProcess } = await import("../../src/store/process-identity.ts");
  mkdirSync(home.state, { recursive: true, mode: 0o700 });
  home.files.writeJson({ url: hub.url, token: "t", ...thisProcess() }, "state/hub.json");
  chmodSync(home.files.at("state/hub.json"), 0o600);
  return { url: hub.url, [Symbol.asyncDispose]: () => hub.close() };
}

function currentVersion(): string {
  return execFileSync(process.execPath, [CLI, "--version"], { encoding: "utf8" }).trim();
}

async function strangerOnAPort() {
  const server = createServer((_, response) => response.end("hello"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
