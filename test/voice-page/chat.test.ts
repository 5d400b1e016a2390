/**
 * The conversation on a phone: in the order of events, from the first word on, and without losing
 * one.
 */
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { openAgentPane } from "../support/agent-pane.ts";
import { CLI } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { agentIn, untilTurns } from "../support/turns.ts";
import {
  PHONE,
  say,
  shareVoice,
  startVoice,
  talkingAgent,
  type VoiceHub,
} from "../support/voice-page.ts";

const chromium = openChromium();
const theVoice = shareVoice();

const bubbles = (page: Page) => page.locator(".chat .bubble");
const textOf = (page: Page) =>
  page.locator(".chat .bubble :is(.bubble-text, .markdown)").allInnerTexts();

describe("the order of what was said", () => {
  it("[V-37] bubbles move into place when the transcript corrects their time", async () => {
    const shop = talkingAgent(theVoice(), "reordered");
    await shop.isTold("First things first");
    await shop.isTold("Second, the tests");
    await shop.stops("All done.");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await expectPage(bubbles(page)).toHaveCount(3);
    expect(await textOf(page)).toEqual(["First things first", "Second, the tests", "All done."]);
    const moved = await bubbles(page).nth(0).elementHandle();

    const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000);
    shop.write("user", "Second, the tests", minutesAgo(9));
    shop.write("user", "First things first", minutesAgo(5));
    shop.write("assistant", [{ type: "text", text: "All done." }], minutesAgo(1));
    await shop.agent.post("SessionEnd", { reason: "other" });

    await expect
      .poll(() => textOf(page))
      .toEqual(["Second, the tests", "First things first", "All done."]);
    // The same bubble, moved and not drawn again.
    expect(
      await moved?.evaluate((bubble) =>
        [...(bubble.parentElement?.children ?? [])].indexOf(bubble),
      ),
    ).toBe(1);
  });

  it("[V-37] what is read stays where it is while bubbles above it move", async () => {
    const shop = talkingAgent(theVoice(), "held-still");
    for (let number = 1; number <= 30; number++)
      await shop.isTold(`Command ${number}: ${"word ".repeat(20)}`);
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await expectPage(bubbles(page)).toHaveCount(30);
    const read = page.locator(".bubble", { hasText: "Command 20:" });
    await read.evaluate((bubble) => bubble.scrollIntoView({ block: "center" }));
    await expectPage(page.getByRole("button", { name: say.newest })).toBeVisible();
    const before = await read.boundingBox();

    // The last turn moves to the front and a new one comes before it: two bubbles are inserted
    // above.
    const [first] = await untilTurns(theVoice().hub, "held-still", (turns) => turns.length === 30);
    const early = Date.parse(first?.timestamp ?? "");
    shop.write("user", `Command 30: ${"word ".repeat(20)}`, new Date(early - 60_000));
    shop.write(
      "assistant",
      [{ type: "text", text: `Found later. ${"line\n\n".repeat(20)}` }],
      new Date(early - 30_000),
    );
    await shop.agent.post("SessionEnd", { reason: "other" });

    await expectPage(bubbles(page)).toHaveCount(31);
    await expectPage(bubbles(page).first()).toContainText("Command 30:");
    await expect
      .poll(async () => Math.abs(((await read.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
      .toBeLessThan(3);
  });

  it("older messages come while one scrolls up, and the page stays where it was", async () => {
    const shop = talkingAgent(theVoice(), "long");
    for (let number = 1; number <= 120; number++) await shop.isTold(`Message ${number}`);
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await expectPage(bubbles(page).last()).toContainText("Message 120");
    await expectPage(bubbles(page).last()).toBeInViewport();
    await expectPage(bubbles(page)).toHaveCount(50);
    const oldest = page.locator(".bubble", { hasText: /^You: Message 71/ });
    await page.locator("main").evaluate((main) => {
      main.scrollTop = 200;
    });
    const before = await oldest.boundingBox();
    await expectPage(bubbles(page)).toHaveCount(100);
    await expect
      .poll(async () => Math.abs(((await oldest.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
      .toBeLessThan(3);
    await page.locator("main").evaluate((main) => {
      main.scrollTop = 0;
    });
    await expectPage(bubbles(page)).toHaveCount(120);
    await expectPage(page.getByText(say.beginning)).toBeAttached();
    const order = await textOf(page);
    expect(order).toEqual(Array.from({ length: 120 }, (_, index) => `Message ${index + 1}`));
  });

  it("a question with options is asked once; a free one keeps what came before", async () => {
    const dialogs = talkingAgent(theVoice(), "asked-once");
    const dialog = await dialogs.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await dialogs.path());
    await expectPage(page.getByRole("main").getByText("Which database should we use?")).toHaveCount(
      1,
    );
    dialog.answerInTerminal();
    await expectPage(page.locator(".bubble[data-intent=QUESTION]")).toHaveCount(1);

    const prose = talkingAgent(theVoice(), "in-prose");
    await prose.isTold("Fix the build");
    await prose.stops("The cause was a missing file, and all tests pass now. Should I push?");
    await page.goto(theVoice().hub.url + (await prose.path()));
    await expectPage(page.locator(".question-card")).toContainText("Should I push?");
    await expectPage(page.locator(".bubble[data-intent=QUESTION]")).toContainText("a missing file");
  });

  it("what an agent says is shown as text, whatever markup it sends", async () => {
    const shop = talkingAgent(theVoice(), "hostile");
    await shop.isTold("<img src=x onerror=alert(1)>");
    await shop.stops("**Bold** <script>alert(1)</script> and `code`");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await expectPage(page.locator(".bubble strong")).toHaveText("Bold");
    await expectPage(page.locator(".bubble").first()).toContainText("<img src=x onerror=alert(1)>");
    await expectPage(page.locator(".chat :is(img, script)")).toHaveCount(0);
  });
});

describe("words on their way", () => {
  it("are there at once, say how far they got, and become the turn they are", async () => {
    const { pane, path } = await agentInTerminal(theVoice(), "typed-to");
    using _ = pane;
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, path);
    await send(page, say.writeToAgent, "Run the tests");
    await expectPage(bubbles(page)).toHaveText([/Run the tests/]);
    expect(await pane.untilSubmitted(1)).toEqual(["Run the tests"]);
    await expectPage(page.locator(".bubble[data-turn]", { hasText: "Run the tests" })).toHaveCount(
      1,
    );
    await expectPage(page.locator(".bubble[data-sending]")).toHaveCount(0);
    await expectPage(page.locator(".delivery")).toHaveText(
      new RegExp(`${say.delivery.accepted}|${say.delivery.consumed}`),
    );
  });

  it("that an agent never showed are marked doubtful, and are not typed again", async () => {
    await using voice = await startVoice();
    const { pane, path } = await agentInTerminal(voice, "swallowing", { STAND_IN_SWALLOWS: "yes" });
    using _ = pane;
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, path);
    await send(page, say.writeToAgent, "Are you there?");
    await expectPage(page.locator(".delivery")).toHaveText(say.delivery.typed);
    await voice.hub.kill();
    await voice.hub.revive();
    await expectPage(page.locator(".delivery[data-state=indeterminate]")).toContainText(
      say.delivery.indeterminate,
    );
    await expectPage(bubbles(page)).toHaveCount(1);
    expect(pane.submitted()).toEqual([]);
  });

  it("to an agent at work are sent only when the person insists", async () => {
    await using voice = await startVoice();
    const { pane, path } = await agentInTerminal(voice, "at-work");
    using _ = pane;
    await talkingAgent(voice, "at-work").isTold("A long piece of work");
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, path);
    await send(page, say.writeToAgent, "Also the docs");
    const card = page.locator(".spoken");
    await expectPage(card).toContainText(say.youSaid("Also the docs"));
    expect(pane.submitted()).toEqual([]);
    await card.getByRole("button", { name: say.sendAnyway }).click();
    expect(await pane.untilSubmitted(1)).toEqual(["Also the docs"]);
  });

  it("to an agent without a known terminal cannot be sent anyway", async () => {
    const shop = talkingAgent(theVoice(), "out-of-reach");
    await shop.isTold("A long piece of work");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await send(page, say.writeToAgent, "Also the docs");
    const card = page.locator(".spoken");
    await expectPage(card).toContainText("Look at the terminal in which the agent runs.");
    await expectPage(card.getByRole("button", { name: say.sendAnyway })).toHaveCount(0);
  });

  it("to an agent that asks in own words without a known terminal belong there", async () => {
    const shop = talkingAgent(theVoice(), "asks-there");
    await shop.isTold("Fix the build");
    await shop.stops("All tests pass. Should I push to main?");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await expectPage(page.locator(".question-card")).toContainText(say.onlyInTerminal);
    await expectPage(page.getByText(say.ownWords)).toHaveCount(0);
  });

  it("to an agent that is gone are not asked for", async () => {
    const shop = talkingAgent(theVoice(), "gone");
    await shop.isTold("Fix the build");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await expectPage(page.getByRole("textbox")).toHaveCount(1);
    await shop.agent.post("SessionEnd", { reason: "exit" });
    await expectPage(page.getByText(say.ended)).toBeVisible();
    await expectPage(page.getByRole("textbox")).toHaveCount(0);
  });

  it("that find no network wait, survive a reload, and go out by themselves, once", async () => {
    await using voice = await startVoice();
    const shop = talkingAgent(voice, "failing");
    const dialog = await shop.asks("ask-single");
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, await shop.path());
    await page.getByRole("button", { name: /SQLite/ }).waitFor();
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await page.reload();
    await page.getByRole("button", { name: /SQLite/ }).waitFor();
    await page.context().setOffline(true);
    await send(page, say.answerHere, "the second one");
    await send(page, say.answerHere, "and then the notes");
    const waiting = page.locator(".bubble[data-sending=waiting]");
    await expectPage(waiting).toHaveCount(2);
    await expectPage(waiting.first()).toContainText(say.delivery.waiting);
    await expectPage(waiting.last()).toContainText(say.waitsItsTurn);
    // Both come back to the field, and go out again.
    await page.getByRole("button", { name: say.takeBack(2) }).click();
    await expectPage(waiting).toHaveCount(0);
    await expectPage(page.getByLabel(say.answerHere)).toHaveValue(
      "the second one\nand then the notes",
    );
    await send(page, say.answerHere, "the second one");
    // The page opens without a network: what was seen, what was typed, and what waits.
    await page.reload();
    await expectPage(page.getByRole("status").filter({ hasText: say.noNetwork })).toBeVisible();
    await expectPage(page.getByRole("button", { name: /SQLite/ })).toBeVisible();
    await expectPage(waiting).toContainText("the second one");
    expect((await voice.hub.openAsk("failing")).outcome).toBeNull();
    await page.context().setOffline(false);
    expect(await dialog.ended).toMatchObject({ by: "hook", decision: { behavior: "allow" } });
    await expectPage(page.locator(".bubble[data-sending]")).toHaveCount(0);
    await expectPage(page.locator(".bubble[data-intent=ANSWER]")).toHaveCount(1);
  });

  it("that came too late for the agent are said to have", async () => {
    const shop = talkingAgent(theVoice(), "too-late");
    const question = {
      question: "Which one?",
      header: "DB",
      options: [{ label: "Postgres" }, { label: "SQLite" }],
    };
    const input = { questions: [{ ...question, multiSelect: false }] };
    const call = { tool_name: "AskUserQuestion", tool_input: input };
    await shop.agent.post("PreToolUse", { ...call, tool_use_id: "late" });
    const hook = shop.agent.post("PermissionRequest", call);
    await using profile = await chromium.profile(PHONE);
    await theVoice().hub.openAsk("too-late");
    const page = await theVoice().open(profile, await shop.path());
    await page.getByRole("button", { name: /SQLite/ }).click();
    await hook;
    // Meanwhile the person chose the other option in the agent's own terminal, and the agent used
    // that.
    const used = { ...input, answers: { "Which one?": "Postgres" } };
    await shop.agent.post("PostToolUse", {
      ...call,
      tool_input: used,
      tool_response: used,
      tool_use_id: "late",
    });
    const words = "Not used: answered in the agent's terminal: Postgres";
    await expectPage(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
  });

  it("a file goes with its caption, and the agent is told where it is", async () => {
    const { pane, path } = await agentInTerminal(theVoice(), "given-a-file");
    using _ = pane;
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, path);
    const picture = theVoice().hub.files.at("screen shot.png");
    writeFileSync(picture, Buffer.from(PNG, "base64"));
    await page.getByRole("button", { name: say.attach }).click();
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: say.chooseFile }).click();
    await (await choosing).setFiles(picture);
    await expectPage(page.locator(".attached")).toContainText("screen shot.png");
    await send(page, say.writeToAgent, "Look at the button");
    const [told = ""] = await pane.untilSubmitted(1);
    expect(told).toMatch(/^Look at the button\s+File: .*\.png$/);
    await expectPage(
      page.locator(".bubble[data-turn]", { hasText: "Look at the button" }),
    ).toHaveCount(1);
    await expectPage(page.locator(".bubble[data-sending]")).toHaveCount(0);
    await expectPage(page.locator(".attached")).toHaveCount(0);
  });

  it("the camera is asked for pictures only", async () => {
    const shop = talkingAgent(theVoice(), "camera");
    await shop.isTold("Hello");
    await using profile = await chromium.profile(PHONE);
    const page = await theVoice().open(profile, await shop.path());
    await page.getByRole("button", { name: say.attach }).click();
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: say.takePhoto }).click();
    await choosing;
    const camera = page.locator("input[capture=environment]");
    await expectPage(camera).toHaveAttribute("accept", "image/*");
  });
});

