/** The figures in the browser: how long agents waited, and what rules decided in people's place. */
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { beforeAll, expect, it } from "vitest";
import { figuresWords } from "../../web/portal/figures/messages.ts";
import { expectClean } from "../support/accessible.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { openDialogs } from "../support/decided.ts";
import { sharePortal } from "../support/portal.ts";

const chromium = openChromium();
const thePortal = sharePortal();
const say = figuresWords("en");
const allow = { answers: [{ optionIds: ["allow"] }] };
const HOSTILE = '=<img src=x onerror="document.title=1">';

beforeAll(async () => {
  const portal = thePortal();
  await using dialogs = openDialogs(portal.files.at("sessions"));
  const dialog = {
    ...{ client: "codex", kind: "permission" as const, toolName: "Bash", updates: [] },
    ...{ input: { command: `npm ${HOSTILE}` }, sessionId: "s", subagentId: null },
  };
  const source = { kind: "hook", client: "codex", project: HOSTILE };
  const question = { prompt: "Run it?", options: [{ id: "allow", label: "Yes" }] };
  const put = (more = {}) => portal.ask(question, { source, dialog, returnPath: "hook", ...more });
  for (let times = 0; times < 3; times++)
    await dialogs.desk.answer((await put()).id, allow, { surface: "slack", who: "ada" });
  await put({ ruled: { rule: "tests", reply: allow } });
  await dialogs.decided("Push?", "portal", { kind: "overruled", did: "declined" });
});

async function open(profile: BrowserContext, path = "/figures"): Promise<Page> {
  const page = await profile.newPage();
  await page.goto(await thePortal().linkTo("/"));
  await page.goto(thePortal().site + path);
  await page.locator("svg.chart, .figures-none").first().waitFor();
  return page;
}

it("say in numbers, plots and tables what was decided, and where the history has it", async () => {
  await using profile = await chromium.profile();
  const page = await open(profile);
  await expectPage(page.getByText(say.ruledOf(1, 5))).toBeVisible();
  // Each plot has a name, its numbers in words, and a table beside it.
  for (const plot of await page.locator("svg.chart").all()) {
    expect(await plot.locator("title").textContent()).not.toBe("");
    expect(await plot.locator("desc").textContent()).toMatch(/\d/);
  }
  expect(await page.getByRole("table").count()).toBe(await page.locator("svg.chart").count());
  const places = page.getByRole("table", { name: say.surfaces });
  // What agents waited longest for comes first, and here that is a matter of milliseconds.
  await expectPage(places.getByRole("row", { name: /^Slack 3 / })).toBeVisible();
  await expectPage(places.getByRole("row", { name: /^the browser 1 / })).toBeVisible();
  await page.getByRole("button", { name: say.splits.kind }).click();
  await expectPage(page.getByRole("table", { name: say.waitedBy.kind })).toContainText("Commands");
  // Only told, and never with a button that would make a rule.
  const most = page.locator(".asked-most li");
  await expectPage(most).toHaveText([/^npm =<img.*3 times · always allowed$/]);
  expect(await most.getByRole("button").count()).toBe(0);
  expect(await page.locator("img[src=x]").count()).toBe(0);

  await page.getByRole("link", { name: say.seeDiffered }).click();
  await expectPage(page).toHaveURL(/\/history\?result=differs/);
  await expectPage(page.locator(".decision-title")).toHaveText([/Push\?/]);
  await page.goBack();
  await page.getByRole("combobox", { name: say.project }).selectOption("shop");
  await expectPage(page).toHaveURL(/project=shop/);
  await expectPage(page.getByText(say.ruledOf(0, 1))).toBeVisible();
  await page.goBack();
  await expectPage(page.getByText(say.ruledOf(1, 5))).toBeVisible();
});

it("are saved as a table, and say so where there is nothing to count", async () => {
  await using profile = await chromium.profile();
  const page = await open(profile);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: say.exportCsv }).click();
  const text = readFileSync(await (await saved).path(), "utf8");
  expect(text).toMatch(/^\ufeffsplit,name,asked/);
  expect(text).toMatch(/\r\nproject,"'=<img src=x onerror=""document\.title=1"">",4,1,3,0,0,/);
  await page.goto(`${thePortal().site}/figures?project=nowhere&days=7`);
  await expectPage(page.getByText(say.nothing)).toBeVisible();
  await expectPage(page.getByRole("button", { name: say.days(7) })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

it.each([
  ["dark on a desk", { colorScheme: "dark" }, "en"],
  ["light on a desk, in Korean", { colorScheme: "light" }, "ko"],
  [
    "light on a phone",
    { colorScheme: "light", viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true },
    "en",
  ],
  [
    "dark on a phone, in Korean",
    { colorScheme: "dark", viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
    "ko",
  ],
] as const)("are clean %s", async (_, options, language) => {
  await using profile = await chromium.profile({ ...options, reducedMotion: "reduce" });
  await profile.addInitScript(
    `localStorage["askline:device"] = JSON.stringify({ language: "${language}" })`,
  );
  const page = await open(profile);
  await expectPage(page.locator("html")).toHaveAttribute("lang", language);
  await expectClean(page);
});
