/**
 * `askline mcp --http` started by hand in a terminal: agents connect, and their questions are
 * prompted for there.
 */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { CLI, run, runJson, start } from "./support/askline.ts";
import { untilOpen } from "./support/asks-in.ts";
import { clockAtRate } from "./support/child-clock.ts";
import { openSandbox } from "./support/sandbox.ts";
import { shared } from "./support/shared.ts";
import { openTerminal } from "./support/tmux.ts";

const choice = {
  title: "Database",
  prompt: "Which database?",
  selection_mode: "single",
  options: [
    { id: "pg", label: "Postgres", recommended: true },
    { id: "lite", label: "SQLite" },
  ],
};

async function connect(port: number, token: string) {
  const client = new Client({ name: "http-agent", version: "1.0" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), { requestInit }),
  );
  return client;
}

describe("the default transport", () => {
  it("[C-20] is the terminal of the server, when that is interactive", async () => {
    using files = openSandbox();
    using terminal = openTerminal({ env: { ASKLINE_STATE_DIR: files.path } });
    terminal.type(`${process.execPath} ${CLI} mcp --http`);
    terminal.press("Enter");
    const [, port] = /127\.0\.0\.1:(\d+)/.exec(await terminal.until(/127\.0\.0\.1:(\d+)/)) ?? [];
    const client = await connect(Number(port), files.readJson("local-token.json").token);
    try {
      const calling = client.callTool({ name: "provide_choice", arguments: choice });
      await terminal.until(/Postgres[\s\S]*SQLite/);
      terminal.press("2");
      terminal.press("Enter");
      expect((await calling).structuredContent).toMatchObject({
        action_status: "selected",
        selection: { selected_ids: ["lite"] },
        provenance: { by: "person", surface: "terminal" },
      });
      await terminal.until(/✔ Database: SQLite/);
    } finally {
      await client.close();
    }
  });

  it("asks one after the other, and a held Enter answers no unread question", async () => {
    using files = openSandbox();
    // A key that is held down repeats within milliseconds, for which a busy machine may be too
    // slow.
    using terminal = openTerminal({
      env: { ASKLINE_STATE_DIR: files.path, ...clockAtRate(1 / 20) },
    });
    terminal.type(`${process.execPath} ${CLI} mcp --http`);
    terminal.press("Enter");
    const [, port] = /127\.0\.0\.1:(\d+)/.exec(await terminal.until(/127\.0\.0\.1:(\d+)/)) ?? [];
    const client = await connect(Number(port), files.readJson("local-token.json").token);
    const ask = (prompt: string) =>
      client
        .callTool({ name: "provide_choice", arguments: { ...choice, prompt } })
        .catch(() => undefined);
    void ask("The first?");
    await terminal.until(/The first\?[\s\S]*SQLite/);
    void ask("The second?");
    await untilOpen(files.path, 2);
    do {
      terminal.press("Enter");
      await sleep(30);
    } while (!/The second\?[\s\S]*once more/.test(terminal.screen()));
    const open = await runJson(files.path, ["list"]);
    expect(
      open.map(({ questions }: { questions: { prompt: string }[] }) => questions[0]?.prompt),
    ).toEqual(["The second?"]);
    // The open question ends with the session, so that nothing is written after the test.
    await (client.transport as StreamableHTTPClientTransport).terminateSession();
    await client.close();
  });

  it("is left as it was when a signal ends the server, and the question is withdrawn", async () => {
    using files = openSandbox();
    using terminal = openTerminal({ env: { ASKLINE_STATE_DIR: files.path } });
    terminal.type(
      `sh -c 'echo $$ > ${files.at("pid")}; exec ${process.execPath} ${CLI} mcp --http'; ` +
        'echo "it is over"',
    );
    terminal.press("Enter");
    const [, port] = /127\.0\.0\.1:(\d+)/.exec(await terminal.until(/127\.0\.0\.1:(\d+)/)) ?? [];
    const client = await connect(Number(port), files.readJson("local-token.json").token);
    client.callTool({ name: "provide_choice", arguments: choice }).catch(() => undefined);
    await terminal.until(/Postgres[\s\S]*SQLite/);
    process.kill(Number(readFileSync(files.at("pid"), "utf8")), "SIGTERM");
    await terminal.until(/^it is over/m);
    expect(terminal.cursor().isShown).toBe(true);
    const [ask] = await runJson(files.path, ["list", "--all"]);
    expect(ask).toMatchObject({ outcome: { status: "abandoned", kind: "withdrawn" } });
    await client.close();
  });

  it("[C-20] is the fallback, when it is not: no terminal is waited for", async () => {
    await using server = await startServer();
    const client = await connect(server.port, server.token);
    const calling = client.callTool({ name: "provide_choice", arguments: choice });
    const [, address = ""] = await server.said(/Open this address to answer it: (\S+)/);
    // Only browsers find `askline.localhost`; programs use the address behind it.
    const { port, pathname, search } = new URL(address);
    const page = await fetch(`http://127.0.0.1:${port}${pathname}${search}`);
    const [, id = ""] = /content="\/choice\/([0-9a-f-]{36})"/.exec(await page.text()) ?? [];
    await run(server.state, ["answer", id, "2"]);
    expect((await calling).structuredContent).toMatchObject({
      action_status: "selected",
      selection: { selected_ids: ["lite"] },
    });
    await client.close();
  });
});

