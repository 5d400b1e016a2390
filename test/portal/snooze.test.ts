/** Questions put off in the portal: gone from the list, seen by the inbox, back by themselves. */
import type { Page } from "@playwright/test";
import { expect, it } from "vitest";
import { openSnoozes, withSnooze } from "../../src/desk/snoozes.ts";
import { snoozeWords } from "../../web/shared/snooze.ts";
import { expectClean } from "../support/accessible.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { database, openRow, type Portal, startPortal, triage } from "../support/portal.ts";

const chromium = openChromium();
const words = snoozeWords("en");
const current = (page: Page) => page.locator("li.row[data-selected]");

async function snoozeIn(portal: Portal, id: string, until: string | null) {
  return fetch(`${portal.url}/api/asks/${id}/snooze`, {
    method: "POST",
    headers: { authorization: `Bearer ${portal.token}`, "content-type": "application/json" },
    body: JSON.stringify({ until }),
  });
}

it("z puts a question off everywhere, Z shows it, u and z bring it back", async () => {
  await using portal = await startPortal();
  const first = await portal.ask({ ...database, title: "Put off" });
  await portal.ask({ ...database, title: "Stays here" });
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await expectPage(current(page)).toContainText("Put off");
  await page.keyboard.press("z");
  await expectPage(page.getByRole("button", { name: words.times.hour })).toBeFocused();
  await expectClean(page);
  await page.keyboard.press("Enter");
  await expectPage(openRow(page, "Put off")).toHaveCount(0);
  await expectPage(page).toHaveTitle(triage.documentTitle(1));
  await expectPage(current(page)).toContainText("Stays here");
  const snoozes = openSnoozes(portal.state);
  const known = (await snoozes.load())[first.id];
  expect(known?.by).toBeTruthy();
  expect(Date.parse(known?.until ?? "")).toBeGreaterThan(Date.now() + 50 * 60_000);

  await page.keyboard.press("Shift+Z");
  await expectPage(openRow(page, "Put off")).toContainText(words.by(known?.by ?? ""));
  await expectPage(openRow(page, "Stays here")).toHaveCount(0);
  await expectPage(page).toHaveURL(/snoozed=1/);
  await expectClean(page);
  await page.keyboard.press("z");
  await expectPage(page.getByRole("button", { name: words.wake })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectPage(openRow(page, "Put off")).toHaveCount(0);
  expect(await snoozes.load()).toEqual({});
  await page.keyboard.press("Shift+Z");
  await expectPage(openRow(page, "Put off")).toBeVisible();

  await openRow(page, "Put off").getByRole("link").click();
  await page.locator("#question button.snooze").click();
  await page.getByRole("button", { name: new RegExp(`^${words.times.threeHours}`) }).click();
  await expectPage(openRow(page, "Put off")).toHaveCount(0);
  await page.keyboard.press("u");
  await expectPage(openRow(page, "Put off")).toBeVisible();
});

it("what another inbox puts off goes at once, and comes back by itself", async () => {
  await using portal = await startPortal();
  const { id } = await portal.ask({ ...database, title: "Elsewhere" });
  await portal.ask({ ...database, title: "Stays here" });
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await expectPage(openRow(page, "Elsewhere")).toBeVisible();
  const snoozes = openSnoozes(portal.state);
  const put = (seconds: number) => {
    const until = new Date(Date.now() + seconds * 1000).toISOString();
    return snoozes.change((all) => withSnooze(all, id, { until, by: "Jun" }, Date.now()));
  };
  await put(600);
  await expectPage(openRow(page, "Elsewhere")).toHaveCount(0);
  await put(2);
  await expectPage(openRow(page, "Elsewhere")).toBeVisible();
  await page.reload();
  await expectPage(openRow(page, "Elsewhere")).toBeVisible();
});

it("delays no deadline: it says when it comes back, or that it is due too soon", async () => {
  await using portal = await startPortal();
  const ask = await portal.ask({ ...database, title: "Due" }, { timeoutSeconds: 600 });
  const late = new Date(Date.now() + 3 * 3600_000).toISOString();
  const { until } = (await (await snoozeIn(portal, ask.id, late)).json()) as { until: string };
  expect(until).toBe(new Date(Date.parse(ask.expiresAt ?? "") - 60_000).toISOString());
  await snoozeIn(portal, ask.id, null);

  const soon = await portal.ask({ ...database, title: "Due now" }, { timeoutSeconds: 50 });
  const refused = await snoozeIn(portal, soon.id, late);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: { code: "due_soon" } });
  expect((await snoozeIn(portal, soon.id, "later")).status).toBe(400);

  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await openRow(page, "Due").filter({ hasNotText: "Due now" }).getByRole("link").click();
  await expectPage(current(page)).not.toContainText("Due now");
  await current(page).getByRole("link").focus();
  await page.keyboard.press("z");
  await expectPage(page.getByRole("button", { name: /Its deadline is earlier/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await openRow(page, "Due now").getByRole("link").focus();
  await page.keyboard.press("k");
  await expectPage(current(page)).toContainText("Due now");
  await page.keyboard.press("z");
  await expectPage(page.getByText(words.tooSoon)).toBeVisible();
});