describe("when the hub is away", () => {
  it("it says so calmly, keeps what is typed, and goes on once the hub is back", async () => {
    await using voice = await startVoice();
    const shop = talkingAgent(voice, "restarted");
    await shop.isTold("Before");
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, await shop.path());
    await expectPage(bubbles(page)).toHaveCount(1);
    await page.getByLabel(say.writeToAgent).fill("half a thou");
    await voice.hub.kill();
    await expectPage(page.getByRole("status").filter({ hasText: say.reconnecting })).toBeVisible();
    await expectPage(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
    await voice.hub.revive();
    await shop.isTold("After");
    await expect.poll(() => textOf(page)).toEqual(["Before", "After"]);
    await expectPage(page.getByText(say.reconnecting)).toHaveCount(0);
    await page.reload();
    await expectPage(page.getByLabel(say.writeToAgent)).toHaveValue("half a thou");
  });

  it("it still opens after an earlier visit, and goes on when the hub is there", async () => {
    await using voice = await startVoice();
    const shop = talkingAgent(voice, "offline");
    await shop.isTold("Hello");
    await using profile = await chromium.profile(PHONE);
    const page = await voice.open(profile, "/voice/agents");
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    await page.reload();
    await expectPage(page.getByRole("link", { name: "offline" })).toBeVisible();
    // The pages that this visit has not shown are kept too, a moment later.
    const kept = () =>
      page.evaluate<number>(
        "caches.open('askline-shell-2').then((cache) => cache.keys()).then((keys) =>" +
          " keys.filter(({ url }) => /(conversation|question)-view/.test(url)).length)",
      );
    await expect.poll(kept).toBeGreaterThan(1);
    await voice.hub.kill();
    await page.goto(`${voice.hub.url}${await shop.path()}`);
    await expectPage(page.getByRole("status").filter({ hasText: say.reconnecting })).toBeVisible();
    await voice.hub.revive();
    await expectPage(bubbles(page)).toHaveText([/Hello/]);
  });
});

async function send(page: Page, label: string, words: string) {
  await page.locator(".composer textarea").and(page.getByLabel(label)).fill(words);
  await page.getByRole("button", { name: say.send, exact: true }).click();
}

/**
 * An agent whose hooks call `askline hook`, as the real client's would, in a terminal that accepts
 * text.
 */
async function agentInTerminal(
  { hub }: VoiceHub,
  sessionId: string,
  env: Record<string, string> = {},
) {
  const pane = await openAgentPane({
    STAND_IN_HOOK: `ASKLINE_STATE_DIR='${hub.state}' '${process.execPath}' '${CLI}' hook`,
    STAND_IN_SESSION: sessionId,
    ...env,
  });
  return { pane, path: `/voice/agents/${(await agentIn(hub, sessionId)).id}` };
}

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
