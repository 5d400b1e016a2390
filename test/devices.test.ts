/**
 * A person's devices: each has a token of its own, which opens what voice needs until it is
 * revoked.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run, runJson } from "./support/askline.ts";
import {
  bearer,
  cookieFrom,
  lanAddress,
  sendRequest,
  startHubProcess,
} from "./support/hub-process.ts";
import { openSandbox } from "./support/sandbox.ts";

// A file that the voice page needs and that is not served without a token.
const PAGE_FILE = "/icon.svg";

describe("askline token", () => {
  it("prints a token once, and keeps only its hash, for its owner alone", async () => {
    using files = openSandbox();
    const { code, stdout } = await run(files.path, ["token", "create", "phone"]);
    const [, token = ""] = /\n(askline_[\w-]{43})\n$/.exec(stdout) ?? [];
    expect(code).toBe(0);
    expect(stdout).toContain("The token of phone, shown this once:");
    expect(token).not.toBe("");
    const kept = readFileSync(files.at("device-tokens.json"), "utf8");
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(token.slice("askline_".length));
    expect(statSync(files.at("device-tokens.json")).mode & 0o777).toBe(0o600);
    expect((await run(files.path, ["token", "list"])).stdout).not.toContain(token);
  });

  it("lists the devices and when each was last used", async () => {
    using files = openSandbox();
    expect((await run(files.path, ["token", "list"])).stdout).toMatch(/^No device has a token yet/);
    await run(files.path, ["token", "create", "phone"]);
    await run(files.path, ["token", "create", "부엌 태블릿"]);
    const devices = await runJson(files.path, ["token", "list"]);
    const plain = {
      id: expect.stringMatching(/^[0-9a-f]{8}$/),
      createdAt: expect.any(String),
      lastUsedAt: null,
    };
    expect(devices).toEqual([
      { ...plain, name: "phone" },
      { ...plain, name: "부엌 태블릿" },
    ]);
    const { stdout } = await run(files.path, ["token", "list"]);
    expect(stdout).toMatch(
      /^ID +NAME +CREATED +LAST USED\n[0-9a-f]{8} +phone +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +never\n/,
    );
  });

  it("revokes by name or by id, and says what there is when there is no such device", async () => {
    using files = openSandbox();
    await run(files.path, ["token", "create", "phone"]);
    const { id } = await runJson(files.path, ["token", "create", "tablet"]);
    const wrong = await run(files.path, ["token", "revoke", "fone"]);
    expect([wrong.code, wrong.stderr]).toEqual([
      6,
      "There is no device called fone.\nDid you mean phone?\n",
    ]);
    expect((await run(files.path, ["token", "revoke", "phone"])).stdout).toMatch(
      /^Revoked phone\./,
    );
    expect(await runJson(files.path, ["token", "revoke", id])).toMatchObject({ name: "tablet" });
    expect(await runJson(files.path, ["token", "list"])).toEqual([]);
  });

  it("takes no name twice, and none that cannot be shown as it is", async () => {
    using files = openSandbox();
    await run(files.path, ["token", "create", "phone"]);
    expect(await runJson(files.path, ["token", "create", " phone "])).toMatchObject({
      error: { code: "name_taken" },
    });
    for (const name of [
      "",
      "  ",
      "a\u001b[2Jb",
      "x\u202egpj",
      "a\nb",
      "a\u3164b",
      "--json",
      'a"b',
      "$(a)",
      "n".repeat(61),
    ]) {
      const { code } = await run(files.path, ["token", "create", name]);
      expect([name, code]).toEqual([name, 2]);
    }
    expect(await runJson(files.path, ["token", "list"])).toHaveLength(1);
  });

  it("loses none when many are made at once", async () => {
    using files = openSandbox();
    const names = Array.from({ length: 6 }, (_, index) => `device-${index}`);
    await Promise.all(names.map((name) => run(files.path, ["token", "create", name])));
    const devices: { name: string }[] = await runJson(files.path, ["token", "list"]);
    expect(devices.map(({ name }) => name).sort()).toEqual(names);
  });

  it("speaks Korean too", async () => {
    using files = openSandbox();
    const env = { ASKLINE_LANGUAGE: "ko" };
    expect((await run(files.path, ["token", "list"], { env })).stdout).toContain(
      "아직 토큰이 있는 기기가 없습니다",
    );
    expect((await run(files.path, ["token", "create", "phone"], { env })).stdout).toContain(
      "한 번만 보여 줍니다",
    );
    expect((await run(files.path, ["token", "create", "phone"], { env })).stderr).toContain(
      "이미 있는 기기 이름",
    );
    expect((await run(files.path, ["token", "revoke", "tablet"], { env })).stderr).toContain(
      "그런 기기가 없습니다",
    );
    expect((await run(files.path, ["token", "revoke", "phone"], { env })).stdout).toContain(
      "토큰을 없앴습니다",
    );
    expect((await run(files.path, ["pair"], { env })).stderr).toContain("이 컴퓨터에서만 듣고");
  });
});

describe("a device's token", () => {
  it("made for voice alone opens what a voice needs, and nothing else of this machine's", async () => {
    await using hub = await startHubProcess();
    const made = await runJson(hub.files.path, ["token", "create", "speaker", "--voice-only"]);
    expect(made).toMatchObject({ name: "speaker", only: "voice" });
    const headers = bearer(made.token);
    expect((await sendRequest(hub.port, PAGE_FILE, { headers })).status).toBe(200);
    for (const path of [
      "/",
      "/api/asks",
      "/api/settings",
      "/choice/6f1c2a9e-3b7d-4c1a-9f10-2d3e4f5a6b7c",
      "/mcp",
    ]) {
      expect([path, (await sendRequest(hub.port, path, { headers })).status]).toEqual([path, 403]);
    }
    for (const path of ["/api/voice/../asks", "/api/voice/%2e%2e/asks", "/voice/../"]) {
      expect([path, (await sendRequest(hub.port, path, { headers })).status]).toEqual([path, 403]);
    }
    // Whoever opens a page gets one, whatever they say they accept; a program gets JSON.
    const page = await sendRequest(hub.port, "/", { headers });
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.body).toContain("This page is not open to this device.");
    const korean = { ...headers, "accept-language": "ko" };
    expect((await sendRequest(hub.port, "/", { headers: korean })).body).toContain(
      "이 기기에는 이 페이지가 열려 있지 않습니다.",
    );
    const asJson = { ...headers, accept: "application/json" };
    expect(JSON.parse((await sendRequest(hub.port, "/", { headers: asJson })).body)).toMatchObject({
      error: { code: "http_403" },
    });
    expect((await sendRequest(hub.port, "/assets/..\\..\\api\\asks", { headers })).status).toBe(
      400,
    );
    const change = {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: "{}",
    };
    expect((await sendRequest(hub.port, "/api/settings", change)).status).toBe(403);
  });

  it("answers in the portal in its own name, and changes nothing else there", async () => {
    await using hub = await startHubProcess();
    const token = await hub.device("phone");
    const cookie = await cookieFrom(hub.port, token);
    const origin = `http://127.0.0.1:${hub.port}`;
    const json = { "content-type": "application/json" };
    const asked = await runJson(hub.files.path, [
      ...["ask", "Deploy?", "-o", "Yes", "-o", "No", "--no-wait"],
    ]);
    const one = `/api/asks/${asked.id}`;
    const get = (path: string, headers: Record<string, string>) =>
      sendRequest(hub.port, path, { headers });
    const change = async (method: string, path: string, headers: object, body = {}) =>
      (
        await sendRequest(hub.port, path, {
          ...{ method, body: JSON.stringify(body) },
          headers: { ...json, ...headers },
        })
      ).status;
    const reads = ["/", `/choice/${asked.id}`, "/api/asks", "/api/rows", one];
    const past = ["/history", "/api/history", "/api/history/names", "/figures", "/api/figures"];
    for (const path of [...reads, ...past])
      for (const headers of [bearer(token), { cookie }])
        expect([path, (await get(path, headers)).status]).toEqual([path, 200]);
    const page = { cookie, origin };
    expect(await change("PUT", `${one}/draft`, page, { draft: null })).toBe(204);
    expect(await change("POST", `${one}/extend`, page, { seconds: 600 })).toBe(200);
    expect(await change("POST", `${one}/files?name=a.txt`, page, { any: "text" })).toBe(200);
    expect(await change("POST", `${one}/answer`, { cookie }, {})).toBe(403);
    for (const [method, path] of [
      ...[["POST", "/api/settings"] as const, ["POST", "/api/links"] as const],
      ...[["POST", "/api/passkeys/begin"] as const, ["POST", "/api/agents/1/send"] as const],
      ...[["POST", "/hook/Stop"] as const, ["POST", "/mcp"] as const],
      ...[["POST", one] as const],
      ...[
        ["POST", `${one}/answer/more`] as const,
        ["POST", "/api/asks/a%2fb/../settings"] as const,
      ],
    ])
      expect([path, await change(method, path, page)]).toEqual([path, 403]);
    for (const path of ["/passkeys", "/api/passkeys", "/api/agents", "/api/attention"])
      expect([path, (await get(path, page)).status]).toEqual([path, 403]);
    const reply = { answers: [{ optionIds: ["1"] }] };
    expect(await change("POST", `${one}/answer`, page, { reply })).toBe(200);
    expect(JSON.parse((await get(one, page)).body).ask.outcome.provenance).toMatchObject({
      ...{ by: "person", surface: "portal", who: "phone" },
    });
  });

  it("counts at once when made, and no more when revoked, nor does its cookie", async () => {
    await using hub = await startHubProcess();
    const token = await hub.device("phone");
    const other = await hub.device("tablet");
    const cookie = await cookieFrom(hub.port, token);
    expect(cookie).toMatch(/^askline_device_\d+=/);
    expect(cookie).not.toContain(token.slice("askline_".length));
    expect((await sendRequest(hub.port, PAGE_FILE, { headers: { cookie } })).status).toBe(200);
    await hub.revoke("phone");
    expect((await sendRequest(hub.port, PAGE_FILE, { headers: bearer(token) })).status).toBe(401);
    expect((await sendRequest(hub.port, PAGE_FILE, { headers: { cookie } })).status).toBe(401);
    expect((await sendRequest(hub.port, `/open?token=${token}&to=/voice`)).status).toBe(401);
    expect((await sendRequest(hub.port, PAGE_FILE, { headers: bearer(other) })).status).toBe(200);
    // A new token with the same name belongs to another device.
    await hub.device("phone");
    expect((await sendRequest(hub.port, PAGE_FILE, { headers: { cookie } })).status).toBe(401);
  });

  it("leads to its pages only; its cookie outlasts the hub and opens no more", async () => {
    await using hub = await startHubProcess();
    const token = await hub.device("phone");
    const opened = await sendRequest(hub.port, `/open?token=${token}&to=/voice`);
    expect([opened.status, opened.headers["location"]]).toEqual([303, "/voice"]);
    expect(String(opened.headers["set-cookie"])).toMatch(
      /; HttpOnly; SameSite=Strict; Max-Age=34560000$/,
    );
    expect((await sendRequest(hub.port, `/open?token=${token}&to=/`)).status).toBe(303);
    expect((await sendRequest(hub.port, `/open?token=${token}&to=/passkeys`)).status).toBe(403);
    const cookie = await cookieFrom(hub.port, token);
    expect((await sendRequest(hub.port, "/api/agents", { headers: { cookie } })).status).toBe(403);
    // The content of the file is not enough to make a cookie.
    const [{ id, hash }] = hub.files.readJson("device-tokens.json").devices;
    const [name = ""] = cookie.split("=", 1);
    for (const made of [`${id}.${hash}`, `${id}.`, id, hash]) {
      expect(
        (await sendRequest(hub.port, PAGE_FILE, { headers: { cookie: `${name}=${made}` } })).status,
      ).toBe(401);
    }
  });

  it("opens the hub's events until it is revoked, also for open streams", async () => {
    await using hub = await startHubProcess();
    const token = await hub.device("phone");
    const response = await fetch(`${hub.url}/api/events`, { headers: bearer(token) });
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("event: resume");
    await hub.revoke("phone");
    // The stream either ends normally or is cut off.
    const last = await reader?.read().catch(() => ({ done: true }));
    expect(last?.done).toBe(true);
    expect((await fetch(`${hub.url}/api/events`, { headers: bearer(token) })).status).toBe(401);
  });

  it("is noted as used, to the minute", async () => {
    await using hub = await startHubProcess();
    const headers = bearer(await hub.device("phone"));
    await sendRequest(hub.port, PAGE_FILE, { headers });
    await expect
      .poll(async () => (await runJson(hub.state, ["token", "list"]))[0].lastUsedAt)
      .not.toBeNull();
    const { mtimeMs } = statSync(hub.files.at("device-tokens.json"));
    for (let times = 0; times < 5; times++) await sendRequest(hub.port, PAGE_FILE, { headers });
    await hub.end();
    expect(statSync(hub.files.at("device-tokens.json")).mtimeMs).toBe(mtimeMs);
  });
});

describe("askline pair", () => {
  const wide = { ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: "0.0.0.0" };

  it("makes no token for a hub that a phone cannot reach, and says what to change", async () => {
    await using hub = await startHubProcess();
    const { code, stderr } = await run(hub.state, ["pair"], { env: wide });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /listens on this machine only.*\n.*voice_bridge\.network\.bind_address.*0\.0\.0\.0/,
    );
    expect(await runJson(hub.state, ["token", "list"])).toEqual([]);
  });

  it("prints a code and an address that let the phone in", async () => {
    await using hub = await startHubProcess(wide);
    const { stdout } = await run(hub.state, ["pair", "--name", "my phone"]);
    expect(stdout).toMatch(/^[█▀▄ ]{49,}$/m);
    const [, link = ""] = /^(http:\S+)$/m.exec(stdout) ?? [];
    const address = new URL(link);
    expect(address.searchParams.get("to")).toBe("/voice");
    expect(Number(address.port)).toBe(hub.port);
    const at = address.hostname;
    expect(at).not.toBe("127.0.0.1");
    expect(link).not.toContain("askline_");
    const open = (headers = {}) =>
      sendRequest(hub.port, address.pathname + address.search, { at, headers });
    const opened = await open();
    expect(opened).toMatchObject({ status: 303, headers: { location: "/voice" } });
    const cookie = String(opened.headers["set-cookie"]).split(";", 1)[0] ?? "";
    expect((await sendRequest(hub.port, PAGE_FILE, { at, headers: { cookie } })).status).toBe(200);
    expect((await open()).status, "for anybody else").toBe(401);
    expect((await open({ cookie })).status, "for the phone itself").toBe(303);
    expect(stdout).toContain('askline token revoke "my phone"');
  });

  it("prints an address that is good for ten minutes", async () => {
    await using hub = await startHubProcess(wide);
    const { link, id } = await runJson(hub.state, ["pair"]);
    const file = join(hub.state, "device-tokens.json");
    const { devices } = JSON.parse(readFileSync(file, "utf8"));
    const device = devices.find((one: { id: string }) => one.id === id);
    const left = Date.parse(device.link.until) - Date.parse(device.createdAt);
    expect(left).toBe(10 * 60_000);
    device.link.until = new Date(Date.now() - 1).toISOString();
    writeFileSync(file, JSON.stringify({ devices }), { mode: 0o600 });
    const { pathname, search, hostname } = new URL(link);
    const late = await sendRequest(hub.port, pathname + search, { at: hostname });
    expect(late.status).toBe(401);
    expect(late.headers["set-cookie"]).toBeUndefined();
  });

  it("works before the hub is started, and numbers the phones that have no name", async () => {
    using files = openSandbox();
    const env = { ...wide, ASKLINE_PORT: "9123" };
    expect((await run(files.path, ["pair"], { env })).stdout).toContain("No hub runs yet");
    const second = await runJson(files.path, ["pair"], { env });
    expect(second).toMatchObject({ name: "phone-2", isRunning: false });
    expect(second.link).toContain(":9123/open?code=pair_");
    const taken = await run(files.path, ["pair", "--name", "phone"], { env });
    expect(taken.stderr).toContain("There is a device called phone already.");
  });

  it("uses the very address that the hub is bound to", async () => {
    using files = openSandbox();
    const env = { ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: lanAddress() };
    expect((await runJson(files.path, ["pair"], { env })).link).toContain(
      `http://${lanAddress()}:8475/`,
    );
  });
});
