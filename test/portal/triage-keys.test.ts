/** The list by keyboard alone: moving, answering, taking back, several at once. */
import type { Locator, Page } from "@playwright/test";
import { expect, it } from "vitest";
import { expectPage, openChromium } from "../support/browser.ts";
import { deleting } from "../support/permissions.ts";
import { database, openRow, type Portal, startPortal, triage } from "../support/portal.ts";

const chromium = openChromium();

/** Asked in this order; none has a deadline, so the list begins with the one that waits longest. */
async function fourQuestions(portal: Portal) {
  const single = await portal.ask({ ...database, title: "First choice" });
  const several = await portal.ask({
    ...{ title: "Some extras", prompt: "Which extras?", multiSelect: true },
    options: [{ label: "Backups" }, { label: "Replica" }],
  });
  const grave = await portal.ask(undefined, deleting());
  const free = await portal.ask({ title: "Free words", prompt: "What shall it say?" });
  return { single, several, grave, free };
}

const current = (page: Page) => page.locator("li.row[data-selected]");

/** Digits rest for a moment after the list has moved by itself, so that none hits the next row. */
async function pressUntil(page: Page, key: string, there: Locator) {
  await expectPage(async () => {
    if (!(await there.isVisible())) await page.keyboard.press(key);
    await expectPage(there).toBeVisible({ timeout: 500 });
  }).toPass();
}

it("digits answer what is harmless, open what is not, and confirm what destroys", async () => {
  await using portal = await startPortal();
  const { single, several, grave } = await fourQuestions(portal);
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await expectPage(page).toHaveTitle(triage.documentTitle(4));
  await expectPage(current(page)).toContainText("First choice");

  await page.keyboard.press("j");
  await expectPage(current(page)).toContainText("Which extras?");
  await page.keyboard.press("ArrowUp");
  await expectPage(current(page).locator(".title")).toBeFocused();
  // A Korean layout writes another letter with the same key.
  await page.evaluate(`document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key: "ㅓ", code: "KeyJ", bubbles: true }))`);
  await expectPage(current(page)).toContainText("Which extras?");
  await page.keyboard.press("k");

  await page.keyboard.press("2");
  expect((await portal.settled(single.id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["lite"] }] },
  });
  await expectPage(current(page)).toContainText("Which extras?");
  await expectPage(page).toHaveTitle(triage.documentTitle(3));
  await expectPage(page.getByRole("status").filter({ hasText: triage.sent })).toContainText(
    "3 left",
  );

  // Several may be chosen, so the digit only picks, and Enter sends.
  await pressUntil(page, "1", page.getByRole("checkbox", { name: "Backups", checked: true }));
  expect((await portal.load(several.id)).outcome).toBeNull();
  await page.keyboard.press("Control+Enter");
  expect((await portal.settled(several.id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["1"] }] },
  });

  await expectPage(current(page)).toContainText("rm -rf build");
  await expectPage(page.locator("#question")).toBeFocused();
  await page.keyboard.press("Escape");
  await expectPage(current(page).locator(".title")).toBeFocused();
  await pressUntil(page, "2", page.getByRole("alertdialog"));
  expect((await portal.load(grave.id)).outcome).toBeNull();
});

it("a decline waits, is undone by u, and goes out when the page is left", async () => {
  await using portal = await startPortal();
  const { id } = await portal.ask({ ...database, title: "To decline" });
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  const row = openRow(page, "To decline");
  await row.waitFor();
  const decline = async () => {
    await page.keyboard.press("x");
    await page.getByRole("textbox", { name: triage.declineTitle("").slice(0, 7) }).fill("not now");
    await page.keyboard.press("Enter");
    await expectPage(row).toContainText("Not sent yet: Decline: “not now”");
  };
  await decline();
  await page.keyboard.press("u");
  await expectPage(row).not.toContainText("Not sent yet");
  await expectPage(row.getByRole("button", { name: /Postgres/ })).toBeVisible();
  expect((await portal.load(id)).outcome).toBeNull();
  await decline();
  await page.close();
  expect((await portal.settled(id)).outcome).toMatchObject({
    ...{ status: "rejected", kind: "reject", rejectionReason: "not now" },
  });
});

