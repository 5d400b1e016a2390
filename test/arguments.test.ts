/**
 * Arguments can be read by every account of a machine. Whatever handles a secret is run for real,
 * and no process of it, nor any that it starts, may carry one there.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { run, runJson, start } from "./support/askline.ts";
import { until } from "./support/patience.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { startSlack } from "./support/slack-stand-in.ts";

const LOOKER = fileURLToPath(new URL("./support/seen-arguments.mjs", import.meta.url));
const TOKENS = ["xoxb-bot-words", "xapp-1-A1-app-words", "signing-words"];

describe.runIf(process.platform === "linux")("the arguments of every process", () => {
  it("hold no token of Slack, piped or asked for again", async () => {
    await using slack = await startSlack();
    using files = openSandbox();
    const env = { ...watched(files), ASKLINE_SLACK_API_URL: slack.apiUrl };
    const connect = ["slack", "connect", "--allow", "UADA", "--send-to", "C1"];
    await run(files.path, connect, { env, input: TOKENS.join("\n") });
    expect(files.readJson("slack", "tokens.json")).toMatchObject({ botToken: TOKENS[0] });
    await run(files.path, ["slack", "status"], { env });
    await run(files.path, ["slack", "test"], { env });
    expect(seen(files)).toContain("slack connect");
    expect(toldIn(files, TOKENS)).toEqual([]);
  });

  it("hold no token, code or key of the hub, its devices and its browser", async () => {
    using files = openSandbox();
    const env = { ...watched(files), DISPLAY: ":0", ASKLINE_BROWSER: "xdg-open" };
    helper(files, "xdg-open", `printf '%s' "$*" > ${files.at("opened")}`);
    const serve = ["serve", "--port", "0", "--open", "--json"];
    const serving = start(files.path, serve, { env });
    const [line] = await serving.said(/\{.*"link".*\}/);
    await until("the browser", () => existsSync(files.at("opened")));
    const { token: device } = await runJson(files.path, ["token", "create", "phone"], { env });
    const first = files.readJson("local-token.json").token as string;
    await run(files.path, ["pair", "--name", "tablet"], { env });
    await run(files.path, ["token", "list"], { env });
    await run(files.path, ["send", "1", "hello"], { env });
    await run(files.path, ["passkey", "add"], { env });
    await run(files.path, ["doctor"], { env });
    await run(files.path, ["token", "rotate"], { env });
    await run(files.path, ["token", "revoke", "phone"], { env });
    const second = files.readJson("local-token.json").token as string;
    serving.child.kill("SIGTERM");
    await serving.finished;

    const code = /[?&]code=([\w-]+)/.exec(line)?.[1];
    const secrets = [device, first, second, code];
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{16,}$/);
    expect(new Set(secrets).size).toBe(4);
    expect(seen(files)).toMatch(/serve --port 0 --open[\s\S]*xdg-open[\s\S]*token rotate/);
    expect(toldIn(files, secrets)).toEqual([]);
    expect(seen(files)).not.toMatch(/[?&](?:code|token)=/);
  });

  it("hold no token of the hooks that are set up", async () => {
    using files = openSandbox();
    const env = watched(files);
    mkdirSync(files.at("home", ".claude"), { recursive: true });
    await run(files.path, ["token", "rotate"], { env });
    await run(files.path, ["init", "--yes"], { env: { ...env, HOME: files.at("home") } });
    await run(files.path, ["uninit", "--yes"], { env: { ...env, HOME: files.at("home") } });
    const { token } = files.readJson("local-token.json") as { token: string };
    expect(seen(files)).toContain("init --yes");
    expect(toldIn(files, [token])).toEqual([]);
  });

  it("are looked at for real: a secret among them would be found", async () => {
    using files = openSandbox();
    await run(files.path, ["send", "1", "a-secret-that-was-said"], { env: watched(files) });
    expect(toldIn(files, ["a-secret-that-was-said"])).toEqual(["a-secret-that-was-said"]);
  });
});

it.each(["--bot-token", "--app-token", "--signing-secret", "--token"])(
  "slack connect takes no secret as %s",
  async (flag) => {
    using files = openSandbox();
    const { code, stdout, stderr } = await run(files.path, ["slack", "connect", flag, "xoxb-1"]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toContain("xoxb-1");
    expect(existsSync(files.at("slack", "tokens.json"))).toBe(false);
  },
);

function watched(files: Sandbox): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${LOOKER}`,
    ASKLINE_TEST_SEEN: files.at("seen.txt"),
    ASKLINE_CONFIG_DIR: files.at("config"),
    PATH: `${files.path}${delimiter}${process.env["PATH"]}`,
  };
}

function helper(files: Sandbox, name: string, script: string): void {
  writeFileSync(join(files.path, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(files.path, name), 0o755);
}

function seen(files: Sandbox): string {
  return readFileSync(files.at("seen.txt"), "utf8");
}

/** The secrets that stand in somebody's arguments. */
function toldIn(files: Sandbox, secrets: readonly (string | undefined)[]): string[] {
  const all = seen(files);
  return secrets.filter((secret) => secret !== undefined).filter((secret) => all.includes(secret));
}
