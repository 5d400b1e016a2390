/**
 * The pane of one question in a real browser: what would happen, shown whole; the call changed before
 * it is allowed, through the real hook process; more than words; and what stays without the hub.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { paneWords } from "../../web/portal/parts/pane-words.ts";
import { runJson } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { until } from "../support/patience.ts";
import { type Portal, say, sharePortal, startPortal } from "../support/portal.ts";
import { startProcessAgent } from "../support/process-agent.ts";

const pane = paneWords("en");
const chromium = openChromium();
const thePortal = sharePortal();
// The page's policy allows only our own scripts, so the debugger injects axe.
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const ALLOW = { id: "allow", label: "Allow once" };
const DENY = { id: "deny", label: "Deny" };

/** A permission as Claude Code's dialog puts it, for a page that needs no agent. */
function permission(portal: Portal, toolName: string, input: Record<string, unknown>) {
  const workingDirectory = portal.files.at("shop");
  mkdirSync(workingDirectory, { recursive: true });
  return portal.ask(
    {
      ...{ title: `${toolName}: it`, prompt: "The prompt itself.", selectionMode: "hybrid" },
      ...{ options: [ALLOW, DENY], maxSelections: 1 },
    },
    {
      source: { kind: "hook", client: "claude-code", project: "shop", workingDirectory },
      presentation: { offerOptionNotes: false, editable: { field: "command" } },
      dialog: {
        ...{ client: "claude-code", kind: "permission", input, toolName, updates: [] },
        ...{ sessionId: "s", subagentId: null },
      },
    },
  );
}

async function expectClean(page: Page) {
  await page.evaluate(`if (window.axe === undefined) { ${axe} }`);
  const { violations } = await page.evaluate<{
    violations: { id: string; nodes: { html: string }[] }[];
  }>("axe.run(document)");
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  expect(found).toEqual([]);
  expect(
    await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
  ).toBeLessThanOrEqual(0);
}

async function waitingHook(portal: Portal, sessionId: string, command: string) {
  const { files, state } = portal;
  const agent = startProcessAgent({ files, state, sessionId, kind: "claude" });
  const dialog = await agent.openDialog({ command });
  const ask = await until("the ask", async () => {
    const open: { id: string; dialog?: { sessionId: string } }[] = await runJson(state, ["list"]);
    return open.find((one) => one.dialog?.sessionId === sessionId);
  });
  return { dialog, ask };
}

describe("a call that is changed before it is allowed", () => {
  it("is judged again as it is typed, confirmed where it destroys, and what the hook prints", async () => {
    const portal = thePortal();
    const { dialog, ask } = await waitingHook(portal, "edits", "npm test");
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${ask.id}`);
    await expectPage(page.getByRole("heading", { name: pane.titles.command })).toBeVisible();
    await page.keyboard.press("i");
    const field = page.getByLabel(pane.edit.name);
    await expectPage(field).toHaveValue("npm test");
    await expectPage(page.getByRole("button", { name: pane.edit.allow })).toBeDisabled();
    await field.fill("npm test -- --watch=false");
    await expectPage(page.locator(".edit-state .good")).toHaveText(pane.edit.harmless);
    await field.fill("rm -rf src");
    await expectPage(page.locator(".edit-state .destroys")).toBeVisible();
    await expectPage(page.locator(".edit-call .mark.destroys").first()).toBeVisible();
    await expectClean(page);

    await field.press("Control+Enter");
    const confirm = page.getByRole("alertdialog");
    await expectPage(confirm.getByRole("button", { name: say.confirm.back })).toBeFocused();
    await expectPage(confirm.locator("pre")).toHaveText("rm -rf src");
    await expectPage(confirm).toContainText("Deletes files.");
    await expectClean(page);
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await expectPage(confirm).toBeHidden();
    expect((await portal.load(ask.id)).outcome).toBeNull();

    await field.press("Control+Enter");
    await confirm.getByRole("button", { name: say.confirm.allow }).click();
    const [printed = ""] = await dialog.printed;
    expect(JSON.parse(printed).hookSpecificOutput.decision).toMatchObject({
      behavior: "allow",
      updatedInput: { command: "rm -rf src" },
    });
    await expectPage(page.getByText("Allowed with changes")).toBeVisible();
    await expectPage(page.locator(".edited")).toHaveText("npm test rm -rf src");
  });

  it("a digit answers an agent's own dialog at once; where no change is taken none is offered", async () => {
    const portal = thePortal();
    const { dialog, ask } = await waitingHook(portal, "at-once", "npm run lint");
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${ask.id}`);
    await page.getByRole("radio", { name: "Allow once" }).waitFor();
    await page.keyboard.press("1");
    const [printed = ""] = await dialog.printed;
    expect(JSON.parse(printed).hookSpecificOutput.decision).toEqual({ behavior: "allow" });
    // The digits are gone with the form that took them.
    await expectPage(page.locator(".option-key")).toHaveCount(0);

    const { id } = await portal.ask();
    await page.goto(`${portal.site}/choice/${id}`);
    await page.getByRole("radio", { name: "SQLite" }).waitFor();
    await page.keyboard.press("i");
    await expectPage(page.getByRole("button", { name: pane.edit.first })).toHaveCount(0);
    await expectPage(page.getByLabel(pane.edit.name)).toHaveCount(0);
  });
});

