/**
 * Where the hub listens, which host names it accepts, and who needs no token, whatever tricks a
 * request uses.
 */
import { hostname } from "node:os";
import { describe, expect, it } from "vitest";
import { run, runJson, start } from "./support/askline.ts";
import {
  bearer,
  type HubProcess,
  lanAddress,
  sendLines,
  sendRequest,
  startHubProcess,
} from "./support/hub-process.ts";
import { openSandbox } from "./support/sandbox.ts";
import { shared } from "./support/shared.ts";

const WIDE = { ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: "0.0.0.0" };
const BYPASS = { ASKLINE_VOICE_BRIDGE_AUTH_LOCALHOST_BYPASS: "true" };
const PAGE_FILE = "/icon.svg";

describe("the settings", () => {
  const keys = ["voice_bridge.auth.localhost_bypass", "voice_bridge.network.bind_address"] as const;

  it.each([
    [
      "nested",
      { voice_bridge: { auth: { localhost_bypass: true }, network: { bind_address: "0.0.0.0" } } },
    ],
    ["dotted", { [keys[0]]: true, [keys[1]]: "0.0.0.0" }],
  ])("are read from the file, %s, and beaten by the environment", async (_, config) => {
    using files = openSandbox();
    files.writeJson(config, "config.json");
    const env = { ASKLINE_CONFIG_DIR: files.path };
    const { settings } = await runJson(files.path, ["config"], { env });
    expect(keys.map((key) => settings[key])).toMatchObject([
      { value: true, origin: { kind: "file" } },
      { value: "0.0.0.0", origin: { kind: "file" } },
    ]);
    const more = { ...env, ASKLINE_VOICE_BRIDGE_AUTH_LOCALHOST_BYPASS: "false" };
    const beaten = (await runJson(files.path, ["config"], { env: more })).settings[keys[0]];
    expect(beaten).toMatchObject({ value: false, origin: { kind: "environment" } });
  });

  it("are off and loopback unless somebody says so", async () => {
    using files = openSandbox();
    const { settings } = await runJson(files.path, ["config"], {
      env: { ASKLINE_CONFIG_DIR: files.path },
    });
    expect(keys.map((key) => settings[key].value)).toEqual([false, "127.0.0.1"]);
  });

  it.each(["example.org", "0.0.0.0:80", "*"])(
    "refuse %j as an address, before anything listens",
    async (address) => {
      using files = openSandbox();
      const env = { ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: address };
      const { code, stderr } = await run(files.path, ["serve", "--port", "0"], { env });
      expect(code).toBe(2);
      expect(stderr).toContain("It is not an address such as 127.0.0.1, 0.0.0.0 or ::");
    },
  );

  it("say when an address is another machine's", async () => {
    using files = openSandbox();
    const env = { ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: "203.0.113.7" };
    const { stderr } = await run(files.path, ["serve", "--port", "0"], { env });
    expect(stderr).toContain("This machine cannot listen on 203.0.113.7");
  });
});

