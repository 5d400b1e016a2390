/** The hub's notices and the decisions of rules, as the pages show them. */
import { describe, expect, it } from "vitest";
import { expectPage, openChromium } from "../support/browser.ts";
import { until } from "../support/patience.ts";
import { database, openSettings, say, settledRow, startPortal } from "../support/portal.ts";
import { openSandbox } from "../support/sandbox.ts";

const chromium = openChromium();

describe("a page that may notify", () => {
  it("notifies of an ask that already waited once the hub says so, and confirms it", async () => {
    using config = openSandbox();
    config.writeJson({ surfaces: ["portal"], notifyAfterMinutes: 0 }, "attention.json");
    await using portal = await startPortal({ env: { ASKLINE_CONFIG_DIR: config.path } });
    const { id } = await portal.ask({ ...database, title: "Waited before" });
    await using profile = await chromium.profile();
    await profile.addInitScript(`{
      window.tags = [];
      document.hasFocus = () => false;
      window.Notification = class {
        static permission = "granted";
        static async requestPermission() { return "granted"; }
        constructor(title, { body, tag }) { window.tags.push(title + " | " + body + " | " + tag); }
      };
    }`);
    const page = await portal.open(profile, "/");
    expect(await page.evaluate("tags")).toEqual([]);
    const settings = await openSettings(page);
    await settings.getByRole("button", { name: say.settings.notificationsOn }).click();
    const tags = () => page.evaluate<string[]>("tags");
    await until("the notice", async () => (await tags()).length > 0);
    expect(await tags()).toEqual([`${say.notice.new} · shop | Waited before | askline-new-${id}`]);
    const kept = () => portal.files.readJson("notices", `${id}.json`).told;
    await until("that it is known", async () => kept()[0]?.state === "sent");
    expect(kept()).toMatchObject([{ surface: "portal", step: 0 }]);
  });
});

describe("what a rule decided", () => {
  it("is shown as the rule's doing, in the list and on its page", async () => {
    await using portal = await startPortal();
    const ruled = { rule: "tests", reply: { answers: [{ optionIds: ["pg"] }] } };
    const { id } = await portal.ask({ ...database, title: "Ruled" }, { ruled });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, "/");
    const row = await settledRow(page, "Ruled");
    await expectPage(row).toContainText(say.settled.byRule("tests"));
    await expectPage(row).toContainText(say.settled.short.ruled);
    await page.goto(`${portal.site}/choice/${id}`);
    await expectPage(page.getByText(say.settled.ruled("tests"))).toBeVisible();
    await expectPage(page.getByText("Postgres").first()).toBeVisible();
  });
});
