/**
 * The voice page as a page: accessible, only for paired devices, small, and with this device's
 * settings.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { snoozeWords } from "../../web/shared/snooze.ts";
import { expectPage, openChromium, smallTargets } from "../support/browser.ts";
import { patient } from "../support/patience.ts";
import {
  PHONE,
  say,
  shareVoice,
  speechOf,
  talkingAgent,
  voiceWords,
} from "../support/voice-page.ts";

const chromium = openChromium();
const chromiumWithWindows = openChromium({ hasWindows: true });
const theVoice = shareVoice();
const DIST = fileURLToPath(new URL("../../dist/web", import.meta.url));
const LARGEST_FIRST_LOAD_BYTES = 60_000;
// The page's policy allows only our own scripts, so the debugger injects axe.
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const looks: [string, BrowserContextOptions & { language: "en" | "ko" }][] = [
  ["light", { colorScheme: "light", viewport: { width: 390, height: 844 }, language: "en" }],
  [
    "dark and small",
    { colorScheme: "dark", viewport: { width: 360, height: 640 }, language: "en" },
  ],
  ["wide", { colorScheme: "light", viewport: { width: 768, height: 1024 }, language: "en" }],
  [
    "wide, dark, in Korean",
    { colorScheme: "dark", viewport: { width: 768, height: 1024 }, language: "ko" },
  ],
  ["widest", { colorScheme: "dark", viewport: { width: 1440, height: 900 }, language: "en" }],
  ["in Korean", { colorScheme: "light", viewport: { width: 360, height: 640 }, language: "ko" }],
];

const HEBREW = { title: "Deploy", prompt: "האם לפרוס את גרסה 12 (beta) לשרת web-1?" };

describe.each(looks)("%s", (name, { language, ...options }) => {
  it("axe finds nothing on the list, chat, question, confirmation and settings", async () => {
    const text = voiceWords(language);
    const session = `clean-${name.replaceAll(" ", "-")}`;
    const shop = talkingAgent(theVoice(), session);
    await shop.isTold("Clean up, please");
    await shop.stops(
      "Done:\n\n```ts\nconst answer = 42;\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |",
    );
    await shop.isTold("And the rest");
    const dialog = await shop.asks("permission-bash", { command: "rm -rf ./build ~/old" });
    const rightToLeft = await theVoice().hub.desk.ask({
      questions: [{ ...HEBREW, options: [{ label: "כן" }, { label: "לא (beta)" }] }],
      source: { kind: "command", project: "web-1" },
      mode: "detached",
    });
    await using profile = await chromium.profile({
      ...options,
      hasTouch: true,
      reducedMotion: "reduce",
    });
    await profile.addInitScript(
      `localStorage["askline:voice"] ??= JSON.stringify({ language: "${language}" })`,
    );
    const page = await theVoice().open(profile, "/voice");
    await page.locator(".row").first().waitFor();
    await expectPage(page.locator("html")).toHaveAttribute("lang", language);
    await expectClean(page);
    await page.getByRole("button", { name: text.find }).click();
    await page.getByRole("searchbox", { name: text.find }).fill("web-1");
    await expectPage(page.locator(".row")).toHaveCount(1);
    await expectClean(page);
    await page.getByRole("link", { name: "web-1" }).click();
    await page.locator(".option-button").first().waitFor();
    await page.getByRole("button", { name: text.askBack.open }).click();
    await expectClean(page);
    await page.getByRole("button", { name: snoozeWords(language).name }).click();
    await expectClean(page);
    await theVoice().hub.desk.withdraw(rightToLeft.id, { surface: "command" });
    await page.getByText(text.questionClosed).waitFor();
    await page.getByRole("link", { name: text.toQuestions }).first().click();
    await page.getByRole("button", { name: text.find }).click();

    await page.getByRole("link", { name: session }).click();
    await page.locator(".option-button").first().waitFor();
    await expectClean(page);

    await page.getByRole("link", { name: text.toQuestions }).click();
    await page.getByRole("link", { name: text.pages.agents }).click();
    await page.getByText(text.states.AWAITING_INPUT).first().waitFor();
    await expectClean(page);

    await page.getByRole("link", { name: session }).click();
    await page.locator("code .hljs-keyword").first().waitFor();
    await page.locator(".option-button").first().waitFor();
    await expectClean(page);

    // A touch right after the question changed is ignored on purpose; a person touches again.
    const confirmation = page.getByRole("alertdialog", { name: text.confirmTitle });
    await expectPage(async () => {
      if (!(await confirmation.isVisible()))
        await page
          .locator(".option-button")
          .last()
          .click({ timeout: patient(3_000) });
      await confirmation.waitFor({ timeout: patient(3_000) });
    }).toPass({ timeout: patient(30_000) });
    await expectClean(page);

    await page.getByRole("button", { name: text.talk }).click();
    await expectClean(page);
    await page.getByRole("button", { name: text.cancelTalking }).click();
    await page.getByRole("button", { name: text.attach, exact: true }).click();
    await expectClean(page);

    await page.getByRole("button", { name: text.settings.open }).click();
    await page.getByRole("dialog").waitFor();
    await expectClean(page);
    dialog.pressEscape();
  });
});

describe("this device", () => {
  it("keeps its settings over a reload, and goes by them", async () => {
    const shop = talkingAgent(theVoice(), "as-liked");
    await using profile = await chromium.profile({ ...PHONE, colorScheme: "light" });
    const dialog = await shop.asks("ask-single");
    const page = await theVoice().open(profile, await shop.path());
    await page.getByRole("button", { name: say.settings.open }).click();
    await page
      .getByLabel(say.settings.rate)
      .selectOption({ label: say.settings.rates["1.50"] ?? "" });
    await page.getByLabel(say.settings.verbosity).selectOption("detailed");
    await page.getByLabel(say.settings.theme).selectOption("dark");
    await page.getByLabel(say.settings.autoListen).check();
    await page.keyboard.press("Escape");
    const asked = page.waitForRequest((request) => request.url().includes("verbosity=detailed"));
    await page.reload();
    await asked;
    await expectPage(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const speech = speechOf(page);
    await expect.poll(speech.rates).toContain(1.5);
    // The text was read to its end, so the page now listens to the person.
    await expect.poll(speech.isListening).toBe(true);
    await speech.forget();
    await speech.hear("recommended");
    // No option is recommended; that reply is read to its end, too.
    await expect.poll(speech.spoken).not.toEqual([]);
    await expect.poll(speech.isListening).toBe(true);
    await page.getByRole("button", { name: say.settings.open }).click();
    await page.getByLabel(say.settings.isSpoken).uncheck();
    await page.keyboard.press("Escape");
    await speech.forget();
    await page.getByRole("button", { name: /Redis/ }).first().click();
    await dialog.ended;
    await expectPage(page.locator(".bubble[data-intent=ANSWER]")).toContainText("Redis");
    expect(await speech.spoken()).toEqual([]);
  });

  it("works with a storage that refuses and without any speech, by typing", async () => {
    const shop = talkingAgent(theVoice(), "bare");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    await profile.addInitScript(`
      Object.defineProperty(window, "localStorage", { get() { throw new Error("refused"); } });
    `);
    const page = await profile.newPage();
    await page.addInitScript(
      "delete window.speechSynthesis; delete window.webkitSpeechRecognition; " +
        "delete window.SpeechRecognition;",
    );
    await page.goto(theVoice().linkTo(await shop.path()));
    await expectPage(page.getByRole("button", { name: say.send, exact: true })).toBeDisabled();
    await expectPage(page.getByRole("button", { name: say.talk })).toHaveCount(0);
    await expectPage(page.getByRole("button", { name: say.readAloud })).toHaveCount(0);
    await page.getByLabel(say.answerHere).fill("two");
    await page.getByLabel(say.answerHere).press("Control+Enter");
    expect(await dialog.ended).toMatchObject({ by: "hook", decision: { behavior: "allow" } });
  });

  it("keeps its screen on while a conversation is open and seen, and no longer", async () => {
    const shop = talkingAgent(theVoice(), "awake");
    await shop.isTold("Hello");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    const { locks } = speechOf(page);
    await expect.poll(locks).toEqual({ taken: 1, held: 1 });
    await setHidden(page, true);
    await expect.poll(locks).toEqual({ taken: 1, held: 0 });
    await setHidden(page, false);
    await expect.poll(locks).toEqual({ taken: 2, held: 1 });
    await page.getByRole("link", { name: say.back }).click();
    await expect.poll(locks).toEqual({ taken: 2, held: 0 });
  });

  it("can do everything with keys", async () => {
    const shop = talkingAgent(theVoice(), "by-keys");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, "/voice/agents");
    await page.getByRole("link", { name: "by-keys" }).press("Enter");
    await expectPage(page.getByRole("heading", { level: 1, name: "by-keys" })).toBeFocused();
    await page.getByRole("button", { name: say.talk }).press("Enter");
    await expectPage(page.getByRole("button", { name: say.stopTalking })).toBeFocused();
    await speechOf(page).hearPart("three");
    await page.keyboard.press("Space");
    expect(await dialog.ended).toMatchObject({ by: "hook", decision: { behavior: "allow" } });
    await expectPage(page.locator(".bubble[data-intent=ANSWER]")).toContainText("Redis");
  });
});

describe("the door", () => {
  it("an unpaired device is told so; a revoked one is told how to pair again", async () => {
    const shop = talkingAgent(theVoice(), "revoked");
    await shop.isTold("Hello");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await page.locator(".bubble").waitFor();
    const { request } = profile;
    expect((await request.get(`${theVoice().hub.url}/`)).status()).toBe(200);
    expect((await request.get(`${theVoice().hub.url}/passkeys`)).status()).toBe(403);
    await profile.clearCookies();
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await theVoice().hub.kill();
    await theVoice().hub.revive();
    await expectPage(page.getByRole("alert").filter({ hasText: "askline pair" })).toBeVisible();
    expect((await page.goto(`${theVoice().hub.url}/voice`))?.status()).toBe(401);
  });

  it("an agent that is not there is named as such", async () => {
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, "/voice/agents/99999");
    await expectPage(page.getByRole("alert").first()).toContainText("No such agent. Ask which");
  });
});

describe("what is loaded", () => {
  const html = readFileSync(join(DIST, "voice/index.html"), "utf8");

  it("is at most 60 KB of script, and nothing of it is inline or from elsewhere", () => {
    const scripts = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = ""]) =>
      readFileSync(join(DIST, path)),
    );
    expect(scripts.length).toBeGreaterThan(0);
    const size = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
    expect(size).toBeLessThanOrEqual(LARGEST_FIRST_LOAD_BYTES);
    for (const script of scripts) expect(script.toString()).not.toMatch(/zod|hljs-keyword/i);
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|https?:/);
  });

  it("can be installed: its own manifest opens the voice page, also for a device", async () => {
    await using profile = await chromiumWithWindows.profile(PHONE);
    const page = await theVoice().open(profile, "/voice");
    const path = await page.locator("link[rel=manifest]").getAttribute("href");
    const response = await profile.request.get(`${theVoice().hub.url}${path}`);
    expect(response.headers()["content-type"]).toBe("application/manifest+json");
    expect(await response.json()).toMatchObject({
      start_url: "/voice",
      scope: "/voice",
      display: "standalone",
    });
    const session = await profile.newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A fresh profile is what Chromium calls incognito; nothing else stands in the way.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);
  });
});

/** What the browser does when another app comes to the front. */
async function setHidden(page: Page, isHidden: boolean) {
  await page.evaluate(`
    Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  `);
}

/**
 * No violation that axe knows of, nothing wider than the screen, and nothing to touch that is too
 * small.
 */
async function expectClean(page: Page) {
  await page.evaluate(`if (window.axe === undefined) { ${axe} }`);
  const { violations } = await page.evaluate<{
    violations: { id: string; nodes: { html: string }[] }[];
  }>("axe.run(document)");
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`,
    ),
  ).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await smallTargets(page)).toEqual([]);
}
