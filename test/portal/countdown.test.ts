/**
 * Time on the pages: the server's clock, the deadline, and notices for a person who looks
 * elsewhere.
 */
import { existsSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { paneWords } from "../../web/portal/parts/pane-words.ts";
import { runJson } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { slowClockAhead } from "../support/child-clock.ts";
import {
  database,
  openRow,
  openSettings,
  type Portal,
  say,
  secondsShown,
  settledRow,
  sharePortal,
} from "../support/portal.ts";

const pane = paneWords("en");
const chromium = openChromium();
const thePortal = sharePortal();
// Its last ten seconds are long enough for a busy machine to look at the page in time.
const theSlowPortal = sharePortal({ env: slowClockAhead(1 / 3) });

// The page's clock is an hour ahead, as a laptop's may be after a journey.
const WRONG_CLOCK = `{
  const Real = Date;
  const ahead = () => Real.now() + 3_600_000;
  globalThis.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(ahead()) : super(...given); }
    static now() { return ahead(); }
  };
}`;

// Most of these tests wait for the clock, so they wait at the same time.
describe.concurrent("the countdown", () => {
  it.each([
    ["", ""],
    [", even when the page's own clock is an hour off", WRONG_CLOCK],
  ])(
    "[C-08] shows what the server pushes, within a second of its deadline%s",
    async (_, script) => {
      const portal = thePortal();
      const { id } = await portal.ask(database, { timeoutSeconds: 300 });
      await using profile = await chromium.profile();
      if (script !== "") await profile.addInitScript(script);
      const pushed: number[] = [];
      profile.on("page", (page) =>
        page.on("websocket", (socket) =>
          socket.on("framereceived", ({ payload }) => {
            const message = JSON.parse(String(payload));
            if (message.type === "tick") pushed.push(message.remaining[id]);
          }),
        ),
      );
      const page = await portal.open(profile, `/choice/${id}`);
      const { expiresAt } = await runJson(portal.state, ["show", id]);
      for (let tick = 0; tick < 2; tick++) {
        const before = await secondsShown(page);
        await expectPage.poll(() => secondsShown(page), { intervals: [20] }).not.toBe(before);
        expect(pushed).toContain(await secondsShown(page));
      }
      const left = () => Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000);
      const look = async () => {
        const most = left();
        const shown = Number(await secondsShown(page));
        // Rounded up to whole seconds, and as old as the last push; reading the page takes time
        // too.
        return shown <= most + 1 && shown >= left() - 1;
      };
      await expectPage.poll(look).toBe(true);
    },
  );

  it("[C-08] runs for every question of the dashboard", async () => {
    const portal = thePortal();
    const { id } = await portal.ask({ ...database, title: "Ticking" }, { timeoutSeconds: 200 });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, "/");
    const row = openRow(page, "Ticking");
    await expectPage(row.getByRole("timer")).toHaveText(/^[0-3]:\d\d/);
    const first = Number(await secondsShown(row));
    expect(first).toBeLessThanOrEqual(200);
    await expectPage.poll(() => secondsShown(row)).toBeLessThan(first);
    await expectPage(row.getByRole("timer")).toHaveText(/^[0-3]:\d\d/);
    await portal.settled((await runJson(portal.state, ["reject", id])).id);
    await expectPage(row.getByRole("timer")).toHaveCount(0);
  });
});

describe("the time limit in the settings", () => {
  it("[C-11] moves the server's deadline, and every open page follows", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(database, { timeoutSeconds: 60 });
    await using profile = await chromium.profile();
    await using elsewhere = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    const other = await portal.open(elsewhere, `/choice/${id}`);
    expect(await secondsShown(other)).toBeLessThanOrEqual(60);

    const earliest = Date.now();
    const settings = await openSettings(page);
    await settings.getByLabel(pane.time.minutes).fill("30");
    await settings.getByLabel(pane.time.minutes).press("Enter");

    await expect.poll(() => secondsShown(other)).toBeGreaterThan(1700);
    await expect.poll(() => secondsShown(page)).toBeGreaterThan(1700);
    const { expiresAt } = await runJson(portal.state, ["show", id]);
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(earliest + 1_800_000);
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 1_800_000);
    expect(portal.files.readJson("sessions", id, "status.json")).toMatchObject({
      status: "pending",
      expiresAt,
    });
    // It is about this question alone.
    expect(existsSync(portal.files.at("interaction.json"))).toBe(false);
  });

  it("[C-11] can be shortened: the server settles at the new deadline", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(database, { timeoutSeconds: 600 });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    const settings = await openSettings(page);
    await settings.getByLabel(pane.time.minutes).fill("0.5");
    await settings.getByLabel(pane.time.minutes).press("Enter");
    await expectPage.poll(() => secondsShown(page)).toBeLessThanOrEqual(30);
    await profile.request.post(`${portal.url}/api/asks/${id}/extend`, {
      data: { seconds: 1 },
      headers: { authorization: `Bearer ${portal.token}` },
    });
    expect((await portal.settled(id)).outcome).toMatchObject({ status: "timed_out" });
    await expectPage(page.getByText(say.settled.timedOut)).toBeVisible();
  });

  it("[C-11] can be taken away", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(database, { timeoutSeconds: 600 });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    const settings = await openSettings(page);
    await settings.getByRole("button", { name: say.settings.noDeadline }).click();
    await expectPage(page.getByRole("timer")).toHaveCount(0);
    expect((await portal.load(id)).expiresAt).toBeNull();
  });
});