it("own words in the pane wait too; what somebody else decided meanwhile stands", async () => {
  await using portal = await startPortal();
  const { id } = await portal.ask({ title: "Words", prompt: "What shall it say?" });
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await page.locator("#question textarea").fill("mine");
  await page.keyboard.press("Control+Enter");
  await expectPage(page.locator("#question .pending")).toContainText("“mine”");
  await page.request.post(`${portal.url}/api/asks/${id}/answer`, {
    headers: { authorization: `Bearer ${portal.token}` },
    data: { reply: { answers: [{ optionIds: [], customText: "theirs" }] } },
  });
  await expectPage(page.locator("#question")).toContainText("theirs");
  await expectPage(page.locator(".pending")).toHaveCount(0);
  expect((await portal.settled(id)).outcome).toMatchObject({
    reply: { answers: [{ customText: "theirs" }] },
  });
});

it("several selected get the same answer, and letters can be turned off", async () => {
  await using portal = await startPortal();
  const asks = [];
  for (const title of ["One of three", "Two of three", "Three of three"])
    asks.push(await portal.ask({ ...database, title }));
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await openRow(page, "One of three").waitFor();
  for (const key of ["Space", "j", "Space"]) await page.keyboard.press(key);
  await expectPage(page.getByRole("group", { name: triage.selected(2) })).toBeVisible();
  await page.keyboard.press("=");
  await page.getByRole("button", { name: "SQLite", exact: true }).press("Enter");
  for (const { id } of asks.slice(0, 2))
    expect((await portal.settled(id)).outcome).toMatchObject({ status: "completed" });
  await expectPage(openRow(page, "One of three")).toHaveCount(0);

  await page.evaluate(`localStorage["askline:device"] =
    JSON.stringify({ ...JSON.parse(localStorage["askline:device"]), letterKeys: false })`);
  await page.reload();
  await openRow(page, "Three of three").waitFor();
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  await page.keyboard.press("1");
  const outcome = (await portal.settled(asks[2]?.id ?? "")).outcome;
  expect(outcome).toMatchObject({ reply: { answers: [{ optionIds: ["pg"] }] } });
});

it("commands and all keys are a key away, and a search finds questions too", async () => {
  await using portal = await startPortal();
  await portal.ask({ ...database, title: "Apples" });
  const { id } = await portal.ask({ ...database, title: "데이터베이스이전" });
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await openRow(page, "Apples").waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("combobox").fill("베이스");
  await expectPage(palette.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expectPage(page).toHaveURL(`${portal.site}/?ask=${id}`);
  await page.keyboard.press("?");
  await expectPage(page.getByRole("dialog", { name: triage.allKeys })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectPage(page.getByRole("dialog")).toHaveCount(0);
});

it("what is selected is in the address, and goes from it once it is settled", async () => {
  await using portal = await startPortal();
  const first = await portal.ask({ ...database, title: "One of two" });
  const second = await portal.ask({ ...database, title: "Two of two" });
  await portal.ask({ ...database, title: "Not selected" });
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await expectPage(current(page)).toContainText("One of two");
  await page.keyboard.press(" ");
  await page.keyboard.press("j");
  await page.keyboard.press(" ");
  await expectPage(page).toHaveURL(new RegExp(`selected=${first.id},${second.id}`));
  await page.reload();
  await expectPage(page.locator("li.row.marked")).toHaveCount(2);
  await expectPage(page.getByText(triage.selected(2))).toBeVisible();
  await page.keyboard.press("=");
  await page.getByRole("button", { name: "SQLite", exact: true }).click();
  for (const { id } of [first, second])
    expect((await portal.settled(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["lite"] }] },
    });
  await expectPage(page).not.toHaveURL(/selected/);
});

it("a, h and b are the list's pages, and in the question its own", async () => {
  await using portal = await startPortal();
  const { id } = await portal.ask();
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  await expectPage(current(page)).toBeVisible();
  await page.keyboard.press("h");
  await expectPage(page).toHaveURL(/\/history$/);
  await page.goBack();
  await expectPage(current(page)).toBeVisible();
  await page.keyboard.press("a");
  await expectPage(page).toHaveURL(/\/agents$/);
  await page.goto(`${portal.site}/choice/${id}`);
  await page.getByRole("radio").first().waitFor();
  await page.keyboard.press("b");
  const field = page.getByLabel("What should the agent say more about?");
  await field.fill("The cost");
  await page.locator("#asked").focus();
  await page.keyboard.press("b");
  expect((await portal.settled(id)).outcome).toMatchObject({ status: "rejected" });
});
