// `npm run screenshots`: the pictures in the README, taken of the real program with a few good questions open.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";
import { openDesk } from "../dist/askline.js";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--hide-scrollbars",
];
const SIZES = { desktop: { width: 1100, height: 860 }, phone: { width: 390, height: 844 } };

const state = mkdtempSync(join(tmpdir(), "askline-pictures-"));
const images = new URL("../docs/images/", import.meta.url);
mkdirSync(images, { recursive: true });
const desk = openDesk({ sessionsDirectory: join(state, "sessions") });
const hub = spawn(process.execPath, ["dist/cli.js", "serve", "--port", "0", "--json"], {
  env: { ...process.env, ASKLINE_STATE_DIR: state, ASKLINE_BROWSER: "none", LANG: "en_US.UTF-8", LC_ALL: "" },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [line] = await once(createInterface({ input: hub.stdout }), "line");
  const { link } = JSON.parse(line);
  const ids = await putQuestions();
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
  for (const [name, viewport] of Object.entries(SIZES)) {
    const context = await browser.newContext({ viewport, hasTouch: name === "phone", isMobile: name === "phone" });
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.screenshot({ path: new URL(`dashboard-${name}.png`, images).pathname });
    await page.goto(link.replace(/to=.*$/, `to=${encodeURIComponent(`/choice/${ids[0]}`)}`));
    await page.getByRole("radio").first().check();
    await page.waitForTimeout(500);
    await page.screenshot({ path: new URL(`choice-${name}.png`, images).pathname });
    await context.close();
  }
  await browser.close();
} finally {
  await desk.close();
  hub.kill("SIGTERM");
  await once(hub, "exit");
  rmSync(state, { recursive: true, force: true });
}

async function putQuestions() {
  const database = await put("Database", "shop", "claude-code", 540, {
    prompt:
      "I am adding orders to the shop and need a place to keep them. This is **hard to change later**, so you decide.\n\n```diff\n- orders: Map<string, Order>\n+ orders: Repository<Order>\n```",
    options: [
      { label: "Postgres", description: "What the other services use; needs a server", recommended: true },
      { label: "SQLite", description: "One file, no server; a single writer" },
      { label: "Keep it in memory", description: "Nothing to set up; gone with every restart" },
    ],
  });
  await put("Delete the old bucket?", "infra", "codex", 95, {
    prompt: "Nothing has read `backups-2023` for a year. Deleting it cannot be undone.",
    selectionMode: "single",
    options: [{ label: "Keep it", recommended: true }, { label: "Delete it" }],
  });
  await put("Release notes", "docs-site", "gemini-cli", 3000, { prompt: "What should the headline say?" });
  const done = await put("Test runner", "shop", "claude-code", 600, {
    prompt: "Which test runner?",
    options: [{ label: "Vitest", recommended: true }, { label: "node:test" }],
  });
  await desk.answer(done, { answers: [{ optionIds: ["1"] }] }, { surface: "terminal", who: "ada" });
  return [database];
}

async function put(title, project, agentId, timeoutSeconds, question) {
  const source = { kind: "mcp", project, agentId };
  const { id } = await desk.ask({ questions: [{ title, ...question }], source, timeoutSeconds, mode: "detached" });
  return id;
}
