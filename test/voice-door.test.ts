/**
 * What the hub does for the voice routes: it identifies the caller, words refusals, and writes the
 * access log.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { get } from "node:http";
import { describe, expect, it } from "vitest";
import { createAccessLog } from "../src/http/access-log.ts";
import { openDeviceTokens } from "../src/http/device-tokens.ts";
import { answerRaw, newRoutes } from "../src/http/routes.ts";
import { createStreams, eventBytes } from "../src/http/sse.ts";
import { type HubPart, startHub } from "../src/hub/hub.ts";
import { run } from "./support/askline.ts";
import { bearer, cookieFrom, sendRequest, startHubProcess } from "./support/hub-process.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

describe("a part behind the door", () => {
  it("is told who is there: which device, or this machine itself", async () => {
    await using hub = await startVoice();
    const { token } = await hub.create("phone");
    expect(
      JSON.parse((await sendRequest(hub.port, "/api/voice/who", { headers: bearer(token) })).body),
    ).toEqual({
      auth: "device",
      device: { id: expect.any(String), name: "phone", who: "phone" },
    });
    const cookie = await cookieFrom(hub.port, token);
    expect(
      JSON.parse((await sendRequest(hub.port, "/api/voice/who", { headers: { cookie } })).body),
    ).toMatchObject({
      device: { name: "phone" },
    });
    const here = await sendRequest(hub.port, "/api/voice/who", { headers: bearer(LOCAL_TOKEN) });
    expect(JSON.parse(here.body)).toEqual({ auth: "local", device: null });
  });

  it("refuses in its own words, for every caller and every reason", async () => {
    await using hub = await startVoice();
    const wrong = [
      {},
      bearer("askline_wrong"),
      { ...bearer(LOCAL_TOKEN), origin: "https://evil.example" },
      { ...bearer(LOCAL_TOKEN), host: "evil.example" },
      { accept: "text/html" },
    ];
    for (const headers of wrong) {
      const { body, status } = await sendRequest(hub.port, "/api/voice/who", { headers });
      expect([status >= 400, JSON.parse(body)]).toEqual([
        true,
        { status_line: "Spoken.", error: expect.any(String) },
      ]);
    }
    expect(JSON.parse((await sendRequest(hub.port, "/api/asks")).body)).toMatchObject({
      error: { code: "http_401" },
    });
  });

  it("accepts device cookies for changes only from their page, files where allowed", async () => {
    await using hub = await startVoice();
    const { token } = await hub.create("phone");
    const cookie = await cookieFrom(hub.port, token);
    const origin = `http://127.0.0.1:${hub.port}`;
    const post = async (path: string, headers: Record<string, string>) =>
      (await sendRequest(hub.port, path, { method: "POST", headers, body: "{}" })).status;
    const json = { "content-type": "application/json" };
    const file = { "content-type": "multipart/form-data; boundary=x" };
    expect(await post("/api/voice/who", { ...json, cookie })).toBe(403);
    expect(await post("/api/voice/who", { ...json, cookie, origin })).toBe(200);
    expect(await post("/api/voice/who", { ...file, cookie, origin })).toBe(415);
    expect(await post("/api/voice/agents/7/upload", { ...file, cookie, origin })).toBe(200);
    expect(await post("/api/voice/agents/7/upload", { ...file, cookie })).toBe(403);
    expect(await post("/api/voice/agents/7/upload/x", { ...file, ...bearer(token) })).toBe(415);
  });

  it("loses a device's stream when that device is revoked, and no other's", async () => {
    await using hub = await startVoice();
    const [phone, tablet] = [await follow("phone"), await follow("tablet")];
    await hub.revoke("phone");
    await phone.ended;
    expect(hub.readers()).toBe(1);
    tablet.end();

    async function follow(name: string) {
      const { token } = await hub.create(name);
      const ended = deferred();
      const started = deferred();
      const request = get({
        host: "127.0.0.1",
        port: hub.port,
        path: "/api/events",
        headers: bearer(token),
      });
      request.on("error", () => undefined);
      request.on("response", (response) => {
        response.once("data", () => started.resolve());
        response.on("error", () => undefined);
        response.once("close", () => ended.resolve());
      });
      await started.promise;
      return { ended: ended.promise, end: () => request.destroy() };
    }
  });
});

describe("the access log", () => {
  it("has a line for every voice request, refused ones too, and for no other", async () => {
    await using hub = await startVoice();
    const { device, token } = await hub.create("phone");
    await sendRequest(hub.port, "/api/voice/agents/7/output?token=secret-query", {
      headers: bearer(token),
    });
    await sendRequest(hub.port, "/api/voice/about-9", { headers: bearer(LOCAL_TOKEN) });
    await sendRequest(hub.port, "/api/voice/who");
    await sendRequest(hub.port, "/api/voice/who", { headers: bearer("wrong") });
    await sendRequest(hub.port, "/api/voice/who", { headers: { host: "evil.example" } });
    await sendRequest(hub.port, "/api/asks", { headers: bearer(LOCAL_TOKEN) });
    await expect.poll(() => hub.accessLines().length).toBe(5);
    const same = {
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      source_ip: "127.0.0.1",
      method: "GET",
    };
    const rest = { latency_ms: expect.any(Number), device: null, target_agent: null };
    expect(hub.accessLines()).toEqual([
      {
        ...{ ...same, ...rest, endpoint: "/api/voice/agents/7/output" },
        ...{ target_agent: "7", auth: "device", device: device.id, status: 200 },
      },
      {
        ...same,
        ...rest,
        endpoint: "/api/voice/about-9",
        target_agent: "9",
        auth: "local",
        status: 200,
      },
      { ...same, ...rest, endpoint: "/api/voice/who", auth: "missing", status: 401 },
      { ...same, ...rest, endpoint: "/api/voice/who", auth: "wrong", status: 401 },
      { ...same, ...rest, endpoint: "/api/voice/who", auth: "unchecked", status: 421 },
    ]);
  });

  it("is written by the hub as it runs, for its owner alone", async () => {
    await using hub = await startHubProcess();
    const headers = bearer(await hub.device("phone"));
    const { status } = await sendRequest(hub.port, "/api/voice/agents/7/-", { headers });
    await hub.end();
    const line = JSON.parse(readFileSync(hub.files.at("logs", "voice-access.log"), "utf8"));
    expect(line).toMatchObject({
      endpoint: "/api/voice/agents/7/-",
      target_agent: "7",
      auth: "device",
      status,
    });
    expect(statSync(hub.files.at("logs", "voice-access.log")).mode & 0o777).toBe(0o600);
    expect(statSync(hub.files.at("logs")).mode & 0o777).toBe(0o700);
  });
});

it("a device's token and cookie are in no file and no line that the hub writes", async () => {
  await using hub = await startHubProcess();
  const token = await hub.device("phone");
  const cookie = await cookieFrom(hub.port, token);
  const json = { "content-type": "application/json" };
  const everywhere = [
    sendRequest(hub.port, `/api/voice/-?token=${token}`, { headers: bearer(token) }),
    sendRequest(hub.port, `/api/voice/${token}`, { headers: { cookie } }),
    sendRequest(hub.port, `/api/voice/agents/${token}/output`, { headers: bearer(token) }),
    sendRequest(hub.port, `/api/voice/-`, { headers: bearer(`${token}x`) }),
    sendRequest(hub.port, `/open?token=${token}&to=/${token}`),
    sendRequest(hub.port, "/api/voice/-", {
      method: "POST",
      headers: { ...json, ...bearer(token) },
      body: `"${token}"`,
    }),
  ];
  await Promise.all(everywhere);
  await run(hub.state, ["token", "revoke", token]);
  const printed = await hub.end();
  const secret = token.slice("askline_".length);
  const [, ticket = ""] = cookie.split(".");
  for (const text of [printed, ...textsBelow(hub.files)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(ticket);
  }
});

const LOCAL_TOKEN = "local-token-of-this-test";

/** A hub in this process with a minimal voice surface. */
async function startVoice() {
  const files = openSandbox();
  const devices = openDeviceTokens(files.at("device-tokens.json"));
  const streams = createStreams();
  const routes = newRoutes()
    .all("/api/voice/*", (c) => {
      const { auth, device, isAbout } = c.get("caller");
      const [, about] = /about-(\d+)$/.exec(c.req.path) ?? [];
      if (about !== undefined) isAbout(about);
      return c.json({ auth, device });
    })
    .get("/api/events", (c) =>
      answerRaw(
        c,
        ({ outgoing }) =>
          void streams.open(outgoing).send(eventBytes({ type: "resume", data: {} })),
      ),
    );
  const voice: HubPart = {
    routes,
    refuse: ({ message }, path) =>
      path.startsWith("/api/voice/") ? { status_line: "Spoken.", error: message } : null,
    close: async () => streams.close(),
  };
  const accessLog = createAccessLog({ directory: files.at("logs") });
  const hub = await startHub({
    port: 0,
    token: LOCAL_TOKEN,
    parts: [voice],
    version: "test",
    devices,
    accessLog,
  });
  return {
    port: hub.port,
    readers: () => streams.count,
    async create(name: string) {
      const created = await devices.create(name);
      if (created === null) throw new Error(`There is a ${name} already.`);
      return created;
    },
    /** Revoked by the command, as a person would. */
    revoke: (name: string) => run(files.path, ["token", "revoke", name]),
    accessLines: () =>
      readFileSync(files.at("logs", "voice-access.log"), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line)),
    async [Symbol.asyncDispose]() {
      await hub.close();
      files[Symbol.dispose]();
    },
  };
}

function textsBelow(files: Sandbox): string[] {
  return readdirSync(files.path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, "latin1"));
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