describe("what would happen", () => {
  it.each([1440, 390])(
    "gives the text its room where the first lines fold, at %i px",
    async (width) => {
      const portal = thePortal();
      const lines = Array.from({ length: 40 }, (_, index) => `const line${index} = ${index};`);
      const ask = await permission(portal, "Write", {
        file_path: portal.files.at("shop", "late.ts"),
        content: lines.with(30, "const line30 = 3;").join("\n"),
      });
      writeFileSync(portal.files.at("shop", "late.ts"), lines.join("\n"));
      await using profile = await chromium.profile({ viewport: { width, height: 800 } });
      const page = await portal.open(profile, `/choice/${ask.id}`);
      const table = page.getByRole("table", { name: pane.diff.changesTo("late.ts") });
      await expectPage(table.locator("tr").first()).toContainText("unchanged lines");
      const whole = await table.boundingBox();
      const text = await table.locator("tr.add td.text").boundingBox();
      expect((text?.width ?? 0) / (whole?.width ?? 1)).toBeGreaterThan(0.75);
    },
  );

  it("is a diff with context, folds, colours and marks, one below the other or side by side", async () => {
    const portal = thePortal();
    const lines = Array.from({ length: 30 }, (_, index) => `const line${index} = ${index};`);
    const after = [...lines, 'rmSync("build", { recursive: true });'];
    after[1] = "const line1 = 100;";
    const ask = await permission(portal, "Write", {
      ...{ file_path: portal.files.at("shop", "a.ts"), content: after.join("\n") },
      description: "<img src=x onerror='window.pwned=1'> <b>bold</b>",
    });
    writeFileSync(portal.files.at("shop", "a.ts"), lines.join("\n"));
    await using profile = await chromium.profile({ viewport: { width: 1440, height: 900 } });
    const page = await portal.open(profile, `/choice/${ask.id}`);
    const table = page.getByRole("table", { name: pane.diff.changesTo("a.ts") });
    await expectPage(table.locator("tr.del")).toHaveText(/2−const line1 = 1;/);
    await expectPage(table.locator("tr.add ins")).toHaveText("100");
    await table.locator(".hljs-keyword").first().waitFor();
    await expectPage(table.locator("tr.risk")).toHaveText("Deletes files.");
    await page.getByRole("button", { name: pane.marks.places(1) }).click();
    await expectPage(table.locator("tr.risk")).toBeInViewport();
    const rows = await table.locator("tr").count();
    await page.getByRole("button", { name: /unchanged lines/ }).click();
    expect(await table.locator("tr").count()).toBeGreaterThan(rows);
    await expectClean(page);
    await page.getByRole("button", { name: pane.diff.sideBySide }).click();
    await expectPage(table.locator("tr", { has: page.locator("del") })).toContainText("100");
    await expectClean(page);
    // What the agent wrote is words, whatever it looks like.
    await expectPage(page.getByText("<b>bold</b>")).toBeVisible();
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    await page.emulateMedia({ media: "print" });
    await expectPage(page.getByRole("button", { name: say.cancel, exact: true })).toBeHidden();
    await expectPage(table).toBeVisible();
  });

  it("on a phone no line lies beyond the edge, and a wrapped one is marked", async () => {
    const portal = thePortal();
    const command = `ls && ${"very-".repeat(40)}long && rm -rf build`;
    const ask = await permission(portal, "Bash", { command, timeout: 5 });
    await using profile = await chromium.profile({
      ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    });
    const page = await portal.open(profile, `/choice/${ask.id}`);
    const block = page.locator("pre.cmd").first();
    await expectPage(block).toHaveText(command);
    expect((await block.locator(".mark.destroys").allTextContents()).join("")).toBe("rm -rf build");
    expect(await block.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect(
      await block.locator(".line").evaluate((one) => getComputedStyle(one).backgroundImage),
    ).toContain("icon-wrap.svg");
    await expectPage(page.getByText(pane.rest)).toBeVisible();
    await expectClean(page);
  });
});

describe("more than words", () => {
  it("a dropped file goes along by its path, and words are kept for the next time", async () => {
    const portal = thePortal();
    const { id } = await portal.ask({ title: "Which look?", prompt: "Which look?" });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    const field = page.getByLabel(say.yourAnswer);
    await field.fill("as in this picture");
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "my look.png", mimeType: "image/png", buffer: png });
    await expectPage(page.locator(".files li")).toHaveText("my-look.png");
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "a.bin", mimeType: "image/png", buffer: Buffer.from([0, 1, 2, 3]) });
    await expectPage(page.getByText(pane.words.notTaken)).toBeVisible();
    await page.getByRole("button", { name: pane.words.quick }).click();
    await page.getByRole("button", { name: pane.words.keepThis }).click();
    await expect
      .poll(() => portal.files.readJson("interaction.json").quickReplies)
      .toEqual(["as in this picture"]);
    await expectClean(page);
    await page.keyboard.press("Escape");
    await field.press("Control+Enter");
    const { outcome } = await portal.settled(id);
    const said = outcome.status === "completed" ? outcome.reply.answers[0]?.customText : "";
    expect(said).toMatch(
      /^as in this picture\n\nFile: .*uploads\/answers\/[0-9a-f]{24}-my-look\.png$/,
    );
    expect(readFileSync(said?.split("File: ")[1] ?? "")).toEqual(png);

    const next = await portal.ask({ title: "And now?", prompt: "And now?" });
    await page.goto(`${portal.site}/choice/${next.id}`);
    await page.getByRole("button", { name: pane.words.quick }).click();
    await page.getByRole("button", { name: "as in this picture", exact: true }).click();
    await expectPage(page.getByLabel(say.yourAnswer)).toHaveValue("as in this picture");
    await page.getByRole("button", { name: pane.words.quick }).click();
    await page.getByRole("button", { name: pane.words.forget("as in this picture") }).click();
    await expect.poll(() => portal.files.readJson("interaction.json").quickReplies).toEqual([]);
  });
});

