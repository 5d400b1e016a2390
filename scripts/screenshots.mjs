// `npm run screenshots`: takes the README's pictures of the real program with a
// few good questions open.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
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
const looksDirectory = new URL("../.test-results/screenshots/", import.meta.url).pathname;
mkdirSync(looksDirectory, { recursive: true });
const desk = openDesk({ sessionsDirectory: join(state, "sessions") });
const hub = spawn(process.execPath, ["dist/cli.js", "serve", "--port", "0", "--json"], {
  env: {
    ...process.env,
    ASKLINE_STATE_DIR: state,
    ASKLINE_BROWSER: "none",
    LANG: "en_US.UTF-8",
    LC_ALL: "",
  },
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  const [line] = await once(createInterface({ input: hub.stdout }), "line");
  const { url } = JSON.parse(line);
  const ids = await putQuestions();
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
  for (const [name, viewport] of Object.entries(SIZES)) {
    const context = await browser.newContext({
      viewport,
      hasTouch: name === "phone",
      isMobile: name === "phone",
    });
    const page = await context.newPage();
    await page.goto(await linkTo(url, "/"));
    await page.locator("li.row").first().waitFor();
    if (name === "desktop") await page.locator("#question :is(input, button)").first().waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: new URL(`dashboard-${name}.png`, images).pathname });
    await page.goto(await linkTo(url, `/choice/${ids[0]}`));
    await page.getByRole("radio").first().check();
    await page.waitForTimeout(500);
    await page.screenshot({ path: new URL(`choice-${name}.png`, images).pathname });
    await context.close();
  }
  await takeVoice(browser, url);
  await browser.close();
} finally {
  await desk.close();
  hub.kill("SIGTERM");
  await once(hub, "exit");
  rmSync(state, { recursive: true, force: true });
}

/** The voice page on a phone, with agents whose hooks are posted as the real clients post them. */
async function takeVoice(browser, url) {
  const agents = await putAgents(url, localToken());
  const looks = {
    light: { colorScheme: "light" },
    dark: { colorScheme: "dark" },
    korean: { locale: "ko-KR" },
  };
  for (const [name, look] of Object.entries(looks)) {
    const context = await browser.newContext({
      viewport: SIZES.phone,
      hasTouch: true,
      isMobile: true,
      ...look,
    });
    const page = await context.newPage();
    const open = async (path) => page.goto(await linkTo(url, path));
    const take = (what) =>
      page.screenshot({ path: join(voiceImages(what, name), `voice-${what}-${name}.png`) });
    await open("/voice");
    await page.getByRole("listitem").nth(2).waitFor();
    await take("agents");
    await open(`/voice/agents/${agents.shop}`);
    await page.locator(".option-button").first().waitFor();
    await page.waitForTimeout(500);
    await take("question");
    await open(`/voice/agents/${agents.infra}`);
    await page.locator(".option-button").first().waitFor();
    await page.waitForTimeout(500);
    await take("permission");
    await page.locator(".option-button").last().click();
    await page.getByRole("alertdialog").waitFor();
    await page.waitForTimeout(500);
    await take("confirm");
    await open(`/voice/agents/${agents["docs-site"]}`);
    await page.locator(".composer textarea").fill("And mention the new voice page");
    await page.locator("button.talk").click();
    await page.locator(".spoken").waitFor();
    await page.waitForTimeout(500);
    await take("busy");
    await page.locator(".voice-bar button").click();
    await take("settings");
    await context.close();
  }
}

/** The README shows three of them; the others are for review. */
function voiceImages(what, name) {
  return name === "light" && ["agents", "question", "confirm"].includes(what)
    ? images.pathname
    : looksDirectory;
}

