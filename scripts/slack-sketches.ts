/**
 * `npm run sketches`: draws every card that Slack is sent, in English and Korean, into
 * .test-results/slack-sketches, to be looked at. Slack's own drawing differs in detail.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { draw, drawWindow, STYLE } from "./slack-sketches/draw.ts";
import { type Sketch, sketchesIn } from "./slack-sketches/samples.ts";
import { wordsIn } from "./slack-sketches/words.ts";

const OUT = ".test-results/slack-sketches";
const AT_ONCE = 8;

mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const locale of ["en", "ko"] as const) {
  const sketches = [...sketchesIn(locale), ...wordsIn(locale)];
  for (let from = 0; from < sketches.length; from += AT_ONCE) {
    const body = sketches
      .slice(from, from + AT_ONCE)
      .map(drawSketch)
      .join("");
    const html = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><style>${STYLE}</style><body>${body}`;
    const path = `${OUT}/${locale}-${from / AT_ONCE + 1}`;
    writeFileSync(`${path}.html`, html);
    const page = await browser.newPage({ viewport: { width: 660, height: 800 } });
    await page.setContent(html);
    await page.screenshot({ path: `${path}.png`, fullPage: true });
    await page.close();
  }
}
await browser.close();
console.log(`The sketches are in ${OUT}.`);

function drawSketch({ name, messages, window }: Sketch): string {
  const drawn = [...messages.map(draw), ...(window ? [drawWindow(window)] : [])];
  return `<h1>${name}</h1>${drawn.join("")}`;
}
