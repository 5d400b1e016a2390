/** Who is kept out of the voice API, and what they hear: sentences that a person can act on. */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runJson } from "../support/askline.ts";
import {
  bearer,
  cookieFrom,
  type HubProcess,
  lanAddress,
  sendRequest,
  startHubProcess,
} from "../support/hub-process.ts";
import { until } from "../support/patience.ts";
import { expectPlainWords, expectSpeakable, startVoice, type TestVoice } from "../support/voice.ts";

const SESSIONS = "/api/voice/sessions";

describe("a token", () => {
  it("[V-11] of a device opens everything of the voice until it is revoked", async () => {
    await using voice = await startVoice();
    const authorization = `Bearer ${await voice.device("phone")}`;
    await voice.hub.agent("one").post("UserPromptSubmit", { prompt: "go" });
    const id = await voice.idOf("one");
    for (const path of [
      "sessions",
      `agents/${id}/output`,
      `agents/${id}/question`,
      `agents/${id}/transcript`,
    ]) {
      expect((await voice.get(path, { authorization })).status).toBe(200);
    }
    expect((await voice.say({ text: "hi" }, { authorization })).status).toBe(200);
    await runJson(voice.hub.state, ["token", "revoke", "phone"]);
    expect((await voice.get("sessions", { authorization })).status).toBe(401);
  });

  it("[V-12] that is missing or wrong is refused in words, also when guessed at", async () => {
    await using hub = await startHubProcess();
    const right = await hub.device("phone");
    const guesses = [
      {},
      bearer(""),
      bearer("askline_wrong"),
      bearer(right.slice(0, -1)),
      bearer(right.toUpperCase()),
      { authorization: right },
      { authorization: `Basic ${Buffer.from(`a:${right}`).toString("base64")}` },
      { "x-token": right },
    ];
    for (const headers of guesses) {
      const { status, body } = await sendRequest(hub.port, SESSIONS, { headers });
      expect([headers, status]).toEqual([headers, 401]);
      expectRefusal(body, "This device is not known");
    }
    expect((await sendRequest(hub.port, `${SESSIONS}?token=${right}`)).status).toBe(401);
    const korean = await sendRequest(hub.port, SESSIONS, { headers: { "accept-language": "ko" } });
    expectRefusal(korean.body, "모르는 기기입니다");
    for (let guess = 0; guess < 25; guess++)
      await sendRequest(hub.port, SESSIONS, { headers: bearer(`askline_${guess}`) });
    const limited = await sendRequest(hub.port, SESSIONS, { headers: bearer("askline_x") });
    expect(limited.status).toBe(429);
    expectRefusal(limited.body, "Too many wrong tries");
    expect((await sendRequest(hub.port, SESSIONS, { headers: bearer(right) })).status).toBe(200);
  });

  it("[V-13] is not needed from this machine with the bypass; no trick helps others", async () => {
    await using hub = await startHubProcess({
      ASKLINE_VOICE_BRIDGE_AUTH_LOCALHOST_BYPASS: "true",
      ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: "0.0.0.0",
    });
    expect((await sendRequest(hub.port, SESSIONS)).status).toBe(200);
    const json = { "content-type": "application/json" };
    const said = await sendRequest(hub.port, "/api/voice/command", {
      method: "POST",
      headers: json,
      body: '{"text":"hi"}',
    });
    expect(JSON.parse(said.body).outcome).toBe("nobody_waiting");
    for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"]) {
      const { status, body } = await sendRequest(hub.port, SESSIONS, {
        headers: { [name]: "127.0.0.1" },
      });
      expect([name, status]).toEqual([name, 401]);
      expectRefusal(body, "This device is not known");
    }
    const at = lanAddress();
    for (const headers of [
      {},
      { "x-forwarded-for": "127.0.0.1" },
      { host: `127.0.0.1:${hub.port}` },
    ]) {
      expect((await sendRequest(hub.port, SESSIONS, { at, headers })).status).not.toBe(200);
    }
    await using closed = await startHubProcess();
    expect((await sendRequest(closed.port, SESSIONS)).status).toBe(401);
  });
});

