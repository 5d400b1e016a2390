/**
 * Push from a real hub to browsers of a stand-in push service: when, what, to whom no more, and answers
 * from notices.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ask } from "../../src/core/ask/ask.ts";
import { isInside, isPushEndpoint } from "../../src/surfaces/push/endpoint.ts";
import { run, runJson } from "../support/askline.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { type PushService, startPushService, type TestBrowser } from "../support/push-service.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";
import { pageTicket } from "../support/serving.ts";

let service: PushService;
let hub: TestHub;
let config: Sandbox;

beforeAll(async () => {
  service = await startPushService();
  config = openSandbox();
  config.writeJson({ surfaces: ["push"], notifyAfterMinutes: 0, reminders: 0 }, "attention.json");
  hub = await startHub({
    env: {
      ASKLINE_CONFIG_DIR: config.path,
      ASKLINE_PUSH_ALSO_TO: service.origin,
    },
  });
});

afterAll(async () => {
  await hub?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
  config?.[Symbol.dispose]();
});

const yesOrNo = {
  title: "Deploy",
  prompt: "May I **deploy** now?",
  selectionMode: "single" as const,
  options: [
    { id: "yes", label: "Yes, go" },
    { id: "no", label: "No" },
  ],
};

describe("a notice", () => {
  it("is encrypted and signed, and says without the setting only that something waits", async () => {
    const { browser, headers } = await subscribed();
    const { id } = await ask();
    const state = await browser.after(1);
    expect(state).toMatchObject({
      ...{ count: 1, title: "A question waits", body: "Touch to read it", alerts: true },
      ...{ path: `/voice/asks/${id}`, ask: null, actions: [] },
    });
    expect(JSON.stringify(state)).not.toMatch(/deploy|shop|Yes/i);
    const [push] = browser.pushed;
    const facts = (await (await call("GET", "/api/push", headers)).json()) as { key: string };
    expect(push).toMatchObject({ signedBy: facts.key, urgency: "normal", topic: "askline" });
    expect(push?.claims.aud).toBe(service.origin);
    expect(push?.claims.sub).toMatch(/^https:/);
    for (const file of ["push-keys.json", "push-subscriptions.json"])
      expect(statSync(`${hub.state}/${file}`).mode & 0o777).toBe(0o600);
    await decide(id);
    // What was told is taken back when it is answered elsewhere.
    expect(await browser.after(2)).toMatchObject({ count: 0, closes: true, alerts: false });
  });

  it("is one push for twenty questions at once, and goes when the last is answered", async () => {
    const { browser } = await subscribed({ showsText: true });
    const asks = await Promise.all(Array.from({ length: 20 }, () => ask()));
    expect(await browser.after(1)).toMatchObject({ count: 20, title: "20 questions wait" });
    for (const { id } of asks) await decide(id);
    await expect.poll(() => browser.pushed.at(-1)?.state).toMatchObject({ count: 0, closes: true });
    // What is taken back makes no sound.
    expect(browser.pushed.filter(({ state }) => state.alerts)).toHaveLength(1);
  });

  it("tells of an agent that an error stopped, beside what waits", async () => {
    const { browser } = await subscribed({ showsText: true });
    const { browser: silent } = await subscribed();
    const agent = hub.agent("failing");
    await agent.post("UserPromptSubmit", { prompt: "work", prompt_id: "p1" });
    const failure = { error: "server_error", last_assistant_message: "API Error: 529" };
    await agent.post("StopFailure", { prompt_id: "p1", ...failure });
    expect(await browser.after(1)).toMatchObject({
      ...{ body: "stopped: API Error: 529", agent: expect.any(Number), actions: [] },
      path: expect.stringMatching(/^\/voice\/agents\/\d+$/),
    });
    expect(await silent.after(1)).toMatchObject({ title: "An agent stopped" });
    expect(JSON.stringify(silent.pushed[0]?.state)).not.toContain("529");
    await agent.post("SessionEnd", { reason: "exit" });
  });

  it("holds the text and the options of a plain question where that was set", async () => {
    const { browser } = await subscribed({ showsText: true, lang: "ko" });
    const first = await ask({ timeoutSeconds: 500 });
    expect(await browser.after(1)).toMatchObject({
      ...{ lang: "ko", title: "Deploy", body: "shop: May I deploy now?", ask: first.id },
      actions: [
        { action: "yes", title: "Yes, go" },
        { action: "no", title: "No" },
      ],
    });
    expect(browser.pushed[0]?.ttl).toBeLessThanOrEqual(500);
    // One notice for all that waits.
    const second = await ask({ urgency: "high" });
    expect(await browser.after(2)).toMatchObject({
      count: 2,
      ask: null,
      actions: [],
      urgent: true,
    });
    expect(browser.pushed[1]?.urgency).toBe("high");
    await decide(second.id);
    expect(await browser.after(3)).toMatchObject({ count: 1, ask: first.id, alerts: false });
    await decide(first.id);
    expect(await browser.after(4)).toMatchObject({ count: 0 });
  });

  it.each([
    [
      "what may destroy",
      { presentation: { risk: { level: "destructive", reasons: ["deletes"] } } },
    ],
    [
      "what nobody can tell",
      { presentation: { risk: { level: "unclear", reasons: ["unclear"] } } },
    ],
    ["what needs a passkey", { presentation: { passkey: true } }],
  ] as const)("has no button for %s", async (_, more) => {
    const { browser } = await subscribed({ showsText: true });
    const presentation = structuredClone(more.presentation) as Ask["presentation"];
    const { id } = await ask({ presentation });
    expect(await browser.after(1)).toMatchObject({ count: 1, ask: null, actions: [] });
    const taken = await answer(browser, id);
    expect([taken.status, await taken.json()]).toEqual([
      403,
      { title: "Not sent", body: "This one has to be opened to be answered." },
    ]);
    await hub.desk.reject(id, {}, { surface: "inbox", who: "ada" });
  });
});

describe("an answer from a notice", () => {
  it("settles the ask in the device's name; who comes second is told who was first", async () => {
    const { browser, device } = await subscribed({ showsText: true });
    const first = await ask();
    await browser.after(1);
    expect((await answer(browser, first.id)).status).toBe(200);
    expect((await hub.desk.wait(first.id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["yes"] }] },
      provenance: { by: "person", surface: "push", who: device },
    });
    const second = await ask();
    await browser.after(2);
    await hub.desk.answer(
      second.id,
      { answers: [{ optionIds: ["no"] }] },
      { surface: "slack", who: "Mina" },
    );
    const late = await answer(browser, second.id);
    expect([late.status, await late.json()]).toEqual([
      409,
      { title: "Mina answered first in Slack", body: "Nothing of yours was sent." },
    ]);
    const gone = await answer(browser, randomUUID());
    expect([gone.status, await gone.json()]).toMatchObject([
      404,
      { title: "This question is gone" },
    ]);
  });

  it("is taken from the browser's own credential alone", async () => {
    const { browser } = await subscribed({ showsText: true });
    const other = await subscribed({ showsText: true });
    const { id } = await ask();
    await browser.after(1);
    const stolen = await answer(browser, id, other.headers);
    expect(stolen.status).toBe(403);
    const body = { endpoint: browser.subscription.endpoint };
    expect(await (await call("POST", "/api/push/find", other.headers, body)).json()).toEqual({
      found: null,
    });
    expect((await hub.desk.load(id)).outcome).toBeNull();
    await decide(id);
  });
});

describe("a subscription", () => {
  it("goes with its device, and with this machine's token", async () => {
    const { browser, device } = await subscribed();
    const page = await pageSubscribed();
    const first = await ask();
    await Promise.all([browser.after(1), page.after(1)]);
    await run(hub.state, ["token", "revoke", device]);
    await decide(first.id);
    await page.after(2);
    const second = await ask();
    await page.after(3);
    expect(browser.pushed).toHaveLength(1);
    await decide(second.id);
    await page.after(4);
    await until(
      "the device's to be gone",
      async () => !kept().includes(browser.subscription.endpoint),
    );
  });

  it("is dropped once the push service knows it no more, and asked again while it is busy", async () => {
    const gone = await subscribed();
    const busy = await subscribed();
    const broken = await subscribed();
    gone.browser.answers.push({ status: 410 });
    busy.browser.answers.push(
      { status: 429, headers: { "retry-after": "0" } },
      { status: 503, headers: { "retry-after": "0" } },
    );
    broken.browser.answers.push({ status: 503, headers: { "retry-after": "3600" } });
    const { id } = await ask();
    await busy.browser.after(1);
    expect(busy.browser.asked()).toBe(3);
    await until(
      "it to be dropped",
      async () => !kept().includes(gone.browser.subscription.endpoint),
    );
    await until("the trouble to be noted", async () => kept().includes("answered 503"));
    const { checks } = await runJson(hub.state, ["doctor"], {
      env: { ASKLINE_CONFIG_DIR: config.path },
    });
    expect(checks).toContainEqual(
      expect.objectContaining({
        check: "push",
        level: "problem",
        what: expect.stringContaining("503"),
      }),
    );
    expect(checks).toContainEqual(
      expect.objectContaining({
        check: "leaves",
        what: expect.stringContaining("push notices, encrypted"),
      }),
    );
    await decide(id);
  });

  it("survives a restart of the hub, which takes back what was answered meanwhile", async () => {
    const { browser } = await subscribed();
    const { id } = await ask();
    await browser.after(1);
    await hub.kill();
    await decide(id);
    await hub.revive();
    expect(await browser.after(2)).toMatchObject({ count: 0 });
  });

  it("can be tried out, changed, renewed by its browser and taken back", async () => {
    const { browser, headers } = await subscribed();
    const { endpoint } = browser.subscription;
    await call("POST", "/api/push/test", headers, { endpoint });
    expect(await browser.after(1)).toMatchObject({ title: "Push works here", closes: false });
    const next = service.browser();
    const renewed = { ...next.subscription, replaces: endpoint };
    expect((await call("POST", "/api/push/renew", headers, renewed)).status).toBe(200);
    const body = { endpoint: next.subscription.endpoint };
    expect(await (await call("POST", "/api/push/remove", headers, body)).json()).toEqual({
      found: null,
    });
    expect(kept()).not.toContain(endpoint);
    expect(kept()).not.toContain(body.endpoint);
  });
});

describe("an endpoint", () => {
  it.each([
    ["https://fcm.googleapis.com/fcm/send/x", true],
    ["https://updates.push.services.mozilla.com/wpush/v2/x", true],
    ["https://web.push.apple.com/x", true],
    ["http://fcm.googleapis.com/x", false],
    ["https://fcm.googleapis.com:8443/x", false],
    ["https://user:word@fcm.googleapis.com/x", false],
    ["https://127.0.0.1/x", false],
    ["https://[::1]/x", false],
    ["https://2130706433/x", false],
    ["https://localhost/x", false],
    ["https://router.local/x", false],
    ["https://laptop.tail1a2b.ts.net/x", false],
    ["file:///etc/passwd", false],
    ["https://push.example.net:9000/x", true],
    ["https://push.example.net:9001/x", false],
  ])("%s is one: %s", (endpoint, isOne) => {
    expect(isPushEndpoint(endpoint, "https://push.example.net:9000")).toBe(isOne);
  });

  it.each([
    ...["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "169.254.169.254", "100.100.1.1"],
    ...[
      "0.0.0.0",
      "224.0.0.1",
      "::1",
      "::",
      "fd00::1",
      "fe80::1",
      "::ffff:127.0.0.1",
      "64:ff9b::7f00:1",
    ],
  ])("does not lead to %s", (address) => {
    expect(isInside(address)).toBe(true);
  });

  it.each(["142.250.1.1", "2a00:1450:4001:830::200a"])("may lead to %s", (address) => {
    expect(isInside(address)).toBe(false);
  });
});

function ask(more: object = {}): Promise<Ask> {
  return hub.desk.ask({
    questions: [yesOrNo],
    source: { kind: "test", project: "shop" },
    mode: "detached",
    ...more,
  });
}

async function decide(id: string) {
  const reply = { answers: [{ optionIds: ["yes"] }] };
  await hub.desk.answer(id, reply, { surface: "inbox", who: "ada" });
}

let devices = 0;
const headersOf = new Map<TestBrowser, Record<string, string>>();

/** A phone that is let in and wants to be told. Every test has its own. */
async function subscribed(wish: object = {}) {
  devices += 1;
  const device = `phone-${devices}`;
  const { token } = await runJson(hub.state, ["token", "create", device]);
  const headers = { authorization: `Bearer ${token}` };
  const browser = service.browser();
  const body = { ...browser.subscription, page: "voice", lang: "en", ...wish };
  const { status } = await call("POST", "/api/push/subscriptions", headers, body);
  expect(status).toBe(200);
  headersOf.set(browser, headers);
  return { browser, device, headers };
}

async function pageSubscribed(): Promise<TestBrowser> {
  const { cookie, key } = await pageTicket(hub);
  const browser = service.browser();
  const headers = { cookie, "x-askline-key": key, origin: hub.url };
  const { status } = await call("POST", "/api/push/subscriptions", headers, browser.subscription);
  expect(status).toBe(200);
  return browser;
}

async function answer(browser: TestBrowser, id: string, headers?: Record<string, string>) {
  const { subscriptions } = JSON.parse(kept()) as {
    subscriptions: { id: string; endpoint: string; owner: string }[];
  };
  const own = subscriptions.find(({ endpoint }) => endpoint === browser.subscription.endpoint);
  const body = { ask: id, option: "yes", subscription: own?.id ?? "" };
  return call("POST", "/api/push/answer", headers ?? headersOf.get(browser) ?? {}, body);
}

function kept(): string {
  const path = `${hub.state}/push-subscriptions.json`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

function call(method: string, path: string, headers: Record<string, string>, body?: object) {
  return fetch(hub.url + path, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}
