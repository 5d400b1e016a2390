/** A page with nothing to answer: what can be connected, and a question to try the keys with. */
import { expect, it } from "vitest";
import type { Welcome } from "../../src/surfaces/portal/wire.ts";
import { welcomeWords } from "../../web/portal/welcome/messages.ts";
import { expectClean } from "../support/accessible.ts";
import { run } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { say as portalWords, sharePortal } from "../support/portal.ts";

const chromium = openChromium();
const thePortal = sharePortal();
const say = welcomeWords("en");

it("says what can be connected, and how", async () => {
  const portal = thePortal();
  const headers = { authorization: `Bearer ${portal.token}` };
  const { clients } = (await (
    await fetch(`${portal.url}/api/welcome`, { headers })
  ).json()) as Welcome;
  expect(clients.map(({ id }) => id)).toContain("claude-code");
  await using profile = await chromium.profile({ viewport: { width: 1440, height: 900 } });
  const page = await portal.open(profile, "/");
  await expectPage(page.getByRole("heading", { level: 1 })).toHaveText(portalWords.dashboard.empty);
  await expectPage(page.getByText("askline init --only claude-code")).toBeVisible();
  await expectPage(page.getByText(say.example)).toBeVisible();
  await page.getByRole("button", { name: say.copyFor("Codex") }).click();
  await expectPage(page.getByRole("button", { name: say.copied })).toBeVisible();
  await expectClean(page);

  // What this machine has is nothing for a phone.
  const { stdout } = await run(portal.state, ["token", "create", "Phone", "--json"]);
  const asPhone = { authorization: `Bearer ${JSON.parse(stdout).token}` };
  expect((await fetch(`${portal.url}/api/welcome`, { headers: asPhone })).status).toBe(403);
});

it.each([
  [{ width: 390, height: 800 }, "light", "ko"],
  [{ width: 768, height: 900 }, "dark", "en"],
] as const)("is clean at %o, %s, %s", async (viewport, colorScheme, language) => {
  await using profile = await chromium.profile({ viewport, colorScheme });
  await profile.addInitScript(
    `localStorage["askline:device"] = JSON.stringify({ language: "${language}" })`,
  );
  const page = await profile.newPage();
  await page.goto(await thePortal().linkTo("/"));
  await page.getByRole("button", { name: welcomeWords(language).askMe }).waitFor();
  await expectClean(page);
});

it("asks a question of its own, which goes nowhere", async () => {
  await using profile = await chromium.profile({ viewport: { width: 1440, height: 900 } });
  const page = await thePortal().open(profile, "/");
  await page.getByRole("button", { name: say.askMe }).click();
  await expectPage(page.locator("li.row[data-selected]")).toContainText("How do you like");
  await page.keyboard.press("1");
  await expectPage(page.locator("li.row[data-id]")).toHaveCount(0);
  await expectPage(page).toHaveTitle("Askline");
});