describe("the HTTP server", () => {
  it("shares no ask between clients of one name, which may work anywhere", async () => {
    await using server = await startServer();
    const clients = await Promise.all([
      connect(server.port, server.token),
      connect(server.port, server.token),
    ]);
    const calls = clients.map((client) =>
      client.callTool({ name: "provide_choice", arguments: choice }),
    );
    const asks = await untilOpen(server.state, 2);
    for (const { source } of asks)
      expect(source).toEqual({ kind: "mcp", agentId: expect.any(String) });
    for (const [index, { id }] of asks.entries())
      await run(server.state, ["answer", id, String(index + 1)]);
    const results = await Promise.all(calls);
    const chosen = results.map(
      ({ structuredContent }) => JSON.stringify(structuredContent).match(/"(pg|lite)"/)?.[1],
    );
    expect(chosen.toSorted()).toEqual(["lite", "pg"]);
    const listed = await clients[0].callTool({ name: "list_open_questions", arguments: {} });
    expect(listed.content).toMatchObject([{ text: "You have no open questions." }]);
    for (const client of clients) await client.close();
  });
});

describe("the HTTP server's door", () => {
  const serverOfAll = shared(() => startServer());

  it.each<[string, number, Record<string, string | undefined>]>([
    ["without a token", 401, { authorization: undefined }],
    ["with a wrong token", 401, { authorization: "Bearer guess" }],
    ["from another site's page", 403, { origin: "https://evil.example" }],
    ["by a name that leads here from elsewhere", 421, { host: "evil.example" }],
    ["as plain text", 415, { "content-type": "text/plain" }],
    ["as it should be", 200, {}],
  ])("answers a call %s with %i", async (_, status, headers) => {
    expect(await post(serverOfAll(), headers)).toBe(status);
  });
});

type Server = Awaited<ReturnType<typeof startServer>>;

async function startServer() {
  const files = openSandbox();
  const running = start(files.path, ["mcp", "--http"], { env: { ASKLINE_BROWSER: "none" } });
  const [, port] = await running.said(/127\.0\.0\.1:(\d+)/);
  return {
    said: running.said,
    state: files.path,
    port: Number(port),
    token: files.readJson("local-token.json").token as string,
    async [Symbol.asyncDispose]() {
      running.child.kill("SIGTERM");
      await running.finished;
      files[Symbol.dispose]();
    },
  };
}

/** The status of a bare request with these headers instead of the right ones. */
function post(
  { port, token }: Server,
  changed: Record<string, string | undefined>,
): Promise<number> {
  const right = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const headers = Object.fromEntries(
    Object.entries({ ...right, ...changed }).filter(([, value]) => value !== undefined),
  );
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    },
  });
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: "/mcp",
        method: "POST",
        headers: headers as Record<string, string>,
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
