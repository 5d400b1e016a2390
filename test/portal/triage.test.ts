/** The dashboard: finding one question among many, and the outcomes of earlier ones. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { run } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { database, say, settledRow, startPortal, triage } from "../support/portal.ts";

const chromium = openChromium();

describe("the dashboard", () => {
  it("finds a question by words or project, newest first, and who settled others", async () => {
    await using portal = await startPortal();
    const put = (title: string, project: string) =>
      portal.ask({ ...database, title }, { source: { kind: "test", project } });
    await put("Paint", "house");
    const { id } = await put("Database", "shop");
    await put("Colour", "shop");
    await run(portal.state, ["answer", id, "sqlite"]);
    await using profile = await chromium.profile();
    const page = await portal.open(profile, "/");
    await page.getByLabel(triage.sortsName).selectOption("newest");
    await page.getByLabel(triage.groupsName).selectOption("none");
    const open = page.getByRole("link", { name: /Paint|Colour/ });
    await expectPage(open).toHaveText([/Colour/, /Paint/]);
    await expectPage(await settledRow(page, "Database")).toContainText(/SQLite|Answered/);

    await page.getByRole("searchbox").fill("colo");
    await expectPage(open).toHaveText([/Colour/]);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: triage.filter }).click();
    await page.getByLabel(say.dashboard.project, { exact: true }).selectOption("house");
    await expectPage(open).toHaveText([/Paint/]);
  });

  it("is no wider than a phone, however long a project is called", async () => {
    await using portal = await startPortal();
    await portal.ask(database, { source: { kind: "test", project: "project-".repeat(20) } });
    await portal.ask(database, { source: { kind: "test", project: "shop" } });
    await using profile = await chromium.profile({ viewport: { width: 360, height: 740 } });
    const page = await portal.open(profile, "/");
    await page.getByRole("button", { name: triage.filter }).click();
    await page.getByLabel(say.dashboard.project, { exact: true }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  it("a question that was cleaned up says so in the person's language", async () => {
    await using portal = await startPortal();
    portal.files.writeJson({ language: "ko" }, "interaction.json");
    await using profile = await chromium.profile();
    const page = await profile.newPage();
    await page.goto(await portal.linkTo("/"));
    await expectPage(page.locator("html")).toHaveAttribute("lang", "ko");
    await page.goto(`${portal.site}/choice/${randomUUID()}`);
    await expectPage(page.getByRole("alert")).toContainText("이 질문은 더 이상 없습니다.");
    await page.getByRole("link", { name: "모든 질문", exact: true }).click();
    await expectPage(page).toHaveURL(`${portal.site}/`);
  });

  it("keeps theme and language with the other settings, for every page", async () => {
    await using portal = await startPortal();
    portal.files.writeJson({ theme: "dark", language: "ko" }, "interaction.json");
    await using profile = await chromium.profile();
    const page = await profile.newPage();
    await page.goto(await portal.linkTo("/"));
    await expectPage(page.locator("html")).toHaveAttribute("lang", "ko");
    await expectPage(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });
});
