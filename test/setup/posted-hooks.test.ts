/**
 * `askline init --hooks http`: Claude Code posts its hooks to the hub itself, with a token that
 * opens nothing else.
 */
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type AgentHome, openAgentHome, serving } from "../support/agent-home.ts";

interface Hook {
  type: string;
  command?: string;
  url?: string;
  timeout: number;
  headers?: Record<string, string>;
}

const PROXY = {
  HTTPS_PROXY: "",
  HTTP_PROXY: "",
  ALL_PROXY: "",
  https_proxy: "",
  http_proxy: "",
  all_proxy: "",
};

function openHome(settings = "{}", env: NodeJS.ProcessEnv = {}): AgentHome {
  const home = openAgentHome({
    env: { ...PROXY, NO_PROXY: "", no_proxy: "", ASKLINE_BROWSER: "none", ...env },
  });
  home.write(".claude/settings.json", settings, 0o600);
  return home;
}

function hooksOf(home: AgentHome): Record<string, Hook> {
  const { hooks } = JSON.parse(home.read(".claude/settings.json"));
  return Object.fromEntries(
    Object.keys(hooks).map((event) => [event, hooks[event].at(-1).hooks[0]]),
  );
}

it("posts all hooks but SessionStart, stays on init, goes with --hooks command", async () => {
  using home = openHome('{\n  "model": "opus"\n}\n');
  const before = home.everything();
  const made = await home.askline("init", "--yes", "--hooks", "http");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(made.stdout.replace(/\s+/g, " ")).toContain("the hub should run at all times");
  const { SessionStart, ...others } = hooksOf(home);
  expect(SessionStart).toMatchObject({
    type: "command",
    command: expect.stringContaining("hook SessionStart"),
  });
  expect(Object.keys(others)).toContain("PermissionRequest");
  for (const [event, hook] of Object.entries(others)) {
    expect(hook).toMatchObject({ type: "http", url: `http://127.0.0.1:8475/hook/${event}` });
    expect(hook.headers?.["Authorization"]).toMatch(/^Bearer askline_hook_[\w-]{43}$/);
  }
  expect(others["PermissionRequest"]?.timeout).toBe(86_400);

  const again = await home.json("init", "--yes");
  expect(again.files.every(({ action }: { action: string }) => action === "none")).toBe(true);
  await home.askline("init", "--yes", "--hooks", "command");
  expect(home.read(".claude/settings.json")).not.toMatch(/askline_hook_|"http/);
  expect(Object.values(hooksOf(home)).every(({ type }) => type === "command")).toBe(true);
  await home.askline("init", "--yes", "--hooks", "http");
  expect(await home.askline("uninit", "--yes")).toMatchObject({ code: 0 });
  expect(home.everything()).toEqual(before);
});

it("uses a token that the hub takes for hooks, and for nothing else", async () => {
  using home = openHome();
  await using hub = await serving(home);
  Object.assign(home.env, { ASKLINE_PORT: new URL(hub.url).port });
  await home.askline("init", "--yes", "--hooks", "http");
  const hook = hooksOf(home)["UserPromptSubmit"];
  const said = {
    session_id: "posted",
    transcript_path: null,
    cwd: home.home,
    prompt: "Run the tests",
  };
  const headers = { ...hook?.headers, "content-type": "application/json" };
  const posted = await fetch(hook?.url ?? "", {
    method: "POST",
    headers,
    body: JSON.stringify(said),
  });
  expect({ status: posted.status, body: await posted.json() }).toEqual({ status: 200, body: {} });
  expect((await home.json("agents"))[0]).toMatchObject({
    sessionId: "posted",
    task: "Run the tests",
  });
  for (const path of [
    "/api/agents",
    "/api/events",
    "/api/voice/sessions",
    "/mcp",
    "/",
    "/hook",
    "/hooks/x",
  ]) {
    expect([
      path,
      (await fetch(hub.url + path, { headers: { ...headers, accept: "application/json" } })).status,
    ]).toEqual([path, 401]);
  }
  const checks = (await home.json("doctor")).checks.filter(({ check }: { check: string }) =>
    check.startsWith("claude"),
  );
  expect(checks.filter(({ level }: { level: string }) => level === "problem")).toEqual([]);
});

it("leaves what somebody else posts to this machine alone", async () => {
  const theirs = {
    type: "http",
    url: "http://127.0.0.1:8475/hook/Stop",
    timeout: 5,
    headers: { Authorization: "mine" },
  };
  using home = openHome(
    JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ ...theirs, url: "http://127.0.0.1:9/hook/x" }] }] },
    }),
  );
  await home.askline("init", "--yes", "--hooks", "http");
  const { hooks } = JSON.parse(home.read(".claude/settings.json"));
  expect(hooks.PreToolUse).toHaveLength(2);
  await home.askline("init", "--yes", "--hooks", "command");
  expect(JSON.parse(home.read(".claude/settings.json")).hooks.PreToolUse[0].hooks[0].url).toBe(
    "http://127.0.0.1:9/hook/x",
  );
});

