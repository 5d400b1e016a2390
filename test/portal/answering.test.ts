/** Answering on the choice page, by mouse and by keys, in a real browser. */
import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { paneWords } from "../../web/portal/parts/pane-words.ts";
import { runJson } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { type Agent, startAgent } from "../support/mcp.ts";
import {
  database,
  openSettings,
  type Portal,
  say,
  sharePortal,
  turnOff,
} from "../support/portal.ts";

const pane = paneWords("en");
const chromium = openChromium();
const thePortal = sharePortal();

const toppings = {
  title: "Toppings",
  prompt: "Which toppings?",
  selection_mode: "multi",
  options: [
    { id: "basil", label: "Basil", recommended: true },
    { id: "capers", label: "Capers" },
    { id: "olives", label: "Olives" },
    { id: "onions", label: "Onions" },
  ],
  min_selections: 2,
  max_selections: 3,
};

const colour = {
  title: "Colour",
  prompt: "Which colour?",
  selection_mode: "hybrid",
  placeholder: "like the sea",
  options: [
    { id: "red", label: "Red", recommended: true },
    { id: "blue", label: "Blue" },
  ],
};

/** What the tool gives back for a request that is answered on its page. */
async function choose(
  portal: Portal,
  request: Record<string, unknown>,
  act: (page: Page) => Promise<void>,
) {
  await using agent: Agent = await startAgent(portal.state);
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  const calling = agent.call("provide_choice", { ...request, transport: "web" });
  await openFromDashboard(page, String(request["title"]), portal);
  await act(page);
  await expectPage(page.getByText(say.settled.thanks)).toBeVisible();
  return (await calling).structuredContent;
}

/** If the page never opens, the error shows what was there instead. */
async function openFromDashboard(page: Page, title: string, { state }: Portal) {
  try {
    await page.getByRole("link", { name: title }).click();
  } catch (cause) {
    const [shown, open] = [await page.locator("body").innerText(), await runJson(state, ["list"])];
    throw new Error(`“${title}” never came. Shown: ${shown}. Open: ${JSON.stringify(open)}`, {
      cause,
    });
  }
}

const submit = (page: Page) => page.getByRole("button", { name: say.submit, exact: true }).click();

