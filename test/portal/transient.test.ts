/** The portal that lives as long as a question, started by the agent's own MCP server. */
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { run, start } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { forPrograms, linkInFile } from "../support/link-in-file.ts";
import { startAgent } from "../support/mcp.ts";
import { say, startPortal } from "../support/portal.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";

const chromium = openChromium();

const choice = {
  title: "Database",
  prompt: "Which database?",
  selection_mode: "single",
  transport: "web",
  options: [
    { id: "pg", label: "Postgres", recommended: true },
    { id: "lite", label: "SQLite" },
  ],
};

describe("the transient portal", () => {
  it("[C-22] opens the browser, takes the answer, and goes after its last word", async () => {
    using files = openSandbox();
    const browser = writeBrowser(files);
    await using agent = await startAgent(files.path, { env: { ASKLINE_BROWSER: browser.command } });
    await using profile = await chromium.profile();
    const calling = agent.call("provide_choice", choice);
    const page = await profile.newPage();
    await page.goto(await browser.link());
    await expectPage(page).toHaveURL(/^http:\/\/askline\.localhost:\d+\/choice\/[0-9a-f-]{36}$/);
    const { origin } = new URL(page.url());
    await page.getByRole("radio", { name: "SQLite" }).click();
    await page.getByRole("button", { name: say.submit, exact: true }).click();
    expect((await calling).structuredContent).toMatchObject({
      action_status: "selected",
      selection: { selected_ids: ["lite"] },
      provenance: { by: "person", surface: "portal" },
    });
    await expectPage(page.getByText(say.settled.thanks)).toBeVisible();
    await expectGone(origin);
    await expectPage(page.getByText(say.settled.thanks)).toBeVisible();
    await expectPage(page.getByText(say.reconnecting)).toBeHidden();
    expect(listeningPorts(agent.pid())).toEqual([]);
  });

  it("[C-22] tells a page that is open what was decided elsewhere before it goes", async () => {
    using files = openSandbox();
    const browser = writeBrowser(files);
    await using agent = await startAgent(files.path, { env: { ASKLINE_BROWSER: browser.command } });
    await using profile = await chromium.profile();
    const calling = agent.call("provide_choice", choice);
    const page = await profile.newPage();
    await page.goto(await browser.link());
    await page.getByRole("radio", { name: "SQLite" }).click();
    await run(files.path, [
      "answer",
      new URL(page.url()).pathname.slice("/choice/".length),
      "Postgres",
    ]);
    expect((await calling).structuredContent).toMatchObject({ provenance: { surface: "command" } });
    await expectPage(page.getByText(String(say.where("command")).trim())).toBeVisible();
    await expectGone(new URL(page.url()).origin);
  });

  it("[C-22] serves two questions on one address until the last is settled", async () => {
    using files = openSandbox();
    const browser = writeBrowser(files);
    await using agent = await startAgent(files.path, { env: { ASKLINE_BROWSER: browser.command } });
    const calls = ["First", "Second"].map((title) =>
      agent.call("provide_choice", { ...choice, title }),
    );
    const [one, other] = await browser.links(2);
    expect(new URL(String(one)).origin).toBe(new URL(String(other)).origin);
    const ids = [one, other].map((link) =>
      String(new URL(String(link)).searchParams.get("to")).slice("/choice/".length),
    );
    await run(files.path, ["answer", String(ids[0]), "1"]);
    await Promise.race(calls);
    await using profile = await chromium.profile();
    const page = await profile.newPage();
    await page.goto(String(other));
    await page.getByRole("radio", { name: "SQLite" }).click();
    await page.keyboard.press("Control+Enter");
    await Promise.all(calls);
    await expectPage(page.getByText(say.settled.thanks)).toBeVisible();
    await expectGone(new URL(String(one)).origin);
  });

  it("[C-22] without a browser the address is told in a sentence, and it lets one in", async () => {
    using files = openSandbox();
    const server = start(files.path, ["mcp", "--http"], { env: { ASKLINE_BROWSER: "none" } });
    const [, address = ""] = await server.said(/(http:\/\/127\.0\.0\.1:\d+\/mcp)/);
    const client = new Client({ name: "agent", version: "1.0" });
    const headers = { authorization: `Bearer ${files.readJson("local-token.json").token}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
    );
    try {
      const calling = client.callTool({ name: "provide_choice", arguments: choice });
      const [, link = ""] = await server.said(/Open this address to answer it: (\S+)/);
      await using profile = await chromium.profile();
      const page = await profile.newPage();
      await page.goto(link);
      await page.getByRole("radio", { name: "Postgres" }).click();
      await page.keyboard.press("Control+Enter");
      expect((await calling).structuredContent).toMatchObject({
        action_status: "selected",
        provenance: { surface: "portal" },
      });
      await expectGone(new URL(link).origin);
    } finally {
      await client.close();
      server.child.kill("SIGTERM");
      await server.finished;
    }
  });

  it("[C-22] uses the address of a running hub and starts nothing of its own", async () => {
    await using portal = await startPortal();
    const browser = writeBrowser(portal.files);
    await using agent = await startAgent(portal.state, {
      env: { ASKLINE_BROWSER: browser.command },
    });
    await using profile = await chromium.profile();
    const calling = agent.call("provide_choice", choice);
    const link = await browser.link();
    expect(new URL(link).origin).toBe(portal.site);
    expect(listeningPorts(agent.pid())).toEqual([]);
    const page = await profile.newPage();
    await page.goto(link);
    await page.getByRole("radio", { name: "Postgres" }).click();
    await page.keyboard.press("Control+Enter");
    expect((await calling).structuredContent).toMatchObject({ provenance: { surface: "portal" } });
    expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  });

  it("[C-22] opens no second tab while the hub's dashboard is open", async () => {
    await using portal = await startPortal();
    const browser = writeBrowser(portal.files);
    await using agent = await startAgent(portal.state, {
      env: { ASKLINE_BROWSER: browser.command },
    });
    await using profile = await chromium.profile();
    const page = await portal.open(profile, "/");
    await expectPage.poll(() => isWatched(portal.url, portal.token)).toBe(true);
    const told: (string | undefined)[] = [];
    const calling = agent.call("provide_choice", choice, {
      onprogress: ({ message }) => told.push(message),
    });
    // A person who is quicker than the agent has left the dashboard before the server looks for an
    // open page.
    await expectPage.poll(() => told).not.toEqual([]);
    await page.getByRole("link", { name: choice.title }).click();
    await page.getByRole("radio", { name: "Postgres" }).click();
    await page.keyboard.press("Control+Enter");
    expect((await calling).structuredContent).toMatchObject({ action_status: "selected" });
    expect(existsSync(browser.file)).toBe(false);
  });
});

/** A browser that only records which addresses it was asked to open. */
function writeBrowser(files: Sandbox) {
  const command = files.at("browser");
  const file = files.at("opened");
  writeFileSync(command, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${file}'\n`);
  chmodSync(command, 0o755);
  const opened = () =>
    existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  async function links(count: number): Promise<string[]> {
    await expectPage.poll(opened).toHaveLength(count);
    return opened().map(linkInFile);
  }
  return { command, file, links, link };

  async function link(): Promise<string> {
    return String((await links(1))[0]);
  }
}

async function expectGone(origin: string) {
  const connecting = () =>
    fetch(forPrograms(`${origin}/healthz`)).then(
      () => "answered",
      (error) => error.cause?.code,
    );
  await expectPage.poll(connecting).toBe("ECONNREFUSED");
}

async function isWatched(url: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/watched/00000000-0000-4000-8000-000000000000`, {
    headers,
  });
  return ((await response.json()) as { isWatched: boolean }).isWatched;
}

/** The ports on which a process listens, as the kernel reports them. */
function listeningPorts(pid: number): number[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
    return inode === undefined ? [] : [inode];
  });
  const rows = readFileSync("/proc/net/tcp", "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.trim().split(/\s+/));
  const LISTENING = "0A";
  return rows
    .filter(
      ([, , , state, , , , , , inode]) => state === LISTENING && sockets.includes(String(inode)),
    )
    .map(([, local]) => Number.parseInt(String(local).split(":")[1] ?? "", 16));
}
