/** The history in the browser: decisions found again, and what became of each. */
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { beforeAll, describe, expect, it } from "vitest";
import { historyWords } from "../../web/portal/history/messages.ts";
import { expectClean } from "../support/accessible.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { HOSTILE, openDialogs } from "../support/decided.ts";
import { say as portalWords, sharePortal } from "../support/portal.ts";

const chromium = openChromium();
const thePortal = sharePortal();
const say = historyWords("en");
const ada = { surface: "portal", who: "ada" };
const ids = { colour: "", outage: "", denied: "" };

beforeAll(async () => {
  const portal = thePortal();
  const dialogs = openDialogs(portal.files.at("sessions"));
  const { desk } = dialogs;
  const put = async (prompt: string, options: string[], project: string) =>
    (
      await portal.ask(
        { prompt, options: options.map((label) => ({ label })) },
        { source: { kind: "mcp", agentId: "codex", project } },
      )
    ).id;
  const colour = await put("저녁에 데이터베이스를 옮길까요?", ["Yes", "No"], "가게");
  await desk.answer(
    colour,
    {
      answers: [{ optionIds: ["1"], optionNotes: { "1": "after the backups" } }],
      globalNote: "ask Bob",
    },
    { surface: "slack", who: "Mina" },
  );
  const outage = await put("Restart it?", ["Yes", "No"], "infra");
  const askBack = [
    { questionIndex: 0, kind: "elaborate" as const, text: "what does the outage cost?" },
  ];
  await desk.reject(outage, { kind: "elaborate", askBack }, ada);
  const reason = await put("Merge now?", ["Yes"], "shop");
  await desk.reject(reason, { reason: "Wrong branch" }, ada);
  const denied = await dialogs.decided(`Run ${HOSTILE}?`, "portal", {
    ...{ kind: "overruled", did: "answered", answer: HOSTILE },
  });
  for (let number = 0; number < 60; number++) {
    const { id } = await portal.ask({ prompt: `Filler ${number}?`, options: [{ label: "Fine" }] });
    await desk.answer(id, { answers: [{ optionIds: ["1"] }] }, ada);
  }
  Object.assign(ids, { colour, outage, denied });
  await dialogs[Symbol.asyncDispose]();
});

async function open(profile: BrowserContext, path: string): Promise<Page> {
  const page = await profile.newPage();
  await page.goto(await thePortal().linkTo("/"));
  await page.goto(thePortal().site + path);
  await page.locator(".decision, .history-none").first().waitFor();
  return page;
}

const rows = (page: Page) => page.locator(".decision-title");