describe("the payload", () => {
  it("[C-02] has the ids in the options' order, not the clicks', and every note", async () => {
    const title = "Toppings in order";
    const answer = await choose(thePortal(), { ...toppings, title }, async (page) => {
      for (const label of ["Onions", "Basil", "Olives"])
        await page.getByRole("checkbox", { name: label }).check();
      await page.getByRole("button", { name: say.addNoteTo("Olives") }).click();
      await page.getByLabel(say.noteOn("Olives")).fill("black ones");
      await page.getByRole("button", { name: say.addGlobalNote }).click();
      await page
        .getByLabel(say.globalNote, { exact: true })
        .and(page.locator("textarea"))
        .fill("for two");
      await submit(page);
    });
    expect(answer).toMatchObject({
      action_status: "selected",
      selection: {
        selected_ids: ["basil", "olives", "onions"],
        custom_input: null,
        option_annotations: { olives: "black ones" },
        global_annotation: "for two",
      },
      provenance: { by: "person", surface: "portal" },
    });
  });

  it("[C-02] keeps the defaults nobody touched", async () => {
    const request = {
      ...toppings,
      title: "Toppings as usual",
      default_selection_ids: ["onions", "capers"],
    };
    const answer = await choose(thePortal(), request, async (page) => {
      await expectPage(page.getByRole("checkbox", { name: "Capers" })).toBeChecked();
      await expectPage(page.getByRole("checkbox", { name: "Onions" })).toBeChecked();
      await submit(page);
    });
    expect(answer.selection).toMatchObject({
      selected_ids: ["capers", "onions"],
      option_annotations: {},
    });
  });

  it("[C-02] has the person's own words instead of an option", async () => {
    const answer = await choose(
      thePortal(),
      { ...colour, title: "Colour of words" },
      async (page) => {
        const field = page.getByLabel(say.ownWords);
        await expectPage(field).toHaveAttribute("placeholder", "like the sea");
        await field.fill("teal, rather");
        await submit(page);
      },
    );
    expect(answer).toMatchObject({
      action_status: "custom_input",
      selection: { selected_ids: [], custom_input: "teal, rather" },
    });
  });

  it("[C-02] has the text alone where there is nothing to choose", async () => {
    const request = {
      title: "Name",
      prompt: "What shall it be called?",
      selection_mode: "text_input",
    };
    const answer = await choose(thePortal(), request, async (page) => {
      await submit(page);
      await expectPage(page.getByText(say.refusal({ reason: "text_needed" }))).toBeVisible();
      await page.getByLabel(say.yourAnswer).fill("orders\nand returns");
      await submit(page);
    });
    expect(answer).toMatchObject({
      action_status: "custom_input",
      selection: { custom_input: "orders\nand returns" },
    });
  });

  it("[C-02] keeps to the minimum and the maximum, and the page says why", async () => {
    const answer = await choose(
      thePortal(),
      { ...toppings, title: "Toppings, bounded" },
      async (page) => {
        await expectPage(page.getByText(say.chooseBetween(2, 3, 0))).toBeVisible();
        await page.getByRole("checkbox", { name: "Olives" }).check();
        await submit(page);
        await expectPage(
          page
            .getByRole("alert")
            .getByText(say.refusal({ reason: "too_few", atLeast: 2, given: 1 })),
        ).toBeVisible();
        for (const label of ["Basil", "Capers"])
          await page.getByRole("checkbox", { name: label }).check();
        await page.getByRole("checkbox", { name: "Onions" }).click();
        await expectPage(
          page
            .getByRole("alert")
            .getByText(say.refusal({ reason: "too_many", atMost: 3, given: 4 })),
        ).toBeVisible();
        await expectPage(page.getByRole("checkbox", { name: "Onions" })).not.toBeChecked();
        await expectPage(page.getByText(say.chooseBetween(2, 3, 3))).toBeVisible();
        await submit(page);
      },
    );
    expect(answer.selection.selected_ids).toEqual(["basil", "capers", "olives"]);
  });
});

describe("submitting", () => {
  it("[C-23] a click sends at once in single-submit mode", async () => {
    const request = {
      ...colour,
      selection_mode: "single",
      placeholder: undefined,
      title: "Colour at once",
    };
    const answer = await choose(
      thePortal(),
      { ...request, single_submit_mode: true },
      async (page) => {
        await page.getByRole("radio", { name: "Blue" }).click();
      },
    );
    expect(answer.selection.selected_ids).toEqual(["blue"]);
  });

  it("[C-23] a click waits for Submit otherwise", async () => {
    const request = {
      ...colour,
      selection_mode: "single",
      placeholder: undefined,
      title: "Colour with care",
    };
    const answer = await choose(
      thePortal(),
      { ...request, single_submit_mode: false },
      async (page) => {
        const sent: string[] = [];
        page.on("request", (one) => one.url().endsWith("/answer") && sent.push(one.url()));
        await page.getByRole("radio", { name: "Blue" }).click();
        await page.getByRole("radio", { name: "Red" }).click();
        await expectPage(page.getByRole("radio", { name: "Red" })).toBeChecked();
        expect(sent).toEqual([]);
        await submit(page);
      },
    );
    expect(answer.selection.selected_ids).toEqual(["red"]);
  });

  it("arrow keys move through the options without sending one of them", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(database, { presentation: { autoSubmit: true } });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    const sent: string[] = [];
    page.on("request", (one) => one.url().endsWith("/answer") && sent.push(one.url()));
    await page.getByRole("radio", { name: "Postgres" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expectPage(page.getByRole("radio", { name: "DuckDB" })).toBeChecked();
    expect(sent).toEqual([]);
    await page.keyboard.press("Control+Enter");
    expect((await portal.settled(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["duck"] }] },
    });
  });
});