describe.concurrent("notifications", () => {
  it("[C-09] come for a new question, little time and timeout, while unseen", async () => {
    const portal = theSlowPortal();
    await using profile = await watched();
    const page = await portal.open(profile, "/");
    await turnOn(page);
    await look(page, "elsewhere");
    const { id } = await portal.ask({ ...database, title: "Hurry" }, { timeoutSeconds: 7_200 });
    const asked = expectPage.stringContaining(say.notice.new);
    await expectPage.poll(() => notices(page, "Hurry")).toEqual([asked]);
    await setDeadline(portal, id, 11);
    await expectPage.poll(() => notices(page, "Hurry")).toEqual([asked, say.notice.soon]);
    await setDeadline(portal, id, 0.2);
    await expectPage
      .poll(() => notices(page, "Hurry"))
      .toEqual([asked, say.notice.soon, say.notice.expired]);
  });

  it("[C-09] come on the question's own page too", async () => {
    const portal = theSlowPortal();
    const { id } = await portal.ask({ ...database, title: "Own page" }, { timeoutSeconds: 7_200 });
    await using profile = await watched();
    const page = await portal.open(profile, `/choice/${id}`);
    await turnOn(page);
    await look(page, "elsewhere");
    // The hub may still ask this page to tell of the question, which came before the page.
    const later = async () =>
      (await notices(page, "Own page")).filter((notice) => !notice.startsWith(say.notice.new));
    await setDeadline(portal, id, 9);
    await expectPage.poll(later).toEqual([say.notice.soon]);
    await setDeadline(portal, id, 0.2);
    await expectPage.poll(later).toEqual([say.notice.soon, say.notice.expired]);
  });

  it("[C-09] stay away while the tab is looked at", async () => {
    const portal = theSlowPortal();
    await using profile = await watched();
    const page = await portal.open(profile, "/");
    await turnOn(page);
    const { id } = await portal.ask({ ...database, title: "Seen" }, { timeoutSeconds: 7_200 });
    const row = openRow(page, "Seen");
    await row.waitFor();
    await setDeadline(portal, id, 9);
    await expectPage(row.getByRole("timer")).toHaveText(/0:0[0-8]/);
    await setDeadline(portal, id, 0.2);
    await expectPage(await settledRow(page, "Seen")).toContainText(say.settled.short.timed_out);
    expect(await notices(page, "Seen")).toEqual([]);
  });

  it("[C-09] stay away until turned on, and only that click asks permission", async () => {
    const portal = theSlowPortal();
    const { id } = await portal.ask({ ...database, title: "Unasked" }, { timeoutSeconds: 7_200 });
    await using profile = await watched();
    const page = await portal.open(profile, `/choice/${id}`);
    await look(page, "elsewhere");
    await setDeadline(portal, id, 9);
    await expectPage(page.getByRole("timer")).toHaveText(/0:0[0-8]/);
    expect(await permissionRequests(page)).toEqual([]);
    expect(await notices(page, "Unasked")).toEqual([]);
    await turnOn(page);
    expect(await permissionRequests(page)).toEqual(["by a click"]);
  });

  it("the title counts the open questions and shows the time left", async () => {
    const portal = thePortal();
    const { id } = await portal.ask({ ...database, title: "Titled" }, { timeoutSeconds: 300 });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, "/");
    await expectPage(page).toHaveTitle(/^\(\d+\) Open questions$/);
    await page.goto(`${portal.site}/choice/${id}`);
    await expectPage(page).toHaveTitle(/[45]:\d\d.*Titled/);
  });
});

/**
 * A browser with stand-ins for notifications and focus, the only two things that a test cannot see
 * or do.
 */
async function watched(): Promise<BrowserContext> {
  const profile = await chromium.profile();
  await profile.addInitScript(`{
    let permission = "default";
    let isFocused = true;
    window.notices = [];
    window.permissionRequests = [];
    window.look = (where) => { isFocused = where === "here"; };
    document.hasFocus = () => isFocused;
    window.Notification = class {
      static get permission() { return permission; }
      static async requestPermission() {
        window.permissionRequests.push(navigator.userActivation.isActive ? "by a click" : "by itself");
        return (permission = "granted");
      }
      constructor(title, { body }) { window.notices.push({ title, body }); }
      close() {}
    };
  }`);
  return profile;
}

async function turnOn(page: Page) {
  const settings = await openSettings(page);
  await settings.getByRole("button", { name: say.settings.notificationsOn }).click();
  await expectPage(
    settings.getByRole("button", { name: say.settings.notificationsOff }),
  ).toBeVisible();
  await settings.getByRole("button", { name: say.settings.close }).click();
}

const look = (page: Page, where: "here" | "elsewhere") => page.evaluate(`look("${where}")`);
/** The notices of this page about one question, in order. */
const notices = (page: Page, title: string) =>
  page.evaluate<string[]>(
    `notices.filter(({ body }) => body === "${title}").map(({ title }) => title)`,
  );
const permissionRequests = (page: Page) => page.evaluate("permissionRequests");

/** As the page's own panel does, but to the fraction of a second, which saves the test a wait. */
async function setDeadline({ url, token }: Portal, id: string, seconds: number) {
  const response = await fetch(`${url}/api/asks/${id}/extend`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ seconds }),
  });
  expect(response.status).toBe(200);
}