describe("the network", () => {
  it("[V-16] reaches the voice where the hub is bound to every address", async () => {
    await using hub = await startHubProcess({
      ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: "0.0.0.0",
    });
    const at = lanAddress();
    const { token } = hub.said.deviceToken;
    expect((await sendRequest(hub.port, SESSIONS, { at, headers: bearer(token) })).status).toBe(
      200,
    );
    expect((await sendRequest(hub.port, SESSIONS, { at })).status).toBe(401);
    for (const host of ["evil.example", `evil.example:${hub.port}`, `${at}.nip.io:${hub.port}`]) {
      const { status, body } = await sendRequest(hub.port, SESSIONS, {
        at,
        headers: { ...bearer(token), host },
      });
      expect([host, status]).toEqual([host, 421]);
      expectRefusal(body, "Wrong address");
    }
    const origin = "http://evil.example";
    const strange = await sendRequest(hub.port, SESSIONS, {
      at,
      headers: { ...bearer(token), origin },
    });
    expect(strange.status).toBe(403);
    expectRefusal(strange.body, "Not allowed from here");
  });

  it("[V-17] does not reach it unless somebody says so", async () => {
    await using hub = await startHubProcess();
    expect((await sendRequest(hub.port, SESSIONS, { headers: bearer(hub.token) })).status).toBe(
      200,
    );
    await expect(
      sendRequest(hub.port, SESSIONS, { at: lanAddress(), headers: bearer(hub.token) }),
    ).rejects.toThrow("REFUSED");
  });

  it("[V-15] logs every call: time, origin, path, agent, caller and duration", async () => {
    await using voice = await startVoice();
    const dialog = await voice.hub.agent("asked").openDialog("Bash", { command: "npm test" });
    await voice.hub.openAsk("asked");
    const id = await voice.idOf("asked");
    await voice.get(`agents/${id}/question?lang=en`, {
      authorization: `Bearer ${await voice.device("phone")}`,
    });
    await voice.say({ text: "yes" });
    await fetch(`${voice.hub.url}/api/voice/sessions`);
    await dialog.ended;
    const lines = await until("the lines", async () => {
      const entries = logOf(voice).filter(({ endpoint }) => !endpoint.endsWith("openapi.json"));
      return entries.length >= 3 && entries;
    });
    const measured = {
      timestamp: expect.stringMatching(/^\d{4}-/),
      latency_ms: expect.any(Number),
    };
    expect(lines).toMatchObject([
      {
        ...measured,
        endpoint: `/api/voice/agents/${id}/question`,
        target_agent: String(id),
        auth: "device",
        status: 200,
      },
      {
        ...measured,
        endpoint: "/api/voice/command",
        target_agent: String(id),
        auth: "local",
        source_ip: "127.0.0.1",
      },
      { ...measured, endpoint: SESSIONS, target_agent: null, auth: "missing", status: 401 },
    ]);
  });
});