it("[C-02] own words stand alone: the default beside them is unticked, one that is picked stays", async () => {
  const request = { ...colour, default_selection_ids: ["blue"] };
  const own = await choose(thePortal(), { ...request, title: "Own colour" }, async (page) => {
    await expectPage(page.getByRole("radio", { name: "Blue" })).toBeChecked();
    await page.getByRole("textbox").first().fill("teal");
    await expectPage(page.getByRole("radio", { name: "Blue" })).not.toBeChecked();
    await submit(page);
  });
  expect(own).toMatchObject({
    action_status: "custom_input",
    selection: { selected_ids: [], custom_input: "teal" },
  });
  const both = await choose(thePortal(), { ...request, title: "Both colours" }, async (page) => {
    await page.getByRole("textbox").first().fill("but darker");
    await page.getByRole("radio", { name: "Blue" }).click();
    await submit(page);
  });
  expect(both).toMatchObject({
    action_status: "selected",
    selection: { selected_ids: ["blue"], custom_input: "but darker" },
  });
});

describe("cancel", () => {
  it("[C-19] is in sight and enabled in every state of an open question", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(
      { ...database, title: "Ever cancellable", selectionMode: "hybrid" },
      { timeoutSeconds: 600 },
    );
    await using profile = await chromium.profile({ serviceWorkers: "block" });
    const page = await portal.open(profile, `/choice/${id}`);
    const cancel = page.getByRole("button", { name: say.cancel, exact: true });
    const expectCancel = async () => {
      await expectPage(cancel).toBeInViewport();
      await expectPage(cancel).toBeEnabled();
    };
    await expectCancel();

    await submit(page);
    await expectPage(
      page.getByRole("alert").getByText(say.refusal({ reason: "nothing_chosen" })),
    ).toBeVisible();
    await expectCancel();

    await page.getByRole("radio", { name: "SQLite" }).click();
    await expectCancel();

    await page.getByRole("button", { name: say.decline }).click();
    await page.getByLabel(say.declineReason).fill("not now");
    await expectCancel();

    const settings = await openSettings(page);
    await turnOff(settings.getByLabel(say.settings.notes));
    await settings.getByRole("button", { name: say.settings.close }).click();
    await profile.request.post(`${portal.url}/api/asks/${id}/extend`, {
      data: { seconds: 9 },
      headers: { authorization: `Bearer ${portal.token}` },
    });
    await expectPage(page.getByText(say.secondsLeft(10))).toBeVisible();
    await expectCancel();
    await page.getByRole("button", { name: /Ends in/ }).click();
    await page.getByRole("button", { name: pane.time.more(5) }).click();

    // The answer is held up on its way: the person may still change their mind.
    await page.route("**/answer", () => undefined);
    await submit(page);
    await expectPage(page.getByRole("button", { name: say.sending })).toBeDisabled();
    await expectCancel();
    await cancel.click();
    expect((await portal.settled(id)).outcome).toMatchObject({
      status: "rejected",
      kind: "cancel",
    });
    await expectPage(page.getByText(say.settled.cancelledHere)).toBeVisible();
    await profile.request.post(`${portal.url}/api/settings`, {
      data: { timeoutSeconds: null, annotations: null },
      headers: { authorization: `Bearer ${portal.token}` },
    });
  });

  it("takes the notes along that were typed before it, and refuses one on no option", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(
      { ...database, title: "Noted" },
      { presentation: { startingGlobalNote: "begun by the agent" } },
    );
    await using profile = await chromium.profile({ serviceWorkers: "block" });
    const strange = await profile.request.post(`${portal.url}/api/asks/${id}/reject`, {
      data: { kind: "cancel", notes: [{ optionId: "nope", text: "why" }] },
      headers: { authorization: `Bearer ${portal.token}` },
    });
    expect(strange.status()).toBe(400);
    const page = await portal.open(profile, `/choice/${id}`);
    await page.getByRole("radio", { name: "SQLite" }).click();
    await page.getByRole("button", { name: say.addNoteTo("SQLite") }).click();
    await page.getByLabel(say.noteOn("SQLite")).fill("too slow here");
    await page.getByRole("button", { name: say.cancel, exact: true }).click();
    expect((await portal.settled(id)).outcome).toMatchObject({
      kind: "cancel",
      notes: [{ questionIndex: 0, optionId: expect.any(String), text: "too slow here" }],
      rejectionReason: "SQLite: too slow here",
    });
  });

  it("[C-19] cannot be switched off by a setting", async () => {
    const portal = thePortal();
    const { id } = await portal.ask();
    await using profile = await chromium.profile();
    await portal.open(profile, "/");
    for (const key of ["cancel", "showCancel", "allowCancel", "allow_cancel"]) {
      await profile.request.post(`${portal.url}/api/settings`, {
        data: { [key]: false },
        headers: { authorization: `Bearer ${portal.token}` },
      });
    }
    const page = await portal.open(profile, `/choice/${id}`);
    await page.getByRole("button", { name: say.cancel, exact: true }).click();
    await expectPage(page.getByText(say.settled.cancelledHere)).toBeVisible();
    expect((await portal.settled(id)).outcome).toMatchObject({
      status: "rejected",
      kind: "cancel",
      provenance: { by: "person", surface: "portal" },
    });
  });

  it("a question declined with a reason is rejected with that reason", async () => {
    const portal = thePortal();
    const { id } = await portal.ask();
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await page.getByRole("button", { name: say.decline }).click();
    await page.getByLabel(say.declineReason).fill("wrong branch");
    await page.getByRole("button", { name: say.declineSend, exact: true }).click();
    await expectPage(page.getByText(say.settled.declinedHere)).toBeVisible();
    expect((await portal.settled(id)).outcome).toMatchObject({
      status: "rejected",
      kind: "reject",
      rejectionReason: "wrong branch",
    });
  });
});

