/**
 * Every open question on the phone: the list, a page for each, without a network, and where only a
 * terminal or a passkey can answer.
 */

import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import type { AskInput } from "../../src/desk/desk.ts";
import { snoozeWords } from "../../web/shared/snooze.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import {
  PHONE,
  say,
  shareVoice,
  speechOf,
  startVoice,
  talkingAgent,
} from "../support/voice-page.ts";

const chromium = openChromium();
const theVoice = shareVoice();

const DEPLOY = {
  title: "Deploy",
  prompt: "Deploy build 4127 to production?",
  selectionMode: "single" as const,
  options: [
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ],
};

const put = (project: string, more: Partial<AskInput> = {}, voice = theVoice()) =>
  voice.hub.desk.ask({
    questions: [DEPLOY],
    source: { kind: "command", project },
    mode: "detached",
    ...more,
  });

const rows = (page: Page) => page.locator(".row");
const outcomeOf = async (id: string, voice = theVoice()) => (await voice.hub.desk.load(id)).outcome;

describe("the list", () => {
  it("has every question in two groups, live, and leads from one to the next", async () => {
    await using voice = await startVoice();
    const shop = talkingAgent(voice, "shop");
    const dialog = await shop.asks("ask-single");
    const soon = await put("deploy", { timeoutSeconds: 200 }, voice);
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, "/voice");
    await expectPage(page).toHaveTitle("(2) Open questions · Askline");
    const group = (name: string) => page.getByRole("region", { name });
    await expectPage(group(say.endsSoon).locator(".row")).toContainText("Deploy build 4127");
    await expectPage(group(say.endsSoon).locator(".left")).toHaveText(/^[23]:\d\d$/);
    await expectPage(group(say.waiting).locator(".row")).toContainText("shop");
    await expectPage(group(say.waiting).locator(".chip")).toHaveText([
      /1\s*Postgres/,
      /2\s*SQLite/,
      /3\s*Redis/,
    ]);
    // One that comes while the list is on the screen, with the language of its own words.
    const korean = { ...DEPLOY, prompt: "지금 배포할까요?" };
    const late = await put("문서", { questions: [korean] }, voice);
    await expectPage(rows(page)).toHaveCount(3);
    const title = page.locator(".row-title bdi", { hasText: "배포할까요" });
    expect(await title.evaluate((words) => getComputedStyle(words).wordBreak)).toBe("keep-all");

    await page.getByRole("link", { name: "deploy" }).click();
    await expectPage(page.getByRole("heading", { level: 1 })).toContainText("The command line");
    await expectPage(page.getByRole("heading", { level: 1 })).toContainText(say.placeOf(1, 3));
    await expectPage(page.locator(".voice-bar .left")).toHaveText(/left/);
    await page.getByRole("button", { name: /2\s*No/ }).click();
    await expectPage(page.getByText(say.answered)).toBeVisible();
    expect(await outcomeOf(soon.id, voice)).toMatchObject({
      reply: { answers: [{ optionIds: ["no"] }] },
      provenance: { surface: "voice", who: "phone" },
    });
    // A swipe goes back and forth, and the button to the next.
    await page.getByRole("link", { name: say.nextQuestion }).last().click();
    await page.getByRole("button", { name: /SQLite/ }).waitFor();
    await swipe(page, -120);
    await expectPage(page).toHaveURL(new RegExp(`/voice/asks/${late.id}$`));
    await swipe(page, 120);
    await expectPage(page).toHaveURL(/\/voice\/agents\/\d+\/question$/);
    await page.getByRole("button", { name: /SQLite/ }).click();
    expect(await dialog.ended).toMatchObject({ decision: { behavior: "allow" } });

    // Answered elsewhere: it leaves the list by itself.
    await page.getByRole("link", { name: say.toQuestions }).first().click();
    await expectPage(rows(page)).toHaveCount(1);
    const reply = { answers: [{ optionIds: ["yes"] }] };
    await voice.hub.desk.answer(late.id, reply, { surface: "portal", who: "Mina" });
    await expectPage(page.getByText(say.nothingOpen)).toBeVisible();
  });

  it("is looked through and put in order, and stays so on the way back", async () => {
    await using voice = await startVoice();
    await put("shop", { questions: [{ ...DEPLOY, prompt: "Which database?" }] }, voice);
    const hidden = { ...DEPLOY, prompt: "Deploy now?\n\nThe 데이터베이스를 stays as it is." };
    await put("docs", { questions: [hidden], timeoutSeconds: 3600 }, voice);
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, "/voice");
    await expectPage(rows(page)).toHaveCount(2);
    await expectPage(rows(page).first()).toContainText("Deploy now?");
    await page.getByRole("combobox", { name: say.order }).selectOption("newest");
    await page.getByRole("combobox", { name: say.order }).selectOption("project");
    await expectPage(page.getByRole("heading", { level: 2 })).toHaveText(["docs 1", "shop 1"]);
    await page.getByRole("button", { name: say.find }).click();
    const field = page.getByRole("searchbox", { name: say.find });
    await expectPage(field).toBeFocused();
    // The row does not show these words; the hub finds them, in the middle of a word too.
    await field.fill("베이스");
    await expectPage(rows(page)).toHaveCount(1);
    await expectPage(rows(page)).toContainText("Deploy now?");
    await expectPage(page).toHaveURL(/\?q=[^&]+&sort=project$/);
    await rows(page).getByRole("link").click();
    await page.getByRole("button", { name: /Yes/ }).waitFor();
    await page.goBack();
    await expectPage(field).toHaveValue("베이스");
    await expectPage(rows(page)).toHaveCount(1);
    await field.fill("nothing has this");
    await expectPage(page.getByText(say.nothingFound)).toBeVisible();
    await page.getByRole("button", { name: say.find }).click();
    await expectPage(rows(page)).toHaveCount(2);
  });

  it("says how many are open beyond what it holds, and lists more", async () => {
    await using voice = await startVoice();
    for (let number = 1; number <= 201; number++) await put(`many-${number}`, {}, voice);
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, "/voice");
    await expectPage(page).toHaveTitle(`(201) ${say.title} · Askline`);
    await expectPage(page.getByText(say.shownOf(200, 201))).toBeVisible();
    await expectPage(page.getByRole("link", { name: say.allInPortal })).toHaveAttribute(
      "href",
      "/",
    );
    await page.getByRole("button", { name: say.showMore }).click();
    await expectPage(rows(page)).toHaveCount(201);
    await expectPage(page.getByRole("button", { name: say.showMore })).toHaveCount(0);
  });

  it("takes words by name, and asks which one is meant where none is named", async () => {
    await using voice = await startVoice();
    const dialog = await talkingAgent(voice, "shop").asks("ask-single");
    const ask = await put("deploy", {}, voice);
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, "/voice");
    await expectPage(rows(page)).toHaveCount(2);
    await page.getByRole("button", { name: say.talk }).click();
    await speechOf(page).hear("the second one");
    const card = page.locator(".spoken");
    await expectPage(card.getByRole("button", { name: say.sendTo("shop") })).toBeVisible();
    await card.getByRole("button", { name: say.sendTo("deploy") }).click();
    await expect
      .poll(() => outcomeOf(ask.id, voice))
      .toMatchObject({
        reply: { answers: [{ optionIds: ["no"] }] },
      });
    dialog.pressEscape();
  });
});

