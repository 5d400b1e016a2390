/** The built pages: small, separate from the command, and changeable without touching it. */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { messages } from "../../web/portal/parts/messages.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { openSandbox } from "../support/sandbox.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LARGEST_FIRST_LOAD_BYTES = 60_000;

const chromium = openChromium();

it("[C-15] a page change is in web/ alone, and the command built before shows it", async () => {
  using files = openSandbox();
  for (const name of ["src", "web", "dist", "scripts", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, name), files.at(name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), files.at("node_modules"));
  const words = files.at("web/portal/parts/messages.ts");
  const [before, after] = [
    `empty: "${messages("en").dashboard.empty}"`,
    'empty: "Waiting for your word"',
  ];
  expect(readFileSync(words, "utf8")).toContain(before);
  writeFileSync(words, readFileSync(words, "utf8").replace(before, after));
  const build = [join(ROOT, "node_modules/.bin/vite"), "build", "web", "--logLevel", "warn"];
  execFileSync(process.execPath, build, { cwd: files.path });

  const command = [files.at("dist/cli.js"), "serve", "--port", "0", "--json"];
  const env = { ...process.env, ASKLINE_STATE_DIR: files.at("state"), ASKLINE_BROWSER: "none" };
  const server = spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("close", resolve));
  try {
    const line = await new Promise<string>((resolve) =>
      createInterface({ input: server.stdout }).once("line", resolve),
    );
    await using profile = await chromium.profile();
    const page = await profile.newPage();
    await page.goto(JSON.parse(line).link);
    await expectPage(page.getByRole("heading", { name: "Waiting for your word" })).toBeVisible();
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
});

it("the first page loads at most 60 KB of script, none of it zod, and colours come later", () => {
  const html = readFileSync(join(ROOT, "dist/web/index.html"), "utf8");
  const scripts = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = ""]) =>
    readFileSync(join(ROOT, "dist/web", path)),
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)).toBeLessThanOrEqual(
    LARGEST_FIRST_LOAD_BYTES,
  );
  for (const script of scripts) expect(script.toString()).not.toMatch(/zod|hljs-keyword/i);
});

it("nothing in the pages' shell is inline or comes from elsewhere", () => {
  const html = readFileSync(join(ROOT, "dist/web/index.html"), "utf8");
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|https?:/);
});
