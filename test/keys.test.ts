/** Where the machine's token stands and where it does not, and how it is changed. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { run, runJson, start } from "./support/askline.ts";
import { startHub } from "./support/hub.ts";
import { forPrograms, linkInFile } from "./support/link-in-file.ts";
import { until } from "./support/patience.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

describe("askline serve --open", () => {
  it("gives the browser a private file, whose link lets in one browser once", async () => {
    using files = openSandbox();
    const browser = writeBrowser(files);
    const serving = start(files.path, ["serve", "--port", "0", "--open"], {
      env: { ASKLINE_BROWSER: browser.command },
    });
    const [printed] = await serving.said(/http\S+/);
    const address = await until("the browser", browser.opened);
    const token: string = files.readJson("local-token.json").token;
    expect(address).toMatch(/^file:\/\/\//);
    const file = fileURLToPath(address);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const link = linkInFile(address);
    expect(link).not.toBe(printed);
    for (const one of [link, printed]) {
      expect(one).toMatch(/^http:\/\/askline\.localhost:\d+\/open\?code=[\w-]{43}&to=%2F$/);
      expect(one).not.toContain(token);
    }

    const looked = await fetch(forPrograms(link), { method: "HEAD" });
    expect(looked.status).toBe(405);
    expect(existsSync(file)).toBe(true);
    const opened = await fetch(forPrograms(link));
    expect(opened.status).toBe(200);
    expect(opened.headers.get("cache-control")).toBe("no-store");
    expect(existsSync(file)).toBe(false);
    expect((await fetch(forPrograms(link))).status).toBe(401);
    // The browser that used it may open it again: its owner clicked twice.
    const [cookie = ""] = String(opened.headers.get("set-cookie")).split(";", 1);
    const again = await fetch(forPrograms(link), { headers: { cookie }, redirect: "manual" });
    expect([again.status, again.headers.get("location")]).toEqual([303, "/"]);

    const withToken = forPrograms(link).replace(/code=[^&]*/, `token=${token}`);
    expect((await fetch(withToken, { redirect: "manual" })).status).toBe(401);
    serving.child.kill("SIGTERM");
    const { stdout, stderr } = await serving.finished;
    expect(stdout + stderr).not.toContain(token);
  });

  it("leaves no file behind that was not used, also where the hub was killed", async () => {
    using files = openSandbox();
    const browser = writeBrowser(files);
    const env = { ASKLINE_BROWSER: browser.command };
    const killed = start(files.path, ["serve", "--port", "0", "--open"], { env });
    const file = fileURLToPath(await until("the browser", browser.opened));
    killed.child.kill("SIGKILL");
    await killed.finished;
    expect(existsSync(file)).toBe(true);
    const next = start(files.path, ["serve", "--port", "0"], { env });
    await next.said(/http\S+/);
    expect(existsSync(file)).toBe(false);
    next.child.kill("SIGTERM");
    await next.finished;
  });
});

describe("askline token rotate", () => {
  it("shuts out the old token at once; the hub and its clients go on with the new one", async () => {
    await using hub = await startHub();
    const stream = await hub.get("/api/events");
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const said = await runJson(hub.state, ["token", "rotate"]);
    expect(said).toEqual({ file: hub.files.at("local-token.json") });
    const token: string = hub.files.readJson("local-token.json").token;
    expect(token).not.toBe(hub.token);
    expect(statSync(said.file).mode & 0o777).toBe(0o600);
    expect((await hub.get("/api/asks")).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await hub.get("/api/asks", headers)).status).toBe(200);
    expect(hub.files.readJson("hub.json")).toMatchObject({ token, url: hub.url });
    const ended = await endOf(reader);
    expect(ended).toBe("over");
    const again = await run(hub.state, ["serve", "--open"], { env: { ASKLINE_BROWSER: "none" } });
    const [link = ""] = /http\S+/.exec(again.stdout) ?? [];
    expect((await fetch(forPrograms(link))).status).toBe(200);
  });

  it("needs no hub, says what to do next, and shows no token", async () => {
    using files = openSandbox();
    const { stdout, code } = await run(files.path, ["token", "rotate"]);
    expect(code).toBe(0);
    expect(stdout.replace(/\s+/g, " ")).toContain("askline serve --open");
    expect(stdout).not.toContain(files.readJson("local-token.json").token);
  });

  it("removes what a killed writer left of the old one", async () => {
    using files = openSandbox();
    const left = files.at(".askline-4194301-zzz-old.tmp");
    writeFileSync(left, '{"token": "old"}');
    const longAgo = new Date(Date.now() - 2 * 3600_000);
    const { utimesSync } = await import("node:fs");
    utimesSync(left, longAgo, longAgo);
    await run(files.path, ["token", "rotate"]);
    expect(existsSync(left)).toBe(false);
  });
});

async function endOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  for (;;) {
    const read = await reader.read().catch(() => ({ done: true }));
    if (read.done) return "over";
  }
}

/** A browser that records what it was asked to open. */
function writeBrowser(files: Sandbox) {
  const command = files.at("browser");
  const file = files.at("opened");
  writeFileSync(
    command,
    `#!/bin/sh\nprintf '%s' "$1" > '${file}.tmp' && mv '${file}.tmp' '${file}'\n`,
  );
  chmodSync(command, 0o755);
  return { command, opened: () => existsSync(file) && readFileSync(file, "utf8") };
}