describe("whatever goes wrong", () => {
  let voice: TestVoice;

  beforeAll(async () => {
    voice = await startVoice();
    await voice.hub.agent("one").post("UserPromptSubmit", { prompt: "go" });
  });
  afterAll(() => voice[Symbol.asyncDispose]());

  const json = { "content-type": "application/json" };
  const post = (body: string, headers: Record<string, string> = json) => ({
    method: "POST",
    headers,
    body,
  });

  it.each<[string, number, string, RequestInit]>([
    ["an unknown agent", 404, "agents/4711/output", {}],
    ["an agent that is no number", 404, "agents/abc/question", {}],
    ["an agent by a very long number", 404, `agents/${"9".repeat(40)}/question`, {}],
    ["a path out of the folder", 404, "agents/..%2f..%2fetc/question", {}],
    ["an unknown address", 404, "nothing", {}],
    ["nothing at all", 404, "", {}],
    ["an unknown thing about an agent", 404, "agents/1/secrets", {}],
    ["a way too long address", 404, "agents/1/output/more/and/more", {}],
    ["the wrong method", 405, "command", {}],
    ["the wrong method the other way", 405, "sessions", post("{}")],
    ["the wrong method with nothing in it", 405, "sessions", { method: "POST" }],
    ["a deletion", 405, "sessions", { method: "DELETE" }],
    ["no JSON", 400, "command", post("{")],
    ["nothing", 400, "command", post("")],
    ["a list", 400, "command", post("[]")],
    ["no text", 400, "command", post("{}")],
    ["blank text", 400, "command", post('{"text":"  "}')],
    ["a text that nobody can see", 400, "command", post('{"text":"\\u0007\\u200b"}')],
    ["words beside a touch", 400, "command", post('{"text":"hi","option_ids":["1"],"ask_id":"x"}')],
    ["a question of no ask", 400, "command", post('{"text":"hi","question_index":0}')],
    ["a number for a text", 400, "command", post('{"text":7}')],
    ["an object for a text", 400, "command", post('{"text":{"a":1}}')],
    ["a strange agent", 400, "command", post('{"text":"hi","agent_id":{}}')],
    ["a negative agent", 400, "command", post('{"text":"hi","agent_id":-1}')],
    ["an agent that is not there", 404, "command", post('{"text":"hi","agent_id":4711}')],
    ["a strange mode", 400, "command", post('{"text":"hi","mode":"shout"}')],
    ["a strange verbosity", 400, "sessions?verbosity=loud", {}],
    ["a strange limit", 400, "agents/1/transcript?limit=-3", {}],
    ["a limit of nothing", 400, "agents/1/transcript?limit=0", {}],
    ["an empty limit", 400, "agents/1/transcript?limit=", {}],
    ["a strange cursor", 400, "agents/1/transcript?before=x", {}],
    ["a strange number of tasks", 400, "agents/1/output?limit=few", {}],
    ["an ask that is not there", 409, "command", post('{"text":"hi","ask_id":"nope"}')],
    ["a very large text", 413, "command", post(JSON.stringify({ text: "x".repeat(700_000) }))],
    [
      "a text that is too long",
      413,
      "command",
      post(JSON.stringify({ text: "x".repeat(100_001) })),
    ],
    [
      "bytes that are no text",
      400,
      "command",
      { method: "POST", headers: json, body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) },
    ],
    [
      "another content type",
      415,
      "command",
      post("text=hi", { "content-type": "application/x-www-form-urlencoded" }),
    ],
    [
      "a file where none belongs",
      415,
      "command",
      post("x", { "content-type": "multipart/form-data; boundary=x" }),
    ],
    ["an unknown file", 404, "uploads/1-aaaaaaaaaaaaaaaaaaaaaaaa", {}],
    ["a file by a path", 404, "uploads/..%2f..%2flocal-token.json", {}],
  ])("[V-14] %s is answered with %i outside, and words inside", async (_, status, path, init) => {
    // The call itself checks the reply's words.
    const heard = await voice.send(init.method ?? "GET", path, init);
    expect(heard.status).toBe(status);
    const korean = await voice.send(init.method ?? "GET", path, {
      ...init,
      headers: { ...(init.headers as object), "accept-language": "ko" },
    });
    expect(korean.body.error).toMatch(/[가-힣]/);
  });

  it("says what is missing: words, a token, another method", async () => {
    for (const text of ["", " \n ", "\u200b"])
      expect((await voice.say({ text })).body.error).toBe("Nothing was said");
    expect((await voice.raw("sessions", { method: "DELETE" })).headers.get("allow")).toBe("GET");
    expect((await voice.raw("command")).headers.get("allow")).toBe("POST");
    const stranger = await fetch(`${voice.hub.url}/api/voice/sessions`);
    expect([stranger.status, stranger.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  it("a body without an end is not read to its end", async () => {
    const { port } = new URL(voice.hub.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request({
        port,
        method: "POST",
        path: "/api/voice/command",
        headers: { ...json, authorization: `Bearer ${voice.hub.token}` },
      });
      call.on("response", (response) => resolve(response.statusCode));
      call.on("error", reject);
      let sent = 0;
      const more = () => {
        while (sent++ < 40) if (!call.write("x".repeat(64 * 1024))) return call.once("drain", more);
        return call;
      };
      more();
    });
    expect(status).toBe(413);
  });

  it("a page of another site, and a cookie without its page, change nothing", async () => {
    await using hub: HubProcess = await startHubProcess();
    const cookie = await cookieFrom(hub.port, await hub.device("phone"));
    const body = '{"text":"hi"}';
    const sent = (headers: Record<string, string>) =>
      sendRequest(hub.port, "/api/voice/command", {
        method: "POST",
        headers: { ...json, ...headers },
        body,
      });
    for (const headers of [
      { cookie },
      { cookie, origin: "http://evil.example" },
      { cookie, origin: "null" },
    ]) {
      const { status, body: words } = await sent(headers);
      expect([headers, status]).toEqual([headers, 403]);
      expectRefusal(words, "Not allowed from here");
    }
    expect((await sent({ cookie, origin: `http://127.0.0.1:${hub.port}` })).status).toBe(200);
  });
});

function expectRefusal(body: string, error: string) {
  const words = JSON.parse(body);
  expectSpeakable(words);
  expectPlainWords(words);
  expect(words.error).toBe(error);
}

function logOf({ hub }: TestVoice): { endpoint: string }[] {
  const lines = readFileSync(hub.files.at("logs", "voice-access.log"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}
