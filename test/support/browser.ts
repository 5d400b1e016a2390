/** Debian's Chromium, used as a person would: one browser for a test file, a fresh profile for each test. */
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, expect } from "@playwright/test";
import { afterAll, beforeAll } from "vitest";

const EXECUTABLE = "/usr/bin/chromium";
const ARGUMENTS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];
const LONGEST_WAIT_MS = 15_000;

/** Waits until the page is as it should be; for everything outside the page there is vitest's own. */
export const expectPage = expect.configure({ timeout: LONGEST_WAIT_MS });

export interface Chromium {
  /** A browser that has never been here: no cookies, nothing remembered. Closed with everything that hangs on it. */
  profile(options?: BrowserContextOptions): Promise<BrowserContext>;
}

/** Called at the top of a test file. */
export function openChromium(): Chromium {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
  });
  afterAll(() => browser?.close());
  return {
    async profile(options = {}) {
      if (browser === undefined) throw new Error("The browser is opened before the first test and not earlier.");
      const context = await browser.newContext({ locale: "en-US", ...options });
      context.setDefaultTimeout(LONGEST_WAIT_MS);
      return context;
    },
  };
}
