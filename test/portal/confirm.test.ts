/** Allowing what destroys in the browser: a second step, and the server wants it too. */
import { expect, it } from "vitest";
import { expectPage, openChromium, smallTargets } from "../support/browser.ts";
import { deleting, unclear } from "../support/permissions.ts";
import { say, sharePortal } from "../support/portal.ts";

const chromium = openChromium();
const thePortal = sharePortal();
const ALLOW = { answers: [{ optionIds: ["allow"] }] };

it("asks once more; digits, Enter and Escape go back, and only the button allows", async () => {
  const portal = thePortal();
  const ask = await portal.ask(undefined, deleting());
  await using profile = await chromium.profile({ hasTouch: true });
  const page = await portal.open(profile, `/choice/${ask.id}`);
  const dialog = page.getByRole("alertdialog");

  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await expectPage(dialog).toBeVisible();
  await expectPage(dialog.getByRole("button", { name: say.confirm.back })).toBeFocused();
  await expectPage(dialog.locator("pre")).toHaveText("rm -rf build");
  expect(await smallTargets(page)).toEqual([]);
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expectPage(dialog).toBeHidden();
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Escape");
  await expectPage(dialog).toBeHidden();
  expect((await portal.load(ask.id)).outcome).toBeNull();

  await page.keyboard.press("Control+Enter");
  await dialog.getByRole("button", { name: say.confirm.allow }).click();
  expect((await portal.settled(ask.id)).outcome).toMatchObject({
    reply: ALLOW,
    provenance: { surface: "portal" },
  });
});

it("is denied there, and the dialog is gone", async () => {
  const portal = thePortal();
  await using profile = await chromium.profile();
  const denied = await portal.ask(undefined, deleting());
  const page = await portal.open(profile, `/choice/${denied.id}`);
  await page.keyboard.press("2");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Deny" }).click();
  expect((await portal.settled(denied.id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["deny"] }] },
  });
  await expectPage(page.getByRole("alertdialog")).toBeHidden();
});

it("is refused by the server without the second step, and stays open", async () => {
  const portal = thePortal();
  const { id } = await portal.ask(undefined, deleting());
  const answer = (body: object) =>
    fetch(`${portal.url}/api/asks/${id}/answer`, {
      method: "POST",
      headers: { authorization: `Bearer ${portal.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const refused = await answer({ reply: ALLOW });
  expect([refused.status, (await refused.json()).error.code]).toEqual([428, "not_confirmed"]);
  expect((await portal.load(id)).outcome).toBeNull();
  expect((await answer({ reply: ALLOW, confirmed: true })).status).toBe(200);
});

it("what nobody can tell is a quiet line, as grey as who asks, and takes one step", async () => {
  const portal = thePortal();
  const ask = await portal.ask(undefined, unclear());
  await using profile = await chromium.profile();
  const page = await portal.open(profile, `/choice/${ask.id}`);
  const line = page.locator(".unclear");
  await expectPage(line).toHaveText(/npm install/);
  const colour = (part: string) =>
    page
      .locator(part)
      .first()
      .evaluate((one) => getComputedStyle(one).color);
  expect(await colour(".unclear")).toBe(await colour(".origin"));
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  expect((await portal.settled(ask.id)).outcome).toMatchObject({ reply: ALLOW });
});
