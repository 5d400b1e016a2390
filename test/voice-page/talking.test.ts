/**
 * Talking to agents from a phone: by voice, by touch and by typing, with the real hub and real
 * hooks.
 */
import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { expectPage, openChromium } from "../support/browser.ts";
import {
  PHONE,
  say,
  shareVoice,
  speechOf,
  startVoice,
  talkingAgent,
  voiceWords,
} from "../support/voice-page.ts";

// A test cannot delay requests that a service worker makes.
const ROUTED = { ...PHONE, serviceWorkers: "block" } as const;
const chromium = openChromium();
const theVoice = shareVoice();

const theTalkButton = (page: Page) => page.getByRole("button", { name: say.talk });

describe("speaking", () => {
  it("a question is read in order: the question, numbered options, what to do", async () => {
    const shop = talkingAgent(theVoice(), "spoken-order");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    const speech = speechOf(page);
    await expect.poll(async () => (await speech.spoken()).length).toBeGreaterThanOrEqual(3);
    const [status, options, next] = await speech.spoken();
    expect(status).toMatch(/spoken-order asks: Which database should we use\?/);
    expect(options).toMatch(/1, Postgres\..*2, SQLite\..*3, Redis\./);
    expect(next).toMatch(/^Say a number or a name/);
    dialog.pressEscape();
  });

  it("words said to the page answer the question, and the reply is read aloud", async () => {
    const shop = talkingAgent(theVoice(), "by-voice");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    const speech = speechOf(page);
    await page.getByRole("button", { name: /SQLite/ }).waitFor();
    await theTalkButton(page).click();
    await expectPage(page.getByText(say.listening)).toBeVisible();
    await speech.hearPart("the second");
    await expectPage(page.getByText("the second")).toBeVisible();
    await speech.hear("the second one");
    const ending = await dialog.ended;
    expect(ending).toMatchObject({
      by: "hook",
      decision: { updatedInput: { answers: { "Which database should we use?": "SQLite" } } },
    });
    await expect.poll(speech.spoken).toContain("by-voice has your answer: SQLite.");
    await expectPage(page.locator(".bubble[data-intent=ANSWER]")).toContainText("SQLite");
    await expectPage(page.locator(".bubble[data-sending]")).toHaveCount(0);
    await expectPage(page.getByRole("button", { name: /SQLite/ })).toHaveCount(0);
  });

  it("a long command is seen to its end before it is allowed", async () => {
    const shop = talkingAgent(theVoice(), "long-command");
    const dialog = await shop.agent.openDialog("Bash", {
      command: `npm test -- ${"--filter=shop ".repeat(12)}; rm -rf ~`,
    });
    await theVoice().hub.openAsk("long-command");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await page.getByRole("button", { name: /Allow once/ }).click();
    const command = page.locator(".confirmation pre");
    await expectPage(command).toContainText("rm -rf ~");
    expect(
      await command.evaluate((block) => block.scrollWidth - block.clientWidth),
    ).toBeLessThanOrEqual(0);
    dialog.pressEscape();
  });

  it("an answer whose reply was lost goes out again by itself, and to no other question", async () => {
    const shop = talkingAgent(theVoice(), "lost-reply");
    const options = (...labels: string[]) => labels.map((label) => ({ label, description: "" }));
    const dialog = await shop.agent.openDialog("AskUserQuestion", {
      questions: [
        {
          question: "Which colour?",
          header: "Colour",
          multiSelect: false,
          options: options("Red", "Blue"),
        },
        {
          question: "Which size?",
          header: "Size",
          multiSelect: false,
          options: options("Small", "Large"),
        },
      ],
    });
    await theVoice().hub.openAsk("lost-reply");
    await using profile = await chromium.profile(ROUTED);
    const page = await theVoice().open(profile, await shop.path());
    await page.route("**/api/voice/command", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: /Blue/ }).click();
    await expectPage(page.locator(".bubble[data-sending=waiting]")).toBeVisible();
    await page.unroute("**/api/voice/command");
    await expectPage(page.locator(".bubble[data-sending=kept]")).toContainText("Blue");
    await page.getByRole("button", { name: /Small/ }).click();
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which colour?": "Blue", "Which size?": "Small" } } },
    });
  });

  it("words that began before another question came are not taken for its answer", async () => {
    const shop = talkingAgent(theVoice(), "overtaken");
    const first = await shop.agent.openDialog("Bash", { command: "npm test" });
    const ask = await theVoice().hub.openAsk("overtaken");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    const speech = speechOf(page);
    await page.getByRole("button", { name: /Allow once/ }).waitFor();
    await theTalkButton(page).click();
    await expect.poll(speech.isListening).toBe(true);
    const { desk } = theVoice().hub;
    await desk.answer(
      ask.id,
      { answers: [{ optionIds: ["deny"] }] },
      { surface: "portal", who: "Mina" },
    );
    await first.ended;
    const second = await shop.agent.openDialog("Bash", { command: "npm run lint" });
    const next = await theVoice().hub.openAsk("overtaken");
    await expectPage(page.locator(".question-card")).toContainText("npm run lint");
    // The microphone would hear the command if it were read aloud.
    expect((await speech.spoken()).join()).not.toContain("npm run lint");
    await speech.hear("yes");
    await expect.poll(async () => (await speech.spoken()).join()).toContain("npm run lint");
    await expectPage(page.getByRole("alert").filter({ hasText: say.hasChanged })).toBeVisible();
    await expectPage(page.getByLabel(say.answerHere)).toHaveValue("yes");
    expect((await desk.load(next.id)).outcome).toBeNull();
    await page.getByRole("button", { name: say.send, exact: true }).click();
    expect(await second.ended).toMatchObject({ decision: { behavior: "allow" } });
  });

  it("words typed for a question that is answered elsewhere stay, and can be copied when nobody takes them", async () => {
    const shop = talkingAgent(theVoice(), "typed-on");
    const dialog = await shop.agent.openDialog("Bash", { command: "npm test" });
    const ask = await theVoice().hub.openAsk("typed-on");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await page.getByRole("button", { name: /Allow once/ }).waitFor();
    await page.getByLabel(say.answerHere).fill("no, build it first");
    const reply = { answers: [{ optionIds: ["deny"] }] };
    await theVoice().hub.desk.answer(ask.id, reply, { surface: "portal", who: "Mina" });
    await dialog.ended;
    await expectPage(page.getByLabel(say.writeToAgent)).toHaveValue("no, build it first");
    await shop.agent.post("SessionEnd", { reason: "other" });
    const left = page.getByRole("region", { name: say.leftWords });
    await expectPage(left).toContainText("no, build it first");
    await page.reload();
    await expectPage(left.getByRole("button", { name: say.copy })).toBeVisible();
    await left.getByRole("button", { name: say.remove }).click();
    await expectPage(left).toHaveCount(0);
  });

  it("words that began before the question's ask was known are still its answer", async () => {
    const shop = talkingAgent(theVoice(), "unlinked");
    const dialog = await shop.agent.openDialog("Bash", { command: "npm test" });
    await theVoice().hub.openAsk("unlinked");
    await using profile = await chromium.profile(ROUTED);
    const page = await theVoice().open(profile, "/voice");
    let isLinked = false;
    await page.route("**/api/voice/agents/*/question*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), ...(isLinked ? {} : { ask_id: null }) },
      });
    });
    await page.goto(theVoice().hub.url + (await shop.path()));
    await page.getByLabel(say.answerHere).fill("yes");
    isLinked = true;
    const linked = page.waitForResponse("**/api/voice/agents/*/question*");
    // Any event makes the page ask again.
    shop.write(
      "assistant",
      [{ type: "text", text: "This is what the tests are for." }],
      new Date(),
    );
    await shop.agent.post("Notification", {
      message: "It waits",
      notification_type: "permission_prompt",
    });
    await linked;
    await expectPage(page.getByRole("button", { name: /Allow once/ })).toBeEnabled();
    await page.getByRole("button", { name: say.send, exact: true }).click();
    await expectPage(page.getByRole("alert").filter({ hasText: say.hasChanged })).toHaveCount(0);
    expect(await dialog.ended).toMatchObject({ decision: { behavior: "allow" } });
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("held, the button listens over pauses until it is let go", async () => {
    const shop = talkingAgent(theVoice(), "held");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    const speech = speechOf(page);
    await theTalkButton(page).hover();
    await page.mouse.down();
    await expect.poll(speech.isListening).toBe(true);
    await speech.hear("I want");
    await expect.poll(speech.isListening).toBe(true);
    await speech.hearPart("Redis");
    // Longer than a tap, however fast this machine is.
    const since = await page.evaluate<number>("performance.now()");
    await expect
      .poll(() => page.evaluate<number>("performance.now()"))
      .toBeGreaterThan(since + 400);
    await page.mouse.up();
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: expect.anything() } },
    });
    await expectPage(page.locator(".bubble[data-intent=ANSWER]")).toContainText("Redis");
  });

  it.each(["talking", "tapping", "typing"])(
    "%s cuts off what is being read at once",
    async (how) => {
      const shop = talkingAgent(theVoice(), `cut-by-${how}`);
      const dialog = await shop.asks("ask-single");
      await using profile = await chromium.profile(PHONE);
      await profile.addInitScript(
        "addEventListener('DOMContentLoaded', () => { speech.isEndless = true; })",
      );
      const page = await theVoice().open(profile, await shop.path());
      const speech = speechOf(page);
      await expect.poll(speech.isSpeaking).toBe(true);
      if (how === "talking") await theTalkButton(page).click();
      if (how === "tapping") await page.getByRole("heading", { level: 1 }).click();
      if (how === "typing") await page.getByLabel(say.answerHere).press("a");
      expect(await speech.isSpeaking()).toBe(false);
      expect(await speech.isListening()).toBe(how === "talking");
      expect(await speech.spoken()).toHaveLength(1);
      dialog.pressEscape();
    },
  );

  it("a microphone that is not allowed is said in words, and typing goes on", async () => {
    const shop = talkingAgent(theVoice(), "no-microphone");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await theTalkButton(page).click();
    await speechOf(page).failWith("not-allowed");
    await expectPage(
      page.getByRole("alert").filter({ hasText: say.problems["not-allowed"] }),
    ).toBeVisible();
    await page.getByLabel(say.answerHere).fill("one");
    await page.getByRole("button", { name: say.send, exact: true }).click();
    expect(await dialog.ended).toMatchObject({ decision: { behavior: "allow" } });
  });

  it("half a sentence is kept to be looked at, and never sent", async () => {
    const shop = talkingAgent(theVoice(), "broken-off");
    const dialog = await shop.agent.openDialog("Bash", { command: "npm test" });
    const ask = await theVoice().hub.openAsk("broken-off");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    const speech = speechOf(page);
    await theTalkButton(page).click();
    await speech.hearPart("yes");
    await speech.failWith("network");
    await expectPage(page.getByLabel(say.answerHere)).toHaveValue("yes");
    await expectPage(
      page.getByRole("alert").filter({ hasText: say.problems.unavailable }),
    ).toBeVisible();
    expect((await theVoice().hub.desk.load(ask.id)).outcome).toBeNull();
    dialog.pressEscape();
  });

  it("an agent's work is read aloud and announced when it is done, not before", async () => {
    const shop = talkingAgent(theVoice(), "finishing");
    await shop.isTold("Run the tests");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    const speech = speechOf(page);
    await expectPage(page.locator(".bubble")).toHaveCount(1);
    shop.write("assistant", [{ type: "text", text: "I look at the files first." }], new Date());
    await shop.agent.post("PostToolUse", {
      tool_name: "Bash",
      tool_input: {},
      tool_response: {},
      tool_use_id: "look",
    });
    await expectPage(page.locator(".bubble[data-intent=PROGRESS]")).toContainText("files first");
    expect(await speech.spoken()).toEqual([]);
    await shop.stops("All 42 tests pass.");
    await expect
      .poll(async () => (await speech.spoken()).join(" "))
      .toMatch(/finishing finished: .*All 42 tests pass/);
    await expectPage(page.locator("[aria-live=polite]")).toContainText("finishing finished");
  });

  it("in Korean it reads, listens and understands Korean", async () => {
    const shop = talkingAgent(theVoice(), "korean");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile({ ...PHONE, locale: "ko-KR" });
    await profile.addInitScript(
      `localStorage["askline:voice"] ??= JSON.stringify({ language: "ko" })`,
    );
    const ko = voiceWords("ko");
    const page = await theVoice().open(profile, await shop.path());
    await page.getByRole("button", { name: ko.talk }).click();
    const speech = speechOf(page);
    await expectPage(page.locator("html")).toHaveAttribute("lang", "ko");
    expect(await speech.earLanguage()).toBe("ko-KR");
    await speech.hear("두 번째");
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which database should we use?": "SQLite" } } },
    });
    await expect.poll(async () => (await speech.spoken()).join(" ")).toMatch(/[가-힣].*SQLite/);
    expect(new Set(await speech.languages())).toEqual(new Set(["ko-KR"]));
  });
});