describe("a question", () => {
  it("that only a passkey allows leads to its page, which this phone may open", async () => {
    const options = [
      { id: "allow", label: "Allow once" },
      { id: "deny", label: "Deny" },
    ];
    const ask = await put("vault", {
      questions: [{ ...DEPLOY, prompt: "Read the secrets?", options }],
      presentation: { passkey: true },
    });
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, `/voice/asks/${ask.id}`);
    await page.getByRole("button", { name: /Deny/ }).waitFor();
    await expectPage(page.getByRole("button", { name: /Allow/ })).toHaveCount(0);
    await page.getByRole("link", { name: say.openToSign }).click();
    await expectPage(page).toHaveURL(new RegExp(`/choice/${ask.id}$`));
    await expectPage(page.getByRole("main")).toContainText("Read the secrets?");
    expect(await outcomeOf(ask.id)).toBeNull();
    // The whole list and what was decided are open to it too.
    await page.goto(`${theVoice().hub.url}/`);
    await expectPage(page.getByRole("main")).toContainText("Read the secrets?");
    await page.goto(`${theVoice().hub.url}/voice`);
    await page.getByRole("link", { name: say.pages.history }).click();
    await expectPage(page).toHaveURL(/\/history$/);
    await expectPage(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
  });

  it("that only the terminal takes shows all of it, and no way to answer", async () => {
    await using voice = await startVoice();
    const shop = talkingAgent(voice, "outlived");
    await shop.asks("ask-two-questions");
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, await shop.path());
    await page.getByRole("button", { name: /SQLite/ }).waitFor();
    await voice.hub.kill();
    await voice.hub.revive();
    await expectPage(page.getByText(say.onlyInTerminal)).toBeVisible();
    await expectPage(page.getByRole("heading", { name: say.questionOf(1, 2) })).toBeVisible();
    const options = page.locator(".options").first().locator(".option-button");
    await expectPage(options).toHaveText([/1\s*Postgres/, /2\s*SQLite/, /3\s*Redis/]);
    await expectPage(page.getByRole("heading", { name: say.questionOf(2, 2) })).toBeVisible();
    await expectPage(page.locator(".question-card")).toContainText("Which features do you want?");
    for (const option of await options.all()) await expectPage(option).toBeDisabled();
    await expectPage(page.getByRole("textbox")).toHaveCount(0);
    await expectPage(page.getByRole("button", { name: say.talk })).toHaveCount(0);
    await expectPage(page.getByRole("button", { name: say.tryAgain })).toHaveCount(0);
    await expectPage(page.getByRole("button", { name: say.attach })).toHaveCount(0);
  });

  it("that destroys waits a minute for the second step, then shows itself again", async () => {
    const ask = await put("cleaner", {
      presentation: { risk: { level: "destructive", reasons: ["deletes_files"] } },
    });
    await using profile = await chromium.profile(PHONE);
    const page = await profile.newPage();
    await page.clock.install();
    await page.goto(theVoice().linkTo(`/voice/asks/${ask.id}`));
    await page.getByRole("button", { name: /Yes/ }).waitFor();
    await page.clock.runFor(1_000);
    await page.getByRole("button", { name: /Yes/ }).click();
    const panel = page.getByRole("alertdialog");
    await expectPage(panel.getByRole("button", { name: say.goBack })).toBeFocused();
    // Not at once: a second touch of the same place must not decide.
    await expectPage(panel.getByRole("button", { name: "Yes" })).toBeDisabled();
    await page.clock.runFor(2_000);
    await expectPage(panel.getByRole("button", { name: "Yes" })).toBeEnabled();
    await expectPage(panel.locator(".left")).toHaveText(/^0:[45]\d$/);
    await page.clock.runFor(60_000);
    await expectPage(panel).toHaveCount(0);
    await expectPage(page.getByRole("button", { name: /Yes/ })).toBeVisible();
    expect(await outcomeOf(ask.id)).toBeNull();
  });

  it("in a language that goes from right to left is read so, and names stay as they are", async () => {
    const hebrew = { ...DEPLOY, prompt: "האם לפרוס את גרסה 12 (beta) לשרת web-1?" };
    const ask = await put("web-1", { questions: [hebrew] });
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, `/voice/asks/${ask.id}`);
    const asked = page.locator(".asked");
    await asked.waitFor();
    expect(await asked.evaluate((words) => getComputedStyle(words).direction)).toBe("rtl");
    expect(await page.locator("h1").evaluate((words) => getComputedStyle(words).direction)).toBe(
      "ltr",
    );
    await theVoice().hub.desk.withdraw(ask.id, { surface: "command" });
    await expectPage(page.getByText(say.questionClosed)).toBeVisible();
    await expectPage(page.getByRole("textbox")).toHaveCount(0);
  });
});