describe("the keyboard", () => {
  it("is enough: digits pick, Tab goes on, Ctrl+Enter submits", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(undefined, {
      questions: [
        database,
        {
          title: "Extras",
          prompt: "Which extras?",
          multiSelect: true,
          options: [{ label: "Backups" }, { label: "Replica" }],
        },
        { title: "Name", prompt: "What is it called?" },
      ],
    });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await page.keyboard.press("2");
    await expectPage(page.locator("#question-0")).toContainText("SQLite");
    await page.keyboard.press("2");
    await page.keyboard.press("1");
    await expectPage(page.getByRole("checkbox", { name: "Backups" })).toBeChecked();
    await page.keyboard.press("]");
    await expectPage(page.locator("#question-2-text")).toBeFocused();
    await page.keyboard.type("orders 2");
    await page.keyboard.press("Control+Enter");
    await expectPage(page.getByText(say.settled.thanks)).toBeVisible();
    expect((await portal.settled(id)).outcome).toMatchObject({
      reply: {
        answers: [
          { optionIds: ["lite"] },
          { optionIds: ["1", "2"] },
          { optionIds: [], customText: "orders 2" },
        ],
      },
    });
  });

  it("reaches the settings and leaves them by Escape, back where it was", async () => {
    const portal = thePortal();
    const { id } = await portal.ask();
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    const gear = page.getByRole("button", { name: say.settings.open });
    await gear.focus();
    await page.keyboard.press("Enter");
    await expectPage(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("1");
    await page.keyboard.press("Escape");
    await expectPage(page.getByRole("dialog")).toBeHidden();
    await expectPage(gear).toBeFocused();
    await expectPage(page.getByRole("radio", { name: "Postgres" })).not.toBeChecked();
  });

  it("never submits while an input method is composing", async () => {
    const portal = thePortal();
    const { id } = await portal.ask({ title: "Name", prompt: "What is it called?" });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    const sent: unknown[] = [];
    page.on("request", (one) => one.url().endsWith("/answer") && sent.push(one.postDataJSON()));
    await page.getByLabel(say.yourAnswer).focus();
    const keyboard = await profile.newCDPSession(page);
    await keyboard.send("Input.imeSetComposition", {
      text: "주문",
      selectionStart: 2,
      selectionEnd: 2,
    });
    await page.keyboard.press("Control+Enter");
    await keyboard.send("Input.insertText", { text: "주문함" });
    await expectPage(page.getByLabel(say.yourAnswer)).toHaveValue("주문함");
    expect(sent).toEqual([]);
    await page.keyboard.press("Control+Enter");
    expect((await portal.settled(id)).outcome).toMatchObject({
      reply: { answers: [{ customText: "주문함" }] },
    });
    expect(sent).toHaveLength(1);
  });
});
