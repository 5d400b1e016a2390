/**
 * Nothing typed is lost and the person always knows what happened: closed tabs, dead servers, other
 * tabs, other surfaces.
 */
import type { Page, Route } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { paneWords } from "../../web/portal/parts/pane-words.ts";
import { run } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { forPrograms } from "../support/link-in-file.ts";
import { database, openRow, say, settledRow, sharePortal, triage } from "../support/portal.ts";

const chromium = openChromium();
const thePortal = sharePortal();

const freely = { ...database, selectionMode: "hybrid" as const };

describe("coming back", () => {
  it("[C-10] a closed tab's question is in the list and can be opened again", async () => {
    const portal = thePortal();
    const { id } = await portal.ask({ ...database, title: "Closed by accident" });
    await using profile = await chromium.profile();
    const lost = await portal.open(profile, `/choice/${id}`);
    await lost.getByRole("radio", { name: "SQLite" }).click();
    await lost.close();

    const page = await profile.newPage();
    await page.goto(portal.site);
    await page.getByRole("link", { name: "Closed by accident" }).click();
    await expectPage(page).toHaveURL(`${portal.site}/?ask=${id}`);
    await expectPage(page.getByRole("radio", { name: "SQLite" })).toBeChecked();
    await page.getByRole("button", { name: say.submit, exact: true }).click();
    expect((await portal.settled(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["lite"] }] },
    });
    await page.getByRole("main").getByRole("link", { name: say.allQuestions }).click();
    const settled = await settledRow(page, "Closed by accident");
    await expectPage(settled).toContainText(say.settled.short.completed);
    await expectPage(settled).toContainText(String(say.where("portal")).trim());
  });

  it("[C-10] the list is live, newest first, and can be searched", async () => {
    const portal = thePortal();
    await using profile = await chromium.profile();
    const page = await portal.open(profile, "/");
    await page.getByLabel(triage.sortsName).selectOption("newest");
    await page.getByLabel(triage.groupsName).selectOption("none");
    const older = await portal.ask(
      { ...database, title: "Apples" },
      { source: { kind: "test", project: "orchard" } },
    );
    await expectPage(page.getByRole("link", { name: "Apples" })).toBeVisible();
    const newer = await portal.ask(
      { ...database, title: "Bananas" },
      { source: { kind: "test", project: "jungle" } },
    );
    await expectPage(page.getByRole("link", { name: /Apples|Bananas/ })).toHaveText([
      /Bananas/,
      /Apples/,
    ]);
    await page.getByLabel(say.dashboard.search).fill("orchard");
    await expectPage(page.getByRole("link", { name: /Apples|Bananas/ })).toHaveText([/Apples/]);
    await page.getByLabel(say.dashboard.search).fill("");
    await page.getByRole("button", { name: triage.filter }).click();
    await page.getByLabel(say.dashboard.project, { exact: true }).selectOption("jungle");
    await expectPage(page.getByRole("link", { name: /Apples|Bananas/ })).toHaveText([/Bananas/]);
    await run(portal.state, ["answer", newer.id, "SQLite"]);
    await expectPage(page.getByText(say.dashboard.noMatch)).toBeVisible();
    await run(portal.state, ["reject", older.id]);
  });

  it("a list that comes late does not undo what was heard meanwhile", async () => {
    const portal = thePortal();
    const { id } = await portal.ask({ ...database, title: "Settled meanwhile" });
    await using profile = await chromium.profile();
    let letGo = () => {};
    const isLetGo = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await profile.route(/\/api\/rows\?/, async (route) => {
      const response = await route.fetch({ url: forPrograms(route.request().url()) });
      await isLetGo;
      await route.fulfill({ response });
    });
    const page = await profile.newPage();
    const heard = new Promise<void>((resolve) => {
      page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => {
          const message = JSON.parse(String(payload));
          if (message.type === "hello") void run(portal.state, ["answer", id, "SQLite"]);
          if (message.type === "row_gone" && message.id === id) resolve();
        }),
      );
    });
    // The list was read while the question was open, and arrives after its end was heard of.
    await page.goto(await portal.linkTo("/"));
    await heard;
    letGo();
    const settled = await settledRow(page, "Settled meanwhile");
    await expectPage(settled).toContainText(say.settled.short.completed);
    await expectPage(openRow(page, "Settled meanwhile")).toHaveCount(0);
  });

  it("a connection that hangs is given up, and the next one catches up", async () => {
    const portal = thePortal();
    await using profile = await chromium.profile();
    let connections = 0;
    await profile.routeWebSocket(/\/live/, async (socket) => {
      connections += 1;
      if (connections === 1) await new Promise(() => undefined);
      socket.connectToServer();
    });
    const page = await portal.open(profile, "/");
    const { id } = await portal.ask({ ...database, title: "Missed at first" });
    await expectPage(page.getByRole("link", { name: "Missed at first" })).toBeVisible();
    await run(portal.state, ["reject", id]);
  });

  it("typed text survives a reload, a closed tab, and another browser", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(freely);
    await using profile = await chromium.profile();
    let page = await portal.open(profile, `/choice/${id}`);
    await page.getByLabel(say.ownWords).fill("half a sent");
    await page.reload();
    await expectPage(page.getByLabel(say.ownWords)).toHaveValue("half a sent");
    await page.getByLabel(say.ownWords).fill("half a sentence");
    await page.close();
    page = await portal.open(profile, `/choice/${id}`);
    await expectPage(page.getByLabel(say.ownWords)).toHaveValue("half a sentence");
    // The page may still be sending the words of the closed tab.
    const kept = keptOnServer(page, "a whole sentence");
    await page.getByLabel(say.ownWords).fill("a whole sentence");
    await kept;
    await using elsewhere = await chromium.profile();
    const other = await portal.open(elsewhere, `/choice/${id}`);
    await expectPage(other.getByLabel(say.ownWords)).toHaveValue("a whole sentence");
  });

  it("words that are overtaken on their way do not replace the newer ones", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(freely);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    let hold: (route: Route) => void = () => undefined;
    const held = new Promise<Route>((resolve) => {
      hold = resolve;
    });
    await page.route(/\/draft$/, (route) =>
      route.request().postData()?.includes("half a thought") ? hold(route) : route.continue(),
    );
    const late = keptOnServer(page, "half a thought");
    await page.getByLabel(say.ownWords).fill("half a thought");
    const overtaken = await held;
    const kept = keptOnServer(page, "a whole idea");
    await page.getByLabel(say.ownWords).fill("a whole idea");
    await kept;
    await overtaken.continue();
    await late;
    await using elsewhere = await chromium.profile();
    const other = await portal.open(elsewhere, `/choice/${id}`);
    await expectPage(other.getByLabel(say.ownWords)).toHaveValue("a whole idea");
  });

  it("words go out at once when the page is hidden, as a phone may end it then", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(freely);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    // No pause after typing ever ends.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const kept = keptOnServer(page, "on the way out");
    await page.getByLabel(say.ownWords).fill("on the way out");
    await page.evaluate(`
      Object.defineProperty(document, "visibilityState", { value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    `);
    await kept;
  });

  it("a server restarted under the open page is waited for, and text is kept", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(freely, { timeoutSeconds: 600 });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await page.getByLabel(say.ownWords).fill("before");
    await portal.kill();
    await expectPage(page.getByText(say.reconnecting)).toBeVisible();
    await expectPage(page.getByRole("timer")).toContainText(say.mayBeStale);
    await page.getByLabel(say.ownWords).fill("before and after");
    await expectPage(page.getByRole("button", { name: say.cancel, exact: true })).toBeEnabled();
    await page.getByRole("button", { name: say.submit, exact: true }).click();
    await expectPage(page.getByRole("alert").getByText(say.unreachable)).toBeVisible();
    await portal.revive();
    await expectPage(page.getByText(say.reconnecting)).toBeHidden();
    await expectPage(page.getByLabel(say.ownWords)).toHaveValue("before and after");
    await page.getByRole("button", { name: say.submit, exact: true }).click();
    await expectPage(page.getByText(say.settled.thanks)).toBeVisible();
    expect((await portal.settled(id)).outcome).toMatchObject({
      reply: { answers: [{ customText: "before and after" }] },
    });
  });

  it("an open page opens again while the server is away", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(freely);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
    // The service worker keeps only what it has fetched before.
    await page.reload();
    await page.getByLabel(say.ownWords).fill("kept without a server");
    await portal.kill();
    await page.reload();
    await expectPage(page.getByText(/No network\. Shown as of/)).toBeVisible();
    await portal.revive();
    await expectPage(page.getByLabel(say.ownWords)).toHaveValue("kept without a server");
  });
});

