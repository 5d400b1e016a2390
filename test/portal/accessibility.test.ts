/**
 * Accessibility of the pages: axe finds nothing, in either theme and language, from a phone to a
 * desktop.
 */
import type { BrowserContextOptions } from "@playwright/test";
import { beforeAll, describe, expect, it } from "vitest";
import { triageWords } from "../../web/portal/parts/triage-words.ts";
import { expectClean } from "../support/accessible.ts";
import { run } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { openSettings, say, sharePortal } from "../support/portal.ts";

const chromium = openChromium();
const thePortal = sharePortal();

const prompt = `We are about to move the **orders** table. It is *hard* to undo.

# Why
1. It grows, see [the plan](https://example.com/a/very/long/path/that/does/not/break/at/all/anywhere/in/it)
2. \`pg_repack\` takes a night

> Nobody has tried this before.

\`\`\`diff
--- a/schema.sql
+++ b/schema.sql
@@ -1,2 +1,2 @@
-create table orders (id int); -- a line that is much longer than any phone is wide, and then some more of it
+create table orders (id bigint);
\`\`\`

\`\`\`ts
const answer: number = 42; // coloured
\`\`\`

| engine | boring | a rather long heading for a column |
| --- | --- | --- |
| Postgres | yes | supercalifragilisticexpialidocious-supercalifragilisticexpialidocious |
`;

const open = { id: "", settledId: "" };

beforeAll(async () => {
  const portal = thePortal();
  const questions = [
    {
      title: "Where shall the orders go, and who looks after them when everybody is away?",
      prompt,
      selectionMode: "hybrid" as const,
      placeholder: "another place",
      options: [
        {
          id: "pg",
          label: "Postgres",
          description: "A boring choice, in the best sense of the word.",
          recommended: true,
        },
        { id: "lite", label: "SQLite" },
      ],
    },
    {
      title: "Extras",
      prompt: "Which extras?",
      multiSelect: true,
      options: [{ label: "Backups" }, { label: "Replica" }],
    },
  ];
  const source = { kind: "mcp", agentId: "claude-code 0123456789ab", project: "shop" };
  open.id = (
    await portal.ask(undefined, {
      questions,
      source,
      timeoutSeconds: 3000,
      urgency: "high",
      context: prompt,
    })
  ).id;
  await portal.ask(
    { title: "Low", prompt: "No hurry?", options: [{ label: "None" }] },
    { urgency: "low" },
  );
  await portal.ask(
    {
      title: "قاعدة",
      prompt: "أي قاعدة بيانات نستخدم؟",
      options: [{ label: "نعم" }, { label: "لا" }],
    },
    { source: { kind: "test", project: "مشروع" }, timeoutSeconds: 3000 },
  );
  open.settledId = (
    await portal.ask({ title: "Done", prompt: "Done?", options: [{ label: "Yes" }] })
  ).id;
  await run(portal.state, ["answer", open.settledId, "Yes", "--note", "long ago"]);
});

const looks: [string, BrowserContextOptions][] = [
  ["light on a desk", { colorScheme: "light", viewport: { width: 1440, height: 900 } }],
  ["dark on a small desk", { colorScheme: "dark", viewport: { width: 1024, height: 768 } }],
  [
    "light on a phone, in Korean",
    {
      colorScheme: "light",
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      locale: "ko-KR",
    },
  ],
  [
    "dark on a phone",
    { colorScheme: "dark", viewport: { width: 320, height: 640 }, hasTouch: true },
  ],
];

describe.each(looks)("%s", (_, options) => {
  it("axe finds nothing on the dashboard, choice, settled and settings pages", async () => {
    const portal = thePortal();
    await using profile = await chromium.profile({ ...options, reducedMotion: "reduce" });
    const page = await profile.newPage();
    // The server's language is English here; the browser's own language is one of the settings.
    const language = options.locale === "ko-KR" ? "ko" : "en";
    await profile.addInitScript(
      `localStorage["askline:device"] ??= JSON.stringify({ language: "${language}" })`,
    );

    await page.goto(await portal.linkTo("/"));
    await page.getByRole("listitem").first().waitFor();
    await expectPage(page.locator("html")).toHaveAttribute("lang", language);
    await expectClean(page);
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await page.getByRole("group", { name: triageWords(language).selected(1) }).waitFor();
    await expectClean(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await expectClean(page);

    await page.goto(`${portal.site}/choice/${open.id}`);
    // The code is coloured a little later.
    await page.locator("code .hljs-keyword").first().waitFor();
    await expectClean(page);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: /Decline|거절/ }).click();
    await expectClean(page);
    if (language === "en") {
      await openSettings(page);
      await expectPage(page.getByRole("dialog")).toContainText(say.settings.notificationsHint);
    } else await page.getByRole("button", { name: "설정" }).click();
    await page.getByRole("dialog").waitFor();
    await expectClean(page);

    await page.goto(`${portal.site}/choice/${open.settledId}`);
    await page.getByText("long ago").first().waitFor();
    await expectClean(page);
  });
});

it("the list is clean on a tablet, and so is a question in its place", async () => {
  await using profile = await chromium.profile({
    ...{ viewport: { width: 768, height: 1024 }, hasTouch: true, reducedMotion: "reduce" },
  });
  const page = await thePortal().open(profile, "/");
  await page.locator("li.row").first().waitFor();
  await page.getByRole("button", { name: triageWords("en").filter }).click();
  await expectClean(page);
  await page.locator("li.row .title").first().click();
  await page.getByRole("button", { name: triageWords("en").nextQuestion }).waitFor();
  await page.locator("#question :is(input, textarea)").first().waitFor();
  await expectClean(page);
});

it("on a phone no part of a command or a change lies beyond the edge", async () => {
  const portal = thePortal();
  const command = `psql staging -c 'DROP TABLE orders' && ${"x".repeat(80)} && rm -rf /`;
  const prompt = `Run this?\n\n\`\`\`sh\n${command}\n\`\`\`\n\n\`\`\`diff\n- ${command}\n\`\`\``;
  const { id } = await portal.ask({
    prompt,
    selectionMode: "single",
    options: [{ label: "Yes" }, { label: "No" }],
  });
  await using profile = await chromium.profile({ viewport: { width: 360, height: 700 } });
  const page = await portal.open(profile, `/choice/${id}`);
  await page.locator("pre.diff").waitFor();
  const overflow =
    "[...document.querySelectorAll('pre')].map((block) => block.scrollWidth - block.clientWidth)";
  expect(await page.evaluate(overflow)).toEqual([0, 0]);
});

it("a page that refuses entry says how to get in, in the browser's language", async () => {
  for (const [locale, words] of [
    ["en-US", "Open Askline from the link it printed"],
    ["ko-KR", "Askline이 알려 준 링크로 여세요"],
  ] as const) {
    await using profile = await chromium.profile({ locale, viewport: { width: 320, height: 640 } });
    const page = await profile.newPage();
    const response = await page.goto(thePortal().site);
    expect(response?.status()).toBe(401);
    await expectPage(page.locator("body")).toContainText(words);
    await expectPage(page.locator("body")).toContainText("askline serve --open");
    await expectClean(page);
  }
});

it("an address where there is nothing leads back", async () => {
  const portal = thePortal();
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  expect((await page.goto(`${portal.site}/nowhere`))?.status()).toBe(404);
  await expectClean(page);
  await page.getByRole("link").click();
  await page.getByRole("button", { name: say.settings.open }).waitFor();
});