describe("touching", () => {
  it("an option's button answers with that option, and one press is one answer", async () => {
    const shop = talkingAgent(theVoice(), "by-touch");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await page.getByRole("button", { name: /3\s*Redis/ }).click();
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which database should we use?": "Redis" } } },
    });
    await expectPage(page.locator(".bubble[data-intent=ANSWER]")).toHaveCount(1);
  });

  it("several questions come one by one, and several options are sent together", async () => {
    const shop = talkingAgent(theVoice(), "several");
    const dialog = await shop.asks("ask-two-questions");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await expectPage(page.getByRole("heading", { name: say.questionOf(1, 2) })).toBeVisible();
    await page.getByRole("button", { name: /SQLite/ }).click();
    await expectPage(page.getByRole("heading", { name: say.questionOf(2, 2) })).toBeVisible();
    await page.getByRole("button", { name: /1\s*Auth/ }).click();
    await page.getByRole("button", { name: /3\s*Export/ }).click();
    await page.getByRole("button", { name: say.sendChosen(2) }).click();
    expect(await dialog.ended).toMatchObject({
      decision: {
        updatedInput: {
          answers: {
            "Which database should we use?": "SQLite",
            "Which features do you want?": "Auth, Export",
          },
        },
      },
    });
  });

  it("words that fit two options are asked back, and a touch decides between them", async () => {
    const shop = talkingAgent(theVoice(), "asked-back");
    const options = [
      { label: "Postgres 15", description: "" },
      { label: "Postgres 16", description: "" },
      { label: "SQLite", description: "" },
    ];
    const questions = [{ question: "Which one?", header: "DB", options, multiSelect: false }];
    const dialog = await shop.asks("ask-single", { questions });
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    const speech = speechOf(page);
    await theTalkButton(page).click();
    await speech.hear("Postgres");
    const card = page.locator(".spoken");
    await expectPage(card).toContainText(say.youSaid("Postgres"));
    await expect
      .poll(async () => (await speech.spoken()).join(" "))
      .toMatch(/Did you mean .*Postgres 15.*Postgres 16/);
    await expectPage(card.getByRole("button", { name: /SQLite/ })).toHaveCount(0);
    await card.getByRole("button", { name: /Postgres 16/ }).click();
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which one?": "Postgres 16" } } },
    });
  });

  it("words that are no option are sent as they are only when the person says so", async () => {
    const shop = talkingAgent(theVoice(), "own-words");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await page.getByLabel(say.answerHere).fill("MariaDB");
    await page.getByRole("button", { name: say.send, exact: true }).click();
    await page.getByRole("button", { name: say.sendAsSaid }).click();
    expect(await dialog.ended).toMatchObject({
      decision: { updatedInput: { answers: { "Which database should we use?": "MariaDB" } } },
    });
    await expectPage(page.locator(".bubble[data-intent=ANSWER]")).toContainText("MariaDB");
    await expectPage(page.locator(".bubble[data-sending]")).toHaveCount(0);
  });

  it.each([
    ["confirmed", "allow"],
    ["denied", "deny"],
  ])(
    "what may destroy something is read back first, and is %s only then",
    async (how, behavior) => {
      const shop = talkingAgent(theVoice(), `destructive-${how}`);
      const dialog = await shop.asks("permission-bash", {
        command: "rm -rf ./build ~/old",
        description: "Clean up",
      });
      await using profile = await chromium.profile(PHONE);
      const page = await theVoice().open(profile, await shop.path());
      await expectPage(page.getByText(say.careful)).toBeVisible();
      await theTalkButton(page).click();
      await speechOf(page).hear("yes");
      const panel = page.getByRole("alertdialog", { name: say.confirmTitle });
      await expectPage(panel).toContainText("rm -rf ./build ~/old");
      await expectPage(panel.getByRole("button", { name: say.goBack })).toBeFocused();
      await expectPage(panel).toContainText("Heard “yes”. Say “confirm”, or press the button.");
      expect((await panel.innerText()).split("rm -rf ./build ~/old")).toHaveLength(2);
      expect((await theVoice().hub.openAsk(`destructive-${how}`)).outcome).toBeNull();
      await panel
        .getByRole("button", { name: how === "confirmed" ? "Allow once" : say.deny })
        .click();
      expect(await dialog.ended).toMatchObject({ by: "hook", decision: { behavior } });
    },
  );
});

