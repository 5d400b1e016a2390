/**
 * What a person waits for in the browser: a usable page, and a new question on an open dashboard.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { openDesk } from "../dist/askline.js";
import { answerTwenty, answerTwentyOnPhone } from "./answer-twenty.mjs";
import { measureMany } from "./portal-many.mjs";
import { plainEnvironment } from "./support/environment.mjs";
import { median, percentile } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const OPENINGS = 11;
const QUESTIONS = 60;
const ENDINGS = 20;
const COMMAND = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const ASSETS = new URL("../dist/web/assets/", import.meta.url);
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
];

export async function portal() {
  return onScene(async ({ folder }) => {
    const hub = await startHub(folder);
    const desk = openDesk({ sessionsDirectory: `${folder}/sessions` });
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
    try {
      const openings = await measureOpenings(browser, hub, desk);
      const news = await measureNews(browser, hub, desk);
      const endings = await measureEndings(browser, hub, desk);
      const twenty = await answerTwenty({
        page: await browser.newPage(),
        desk,
        linkTo: hub.linkTo,
      });
      const phone = await twentyOnPhone(browser, hub, desk);
      return [
        ...phone,
        row("20 questions answered by keys, keys", twenty.keys, "", { goal: 20 }),
        row("  the page's own time", twenty.seconds, "s"),
        row("opening a choice page to usable, median", median(openings), "ms", { goal: 300 }),
        row("  slowest", Math.max(...openings), "ms"),
        row("question committed to visible on the dashboard, p50", percentile(news, 50), "ms", {
          goal: 30,
        }),
        row("  p95", percentile(news, 95), "ms"),
        row("answered elsewhere to a form that takes no more, p95", percentile(endings, 95), "ms", {
          goal: 250,
        }),
        ...(await measureMany({ folder, browser, startHub })),
        row("script of the first load, gzipped", firstLoadKilobytes(), "KB", { goal: 60 }),
      ];
    } finally {
      await browser.close();
      await desk.close();
      await hub.stop();
    }
  });
}

export async function startHub(folder) {
  const env = plainEnvironment({
    ASKLINE_STATE_DIR: folder,
    ASKLINE_CONFIG_DIR: folder,
    ASKLINE_BROWSER: "none",
  });
  const child = spawn(process.execPath, [COMMAND, "serve", "--port", "0", "--json"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url } = JSON.parse(line);
  const { token } = JSON.parse(readFileSync(join(folder, "local-token.json"), "utf8"));
  return {
    async linkTo(to) {
      const response = await fetch(`${url}/api/links`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ to }),
      });
      return (await response.json()).link;
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/**
 * From the opening of a link, in a running browser that has never seen the page, to a painted form
 * that accepts a choice. The page notes the moment itself, because asking it from outside would
 * take longer than what is measured.
 */
async function twentyOnPhone(browser, { linkTo }, desk) {
  const rows = [];
  for (const isBefore of [true, false]) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const page = await context.newPage();
    const { count, seconds } = await answerTwentyOnPhone({ page, desk, linkTo, isBefore });
    const way = isBefore ? "by way of the list" : "one after the other";
    rows.push(
      row(`20 questions on the phone, ${way}, touches`, count, "", isBefore ? {} : { goal: 40 }),
    );
    rows.push(row("  with the page's own time", seconds, "s"));
    await context.close();
  }
  return rows;
}

async function measureOpenings(browser, hub, desk) {
  const times = [];
  for (let round = 0; round < OPENINGS; round++) {
    const { id } = await desk.ask(question(`Opening ${round}`));
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector("input[type=radio]:enabled") === null)
          return requestAnimationFrame(look);
        return requestAnimationFrame(() => {
          window.usableAt = performance.timeOrigin + performance.now();
        });
      };
      requestAnimationFrame(look);
    });
    const link = await hub.linkTo(`/choice/${id}`);
    const start = performance.timeOrigin + performance.now();
    await page.goto(link, { waitUntil: "commit" });
    await page.waitForFunction(() => window.usableAt !== undefined);
    times.push((await page.evaluate(() => window.usableAt)) - start);
    await page.close();
    await desk.withdraw(id, { surface: "bench" });
  }
  // The first one starts the browser's own parts.
  return times.slice(1);
}

async function measureNews(browser, hub, desk) {
  const page = await browser.newPage();
  await page.goto(await hub.linkTo("/"));
  await page.getByRole("heading", { level: 1 }).waitFor();
  // The page itself notes when a title first appears in it; both clocks are this machine's.
  await page.evaluate(() => {
    window.seenAt = {};
    new MutationObserver(() => {
      const now = performance.timeOrigin + performance.now();
      for (const [title] of document.body.innerText.matchAll(/News \d+!/g))
        window.seenAt[title] ??= now;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  const times = [];
  for (let round = 0; round < QUESTIONS; round++) {
    const title = `News ${round}!`;
    const { id } = await desk.ask(question(title));
    const committedAt = performance.timeOrigin + performance.now();
    await page.waitForFunction((wanted) => window.seenAt[wanted] !== undefined, title);
    times.push(
      Math.max(0, (await page.evaluate((wanted) => window.seenAt[wanted], title)) - committedAt),
    );
    await desk.withdraw(id, { surface: "bench" });
  }
  await page.close();
  return times;
}

/** From the acknowledged answer of another process to a page whose form is closed. */
async function measureEndings(browser, hub, desk) {
  const times = [];
  for (let round = 0; round < ENDINGS; round++) {
    const { id } = await desk.ask(question(`Ending ${round}`));
    const page = await browser.newPage();
    await page.goto(await hub.linkTo(`/choice/${id}`));
    await page.waitForSelector("input[type=radio]:enabled");
    await page.evaluate(() => {
      const look = () => {
        if (document.querySelector("input[type=radio]:enabled") !== null) return;
        window.shutAt ??= performance.timeOrigin + performance.now();
      };
      new MutationObserver(look).observe(document.body, {
        attributes: true,
        childList: true,
        subtree: true,
      });
    });
    await desk.answer(id, { answers: [{ optionIds: ["1"] }] }, { surface: "bench" });
    const answeredAt = performance.timeOrigin + performance.now();
    await page.waitForFunction(() => window.shutAt !== undefined);
    times.push(Math.max(0, (await page.evaluate(() => window.shutAt)) - answeredAt));
    await page.close();
  }
  return times;
}

function question(title) {
  const options = [{ label: "Postgres", recommended: true }, { label: "SQLite" }];
  return {
    questions: [{ title, prompt: "Which **database**?", options }],
    source: { kind: "bench" },
    mode: "detached",
    timeoutSeconds: 600,
  };
}

/** The files that every choice page loads. The colours of code load only where there is code. */
function firstLoadKilobytes() {
  const scripts = readdirSync(ASSETS).filter(
    (name) => name.endsWith(".js") && !name.startsWith("highlight-"),
  );
  return (
    scripts.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, ASSETS))).length, 0) /
    1024
  );
}