describe("asking back", () => {
  it("sends the question back with what the person wants to know, and leads on", async () => {
    await using voice = await startVoice();
    const shop = talkingAgent(voice, "shop");
    const dialog = await shop.asks("ask-single");
    const ask = await put("deploy", { timeoutSeconds: 3600 }, voice);
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, "/voice");
    await page.getByRole("link", { name: "deploy" }).click();
    await page.getByRole("button", { name: say.askBack.open }).click();
    await page.getByLabel(say.askBack.about).fill("Which branch?");
    await page.getByRole("button", { name: say.askBack.elaborate }).click();
    await expectPage(page.locator(".over-note")).toContainText("deploy is asked to say more.");
    expect(await outcomeOf(ask.id, voice)).toMatchObject({
      ...{ status: "rejected", kind: "elaborate" },
      askBack: [{ questionIndex: 0, kind: "elaborate", text: "Which branch?" }],
    });
    await page.getByRole("link", { name: say.nextQuestion }).last().click();
    await page.getByRole("button", { name: /SQLite/ }).waitFor();
    // What went back is in the list no more.
    await expectPage(page.getByText(say.placeOf(1, 2))).toHaveCount(0);
    await page.getByRole("button", { name: say.askBack.open }).click();
    await page.getByRole("button", { name: say.askBack.rephrase }).click();
    expect(await dialog.ended).toMatchObject({ decision: { behavior: "deny" } });
    await page.getByRole("link", { name: say.toQuestions }).last().click();
    await expectPage(page.getByText(say.nothingOpen)).toBeVisible();
  });
});