describe("the hub's address", () => {
  it("is this machine's own unless told, and nobody else reaches it", async () => {
    await using hub = await startHubProcess();
    await expect(sendRequest(hub.port, "/healthz", { at: lanAddress() })).rejects.toThrow(
      "ECONNREFUSED",
    );
    expect(hub.said).toEqual({ url: hub.url, link: expect.any(String) });
  });

  it.each(["0.0.0.0", "::", lanAddress()])(
    "bound to %s is reached from the network, and by this machine as ever",
    async (bound) => {
      await using hub = await startHubProcess({ ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: bound });
      const at = lanAddress();
      const phone = bearer(hub.said.deviceToken.token);
      expect((await sendRequest(hub.port, PAGE_FILE, { at, headers: phone })).status).toBe(200);
      expect((await sendRequest(hub.port, PAGE_FILE, { at })).status).toBe(401);
      expect(hub.url).toBe(`http://127.0.0.1:${hub.port}`);
      expect(hub.files.readJson("hub.json")).toMatchObject({ url: hub.url, bindAddress: bound });
      expect(
        (await sendRequest(hub.port, "/api/asks", { headers: bearer(hub.token) })).status,
      ).toBe(200);
      expect(hub.said.addresses).toContain(`http://${at}:${hub.port}`);
    },
  );

  it("wider than this machine comes with a first token, shown first and once", async () => {
    using files = openSandbox();
    const [first, second] = [await output(), await output()];
    expect(first).toMatch(
      /^The token of first-device, shown this once:\naskline_[\w-]{43}\nAskline is at .*\nOther devices in this network reach it at http:.*\n.*not encrypted/,
    );
    expect(second).not.toContain("shown this once");
    expect(await runJson(files.path, ["token", "list"])).toMatchObject([{ name: "first-device" }]);

    async function output(): Promise<string> {
      const serving = start(files.path, ["serve", "--port", "0"], { env: WIDE });
      await serving.said(/not encrypted/);
      serving.child.kill("SIGTERM");
      return (await serving.finished).stdout;
    }
  });

  it("answers by this machine's addresses and name, and by no other name", async () => {
    await using hub = await startHubProcess(WIDE);
    const at = lanAddress();
    const as = async (host: string) =>
      (await sendRequest(hub.port, PAGE_FILE, { at, headers: { ...bearer(hub.token), host } }))
        .status;
    for (const name of [
      at,
      hostname(),
      hostname().toUpperCase(),
      `${hostname().split(".")[0]}.local`,
      "localhost",
    ]) {
      expect([name, await as(`${name}:${hub.port}`)]).toEqual([name, 200]);
    }
    const tricks = [
      "evil.example",
      `${at}.evil.example`,
      `${at}.nip.io`,
      `evil.${hostname()}`,
      "203.0.113.7",
      "0.0.0.0",
    ];
    for (const name of tricks) expect([name, await as(`${name}:${hub.port}`)]).toEqual([name, 421]);
    for (const host of [at, `${at}:1`]) expect([host, await as(host)]).toEqual([host, 421]);
    const origin = (value: string) =>
      sendRequest(hub.port, PAGE_FILE, { at, headers: { ...bearer(hub.token), origin: value } });
    expect((await origin(`http://${at}:${hub.port}`)).status).toBe(200);
    expect((await origin(`http://evil.example:${hub.port}`)).status).toBe(403);
    expect((await origin(`https://${at}:${hub.port}`)).status).toBe(403);
  });

  it("on loopback answers by no address of the network", async () => {
    await using hub = await startHubProcess();
    const headers = { ...bearer(hub.token), host: `${lanAddress()}:${hub.port}` };
    expect((await sendRequest(hub.port, PAGE_FILE, { headers })).status).toBe(421);
  });
});