it("is found and taken out by uninit although the state folder is gone", async () => {
  using home = openHome();
  await home.askline("init", "--yes", "--hooks", "http");
  rmSync(home.state, { recursive: true });
  expect(await home.askline("uninit", "--yes")).toMatchObject({ code: 0 });
  expect(home.read(".claude/settings.json")).not.toContain("askline");
});

describe("is refused, and nothing is changed,", () => {
  it.each<[string, NodeJS.ProcessEnv, RegExp]>([
    ["behind a proxy", { HTTPS_PROXY: "http://proxy:3128" }, /HTTPS_PROXY is set.*NO_PROXY/s],
    [
      "behind a proxy in small letters",
      { http_proxy: "http://proxy:3128", NO_PROXY: "localhost" },
      /HTTP_PROXY is set/,
    ],
    ["without a port that stays", { ASKLINE_PORT: "0" }, /a port that stays the same/],
  ])("%s", async (_, env, sentence) => {
    using home = openHome("{}", env);
    const before = home.everything();
    const refused = await home.askline("init", "--yes", "--hooks", "http");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(sentence);
    expect(home.everything()).toEqual(before);
    expect((await home.askline("init", "--yes")).code).toBe(0);
  });

  it("where others could read the token", async () => {
    using home = openHome();
    home.write(".codex/config.toml", "");
    rmSync(`${home.home}/.claude/settings.json`);
    home.write(".claude/settings.json", "{}", 0o644);
    const refused = await home.askline("init", "--yes", "--hooks", "http");
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("chmod 600") });
    expect(readFileSync(`${home.home}/.claude/settings.json`, "utf8")).toBe("{}");
  });

  it("for a word that is neither", async () => {
    using home = openHome();
    const refused = await home.askline("init", "--yes", "--hooks", "fast");
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/http.*command/s) });
  });

  it("but not behind a proxy that spares this machine", async () => {
    using home = openHome("{}", {
      HTTP_PROXY: "http://proxy:3128",
      NO_PROXY: "localhost,127.0.0.1",
    });
    expect((await home.askline("init", "--yes", "--hooks", "http")).code).toBe(0);
  });
});

it("is checked by the doctor: no hub, another port, a proxy, an open file", async () => {
  using home = openHome();
  await home.askline("init", "--yes", "--hooks", "http");
  const hooksOfDoctor = async () =>
    (await home.json("doctor")).checks.filter(
      ({ check }: { check: string }) => check === "claude-code-hooks",
    );
  expect(await hooksOfDoctor()).toMatchObject([
    {
      level: "problem",
      what: expect.stringContaining("no hub runs"),
      todo: expect.stringContaining("--hooks command"),
    },
  ]);
  {
    await using hub = await serving(home);
    expect(await hooksOfDoctor()).toMatchObject([
      { what: expect.stringContaining(`the hub is at ${hub.url}`) },
    ]);
    Object.assign(home.env, { ASKLINE_PORT: new URL(hub.url).port });
    await home.askline("init", "--yes");
    expect(await hooksOfDoctor()).toEqual([]);
    Object.assign(home.env, { ALL_PROXY: "http://proxy:3128" });
    expect(await hooksOfDoctor()).toMatchObject([
      { what: expect.stringContaining("ALL_PROXY is set") },
    ]);
    Object.assign(home.env, { ALL_PROXY: "" });
    chmodSync(`${home.home}/.claude/settings.json`, 0o644);
    expect(await hooksOfDoctor()).toMatchObject([{ todo: expect.stringContaining("chmod 600") }]);
  }
});
