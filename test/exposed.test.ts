/** What other accounts could have written is not used, as ssh does it; and keys that mean nothing. */
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openDesk } from "../src/askline.ts";
import { openRules } from "../src/desk/rules/rules-file.ts";
import { openDeviceTokens } from "../src/http/device-tokens.ts";
import { localToken } from "../src/http/token.ts";
import { secretExposure, writeExposure } from "../src/store/file/private-file.ts";
import { thisMachine } from "../src/store/machine.ts";
import { loadTokens } from "../src/surfaces/slack/setup/config.ts";
import { run, runJson } from "./support/askline.ts";
import { openSandbox } from "./support/sandbox.ts";

describe("a state folder that others may write to", () => {
  it.each([0o770, 0o702, 0o777])(
    "(%o) is refused by every command, in a sentence",
    async (mode) => {
      using files = openSandbox();
      const state = files.at("state");
      mkdirSync(state);
      chmodSync(state, mode);
      const { code, stderr } = await run(state, ["list"]);
      expect(code).toBe(1);
      expect(stderr).toContain(`Other accounts may write to ${state}, so it is not used.`);
      expect(stderr).toContain(`Run: chmod go-w ${state}`);
      chmodSync(state, 0o755);
      expect((await run(state, ["list"])).code).toBe(0);
    },
  );

  it("is said to come from a umask where only its group may write", async () => {
    using files = openSandbox();
    chmodSync(files.path, 0o775);
    const byGroup = await run(files.path, ["list"]);
    expect(byGroup.stderr).toContain("needs a umask of 022");
    chmodSync(files.path, 0o777);
    expect((await run(files.path, ["list"])).stderr).not.toContain("umask");
  });

  it("is refused in the person's language too, and for programs with a code", async () => {
    using files = openSandbox();
    chmodSync(files.path, 0o777);
    const korean = await run(files.path, ["list"], { env: { ASKLINE_LANGUAGE: "ko" } });
    expect(korean.stderr).toContain("다른 계정이 쓸 수 있어 쓰지 않습니다");
    const { error } = await runJson(files.path, ["list"]);
    expect(error).toMatchObject({ code: "exposed" });
  });
});

describe("a secret that others may read", () => {
  it.each([0o640, 0o604, 0o660, 0o606])("(%o) is not used", async (mode) => {
    using files = openSandbox();
    const path = files.at("local-token.json");
    const token = await localToken(path);
    chmodSync(path, mode);
    await expect(localToken(path)).rejects.toMatchObject({
      code: "exposed",
      suggestion: `Run: chmod 600 ${path}`,
    });
    chmodSync(path, 0o600);
    expect(await localToken(path)).toBe(token);
  });

  it("lets no device in, and no Slack", async () => {
    using files = openSandbox();
    const devices = openDeviceTokens(files.at("device-tokens.json"));
    const created = await devices.create("phone");
    const token = created?.token ?? "";
    expect(devices.find(token)).not.toBeNull();
    chmodSync(devices.path, 0o644);
    expect(devices.find(token)).toBeNull();
    files.writeJson({ botToken: "xoxb-1" }, "slack", "tokens.json");
    chmodSync(files.at("slack", "tokens.json"), 0o640);
    await expect(loadTokens(files.path, {})).rejects.toMatchObject({ code: "exposed" });
  });
});

describe("rules that others may write", () => {
  const rules = { rules: [{ tool: "Read", decision: "allow" }] };

  it.each([
    ["the file, by its group", 0o620, 0o700],
    ["the file, by everybody", 0o602, 0o700],
    ["the folder, by its group", 0o600, 0o770],
    ["the folder, by everybody", 0o600, 0o707],
  ])("%s: no rule decides anything", (_, mode, folderMode) => {
    using files = openSandbox();
    files.writeJson(rules, "config", "rules.json");
    const file = files.at("config", "rules.json");
    chmodSync(files.at("config"), 0o755);
    chmodSync(file, 0o644);
    expect(openRules(file).load().rules).toHaveLength(1);
    chmodSync(file, mode);
    chmodSync(files.at("config"), folderMode);
    const loaded = openRules(file).load();
    expect(loaded.rules).toEqual([]);
    expect(loaded.problems).toEqual([
      expect.stringMatching(/^Other accounts may write to .*not used\. Run: chmod go-w /),
    ]);
  });
});

it("what belongs to another account is not used, but for the administrator's", () => {
  using files = openSandbox();
  const own = process.getuid?.() ?? 0;
  const asOwnedBy = (uid: number) => ({
    ...thisMachine.disk,
    statSync: ((path: string) => Object.assign(statSync(path), { uid })) as typeof statSync,
  });
  chmodSync(files.path, 0o700);
  expect(writeExposure(files.path, asOwnedBy(own))).toBeNull();
  expect(writeExposure(files.path, asOwnedBy(0))).toBeNull();
  expect(secretExposure(files.path, asOwnedBy(own + 12_345))).toMatchObject({
    kind: "not_yours",
    mend: `sudo chown ${own} ${files.path}`,
  });
});

describe("keys that mean nothing", () => {
  it("in config.json are told by config, doctor and serve, with the likely one, and ignored", async () => {
    using files = openSandbox();
    const env = { ASKLINE_CONFIG_DIR: files.at("config"), ASKLINE_BROWSER: "none" };
    files.writeJson(
      { voice_bridge: { network: { bind_adress: "0.0.0.0" } }, prot: 1, whatever: 1 },
      "config",
      "config.json",
    );
    files.writeJson({ remindAfterMinutes: 3, reminder: 2 }, "config", "attention.json");
    files.writeJson({ themes: "dark" }, "interaction.json");
    files.writeJson({ rules: [{ tol: "Bash", decision: "ask" }] }, "config", "rules.json");
    const shown = await runJson(files.path, ["config"], { env });
    expect(shown.unknown).toEqual([
      {
        key: "voice_bridge.network.bind_adress",
        nearest: "voice_bridge.network.bind_address",
      },
      { key: "prot", nearest: "port" },
      { key: "whatever" },
    ]);
    expect(shown.settings["voice_bridge.network.bind_address"].value).toBe("127.0.0.1");
    const { checks } = await runJson(files.path, ["doctor"], { env });
    const said = checks
      .filter(({ check }: { check: string }) => check === "config" || check === "rules")
      .map(({ what }: { what: string }) => what)
      .join("\n");
    expect(said).toContain("Did you mean voice_bridge.network.bind_address?");
    expect(said).toContain('"reminder". Did you mean reminders?');
    expect(said).toContain('"themes". Did you mean theme?');
    expect(said).toContain("Did you mean tool?");
    const again = await run(files.path, ["config"], { env });
    expect(again.stderr.replace(/\s+/g, " ")).toContain('There is no setting called "prot".');
  });
});

it("--json escapes what would drive a terminal or reorder what is read, and means the same", async () => {
  using files = openSandbox();
  const nasty = "a\u009b31mb\u202ec\u2066d\u200ee\u2028f\u0085g";
  const desk = openDesk({ sessionsDirectory: files.at("sessions") });
  await desk.ask({
    questions: [{ title: "T", prompt: nasty, options: [{ label: "x" }] }],
    source: { kind: "test" },
    mode: "detached",
  });
  await desk.close();
  const { stdout } = await run(files.path, ["list", "--json"]);
  expect(stdout).not.toMatch(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
  expect(stdout).toContain("\\u009b31mb\\u202ec");
  expect(JSON.parse(stdout)[0].questions[0].prompt).toBe(nasty);
});
