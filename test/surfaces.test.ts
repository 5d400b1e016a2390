/**
 * A surface is one folder: adding one changes nothing elsewhere, and removing one breaks nothing
 * else.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { patient } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COPIED = [
  "src",
  "scripts",
  "skills",
  "package.json",
  "tsconfig.json",
  "rolldown.config.ts",
  "biome.json",
];

describe("a new surface", () => {
  it("is one folder: built, it shows asks, takes an answer, and has its name and its command", {
    timeout: patient(240_000),
  }, async () => {
    using files = openSandbox();
    for (const name of COPIED) cpSync(join(ROOT, name), files.at(name), { recursive: true });
    cpSync(join(ROOT, "dist/web"), files.at("dist/web"), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), files.at("node_modules"));
    cpSync(join(ROOT, "test/fixtures/surfaces/link"), files.at("src/surfaces/link"), {
      recursive: true,
    });
    runHere(files.path, "node_modules/.bin/rolldown", "-c", "--logLevel", "silent");
    const posted: { id: string; state: string; path: string }[] = [];
    await using webhook = await startWebhook((body) => posted.push(JSON.parse(body)));
    const env = {
      ...process.env,
      ASKLINE_STATE_DIR: files.at("state"),
      ASKLINE_LINK_WEBHOOK: webhook.url,
    };
    const askline = (...args: string[]) =>
      execFileSync(process.execPath, [files.at("dist/cli.js"), ...args], {
        env,
        encoding: "utf8",
      }).trim();

    const before = askline("ask", "Which colour?", "-o", "Red", "-o", "Blue", "--no-wait");
    const hub = spawn(
      process.execPath,
      [files.at("dist/cli.js"), "serve", "--port", "0", "--json"],
      { env },
    );
    try {
      const [line] = await once(createInterface({ input: hub.stdout }), "line");
      const { url } = JSON.parse(line) as { url: string };
      await expect.poll(() => posted.find(({ id }) => before.includes(id))?.state).toBe("open");
      const { path, id } = posted.find((one) => before.includes(one.id)) ?? { path: "", id: "" };
      expect(await (await fetch(url + path)).text()).toBe("Which colour?\n1. Red\n2. Blue");
      expect((await fetch(`${url}${path.slice(0, -1)}`)).status).toBe(403);
      expect(await (await fetch(`${url}${path}/2`, { method: "POST" })).text()).toBe("Thank you.");
      await expect.poll(() => posted.at(-1)).toMatchObject({ id, state: "settled" });
    } finally {
      hub.kill("SIGTERM");
      await once(hub, "exit");
    }
    expect(askline("history")).toMatch(/answered +\S+ ago +somebody +a signed link .*Blue/);
    expect(askline("link")).toBe(webhook.url);
    expect(askline("--help")).toContain("Say where links are posted to");
  });
});

describe("without a surface", () => {
  let said = "";
  beforeAll(async () => {
    const script = spawn(process.execPath, [join(ROOT, "scripts/without-surface.mjs")]);
    [said] = await Promise.all([text(script.stdout), once(script, "exit")]);
  }, patient(600_000));

  it.each(
    readdirSync(join(ROOT, "src/surfaces"), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    ),
  )("called $name everything else compiles", ({ name }) => {
    expect(said).toContain(`${name}: everything else compiles`);
  });
});

function runHere(folder: string, program: string, ...args: string[]) {
  execFileSync(process.execPath, [join(folder, program), ...args], { cwd: folder, stdio: "pipe" });
}

async function startWebhook(hear: (body: string) => void) {
  const server = createServer(async (request, response) => {
    hear(await text(request));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
