/** The list as others change it, its address, and a thousand rows of which few are in the document. */
import { expect, it } from "vitest";
import { run } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { database, openRow, say, startPortal, triage } from "../support/portal.ts";

const chromium = openChromium();

it("nothing moves under a hand: new rows wait, settled ones stay for a moment", async () => {
  await using portal = await startPortal();
  const first = await portal.ask({ ...database, title: "Was there" });
  await portal.ask({ ...database, title: "Was there too" });
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await openRow(page, "Was there too").waitFor();
  await page.keyboard.press("j");
  await portal.ask({ ...database, title: "Came later" });
  const above = page.getByRole("button", { name: triage.newAbove(1) });
  await expectPage(above).toBeVisible();
  await expectPage(openRow(page, "Came later")).toHaveCount(0);
  await page.keyboard.press(".");
  await expectPage(openRow(page, "Came later")).toHaveClass(/new/);
  await expectPage(above).toHaveCount(0);

  await run(portal.state, ["answer", first.id, "SQLite"]);
  const row = openRow(page, "Was there").first();
  await expectPage(row).toHaveClass(/gone/);
  await expectPage(row).toContainText(say.settled.short.completed);
  await expectPage(page.locator("li.row.gone")).toHaveCount(0);
  await expectPage(page).toHaveTitle(triage.documentTitle(2));
});

it("the address has search, order and question; back finds the list as it was", async () => {
  await using portal = await startPortal();
  const { id } = await portal.ask({ ...database, title: "Apples" });
  await portal.ask({ ...database, title: "Bananas" });
  await using profile = await chromium.profile({ viewport: { width: 800, height: 700 } });
  const page = await portal.open(profile, "/");
  await page.getByLabel(triage.search, { exact: true }).fill("apples");
  await page.getByLabel(triage.sortsName).selectOption("newest");
  await expectPage(openRow(page, "Bananas")).toHaveCount(0);
  await openRow(page, "Apples").getByRole("link").click();
  await expectPage(page).toHaveURL(`${portal.site}/?q=apples&sort=newest&ask=${id}`);
  await expectPage(page.getByRole("radio", { name: "SQLite" })).toBeVisible();
  await expectPage(page.getByRole("searchbox")).toBeHidden();
  await page.goBack();
  await expectPage(page.getByRole("searchbox")).toHaveValue("apples");
  await expectPage(openRow(page, "Apples")).toBeVisible();
  await page.reload();
  await expectPage(openRow(page, "Apples")).toBeVisible();
  await expectPage(openRow(page, "Bananas")).toHaveCount(0);
});

it("of many rows only those in sight are in the document, each with its place", async () => {
  await using portal = await startPortal();
  const many = Array.from({ length: 160 }, (_, number) => `Question number ${number}`);
  for (const title of many) await portal.ask({ ...database, title, prompt: title });
  await using profile = await chromium.profile({ viewport: { width: 1100, height: 800 } });
  const lists: string[] = [];
  profile.on("request", (request) => {
    if (request.url().includes("/api/rows")) lists.push(request.url());
  });
  const page = await portal.open(profile, "/");
  const rows = page.locator("li.row[data-id]");
  await rows.first().waitFor();
  expect(await rows.count()).toBeLessThan(40);
  expect(lists).toHaveLength(1);
  await expectPage(rows.first()).toHaveAttribute("aria-setsize", "160");
  await expectPage(
    page.getByRole("listitem", { name: triage.groupCount("shop", 160) }),
  ).toBeVisible();

  await page.evaluate("document.querySelector('.panes .scroll').scrollTo(0, 1e6)");
  const last = openRow(page, "Question number 159");
  await expectPage(last).toHaveAttribute("aria-posinset", "160");
  expect(await rows.count()).toBeLessThan(40);
  // The search runs in the hub, also for what this page was never sent.
  await page.getByRole("searchbox").fill("ber 77");
  await expectPage(rows).toHaveCount(1);
  await expectPage(openRow(page, "Question number 77")).toBeVisible();
});

it("words from right to left keep their direction amid ours", async () => {
  await using portal = await startPortal();
  await portal.ask(
    { ...database, title: "قاعدة", prompt: "أي قاعدة بيانات نستخدم؟" },
    { source: { kind: "test", project: "مشروع" } },
  );
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  const said = openRow(page, "أي قاعدة").locator(".title bdi");
  await expectPage(said).toHaveAttribute("lang", "ar");
  const direction = "getComputedStyle(document.querySelector('.row .title bdi')).direction";
  expect(await page.evaluate(direction)).toBe("rtl");
});

it("a browser that refuses notices turns them off for itself alone", async () => {
  await using portal = await startPortal();
  portal.files.writeJson({ notifications: true }, "interaction.json");
  await using profile = await chromium.profile();
  await profile.addInitScript(`window.Notification = class {
    static permission = "default";
    static async requestPermission() { return "denied"; }
  }`);
  const page = await portal.open(profile, "/");
  await page.getByRole("button", { name: say.settings.open }).click();
  await page.getByRole("button", { name: say.settings.notificationsOn }).click();
  await expectPage(page.getByText(say.settings.notificationsBlocked)).toBeVisible();
  expect(portal.files.readJson("interaction.json")).toMatchObject({ notifications: true });
});
