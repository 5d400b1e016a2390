/**
 * The hub with the portal as `askline serve` runs it, questions to answer there,
 * and the texts of its pages.
 */
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { afterAll, beforeAll } from "vitest";
import type { AskInput } from "../../src/askline.ts";
import type { Ask, SettledAsk } from "../../src/core/ask/ask.ts";
import type { QuestionInput } from "../../src/core/ask/question.ts";
import { messages } from "../../web/portal/parts/messages.ts";
import { triageWords } from "../../web/portal/parts/triage-words.ts";
import { expectPage } from "./browser.ts";
import { type Serving, startServing } from "./serving.ts";

/** The pages' English texts, so that a better word in `web/` breaks no test. */
export const say = messages("en");
export const triage = triageWords("en");

export const database: QuestionInput = {
  title: "Database",
  prompt: "I am setting up storage. Which **database** should it be?",
  selectionMode: "single",
  options: [
    { id: "pg", label: "Postgres", description: "boring", recommended: true },
    { id: "lite", label: "SQLite" },
    { id: "duck", label: "DuckDB" },
  ],
};

export interface Portal extends Omit<Serving, "desk"> {
  ask(question?: QuestionInput, more?: Partial<AskInput>): Promise<Ask>;
  settled(id: string): Promise<SettledAsk>;
  load(id: string): Promise<Ask>;
  open(profile: BrowserContext, path: string): Promise<Page>;
}

export async function startPortal({ env = {} as NodeJS.ProcessEnv } = {}): Promise<Portal> {
  const { desk, ...serving } = await startServing(env);
  return {
    ...serving,
    ask: (question = database, more = {}) =>
      desk.ask({
        questions: [question],
        source: { kind: "test", project: "shop" },
        mode: "detached",
        ...more,
      }),
    settled: (id) => desk.wait(id),
    load: (id) => desk.load(id),
    async open(profile, path) {
      const page = await profile.newPage();
      await page.goto(await serving.linkTo(path));
      // The button appears once the page has heard from the server.
      await page.getByRole("button", { name: say.settings.open }).waitFor();
      return page;
    },
  };
}

/** One portal for a whole test file, whose tests put questions of their own. */
export function sharePortal(options: Parameters<typeof startPortal>[0] = {}): () => Portal {
  let portal: Portal | undefined;
  beforeAll(async () => {
    portal = await startPortal(options);
  });
  afterAll(() => portal?.[Symbol.asyncDispose]());
  return () => {
    if (portal === undefined)
      throw new Error("The portal is started before the first test and not earlier.");
    return portal;
  };
}

/** An open question's row in the list. */
export function openRow(page: Page, text: string): Locator {
  return page.locator("li.row[data-id]").filter({ hasText: text });
}

/** The rows of what was settled last, unfolded. */
export async function settledRow(page: Page, text: string): Promise<Locator> {
  const fold = page.locator("details.settled-rows:not([open]) > summary");
  if ((await fold.count()) > 0) await fold.click();
  return page.locator("li.row.ended").filter({ hasText: text });
}

/** The seconds that a page or a part of it shows as left, or null if it shows none. */
export async function secondsShown(page: Page | Locator): Promise<number | null> {
  const [shown = ""] = await page.getByRole("timer").allTextContents();
  const [clock] = /\d+(:\d\d)+/.exec(shown) ?? [];
  return clock === undefined
    ? null
    : clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

export async function openSettings(page: Page) {
  await page.getByRole("button", { name: say.settings.open }).click();
  return page.getByRole("dialog");
}

/** Turns a switch of the settings off. Waits until the server has saved it. */
export async function turnOff(control: Locator) {
  await control.click();
  await expectPage(control).not.toBeChecked();
}