async function putAgents(origin, token) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = (name, event, more = {}) =>
    fetch(`${origin}/hook/${event}`, {
      method: "POST",
      headers: { ...headers, "x-askline-client": "claude-code" },
      body: JSON.stringify({
        session_id: name,
        cwd: join(state, name),
        hook_event_name: event,
        ...more,
      }),
    });
  const asks = async (name, tool_name, tool_input) => {
    await post(name, "PreToolUse", { tool_name, tool_input, tool_use_id: `call-${name}` });
    post(name, "PermissionRequest", { tool_name, tool_input }).catch(() => undefined);
  };
  await post("docs-site", "UserPromptSubmit", { prompt: "What changed since 1.9?" });
  const changes =
    "Three things:\n\n1. **Voice**: answer from a phone\n2. `askline pair` shows a code to scan\n3. Faster lists\n\n```ts\nconst limit = 60_000; // bytes\n```";
  await post("docs-site", "Stop", { last_assistant_message: changes });
  await post("docs-site", "UserPromptSubmit", { prompt: "Write the release notes for 2.0" });
  await post("shop", "UserPromptSubmit", { prompt: "Add orders to the shop" });
  const said =
    "The orders have a type of their own now, and **42 tests** pass. " +
    "What is missing is a place to keep them.";
  await post("shop", "Stop", { last_assistant_message: said });
  await post("shop", "UserPromptSubmit", { prompt: "Then do that next" });
  const options = [
    { label: "Postgres (Recommended)", description: "What the other services use; needs a server" },
    { label: "SQLite", description: "One file, no server; a single writer" },
    { label: "Keep it in memory", description: "Nothing to set up; gone with every restart" },
  ];
  const question = "Where shall the orders be kept? This is hard to change later.";
  await asks("shop", "AskUserQuestion", {
    questions: [{ question, header: "Storage", options, multiSelect: false }],
  });
  await post("infra", "UserPromptSubmit", { prompt: "Free some space on the build machine" });
  await asks("infra", "Bash", {
    command: "rm -rf ~/backups-2023",
    description: "Remove last year's backups",
  });
  for (;;) {
    const list = await (await fetch(`${origin}/api/agents`, { headers })).json();
    const open = await (await fetch(`${origin}/api/asks`, { headers })).json();
    const ids = Object.fromEntries(list.map(({ id, sessionId }) => [sessionId, id]));
    if (open.open.length >= 5 && ids.infra !== undefined) return ids;
  }
}

async function putQuestions() {
  const database = await put("Database", "shop", "claude-code", 540, {
    prompt:
      "I am adding orders to the shop and need a place to keep them. This is **hard to change later**, so you decide.\n\n```diff\n- orders: Map<string, Order>\n+ orders: Repository<Order>\n```",
    options: [
      {
        label: "Postgres",
        description: "What the other services use; needs a server",
        recommended: true,
      },
      { label: "SQLite", description: "One file, no server; a single writer" },
      { label: "Keep it in memory", description: "Nothing to set up; gone with every restart" },
    ],
  });
  await put("Delete the old bucket?", "infra", "codex", 95, {
    prompt: "Nothing has read `backups-2023` for a year. Deleting it cannot be undone.",
    selectionMode: "single",
    options: [{ label: "Keep it", recommended: true }, { label: "Delete it" }],
  });
  await put("Release notes", "docs-site", "gemini-cli", 3000, {
    prompt: "What should the headline say?",
  });
  const done = await put("Test runner", "shop", "claude-code", 600, {
    prompt: "Which test runner?",
    options: [{ label: "Vitest", recommended: true }, { label: "node:test" }],
  });
  await desk.answer(done, { answers: [{ optionIds: ["1"] }] }, { surface: "terminal", who: "ada" });
  return [database];
}

async function put(title, project, agentId, timeoutSeconds, question) {
  const source = { kind: "mcp", project, agentId };
  const { id } = await desk.ask({
    questions: [{ title, ...question }],
    source,
    timeoutSeconds,
    mode: "detached",
  });
  return id;
}

/** A link that lets one browser in. */
async function linkTo(url, to) {
  const response = await fetch(`${url}/api/links`, {
    method: "POST",
    headers: { authorization: `Bearer ${localToken()}`, "content-type": "application/json" },
    body: JSON.stringify({ to }),
  });
  return (await response.json()).link;
}

function localToken() {
  return JSON.parse(readFileSync(join(state, "local-token.json"), "utf8")).token;
}
