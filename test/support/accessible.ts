/** Whether anybody can use a page: by axe, on a narrow screen, and with a finger. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { expect } from "vitest";
import { smallTargets } from "./browser.ts";

// The page's policy allows only our own scripts, so the debugger injects axe.
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
// A chip; a finger gets 44 pixels everywhere.
const LEAST_WITH_POINTER = 24;

/**
 * No violation that axe knows of, nothing wider than the screen, and nothing to touch that is too
 * small.
 */
export async function expectClean(page: Page) {
  await page.evaluate(`if (window.axe === undefined) { ${axe} }`);
  const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run(document)");
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`,
    ),
  ).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(await smallTargets(page, LEAST_WITH_POINTER)).toEqual([]);
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}
