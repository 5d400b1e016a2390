/**
 * Push with Chromium's own service worker: what the hub sent is handed to it by the browser's debugger,
 * since no push service of the world reaches a test. The worker shows it, and sends what is touched.
 */
import type { BrowserContext, CDPSession, Page, Worker } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PushState } from "../../src/core/push/wire.ts";
import { pushWords } from "../../web/shared/push-words.ts";
import { expectPage, openChromium, smallTargets } from "../support/browser.ts";
import { lanAddress, startHubProcess } from "../support/hub-process.ts";
import { database, openSettings, type Portal, startPortal } from "../support/portal.ts";
import { type PushService, startPushService, type TestBrowser } from "../support/push-service.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";
import { PHONE, voiceWords } from "../support/voice-page.ts";

const chromium = openChromium({ hasWindows: true });
const say = pushWords("en");
let service: PushService;
let portal: Portal;
let config: Sandbox;

beforeAll(async () => {
  service = await startPushService();
  config = openSandbox();
  config.writeJson({ surfaces: ["push"], notifyAfterMinutes: 0, reminders: 0 }, "attention.json");
  const env = { ASKLINE_CONFIG_DIR: config.path, ASKLINE_PUSH_ALSO_TO: service.origin };
  portal = await startPortal({ env });
});

afterAll(async () => {
  await portal?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
  config?.[Symbol.dispose]();
});

describe("the worker", () => {
  it("shows what is pushed, answers by a touch, and says who was first", async () => {
    await using profile = await withPush();
    const { page, browser, deliver, shown, touch } = await subscribed(profile);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(say.showsText).check();
    await expectPage(dialog.getByText(say.withText)).toBeVisible();

    const pets = {
      prompt: "Cats?",
      options: [
        { id: "y", label: "Cats" },
        { id: "n", label: "Dogs" },
      ],
    };
    const first = await portal.ask({ title: "Pets", selectionMode: "single", ...pets });
    await deliver(await browser.after(1));
    expect(await shown()).toEqual([
      { title: "Pets", body: "shop: Cats?", actions: ["Cats", "Dogs"], tag: "askline" },
    ]);
    await touch("y");
    expect((await portal.settled(first.id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["y"] }] },
      provenance: { surface: "push", by: "person" },
    });
    expect(await shown()).toEqual([]);

    const second = await portal.ask({ title: "Pets", selectionMode: "single", ...pets });
    const state = await browser.after(2);
    await deliver(state);
    await answerElsewhere(second.id);
    await touch("y");
    await expect.poll(shown).toMatchObject([{ body: "Nothing of yours was sent.", actions: [] }]);
    const [told] = await shown();
    expect(told?.title).toMatch(/answered first/);

    // A touch beside the buttons opens the question in the page that is there.
    const third = await portal.ask(database);
    await deliver(await browser.after(4));
    await touch("");
    await expect.poll(() => page.url()).toContain(`/choice/${third.id}`);
    await answerElsewhere(third.id);
  });

  it("shows one notice for many, drops the older one, and puts it away when nothing waits", async () => {
    await using profile = await withPush();
    const { browser, deliver, shown } = await subscribed(profile);
    const one = await portal.ask(database);
    const alone = await browser.after(1);
    const other = await portal.ask(database);
    const both = await browser.after(2);
    await deliver(both);
    await deliver(alone);
    expect(await shown()).toMatchObject([
      { title: "2 questions wait", body: "Touch to see them", actions: [] },
    ]);
    await answerElsewhere(one.id);
    await deliver(await browser.after(3));
    expect(await shown()).toMatchObject([{ title: "A question waits" }]);
    await answerElsewhere(other.id);
    await deliver(await browser.after(4));
    expect(await shown()).toEqual([]);
  });

  it("keeps page and icons for a reload without the hub", async () => {
    await using profile = await chromium.profile();
    const page = await portal.open(profile, "/");
    await workerOf(profile);
    const isThere = (what: string) => expect.poll(() => page.evaluate<boolean>(what)).toBe(true);
    await isThere("navigator.serviceWorker.controller !== null");
    await page.reload();
    await isThere(`caches.match("/").then((kept) => kept !== undefined)`);
    await portal.kill();
    try {
      await page.reload();
      await isThere(`fetch("/icon.svg").then(({ ok }) => ok)`);
      await isThere(`fetch("/icon-192.png").then(({ ok }) => ok)`);
    } finally {
      await portal.revive();
    }
  });
});