/** Waits until the server has confirmed a draft with these words. */
function keptOnServer(page: Page, words: string) {
  return page.waitForResponse(
    (response) =>
      response.url().endsWith("/draft") &&
      response.ok() &&
      String(response.request().postData()).includes(words),
  );
}

describe("others", () => {
  it("of two tabs that submit at once one wins, and the other says so", async () => {
    const portal = thePortal();
    const { id } = await portal.ask();
    await using profile = await chromium.profile();
    const one = await portal.open(profile, `/choice/${id}`);
    const other = await portal.open(profile, `/choice/${id}`);
    await one.getByRole("radio", { name: "Postgres" }).click();
    await other.getByRole("radio", { name: "SQLite" }).click();
    await Promise.all([one, other].map((page) => page.keyboard.press("Control+Enter")));
    const { outcome } = await portal.settled(id);
    const { who } = outcome.provenance;
    const lost = say.settled.answered(say.settled.by(String(who)), String(say.where("portal")));
    const [winner, loser] =
      outcome.status === "completed" && outcome.reply.answers[0]?.optionIds[0] === "pg"
        ? [one, other]
        : [other, one];
    await expectPage(winner.getByText(say.settled.thanks)).toBeVisible();
    await expectPage(loser.getByText(lost)).toBeVisible();
    await expectPage(loser.getByText(paneWords("en").late)).toBeVisible();
    await expectPage(loser.getByRole("button", { name: say.submit, exact: true })).toHaveCount(0);
  });

  it("a question answered elsewhere says who and where, and takes nothing more", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(freely);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await page.getByLabel(say.ownWords).fill("my own idea");
    await run(portal.state, ["answer", id, "SQLite"]);
    const { who } = (await portal.settled(id)).outcome.provenance;
    const sentence = say.settled.answered(
      say.settled.by(String(who)),
      String(say.where("command")),
    );
    await expectPage(page.getByText(sentence)).toBeVisible();
    for (const control of await page.locator("form :is(input, textarea)").all())
      await expectPage(control).toBeDisabled();
    await expectPage(page.getByRole("button", { name: say.submit, exact: true })).toHaveCount(0);
    await expectPage(page.getByRole("button", { name: say.cancel, exact: true })).toHaveCount(0);
    await page.keyboard.press("1");
    await page.keyboard.press("Control+Enter");
    expect((await portal.load(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["lite"] }] },
    });
  });

  it("what was typed into a question answered elsewhere can be copied, after a reload too", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(freely);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await profile.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByLabel(say.ownWords).fill("my own idea\nin two lines");
    await run(portal.state, ["answer", id, "SQLite"]);
    const typed = page.getByRole("region", { name: say.typed });
    await expectPage(typed).toContainText("my own idea\nin two lines");
    await page.reload();
    await expectPage(typed).toContainText("my own idea\nin two lines");
    await typed.getByRole("button", { name: say.copy }).click();
    await expectPage(typed.getByRole("button", { name: say.copied })).toBeVisible();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("my own idea\nin two lines");
  });

  it("an answer sent from here leaves nothing to be copied", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(freely);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await page.getByLabel(say.ownWords).fill("my own idea");
    await page.getByRole("button", { name: say.submit, exact: true }).click();
    await expectPage(page.getByText(say.settled.thanks)).toBeVisible();
    await expectPage(page.getByRole("region", { name: say.typed })).toHaveCount(0);
    await page.reload();
    await expectPage(page.getByText("my own idea").first()).toBeVisible();
    await expectPage(page.getByRole("region", { name: say.typed })).toHaveCount(0);
  });

  it("a draft that reaches the server after its answer is nothing to be copied", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(freely);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    let hold: (route: Route) => void = () => undefined;
    const held = new Promise<Route>((resolve) => {
      hold = resolve;
    });
    await page.route(/\/draft$/, (route) => hold(route));
    const late = keptOnServer(page, "my own idea");
    await page.getByLabel(say.ownWords).fill("my own idea");
    const draft = await held;
    await page.getByRole("button", { name: say.submit, exact: true }).click();
    await expectPage(page.getByText(say.settled.thanks)).toBeVisible();
    await draft.continue();
    await late;
    await page.reload();
    await expectPage(page.getByText("my own idea").first()).toBeVisible();
    await expectPage(page.getByRole("region", { name: say.typed })).toHaveCount(0);
  });

  it("a question settled while the page is being loaded is shown as it ended", async () => {
    const portal = thePortal();
    const { id } = await portal.ask();
    await using profile = await chromium.profile();
    const page = await profile.newPage();
    const isHeard = new Promise<void>((resolve) => {
      page.on("websocket", (socket) =>
        socket.on("framereceived", ({ payload }) => {
          if (/"type":"changed".*"completed"/.test(String(payload))) resolve();
        }),
      );
    });
    const isConnected = new Promise<void>((resolve) => {
      page.on("websocket", (socket) => socket.on("framereceived", () => resolve()));
    });
    await page.route(`**/api/asks/${id}`, async (route) => {
      const response = await route.fetch({ url: forPrograms(route.request().url()) });
      await isHeard;
      await route.fulfill({ response });
    });
    await page.goto(await portal.linkTo(`/choice/${id}`));
    await isConnected;
    await run(portal.state, ["answer", id, "SQLite"]);
    const { who } = (await portal.settled(id)).outcome.provenance;
    const where = String(say.where("command"));
    const sentence = say.settled.answered(say.settled.by(String(who)), where);
    await expectPage(page.getByText(sentence)).toBeVisible();
    await expectPage(page.getByRole("button", { name: say.submit, exact: true })).toHaveCount(0);
  });

  it("a question settled before the page is opened is shown as it ended", async () => {
    const portal = thePortal();
    const { id } = await portal.ask();
    await run(portal.state, ["reject", id, "--reason", "not today"]);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await expectPage(page.getByText("not today")).toBeVisible();
    await expectPage(page.getByRole("button", { name: say.submit, exact: true })).toHaveCount(0);
  });
});
