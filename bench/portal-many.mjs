/**
 * The list of open questions with 10,000 of them beside an empty one, in the same run: what the first
 * load weighs and takes, what an idle page costs, and how long a letter in the search field takes.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median, percentile } from "./support/figures.mjs";
import { answersTo, fillWithSessions, writeAnswers } from "./support/sessions.mjs";
import { row } from "./support/table.mjs";

const OPEN = 10_000;
const OPENINGS = 7;
const IDLE_SECONDS = 10;
const WORDS = ["databa", "postgres", "nothing of it"];

export async function measureMany({ folder, browser, startHub }) {
  const scenes = [];
  for (const open of [0, OPEN]) {
    const place = join(folder, `open-${open}`);
    const sessions = join(place, "sessions");
    mkdirSync(sessions, { recursive: true, mode: 0o700 });
    const ids = await fillWithSessions(sessions, Math.max(open, 1));
    // A list on which nothing ever stood is another page: it helps to connect, and has no search.
    if (open === 0) writeAnswers(sessions, answersTo(ids[0]));
    scenes.push({ hub: await startHub(place), loads: [], weights: [], keys: [] });
  }
  try {
    for (let round = 0; round < OPENINGS; round++)
      for (const scene of scenes) await openOnce(browser, scene);
    for (const scene of scenes) scene.idle = await idleShare(browser, scene);
    for (const scene of scenes) await search(browser, scene);
    return rowsOf(scenes);
  } finally {
    for (const { hub } of scenes) await hub.stop();
  }
}

/** In a browser that has never been there. The page itself notes when its list is painted. */
async function openOnce(browser, { hub, loads, weights }) {
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await network.send("Network.enable");
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector("li.row, .empty") === null) return requestAnimationFrame(look);
      return requestAnimationFrame(() => {
        window.usableAt = performance.timeOrigin + performance.now();
      });
    };
    requestAnimationFrame(look);
  });
  const link = await hub.linkTo("/");
  const start = performance.timeOrigin + performance.now();
  await page.goto(link, { waitUntil: "commit" });
  await page.waitForFunction(() => window.usableAt !== undefined);
  loads.push((await page.evaluate(() => window.usableAt)) - start);
  await page.waitForLoadState("networkidle");
  weights.push(bytes / 1024);
  await context.close();
}

/** The processor time of all renderers, as a share of one core. */
async function idleShare(browser, { hub }) {
  const page = await browser.newPage();
  await page.goto(await hub.linkTo("/"));
  await page.locator("li.row, .empty").first().waitFor();
  const system = await browser.newBrowserCDPSession();
  const used = async () => {
    const { processInfo } = await system.send("SystemInfo.getProcessInfo");
    return processInfo
      .filter(({ type }) => type === "renderer")
      .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  await sleep(2_000);
  const before = await used();
  await sleep(IDLE_SECONDS * 1_000);
  const share = ((await used()) - before) / IDLE_SECONDS;
  await page.close();
  return share * 100;
}

/** From the key to the frame that shows what was found for it. */
async function search(browser, { hub, keys }) {
  const page = await browser.newPage();
  await page.goto(await hub.linkTo("/"));
  await page.locator("li.row, .empty").first().waitFor();
  const field = page.getByRole("searchbox");
  await field.focus();
  await page.evaluate(() => {
    window.took = [];
    document.querySelector("#search").addEventListener("input", ({ target }) => {
      const [start, wanted] = [performance.now(), target.value];
      const look = () => {
        if (target.value !== wanted) return;
        const shown = document.querySelector(".list-body").dataset.shownFor;
        if (shown === wanted) window.took.push(performance.now() - start);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  });
  for (const word of WORDS) {
    for (const letter of word) {
      const known = await page.evaluate(() => window.took.length);
      await page.keyboard.type(letter);
      await page.waitForFunction((count) => window.took.length > count, known);
    }
    await field.fill("");
    await page.waitForFunction(() => document.querySelector(".list-body").dataset.shownFor === "");
  }
  keys.push(...(await page.evaluate(() => window.took)));
  await page.close();
}

function rowsOf([none, all]) {
  const [loadNone, loadAll] = [median(none.loads), median(all.loads)];
  const [keyNone, keyAll] = [percentile(none.keys, 95), percentile(all.keys, 95)];
  return [
    row(`${OPEN} open: first load over the wire`, median(all.weights), "KB", {
      goal: 300,
      note: `${median(none.weights).toFixed(0)} KB with none`,
    }),
    row("  usable, beside an empty list", loadAll / loadNone, "x", {
      goal: 2,
      note: `${loadAll.toFixed(0)} ms, ${loadNone.toFixed(0)} ms with none`,
    }),
    row("  the very first opening", all.loads[0], "ms", {
      note: `${none.loads[0].toFixed(0)} ms with none`,
    }),
    row("  idle page, share of a core", all.idle, "%", {
      goal: 1,
      note: `${none.idle.toFixed(2)} % with none`,
    }),
    row("  a letter in the search field to its result, p95, more", keyAll - keyNone, "ms", {
      goal: 50,
      note: `${keyAll.toFixed(0)} ms, ${keyNone.toFixed(0)} ms with none`,
    }),
  ];
}