describe("the panel", () => {
  it("says at a plain address why push is off and what turns it on, in the person's language", async () => {
    await using hub = await startHubProcess({
      ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: "0.0.0.0",
    });
    const token = await hub.device("tablet");
    await using profile = await chromium.profile({ ...PHONE, locale: "ko-KR" });
    const page = await profile.newPage();
    await page.goto(`http://${lanAddress()}:${hub.port}/open?token=${token}&to=/voice`);
    await page.getByRole("button", { name: voiceWords("ko").settings.open }).click();
    const words = pushWords("ko");
    const panel = page.getByRole("dialog");
    await expectPage(panel.getByText(words.off)).toBeVisible();
    await expectPage(panel.getByText(words.why.insecure)).toBeVisible();
    await expectPage(panel.getByText("askline tunnel")).toBeVisible();
    await expectPage(panel.getByRole("button", { name: words.turnOn })).toBeDisabled();
    expect(await smallTargets(page)).toEqual([]);
  });

  it("says what to do where the browser was told to show no notices, and stops when turned off", async () => {
    await using blocked = await chromium.profile();
    await blocked.addInitScript(
      `Object.defineProperty(Notification, "permission", { get: () => "denied" })`,
    );
    const page = await portal.open(blocked, "/");
    const panel = await openSettings(page);
    await expectPage(panel.getByText(say.why.denied)).toBeVisible();

    await using profile = await withPush();
    const { page: other, browser } = await subscribed(profile);
    const dialog = other.getByRole("dialog");
    await dialog.getByRole("button", { name: say.test }).click();
    await expectPage(dialog.getByText(say.sent)).toBeVisible();
    expect(await browser.after(1)).toMatchObject({ title: "Push works here" });
    await dialog.getByRole("button", { name: say.turnOff }).click();
    await expectPage(dialog.getByText(say.off)).toBeVisible();
    expect(await other.evaluate(`caches.has("askline-key")`)).toBe(false);
  });
});

/** The browser's own half of a push service is the one thing that a test machine lacks. */
async function withPush(): Promise<BrowserContext & AsyncDisposable> {
  const profile = await chromium.profile();
  await profile.grantPermissions(["notifications"], { origin: portal.site });
  return profile as BrowserContext & AsyncDisposable;
}

async function subscribed(profile: BrowserContext) {
  const browser = service.browser();
  await profile.addInitScript(pushManager(browser));
  const page = await portal.open(profile, "/");
  const dialog = await openSettings(page);
  await dialog.getByRole("button", { name: say.turnOn }).click();
  await expectPage(dialog.getByText(say.on)).toBeVisible();
  const worker = await workerOf(profile);
  const deliver = await deliverer(profile, page);
  return { page, browser, deliver, shown: () => shownBy(worker), touch };

  /** As the browser reports a touch on a button of the notice that is shown. */
  async function touch(action: string) {
    await worker.evaluate(`(async () => {
      const notification = (await registration.getNotifications()).at(-1);
      const event = new NotificationEvent("notificationclick", { notification, action: ${JSON.stringify(action)} });
      const done = [];
      event.waitUntil = (work) => done.push(work);
      dispatchEvent(event);
      // Without a person's hand the browser gives no page the focus.
      await Promise.allSettled(done);
    })()`);
  }
}

interface ShownNotice {
  title: string;
  body: string;
  tag: string;
  actions: string[];
}

function shownBy(worker: Worker): Promise<ShownNotice[]> {
  return worker.evaluate(`(async () => (await registration.getNotifications()).map(
    ({ title, body, tag, actions }) => ({ title, body, tag, actions: actions.map((one) => one.title) })))()`);
}

async function workerOf(profile: BrowserContext): Promise<Worker> {
  const [worker] = profile.serviceWorkers();
  return worker ?? profile.waitForEvent("serviceworker");
}

/** Hands a push to the worker, and waits until it has done what it does with it. */
async function deliverer(profile: BrowserContext, page: Page) {
  const cdp: CDPSession = await profile.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await registered;
  const worker = await workerOf(profile);
  await worker.evaluate(`(() => {
    const { waitUntil } = ExtendableEvent.prototype;
    self.handled = 0;
    ExtendableEvent.prototype.waitUntil = function (work) {
      waitUntil.call(this, work);
      void Promise.resolve(work).finally(() => (self.handled += 1));
    };
  })()`);
  return async (state: PushState) => {
    const before = await worker.evaluate<number>("self.handled");
    const data = JSON.stringify(state);
    await cdp.send("ServiceWorker.deliverPushMessage", {
      origin: portal.site,
      registrationId,
      data,
    });
    await expect.poll(() => worker.evaluate<number>("self.handled")).toBe(before + 1);
  };
}

async function answerElsewhere(id: string) {
  await fetch(`${portal.url}/api/asks/${id}/reject`, {
    method: "POST",
    headers: { authorization: `Bearer ${portal.token}`, "content-type": "application/json" },
    body: JSON.stringify({ kind: "reject", reason: "no" }),
  });
}

function pushManager({ subscription }: TestBrowser): string {
  return `(() => {
    let own = sessionStorage.getItem("pushed") === null ? null : made();
    function made() {
      return {
        endpoint: ${JSON.stringify(subscription.endpoint)},
        toJSON: () => (${JSON.stringify(subscription)}),
        unsubscribe: async () => { own = null; sessionStorage.removeItem("pushed"); return true; },
      };
    }
    PushManager.prototype.subscribe = async () => { sessionStorage.setItem("pushed", "1"); own = made(); return own; };
    PushManager.prototype.getSubscription = async () => own;
  })()`;
}