describe("the hub's address in a request", () => {
  const hubOfAll = shared(() => startHubProcess());

  it.each<[string, number, (hub: HubProcess) => string[]]>([
    ["one host", 200, ({ port }) => [`GET ${PAGE_FILE} HTTP/1.1`, `Host: 127.0.0.1:${port}`]],
    [
      "its own whole address",
      200,
      ({ url, port }) => [`GET ${url}${PAGE_FILE} HTTP/1.1`, `Host: 127.0.0.1:${port}`],
    ],
    [
      "another's whole address behind its own host",
      421,
      ({ port }) => [`GET http://evil.example${PAGE_FILE} HTTP/1.1`, `Host: 127.0.0.1:${port}`],
    ],
    [
      "its own whole address behind another's host",
      421,
      ({ url }) => [`GET ${url}${PAGE_FILE} HTTP/1.1`, "Host: evil.example"],
    ],
    [
      "two hosts, its own first",
      400,
      ({ port }) => [`GET ${PAGE_FILE} HTTP/1.1`, `Host: 127.0.0.1:${port}`, "Host: evil.example"],
    ],
    [
      "two hosts, its own last",
      400,
      ({ port }) => [`GET ${PAGE_FILE} HTTP/1.1`, "Host: evil.example", `Host: 127.0.0.1:${port}`],
    ],
    [
      "the same host twice",
      400,
      ({ port }) => [
        `GET ${PAGE_FILE} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        `Host: 127.0.0.1:${port}`,
      ],
    ],
    ["no port", 421, () => [`GET ${PAGE_FILE} HTTP/1.1`, "Host: 127.0.0.1"]],
    ["an empty host", 400, () => [`GET ${PAGE_FILE} HTTP/1.1`, "Host:"]],
    ["no host at all", 400, () => [`GET ${PAGE_FILE} HTTP/1.0`]],
    [
      "a name behind its port",
      400,
      ({ port }) => [`GET ${PAGE_FILE} HTTP/1.1`, `Host: 127.0.0.1:${port}.evil.example`],
    ],
    [
      "a name before an at sign",
      400,
      ({ port }) => [`GET ${PAGE_FILE} HTTP/1.1`, `Host: 127.0.0.1:${port}@evil.example`],
    ],
  ])("called by %s answers %i", async (_, status, lines) => {
    const hub = hubOfAll();
    expect(await sendLines(hub.port, [...lines(hub), `Authorization: Bearer ${hub.token}`])).toBe(
      status,
    );
  });
});

describe("a tunnel that its owner leads here", () => {
  const TUNNEL = { ASKLINE_VOICE_BRIDGE_NETWORK_PUBLIC_ADDRESS: "https://askline.example.net" };
  const host = "askline.example.net";

  it("is a name of ours once set, for its own https pages and token holders", async () => {
    await using hub = await startHubProcess({ ...TUNNEL, ...BYPASS });
    const token = bearer(await hub.device("phone"));
    const status = async (headers: Record<string, string>) =>
      (await sendRequest(hub.port, PAGE_FILE, { headers })).status;
    expect(await status({ host, ...token })).toBe(200);
    expect(await status({ host, ...token, origin: "https://askline.example.net" })).toBe(200);
    expect(await status({ host, ...token, origin: "http://askline.example.net" })).toBe(403);
    expect(await status({ host, ...token, origin: "https://evil.example.net" })).toBe(403);
    expect(await status({ host: "evil.example.net", ...token })).toBe(421);
    // A caller through the tunnel is on another machine, although its last hop comes from this one.
    expect(await status({ host })).toBe(401);
    // A tunnel that calls us by this machine's name and adds no header cannot be told apart from
    // this machine.
    expect(await status({})).toBe(401);
    const { link } = await runJson(hub.state, ["pair"], { env: TUNNEL });
    expect(link).toMatch(/^https:\/\/askline\.example\.net\/open\?code=/);
  });

  it("gives cookies that are sent over https alone, and lets their pages in", async () => {
    await using hub = await startHubProcess(TUNNEL);
    const token = await hub.device("phone");
    const opened = async (headers: Record<string, string>) => {
      const { status, headers: given } = await sendRequest(
        hub.port,
        `/open?token=${token}&to=/voice`,
        {
          headers,
        },
      );
      return { status, cookie: String(given["set-cookie"]) };
    };
    const { status, cookie } = await opened({ host });
    expect([status, cookie]).toEqual([
      303,
      expect.stringMatching(/; HttpOnly; SameSite=Strict; .*; Secure$/),
    ]);
    expect((await opened({ "x-forwarded-proto": "https" })).cookie).toMatch(/; Secure$/);
    expect((await opened({})).cookie).not.toContain("Secure");
    const [ticket = ""] = cookie.split(";");
    const page = {
      host,
      cookie: ticket,
      origin: "https://askline.example.net",
      "content-type": "application/json",
    };
    const said = await sendRequest(hub.port, "/api/voice/command", {
      method: "POST",
      headers: page,
      body: "{}",
    });
    expect(said.status).toBe(400);
    const { origin: _, ...withoutOrigin } = page;
    const unsaid = await sendRequest(hub.port, "/api/voice/command", {
      method: "POST",
      headers: withoutOrigin,
      body: "{}",
    });
    expect(unsaid.status).toBe(403);
  });

  it("is a stranger's name until then", async () => {
    await using hub = await startHubProcess();
    const headers = { host, ...bearer(await hub.device("phone")) };
    expect((await sendRequest(hub.port, PAGE_FILE, { headers })).status).toBe(421);
  });
});

describe("the bypass for this machine", () => {
  // An unknown path of the voice API: 404 means that the request was admitted.
  const VOICE = "/api/voice/-";
  const hubWithBypass = shared(() => startHubProcess(BYPASS));

  it("is off unless it is turned on", async () => {
    await using hub = await startHubProcess();
    expect((await sendRequest(hub.port, PAGE_FILE)).status).toBe(401);
    expect((await sendRequest(hub.port, VOICE)).status).toBe(401);
  });

  it("opens to this machine what a device may do, and nothing more", async () => {
    const hub = hubWithBypass();
    expect((await sendRequest(hub.port, PAGE_FILE)).status).toBe(200);
    expect((await sendRequest(hub.port, VOICE)).status).toBe(404);
    for (const path of ["/", "/api/asks", "/mcp"])
      expect((await sendRequest(hub.port, path)).status).toBe(401);
    const opened = await sendRequest(hub.port, "/open?to=/voice");
    expect([opened.status, opened.headers["set-cookie"]]).toEqual([303, undefined]);
    expect((await sendRequest(hub.port, "/open?to=/")).status).toBe(401);
  });

  it.each([
    ["X-Forwarded-For", "127.0.0.1"],
    ["X-Forwarded-For", ""],
    ["X-FORWARDED-Host", "localhost"],
    ["X-Forwarded-Proto", "https"],
    ["Forwarded", "for=127.0.0.1"],
    ["Via", "1.1 proxy"],
    ["X-Real-IP", "127.0.0.1"],
    ["CF-Connecting-IP", "127.0.0.1"],
    ["X-Envoy-External-Address", "127.0.0.1"],
    ["X-Azure-ClientIP", "127.0.0.1"],
    ["X-ProxyUser-Ip", "127.0.0.1"],
    ["Tailscale-User-Login", "ada@example.net"],
    ["Fly-Client-IP", "127.0.0.1"],
    ["X-Of-A-Proxy-Yet-To-Come", "1"],
  ])("is not for what somebody passed on (%s: %s)", async (name, value) => {
    const hub = hubWithBypass();
    expect((await sendRequest(hub.port, VOICE, { headers: { [name]: value } })).status).toBe(401);
    expect(
      (await sendRequest(hub.port, VOICE, { headers: { [name]: value, ...bearer(hub.token) } }))
        .status,
    ).toBe(404);
  });

  it("is not for other machines, nor this one's network side, whatever they claim", async () => {
    await using hub = await startHubProcess({ ...BYPASS, ...WIDE });
    const at = lanAddress();
    expect((await sendRequest(hub.port, VOICE, { at })).status).toBe(401);
    expect(
      (await sendRequest(hub.port, VOICE, { at, headers: { host: `127.0.0.1:${hub.port}` } }))
        .status,
    ).toBe(401);
    expect((await sendRequest(hub.port, VOICE)).status).toBe(404);
  });

  it("holds for every loopback address, also where IPv4 comes in as IPv6", async () => {
    await using hub = await startHubProcess({
      ...BYPASS,
      ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: "::",
    });
    expect((await sendRequest(hub.port, VOICE)).status).toBe(404);
    expect((await sendRequest(hub.port, VOICE, { at: "::1" })).status).toBe(404);
    expect((await sendRequest(hub.port, VOICE, { at: lanAddress() })).status).toBe(401);
  });

  it.each([
    ["another site's page", 403, { origin: "https://evil.example" }],
    ["a frame without an origin", 403, { origin: "null" }],
    ["a name that leads here from elsewhere", 421, { host: "evil.example" }],
    ["an image on another site's page", 401, { "sec-fetch-site": "cross-site" }],
    ["a page of another port of this machine", 401, { "sec-fetch-site": "same-site" }],
  ])("is not for %s (%i)", async (_, status, headers: Record<string, string>) => {
    const hub = hubWithBypass();
    expect((await sendRequest(hub.port, VOICE, { headers })).status).toBe(status);
    const change = {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: "{}",
    };
    expect((await sendRequest(hub.port, VOICE, change)).status).toBe(status);
  });
});

describe("a caller who guesses tokens", () => {
  it("is shown the door after a while, and keeps nobody else out", async () => {
    await using hub = await startHubProcess(WIDE);
    const at = lanAddress();
    const phone = await hub.device("phone");
    const guess = async (where: string, number: number) =>
      (
        await sendRequest(hub.port, "/api/voice/-", {
          at: where,
          headers: bearer(`askline_${number}`),
        })
      ).status;
    const statuses: number[] = [];
    for (let number = 0; number < 25; number++) statuses.push(await guess(at, number));
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    // Tries are counted by the address they come from, which no header can change.
    const pretended = { ...bearer("askline_x"), "x-forwarded-for": "198.51.100.9" };
    expect((await sendRequest(hub.port, "/api/voice/-", { at, headers: pretended })).status).toBe(
      429,
    );
    expect((await sendRequest(hub.port, `/open?token=guess&to=/voice`, { at })).status).toBe(429);
    expect(await guess("127.0.0.1", 1)).toBe(401);
    expect((await sendRequest(hub.port, PAGE_FILE, { at, headers: bearer(phone) })).status).toBe(
      200,
    );
    expect(
      (await sendRequest(hub.port, PAGE_FILE, { at, headers: bearer(hub.token) })).status,
    ).toBe(200);
  });
});