it("from the list, words find the one agent that waits, and the way to it is offered", async () => {
  await using alone = await startVoice();
  const shop = talkingAgent(alone, "only-one");
  await talkingAgent(alone, "busy").isTold("Write the docs");
  const dialog = await shop.asks("ask-single");
  await using profile = await chromium.profile(PHONE);
  const page = await alone.open(profile, "/voice/agents");
  const cards = page.getByRole("listitem");
  await expectPage(cards).toHaveCount(2);
  await expectPage(cards.first()).toContainText("only-one");
  await expectPage(cards.first()).toContainText(say.states.AWAITING_INPUT);
  await expectPage(cards.last()).toContainText("Write the docs");
  await theTalkButton(page).click();
  await speechOf(page).hear("Postgres");
  expect(await dialog.ended).toMatchObject({ decision: { behavior: "allow" } });
  // The list moves once more, and a touch that began before would end on another card.
  await expectPage(cards.filter({ hasText: say.states.AWAITING_INPUT })).toHaveCount(0);
  await page.getByRole("button", { name: say.openAgent("only-one") }).click();
  await expectPage(page).toHaveURL(/\/voice\/agents\/\d+$/);
  await expectPage(page.locator(".bubble[data-intent=ANSWER]")).toContainText("Postgres");
});

it("from the list, words to several that wait are sent to the one that is named", async () => {
  await using several = await startVoice();
  const one = await talkingAgent(several, "first").asks("ask-single");
  const other = await talkingAgent(several, "second").asks("ask-single");
  await using profile = await chromium.profile(PHONE);
  const page = await several.open(profile, "/voice/agents");
  await theTalkButton(page).click();
  await speechOf(page).hear("SQLite");
  await page.getByRole("button", { name: say.sendTo("second") }).click();
  expect(await other.ended).toMatchObject({ by: "hook", decision: { behavior: "allow" } });
  expect((await several.hub.openAsk("first")).outcome).toBeNull();
  one.pressEscape();
});
