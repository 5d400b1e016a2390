/**
 * Debian's Chromium, used as a person would: one browser per test file, a
 * fresh profile for each test.
 */

import { setTimeout as sleep } from "node:timers/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type Page,
} from "@playwright/test";
import { afterAll } from "vitest";
import { patient } from "./patience.ts";

// A profile in the browser without windows takes a seventh of the processor time.
const WITHOUT_WINDOWS = "/usr/bin/chromium-headless-shell";
const WITH_WINDOWS = "/usr/bin/chromium";
const ARGUMENTS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];
const LONGEST_WAIT_MS = patient(15_000);
const CLOSES_WITHIN_MS = patient(10_000);

/** Waits until the page is as expected. For everything outside the page, use vitest's own. */
export const expectPage = expect.configure({ timeout: LONGEST_WAIT_MS });

export interface Chromium {
  /** A browser that has never been here: no cookies, no storage. Closed with all its pages. */
  profile(options?: BrowserContextOptions): Promise<BrowserContext>;
}

/**
 * Called at the top of a test file. `hasWindows` is for what only the whole browser does, such as
 * installing a page.
 */
export function openChromium({ hasWindows = false } = {}): Chromium {
  const executablePath = hasWindows ? WITH_WINDOWS : WITHOUT_WINDOWS;
  let browser: Browser | undefined;
  afterAll(async () => {
    if (browser !== undefined) await hasEnded(browser.close());
  });
  return {
    async profile(options = {}) {
      browser ??= await chromium.launch({ executablePath, args: ARGUMENTS });
      const context = await browser.newContext({ locale: "en-US", ...options });
      context.setDefaultTimeout(LONGEST_WAIT_MS);
      return Object.assign(context, { [Symbol.asyncDispose]: () => dispose(context) });
    },
  };

  /**
   * Sometimes Chromium never reports that it closed a profile, nor any after it; the next test
   * then gets another browser.
   */
  async function dispose(context: BrowserContext): Promise<void> {
    if (!(await hasEnded(context.close()))) browser = undefined;
  }
}

// A card counts as its link's target, a label as its box's. A link within an agent's sentence may
// be as small as the letters.
const TARGETS =
  "button, select, textarea, input:not([type=radio], [type=checkbox]), .option-line label, .setting > label, .linked-card, li.row, a:not(.card-link, .row > .title, .markdown *)";

/**
 * The controls of this page that are narrower or lower than a finger needs, or than a pointer does
 * where the page is used with one. The way past the bar is out of sight until it has the focus.
 */
export function smallTargets(page: Page, leastWithPointer = 44): Promise<string[]> {
  return page.evaluate<string[]>(`{
    const least = matchMedia("(pointer: coarse)").matches ? 44 : ${leastWithPointer};
    [...document.querySelectorAll("${TARGETS}")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > 0)
      .filter((one) => one.getBoundingClientRect().height < least || one.getBoundingClientRect().width < least)
      .map((one) => one.outerHTML.slice(0, 120));
  }`);
}

async function hasEnded(closing: Promise<void>): Promise<boolean> {
  const isLate = sleep(CLOSES_WITHIN_MS, true);
  return !(await Promise.race([closing.then(() => false), isLate]));
}