it("a question is put off, leaves the list, and is brought back", async () => {
  await using voice = await startVoice();
  const ask = await put("deploy", {}, voice);
  const words = snoozeWords("en");
  await using profile = await chromium.profile(PHONE);
  const page = await voice.open(profile, `/voice/asks/${ask.id}`);
  await page.getByRole("button", { name: words.name }).click();
  await page.getByRole("button", { name: words.times.tomorrow }).click();
  await expectPage(page.getByRole("status").filter({ hasText: "Snoozed until" })).toBeVisible();
  await page.getByRole("link", { name: say.toQuestions }).click();
  await expectPage(page).toHaveTitle(`${say.title} · Askline`);
  await expectPage(rows(page)).toHaveCount(0);
  await page.getByRole("button", { name: words.show(1) }).click();
  await rows(page).getByRole("link").click();
  await page.getByRole("button", { name: /Yes/ }).click();
  await expect.poll(() => outcomeOf(ask.id, voice)).toMatchObject({ status: "completed" });
});

describe("without a network", () => {
  it("the list opens as it was last seen; what was answered meanwhile is gone after", async () => {
    await using voice = await startVoice();
    const shop = talkingAgent(voice, "shop");
    const dialog = await shop.asks("ask-single");
    const ask = await put("deploy", {}, voice);
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, "/voice");
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await page.reload();
    await expectPage(rows(page)).toHaveCount(2);
    await page.getByRole("link", { name: "shop" }).click();
    await page.getByRole("button", { name: /SQLite/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: /SQLite/ }).click();
    await expectPage(page.locator(".bubble[data-sending=waiting]")).toHaveCount(1);
    await expectPage(page.getByText(say.lastSeenNote)).toBeVisible();
    // The answer waits there, and goes out though the person has left.
    await page.goto(`${voice.hub.url}/voice`);
    const away = page.getByRole("status").filter({ hasText: say.noNetwork });
    await expectPage(away).toContainText(/Shown as of \d/);
    await expectPage(rows(page)).toHaveCount(2);
    expect(await page.locator("img").count()).toBe(0);
    await voice.hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: ["yes"] }] },
      { surface: "portal", who: "Mina" },
    );
    await page.context().setOffline(false);
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which database should we use?": "SQLite" } } },
    });
    await expectPage(page.getByText(say.nothingOpen)).toBeVisible();
    await expectPage(away).toHaveCount(0);
  });

  it("words whose question is answered first are kept, and the person is told", async () => {
    await using voice = await startVoice();
    const ask = await put("deploy", {}, voice);
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, `/voice/asks/${ask.id}`);
    await page.getByRole("button", { name: /Yes/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByLabel(say.answerHere).fill("yes");
    await page.getByRole("button", { name: say.send, exact: true }).click();
    await expectPage(page.locator(".bubble[data-sending=waiting]")).toHaveCount(1);
    await voice.hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: ["no"] }] },
      { surface: "portal", who: "Mina" },
    );
    await page.context().setOffline(false);
    const lost = page.locator(".bubble[data-sending=failed]");
    await expectPage(lost).toContainText("yes");
    await expectPage(lost).toContainText("Already answered");
    await expectPage(page.getByText(say.questionClosed)).toBeVisible();
    expect(await outcomeOf(ask.id, voice)).toMatchObject({
      reply: { answers: [{ optionIds: ["no"] }] },
    });
  });
});

async function swipe(page: Page, pixels: number) {
  await page.locator("main").evaluate((main, across) => {
    const touch = (clientX: number) =>
      new Touch({ identifier: 1, target: main, clientX, clientY: 300 });
    const [start, end] = [touch(200), touch(200 + across)];
    main.dispatchEvent(new TouchEvent("touchstart", { touches: [start], changedTouches: [start] }));
    main.dispatchEvent(new TouchEvent("touchend", { changedTouches: [end] }));
  }, pixels);
}