describe("the time of one question", () => {
  it("is changed for it alone, never by a slip to an end, and taken back", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(undefined, { timeoutSeconds: 600 });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await page.getByRole("button", { name: /Ends in/ }).click();
    const minutes = page.getByLabel(pane.time.minutes);
    await minutes.fill("0.1");
    await minutes.press("Enter");
    await expectPage(page.getByText(pane.time.least)).toBeVisible();
    await page.getByRole("button", { name: pane.time.none }).click();
    await expect.poll(async () => (await portal.load(id)).expiresAt).toBeNull();
    await page.getByRole("button", { name: pane.time.undo }).click();
    await expectPage(page.getByRole("timer")).toHaveText(/Ends in (9|10):\d\d/);
    await page.keyboard.press("+");
    await expectPage(page.getByRole("timer")).toHaveText(/Ends in 1[45]:\d\d/);
  });
});

describe("keys", () => {
  it("go from question to question, note, ask back and decline", async () => {
    const portal = thePortal();
    const options = [{ label: "One" }, { label: "Two" }];
    const questions = ["First?", "Second?"].map((title) => ({ title, prompt: title, options }));
    const { id } = await portal.ask(undefined, { questions });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, `/choice/${id}`);
    await page.getByRole("radio", { name: "One" }).waitFor();
    await page.keyboard.press("j");
    await expectPage(page.getByRole("radio", { name: "One" })).toBeFocused();
    await page.keyboard.press("]");
    await expectPage(page.locator("#question-1 input").first()).toBeFocused();
    await page.keyboard.press("2");
    // The answered one before it is not answered yet, so that is where a pick leads.
    await expectPage(page.locator("#question-0 input").first()).toBeFocused();
    await expectPage(page.locator("#question-1")).toContainText("Two");
    await page.keyboard.press("n");
    await page.keyboard.type("why not");
    await expectPage(page.getByLabel(say.noteOn("One"))).toHaveValue("why not");
    await page.getByLabel(say.noteOn("One")).blur();
    await page.keyboard.press("e");
    await page.getByLabel(pane.back.elaborate).fill("What does One cost?");
    await expectClean(page);
    await page.keyboard.press("Control+Enter");
    expect((await portal.settled(id)).outcome).toMatchObject({
      ...{ status: "rejected", kind: "elaborate" },
      askBack: [{ questionIndex: 0, kind: "elaborate", text: "What does One cost?" }],
    });
  });
});

it("without the hub the last seen question is there, with its draft, and works again later", async () => {
  await using portal = await startPortal();
  const { id } = await portal.ask({
    title: "Kept?",
    prompt: "Is it `kept`?",
    selectionMode: "hybrid",
    options: [{ label: "Yes" }],
  });
  await using profile = await chromium.profile();
  const page = await portal.open(profile, `/choice/${id}`);
  await page.evaluate("navigator.serviceWorker.ready");
  // The worker keeps what is loaded once it is there.
  await page.reload();
  await page.getByLabel(say.ownWords).fill("half a thought");
  await portal.kill();
  await page.reload();
  await expectPage(page.getByText(/No network\. Shown as of/)).toBeVisible();
  await expectPage(page.getByRole("heading", { name: "Kept?" })).toBeVisible();
  await expectPage(page.getByLabel(say.ownWords)).toHaveValue("half a thought");
  expect(
    await page.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth),
  ).toBeGreaterThan(0);
  await portal.revive();
  await expectPage(page.getByText(/No network\. Shown as of/)).toBeHidden();
  await page.getByLabel(say.ownWords).press("Control+Enter");
  expect((await portal.settled(id)).outcome).toMatchObject({
    reply: { answers: [{ customText: "half a thought" }] },
  });
});
