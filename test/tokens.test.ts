/** Tokens with scopes, projects, a person and an end: what each opens, on every route of the hub. */
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openDeviceTokens } from "../src/http/device-tokens.ts";
import { allRouteRules } from "../src/http/route-rules.ts";
import { newRoutes } from "../src/http/routes.ts";
import { storeDocument } from "../src/hub/ask-store-document.ts";
import { startHub } from "../src/hub/hub.ts";
import { run, runJson } from "./support/askline.ts";
import { bearer, type HubProcess, sendRequest, startHubProcess } from "./support/hub-process.ts";
import { until } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
const JSON_TYPE = { "content-type": "application/json" };

describe("every route", () => {
  it("opens to the tokens with its scope, and to no other one", async () => {
    await using hub = await startHubProcess();
    const tokens = await tokensOf(hub, {
      ask: ["--scope", "ask"],
      read: ["--scope", "read"],
      answer: ["--scope", "answer"],
      admin: ["--scope", "admin"],
      "read in shop": ["--scope", "read", "--project", "shop"],
      "answer in shop": ["--scope", "answer", "--project", "shop"],
      "admin in shop": ["--scope", "admin", "--project", "shop"],
    });
    for (const { method, path, scopes, isNarrowed } of allRouteRules()) {
      const at = path.replaceAll(":id", NOBODY).replace("/*", "/icon.svg").replace(/:\w+/g, "x");
      const ask = (headers: Record<string, string>) => statusAt(hub, method, at, headers);
      expect([401, 429]).toContain(await ask({}));
      // After twenty of them the hub says so.
      expect([401, 429]).toContain(await ask(bearer("askline_forged")));
      for (const [name, token] of Object.entries(tokens)) {
        const [scope, , project] = name.split(" ");
        const has = scopes.some((one) => one === scope || scope === "admin");
        const mayUse = has && (isNarrowed || project === undefined);
        const status = await ask(bearer(token));
        const isRefused = status === 401 || status === 403;
        expect([method, path, name, status, isRefused]).toEqual([
          ...[method, path, name, status],
          !mayUse,
        ]);
      }
    }
  });

  it("of the store is in its OpenAPI document, and nothing else is", () => {
    const { paths } = storeDocument("0") as { paths: Record<string, Record<string, object>> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace("{id}", ":id")}`,
      ),
    );
    const declared = allRouteRules().map(({ method, path }) => `${method} ${path}`);
    const ofStore = declared.filter((route) => route.includes(" /api/store"));
    expect(described.sort()).toEqual(ofStore.sort());
  });

  it("is closed to every token with scopes where nobody declared it", async () => {
    using files = openSandbox();
    const devices = openDeviceTokens(files.at("device-tokens.json"));
    const made = await devices.create("ada", { scopes: ["admin"] });
    const routes = newRoutes()
      .get("/secret", (c) => c.json({}))
      .get("/api/secret", (c) => c.json({}));
    const part = { routes, close: async () => undefined };
    const hub = await startHub({ port: 0, token: "t", parts: [part], version: "0", devices });
    for (const path of ["/secret", "/api/secret"]) {
      const statusFor = async (given: string) =>
        (await sendRequest(hub.port, path, { headers: bearer(given) })).status;
      expect([await statusFor("t"), await statusFor(made?.token ?? "")]).toEqual([200, 403]);
    }
    await hub.close();
  });
});

describe("a token for projects", () => {
  it("sees and answers there alone, in every list, page and stream", async () => {
    await using hub = await startHubProcess();
    const { shop } = await tokensOf(hub, {
      shop: ["--scope", "answer", "--project", "shop", "--person", "Ada"],
    });
    const asked = { shop: await ask(hub, "shop"), bank: await ask(hub, "bank") };
    const done = { shop: await ask(hub, "shop"), bank: await ask(hub, "bank") };
    for (const id of Object.values(done)) await run(hub.state, ["answer", id, "1"]);
    const get = async (path: string) => {
      const { status, body } = await sendRequest(hub.port, path, { headers: bearer(shop) });
      return { status, body };
    };
    const lists = [
      ...["/api/asks", "/api/rows?first=1", "/api/rows?q=Deploy", "/api/history"],
      ...["/api/history?q=Deploy", "/api/history.csv", "/api/history/names", "/api/figures"],
      ...["/api/figures.csv", "/api/agents?all"],
    ];
    for (const path of lists) {
      const { status, body } = await get(path);
      expect([path, status, body.includes("bank"), body.includes(asked.bank)]).toEqual([
        ...[path, 200, false, false],
      ]);
    }
    const rows = JSON.parse((await get("/api/rows")).body);
    expect([rows.open, rows.total, rows.projects]).toEqual([1, 1, ["shop"]]);
    expect(JSON.parse((await get("/api/history")).body)).toMatchObject({ total: 1, found: 1 });
    for (const path of ["", "/evidence"]) {
      expect((await get(`/api/asks/${asked.shop}${path}`)).status).toBe(200);
      expect((await get(`/api/asks/${asked.bank}${path}`)).status).toBe(404);
    }
    const reply = { reply: { answers: [{ optionIds: ["1"] }] } };
    const post = (id: string, what: string, body: object, method = "POST") =>
      sendRequest(hub.port, `/api/asks/${id}/${what}`, {
        ...{ method, body: JSON.stringify(body) },
        headers: { ...JSON_TYPE, ...bearer(shop) },
      });
    for (const [what, body, method] of [
      ...[["answer", reply, "POST"] as const, ["reject", { kind: "reject" }, "POST"] as const],
      ...[["extend", { seconds: 9 }, "POST"] as const, ["sign", reply, "POST"] as const],
      ...[["files?name=a.txt", {}, "POST"] as const, ["draft", { draft: {} }, "PUT"] as const],
    ])
      expect([what, (await post(asked.bank, what, body, method)).status]).toEqual([what, 404]);
    expect((await post(asked.shop, "answer", reply)).status).toBe(200);
    const [own] = await runJson(hub.state, ["list", "--all"]).then((all) =>
      all.filter(({ id }: { id: string }) => id === asked.shop),
    );
    expect(own.outcome.provenance).toMatchObject({ who: "Ada", token: "shop", surface: "portal" });
    expect(hub.files.readJson("sessions", asked.bank, "status.json").status).toBe("pending");
  });

  it("hears of its own questions alone on a live connection", async () => {
    await using hub = await startHubProcess();
    const { shop } = await tokensOf(hub, { shop: ["--scope", "read", "--project", "shop"] });
    await ask(hub, "bank");
    const heard: string[] = [];
    for (const path of ["/live", "/live?rows=en"]) {
      const page = await connect(hub, path, shop);
      page.on("message", (data) => heard.push(String(data)));
    }
    const other = await ask(hub, "bank");
    await run(hub.state, ["answer", other, "1"]);
    const own = await ask(hub, "shop");
    await until("both pages know", () => heard.filter((one) => one.includes(own)).length >= 2);
    expect(heard.join("\n")).not.toContain("bank");
    expect(heard.join("\n")).not.toContain(other);
    expect(heard.map((one) => JSON.parse(one).open ?? 1)).not.toContain(2);
  });

  it("is closed to people who are not named, whatever their token says", async () => {
    await using hub = await startHubProcess();
    const { ada, bob, eve } = await tokensOf(hub, {
      ada: ["--scope", "answer", "--person", "Ada"],
      bob: ["--scope", "answer", "--person", "Bob"],
      eve: ["--scope", "answer"],
    });
    const id = await ask(hub, "bank");
    await run(hub.state, ["project", "set", "bank", "--see", "Ada,Bob", "--answer", "Ada"]);
    const see = (token = "") =>
      sendRequest(hub.port, `/api/asks/${id}`, { headers: bearer(token) }).then((r) => r.status);
    expect([await see(ada), await see(bob), await see(eve)]).toEqual([200, 200, 404]);
    const answer = (token = "") =>
      sendRequest(hub.port, `/api/asks/${id}/answer`, {
        ...{ method: "POST", headers: { ...JSON_TYPE, ...bearer(token) } },
        body: JSON.stringify({ reply: { answers: [{ optionIds: ["1"] }] } }),
      }).then(({ status }) => status);
    expect([await answer(eve), await answer(bob), await answer(ada)]).toEqual([404, 403, 200]);
    expect(await runJson(hub.state, ["project", "list"])).toEqual([
      { name: "bank", see: ["Ada", "Bob"], answer: ["Ada"] },
    ]);
    await run(hub.state, ["project", "remove", "bank"]);
    expect(await see(eve)).toBe(200);
  });
});

describe("what was said in a conversation", () => {
  it("is told on the stream of events to those who may read conversations alone", async () => {
    await using hub = await startHubProcess();
    const { read, admin } = await tokensOf(hub, {
      read: ["--scope", "read"],
      admin: ["--scope", "admin"],
    });
    const about = { session_id: "s", cwd: hub.state, transcript_path: hub.files.at("none") };
    const hook = (name: string, more: object = {}) => {
      const input = JSON.stringify({ ...about, hook_event_name: name, ...more });
      return run(hub.state, ["hook", name], { input });
    };
    await hook("UserPromptSubmit", { prompt: "a confidential word" });
    await hook("SessionEnd", { reason: "other" });
    const heard = async (token: string) => {
      const { signal, abort } = ending();
      const headers = { ...bearer(token), "last-event-id": "0" };
      const { body } = await fetch(`${hub.url}/api/events`, { headers, signal });
      let text = "";
      for await (const part of body ?? []) {
        text += Buffer.from(part).toString();
        if (text.includes('"ended_at":"')) break;
      }
      abort();
      return text;
    };
    expect(await heard(admin)).toContain("event: turn_created");
    expect(await heard(read)).not.toContain("event: turn_");
  });
});

describe("a token's end", () => {
  it("closes what it had open, when it is revoked and when it expires", async () => {
    await using hub = await startHubProcess();
    const soon = new Date(Date.now() + 30_000).toISOString();
    const { going, passing } = await tokensOf(hub, {
      going: ["--scope", "read"],
      passing: ["--scope", "read", "--expires", soon],
    });
    const pages = await Promise.all([going, passing].map((one) => connect(hub, "/live", one)));
    const closed = pages.map((page) => new Promise((resolve) => page.once("close", resolve)));
    await run(hub.state, ["token", "revoke", "going"]);
    // As if the thirty seconds had passed.
    const { devices } = hub.files.readJson("device-tokens.json");
    const past = { devices: devices.map((one: object) => ({ ...one, expiresAt: "2026-01-01" })) };
    hub.files.writeJson(past, "device-tokens.json");
    await Promise.all(closed);
    for (const token of [going, passing])
      expect((await sendRequest(hub.port, "/api/asks", { headers: bearer(token) })).status).toBe(
        401,
      );
    const said = await sendRequest(hub.port, "/api/asks", { headers: bearer(passing) });
    expect(said.body).toContain("expired");
  });
});

describe("askline token create", () => {
  it("keeps what a token may do, and says it in the list, in Korean too", async () => {
    using files = openSandbox();
    const rights = ["--scope", "ask,read", "--project", "shop", "--person", "Ada"];
    const made = await runJson(files.path, ["token", "create", "ci", ...rights]);
    expect(made).toMatchObject({ scopes: ["ask", "read"], projects: ["shop"], person: "Ada" });
    await run(files.path, ["token", "create", "phone"]);
    const { stdout } = await run(files.path, ["token", "list"]);
    expect(stdout).toMatch(/SCOPE +PROJECTS +PERSON +EXPIRES/);
    expect(stdout).toMatch(/ci .*never +ask, read +shop +Ada +never/);
    expect(stdout).toMatch(/phone .*never +device +all +never/);
    const env = { ASKLINE_LANGUAGE: "ko" };
    expect((await run(files.path, ["token", "list"], { env })).stdout).toContain("프로젝트");
  });

  it.each([
    [["--scope", "write"], "There is no scope called write."],
    [["--expires", "yesterday"], '"yesterday" is no time to come.'],
    [["--expires", "2020-01-01"], '"2020-01-01" is no time to come.'],
    [["--voice-only", "--scope", "ask"], "A token for voice alone has no scopes"],
  ])("refuses %j in a sentence", async (options, sentence) => {
    using files = openSandbox();
    const { code, stderr } = await run(files.path, ["token", "create", "x", ...options]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(await runJson(files.path, ["token", "list"])).toEqual([]);
  });
});

async function tokensOf<Name extends string>(
  hub: HubProcess,
  wanted: Record<Name, string[]>,
): Promise<Record<Name, string>> {
  const made: [string, string][] = [];
  for (const [name, options] of Object.entries<string[]>(wanted)) {
    const id = name.replaceAll(" ", "-");
    made.push([name, (await runJson(hub.state, ["token", "create", id, ...options])).token]);
  }
  return Object.fromEntries(made) as Record<Name, string>;
}

async function ask(hub: HubProcess, project: string): Promise<string> {
  const what = ["ask", "Deploy?", "-o", "Yes", "-o", "No", "--no-wait", "--project", project];
  return (await runJson(hub.state, what)).id;
}

/** Streams answer at once and stay open, so only the head of an answer is read. */
async function statusAt(
  { url }: HubProcess,
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const verb = method === "ALL" ? "POST" : method;
  const body = verb === "GET" ? {} : { body: "{}" };
  const { signal, abort } = ending();
  const sent = { method: verb, ...body, headers: { ...JSON_TYPE, ...headers }, signal };
  const { status } = await fetch(url + path.replace("*", "x"), sent);
  abort();
  return status;
}

function ending() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

function connect(hub: HubProcess, path: string, token: string): Promise<WebSocket> {
  const page = new WebSocket(hub.url.replace("http", "ws") + path, { headers: bearer(token) });
  return new Promise((resolve, reject) => {
    page.once("error", reject);
    page.once("message", () => resolve(page));
  });
}
