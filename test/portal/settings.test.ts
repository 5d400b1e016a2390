/**
 * The settings panel: one file for every surface, which applies to the next page, the terminal and
 * the next server.
 */
import { describe, expect, it } from "vitest";
import { CLI, runJson } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { startAgent } from "../support/mcp.ts";
import {
  database,
  openRow,
  openSettings,
  type Portal,
  say,
  startPortal,
  turnOff,
} from "../support/portal.ts";
import { openTerminal } from "../support/tmux.ts";

const chromium = openChromium();

const colour = {
  title: "Colour",
  prompt: "Which colour?",
  selectionMode: "hybrid" as const,
  placeholder: "like the sea",
  options: [
    { id: "red", label: "Red" },
    { id: "blue", label: "Blue" },
  ],
};

const interaction = (portal: Portal) => portal.files.readJson("interaction.json");

describe("the panel", () => {
  it("[C-13] saves every setting in the file that all surfaces read", async () => {
    await using portal = await startPortal();
    const { id } = await portal.ask(colour);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    const settings = await openSettings(page);
    const saved = (expected: object) => expect.poll(() => interaction(portal)).toEqual(expected);

    await settings.getByLabel(say.settings.transport).selectOption(say.settings.transports.web);
    await saved({ transport: "web" });
    await settings
      .getByLabel(say.settings.submit, { exact: true })
      .selectOption(say.settings.submits.single);
    await saved({ transport: "web", submitMode: "single" });
    await settings.getByLabel(say.settings.timeout).fill("900");
    await settings.getByLabel(say.settings.timeout).press("Tab");
    await saved({ transport: "web", submitMode: "single", timeoutSeconds: 900 });
    await turnOff(settings.getByLabel(say.settings.placeholder));
    await expect.poll(() => interaction(portal)).toMatchObject({ showPlaceholder: false });
    await turnOff(settings.getByLabel(say.settings.notes, { exact: true }));
    await expect.poll(() => interaction(portal)).toMatchObject({ annotations: false });
    await turnOff(settings.getByRole("checkbox", { name: "Blue" }));
    await saved({
      transport: "web",
      submitMode: "single",
      timeoutSeconds: 900,
      showPlaceholder: false,
      annotations: false,
      hiddenOptions: { Colour: ["blue"] },
    });

    await settings.getByLabel(say.settings.transport).selectOption(say.settings.transports.unset);
    await expect.poll(() => interaction(portal)).not.toHaveProperty("transport");
  });

  it("[C-13] what it saved applies to the next question, on page and terminal", async () => {
    await using portal = await startPortal();
    const first = await portal.ask(colour);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${first.id}`);
    const settings = await openSettings(page);
    await settings
      .getByLabel(say.settings.submit, { exact: true })
      .selectOption(say.settings.submits.single);
    await turnOff(settings.getByLabel(say.settings.placeholder));
    await turnOff(settings.getByRole("checkbox", { name: "Blue" }));
    await expect.poll(() => interaction(portal)).toHaveProperty("hiddenOptions");

    const { id } = await portal.ask(colour);
    const next = await portal.open(profile, `/choice/${id}`);
    await expectPage(next.getByRole("radio", { name: "Blue" })).toHaveCount(0);
    await expectPage(next.getByLabel(say.ownWords)).toHaveAttribute("placeholder", "");
    await next.getByRole("button", { name: say.showHidden(1) }).click();
    await expectPage(next.getByRole("radio", { name: "Blue" })).toBeVisible();

    using terminal = openTerminal({ env: { ASKLINE_STATE_DIR: portal.state } });
    terminal.type(`${process.execPath} ${CLI} answer ${id}`);
    terminal.press("Enter");
    const screen = await terminal.until(/Red/);
    expect(screen).not.toMatch(/Blue|like the sea/);

    await next.getByRole("radio", { name: "Red" }).click();
    expect((await portal.settled(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["red"] }] },
    });
    await terminal.until(/Colour: already answered/);
  });

  it("[C-13] two options hidden in one breath are both saved", async () => {
    await using portal = await startPortal();
    const { id } = await portal.ask({ ...database, minSelections: 0 });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await (await openSettings(page)).getByLabel("SQLite").waitFor();
    await page.evaluate(
      `for (const label of document.querySelectorAll("dialog label"))
         if (/SQLite|DuckDB/.test(label.textContent)) label.control.click();`,
    );
    await expect
      .poll(() => interaction(portal).hiddenOptions.Database.toSorted())
      .toEqual(["duck", "lite"]);
  });

  it("[C-13] shows at once what another surface saved", async () => {
    await using portal = await startPortal();
    const { id } = await portal.ask(colour);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await expectPage(page.getByRole("button", { name: say.addGlobalNote })).toBeVisible();
    portal.files.writeJson({ annotations: false, timeoutSeconds: 77 }, "interaction.json");
    await expectPage(page.getByRole("button", { name: say.addGlobalNote })).toBeHidden();
    const settings = await openSettings(page);
    await expectPage(settings.getByLabel(say.settings.timeout)).toHaveValue("77");
  });

  it("[C-13] shows what was saved between reading and connecting the page", async () => {
    await using portal = await startPortal();
    const { id } = await portal.ask(colour);
    await using profile = await chromium.profile();
    let connect = () => {};
    const connecting = new Promise<void>((resolve) => {
      connect = resolve;
    });
    await profile.routeWebSocket(/\/live/, async (socket) => {
      await connecting;
      socket.connectToServer();
    });
    const page = await portal.open(profile, `/choice/${id}`);
    await expectPage(page.getByRole("button", { name: say.addGlobalNote })).toBeVisible();
    portal.files.writeJson({ annotations: false }, "interaction.json");
    connect();
    await expectPage(page.getByRole("button", { name: say.addGlobalNote })).toBeHidden();
  });

  it("[C-13] a time limit that is half typed stays while the page counts down", async () => {
    await using portal = await startPortal();
    const { id } = await portal.ask(colour, { timeoutSeconds: 86_000 });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    const settings = await openSettings(page);
    const field = settings.getByLabel(say.settings.timeout);
    await field.pressSequentially("90");
    const shown = await page.getByRole("timer").textContent();
    await expectPage(page.getByRole("timer")).not.toHaveText(shown ?? "");
    await field.pressSequentially("0");
    await field.press("Tab");
    await expect.poll(() => interaction(portal)).toEqual({ timeoutSeconds: 900 });
  });

  it("[C-13] a time limit saved on the page is the next request's default", async () => {
    await using portal = await startPortal();
    await using profile = await chromium.profile();
    const page = await portal.open(profile, "/");
    const settings = await openSettings(page);
    await settings.getByLabel(say.settings.timeout).fill("3500");
    await settings.getByLabel(say.settings.timeout).press("Tab");
    await expect.poll(() => interaction(portal)).toEqual({ timeoutSeconds: 3500 });
    await settings.getByRole("button", { name: say.settings.close }).click();
    await using agent = await startAgent(portal.state);
    const request = { title: "Next", prompt: "Which?", selection_mode: "single", transport: "web" };
    void agent
      .call("provide_choice", { ...request, options: [{ id: "a", label: "A", recommended: true }] })
      .catch(() => undefined);
    await expectPage(openRow(page, "Next").getByRole("timer")).toHaveText(/^5[78]:/);
  });

  it("keeps theme and language in this browser, and they hold after a reload", async () => {
    await using portal = await startPortal();
    await using profile = await chromium.profile({ colorScheme: "light" });
    const page = await portal.open(profile, "/");
    const settings = await openSettings(page);
    await settings.getByLabel(say.settings.theme).selectOption(say.settings.themes.dark);
    await settings.getByLabel(say.settings.language).selectOption("ko");
    await page.reload();
    await expectPage(page.locator("html")).toHaveAttribute("lang", "ko");
    await expectPage(page.locator("html")).toHaveCSS("color-scheme", "dark");
  });
});

describe("notes", () => {
  it("[C-14] turned off are offered nowhere, also after a restart, until on again", async () => {
    await using portal = await startPortal();
    const first = await portal.ask(database);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${first.id}`);
    const noteButtons = page.getByRole("button", { name: new RegExp(say.addNote) });
    await expectPage(noteButtons).toHaveCount(3);
    let settings = await openSettings(page);
    await turnOff(settings.getByLabel(say.settings.notes, { exact: true }));
    await settings.getByRole("button", { name: say.settings.close }).click();
    await expectPage(noteButtons).toHaveCount(0);

    await portal.kill();
    await portal.revive();
    const { id } = await portal.ask(database, { presentation: { startingGlobalNote: "hello" } });
    await page.goto(`${portal.site}/choice/${id}`);
    await expectPage(page.getByRole("radio", { name: "Postgres" })).toBeVisible();
    await expectPage(noteButtons).toHaveCount(0);
    await expectPage(page.getByRole("button", { name: say.addGlobalNote })).toHaveCount(0);
    await expectPage(page.getByRole("textbox")).toHaveCount(0);

    settings = await openSettings(page);
    await expectPage(settings.getByLabel(say.settings.notes, { exact: true })).not.toBeChecked();
    await settings.getByLabel(say.settings.notes, { exact: true }).check();
    await settings.getByRole("button", { name: say.settings.close }).click();
    await expectPage(noteButtons).toHaveCount(3);
    expect(await runJson(portal.state, ["show", id])).toMatchObject({ status: "pending" });
  });
});