describe("the history", () => {
  it("is found by a syllable inside a word, by reasons, notes and what was asked back", async () => {
    await using profile = await chromium.profile();
    const page = await open(profile, "/history");
    const search = page.getByRole("searchbox");
    await expectPage(rows(page)).toHaveCount(50);
    await page.getByRole("button", { name: say.more }).click();
    await expectPage(rows(page)).toHaveCount(64);
    for (const [words, title] of [
      ["베이", /데이터베이스/],
      ["wrong BRANCH", /Merge now/],
      ["outage cost", /Restart it/],
      ["backups bob", /데이터베이스/],
      ["mina", /데이터베이스/],
    ] as const) {
      await search.fill(words);
      await expectPage(rows(page)).toHaveText([title]);
    }
    await expectPage(page).toHaveURL(/\/history\?q=mina$/);
    await search.fill("베이");
    await expectPage(page.locator(".decision mark")).toHaveText(["베이"]);
    await search.fill("zebra");
    await expectPage(page.getByText(say.nothingFound)).toBeVisible();
    await page.getByRole("button", { name: say.clearFilters }).click();
    await expectPage(rows(page)).toHaveCount(50);
  });

  it("is filtered in the address, and Back leads to the list as it was", async () => {
    await using profile = await chromium.profile({ viewport: { width: 800, height: 700 } });
    const page = await open(profile, "/history");
    await page.locator("summary").click();
    await page.getByLabel(say.filters.where).selectOption("slack");
    await expectPage(rows(page)).toHaveText([/데이터베이스/]);
    await expectPage(page).toHaveURL(/where=slack/);
    await page.goBack();
    await expectPage(rows(page)).toHaveCount(50);
    await page.getByLabel(say.filters.result).selectOption("differs");
    await expectPage(rows(page)).toHaveText([/MySQL/]);
    await page.getByRole("button", { name: /^Remove the filter Outcome/ }).click();

    await page.getByRole("button", { name: say.more }).click();
    await expectPage(rows(page)).toHaveCount(64);
    await rows(page).last().scrollIntoViewIfNeeded();
    await rows(page).last().click();
    await expectPage(page.getByRole("heading", { name: /데이터베이스/ })).toBeVisible();
    await page.getByRole("link", { name: say.open }).click();
    await expectPage(page).toHaveURL(`${thePortal().site}/choice/${ids.colour}`);
    await page.locator(".decision-whole").waitFor({ state: "detached" });
    await page.getByText("ask Bob").first().waitFor();
    await page.goBack();
    await page.locator(".decision-whole").waitFor();
    await page.goBack();
    await expectPage(rows(page)).toHaveCount(64);
    await expectPage(rows(page).last()).toBeInViewport();
    await page.goto(`${thePortal().site}/history?kind=nonsense`);
    await expectPage(page.getByRole("alert")).not.toBeEmpty();
  });

  it("hears of new decisions, has the settings, and keeps no rows of another filter", async () => {
    const portal = thePortal();
    await using profile = await chromium.profile({ viewport: { width: 1200, height: 700 } });
    const page = await open(profile, "/history?project=live-project");
    await expectPage(page.getByText(say.nothingFound)).toBeVisible();
    await expectPage(page.getByRole("button", { name: portalWords.settings.open })).toBeVisible();
    const { id } = await portal.ask(
      { prompt: "Is it heard of?", options: [{ label: "Yes" }] },
      {
        source: { kind: "mcp", project: "live-project", agentId: "codex-mcp-client 0123456789ab" },
      },
    );
    await page.request.post(`${portal.url}/api/asks/${id}/answer`, {
      headers: { authorization: `Bearer ${portal.token}` },
      data: { reply: { answers: [{ optionIds: ["1"] }] } },
    });
    await expectPage(rows(page)).toHaveText([/Is it heard of\?/]);
    // A name for people, not what the client calls itself.
    await expectPage(page.locator(".decision")).toContainText("Codex");
    await expectPage(page.locator(".decision")).not.toContainText("mcp-client");

    // Back twice before the first answer is there: what was on its way is not kept for another list.
    await page.goto(`${portal.site}/figures`);
    await page.getByRole("link", { name: "History" }).first().click();
    await expectPage(rows(page)).toHaveCount(50);
    await page.getByRole("searchbox").fill("heard");
    await expectPage(rows(page)).toHaveCount(1);
    await page.locator("summary").click();
    await page.getByLabel(say.filters.project).selectOption("live-project");
    await expectPage(page).toHaveURL(/project=live-project/);
    await page.evaluate("history.go(-1); setTimeout(() => history.go(-1), 1)");
    await expectPage(page).toHaveURL(/figures/);
    await page.goForward();
    await expectPage(page).toHaveURL(/history\?q=heard$/);
    await expectPage(rows(page)).toHaveCount(1);
  });

  it("says of each decision what was shown, who, where, when, and what the agent did", async () => {
    await using profile = await chromium.profile();
    const page = await open(profile, "/history?q=backups");
    await rows(page).click();
    const pane = page.getByRole("article");
    await expectPage(pane.locator(".trail")).toContainText("Yes by Mina, in Slack");
    await expectPage(pane).toContainText("after the backups");
    await expectPage(pane).toContainText("ask Bob");
    await expectPage(pane.locator(".offered li")).toHaveText([/Yes.*chosen/, "No"]);
    await page.goto(`${thePortal().site}/history?ask=${ids.outage}`);
    await expectPage(pane).toContainText("what does the outage cost?");
    await expectPage(pane.locator(".trail")).toContainText("by ada, in the browser");
    // Whatever an agent wrote stays text.
    await page.goto(`${thePortal().site}/history?ask=${ids.denied}`);
    await expectPage(pane.locator('[data-kind="differs"]')).toContainText(say.differs);
    await expectPage(pane.locator("h2")).toContainText("<b>bold</b>");
    expect(await pane.locator("b").count()).toBe(0);
    const shown = await page.evaluate<string>("document.body.innerText");
    expect(["\u001b", "\u202e"].filter((one) => shown.includes(one))).toEqual([]);
  });

  it("is used by keys alone: j and k, Enter, slash and Escape, also on a Korean keyboard", async () => {
    await using profile = await chromium.profile();
    const page = await open(profile, "/history");
    await rows(page).first().focus();
    await page.keyboard.press("KeyJ");
    await expectPage(rows(page).nth(1)).toBeFocused();
    await expectPage(rows(page).nth(1)).toHaveAttribute("aria-current", "true");
    await expectPage(page.getByRole("article")).toContainText("Filler 58");
    await rows(page).nth(1).dispatchEvent("keydown", { code: "KeyK", key: "ㅏ" });
    await expectPage(rows(page).first()).toBeFocused();
    // One stop for the whole list.
    expect(await page.locator('.decision-title[tabindex="0"]').count()).toBe(1);
    await page.keyboard.press("/");
    await expectPage(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("infra");
    await expectPage(rows(page)).toHaveText([/Restart/]);
    await page.keyboard.press("Escape");
    await expectPage(rows(page)).toHaveCount(50);
  });

  it("is saved as a table in which no word of an agent is a formula", async () => {
    const { id } = await thePortal().ask({ prompt: '=1+1,"x"', options: [{ label: "@A1" }] });
    const dialogs = openDialogs(thePortal().files.at("sessions"));
    await dialogs.desk.answer(id, { answers: [{ optionIds: ["1"] }] }, ada);
    await dialogs[Symbol.asyncDispose]();
    await using profile = await chromium.profile();
    const page = await open(profile, "/history?q=1%2B1");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: say.exportCsv }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("askline-history.csv");
    const [head, row, ...rest] = readFileSync(await file.path(), "utf8").split("\r\n");
    expect(head).toMatch(/^\ufeffid,asked,settled,waited_seconds,project/);
    expect(row).toContain(`${id},`);
    expect(row).toContain(`,"'=1+1,""x""",answered,"'@A1",person,ada,portal,`);
    expect(rest).toEqual([""]);
  });

  it.each([
    ["dark on a desk", { colorScheme: "dark" }, "en"],
    ["light on a desk, in Korean", { colorScheme: "light" }, "ko"],
    [
      "light on a phone",
      {
        colorScheme: "light",
        viewport: { width: 390, height: 700 },
        hasTouch: true,
        isMobile: true,
      },
      "en",
    ],
    [
      "dark on a phone, in Korean",
      {
        colorScheme: "dark",
        viewport: { width: 320, height: 640 },
        hasTouch: true,
        isMobile: true,
      },
      "ko",
    ],
  ] as const)("is clean %s", async (_, options, language) => {
    await using profile = await chromium.profile({ ...options, reducedMotion: "reduce" });
    await profile.addInitScript(
      `localStorage["askline:device"] = JSON.stringify({ language: "${language}" })`,
    );
    const page = await open(profile, "/history?q=wrong");
    await expectPage(page.locator("html")).toHaveAttribute("lang", language);
    await page.locator("summary").click();
    await expectClean(page);
    await page.locator("summary").click();
    await rows(page).click();
    await page.locator(".earlier").waitFor();
    await expectClean(page);
  });
});

it("needs the key of a page, like every other part of the API", async () => {
  for (const path of ["/api/history", "/api/history.csv", "/api/history/names", "/api/figures"])
    expect((await fetch(thePortal().url + path)).status).toBe(401);
  const headers = { authorization: `Bearer ${thePortal().token}` };
  const bad = await fetch(`${thePortal().url}/api/history?limit=nine`, { headers });
  expect(bad.status).toBe(400);
  const { next } = (await (
    await fetch(`${thePortal().url}/api/history?limit=2`, { headers })
  ).json()) as { next: string };
  const second = await fetch(`${thePortal().url}/api/history?limit=2&q=filler&after=${next}`, {
    headers,
  });
  expect(await second.json()).toMatchObject({
    found: 60,
    rows: [{}, {}],
    next: expect.any(String),
  });
});
