/** The MCP tools over HTTP, in the hub and alone: sessions, cancels, and what `/mcp` lets in. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, it } from "vitest";
import { hookTokenFrom } from "../src/http/hook-scope.ts";
import { run, runJson, start } from "./support/askline.ts";
import { untilOpenAsk } from "./support/asks-in.ts";
import { choice } from "./support/choice.ts";
import { bearer, sendRequest } from "./support/hub-process.ts";
import { until } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";
import { shared } from "./support/shared.ts";

const SERVERS = [
  ["askline serve", ["serve", "--port", "0"]],
  ["askline mcp --http", ["mcp", "--http"]],
] as const;

async function startServer(args: readonly string[]) {
  const files = openSandbox();
  const running = start(files.path, [...args], {
    env: {
      ASKLINE_BROWSER: "none",
      ASKLINE_CONFIG_DIR: files.path,
      ASKLINE_MCP_WAIT_SECONDS: "7200",
    },
  });
  const [, port] = await running.said(/(?:askline\.localhost|127\.0\.0\.1):(\d+)/);
  const token = files.readJson("local-token.json").token as string;
  return {
    files,
    state: files.path,
    port: Number(port),
    token,
    connect,
    end,
    openAsk,
    statusOf,
    [Symbol.asyncDispose]: dispose,
  };

  /** An agent with a session of its own. */
  async function connect(
    name = "http-agent",
    { older = true, mode = "legacy" as "legacy" | "auto" } = {},
  ) {
    const address = new URL(`http://127.0.0.1:${port}/mcp`);
    const requestInit = { headers: bearer(token) };
    const client = older
      ? new OlderClient({ name, version: "1.0" })
      : new Client({ name, version: "1.0" }, { versionNegotiation: { mode } });
    const transport = older
      ? new OlderTransport(address, { requestInit })
      : new StreamableHTTPClientTransport(address, { requestInit });
    // The two clients' transports differ only in types; each gets its own.
    await client.connect(transport as never);
    return {
      // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
      call(tool: string, given: Record<string, unknown>, signal?: AbortSignal): Promise<any> {
        const request = { name: tool, arguments: given };
        const options = signal === undefined ? {} : { signal };
        const called =
          client instanceof OlderClient
            ? client.callTool(request, undefined, options)
            : client.callTool(request, options);
        called.catch(() => undefined);
        return called;
      },
      /** Says that it ends, as a client should. */
      endSession: () => transport.terminateSession(),
      close: () => client.close(),
    };
  }

  function openAsk(not: string[] = []) {
    return untilOpenAsk(files.path, ({ id }) => !not.includes(id));
  }

  function statusOf(id: string) {
    return files.readJson("sessions", id, "status.json");
  }

  async function end() {
    running.child.kill("SIGTERM");
    await running.finished;
  }

  async function dispose() {
    await end();
    files[Symbol.dispose]();
  }
}

describe.each(SERVERS)("%s", (_, args) => {
  it("tells callers of one name apart by their sessions, and lists each its own", async () => {
    await using server = await startServer(args);
    const agents = [await server.connect(), await server.connect("http-agent", { older: false })];
    const ids: string[] = [];
    const asked: Promise<unknown>[] = [];
    for (const agent of agents) {
      asked.push(agent.call("provide_choice", choice));
      ids.push((await server.openAsk(ids)).id);
    }
    const names = ids.map((id) => server.files.readJson("sessions", id, "request.json").source);
    expect(names.map(({ agentId }) => agentId.split(" ")[0])).toEqual(["http-agent", "http-agent"]);
    expect(names[0].agentId).not.toBe(names[1].agentId);
    for (const [index, agent] of agents.entries()) {
      const { structuredContent } = await agent.call("list_open_questions", {});
      expect(structuredContent.questions).toMatchObject([{ session_id: ids[index] }]);
    }
    for (const id of ids) await run(server.state, ["answer", id, "2"]);
    await Promise.all(asked);
    for (const agent of agents) await agent.close();
  });

  it("leads a client that asks for the newest protocol to a session too", async () => {
    await using server = await startServer(args);
    const agent = await server.connect("newest", { older: false, mode: "auto" });
    const asked = await agent.call("ask_user_questions", {
      questions: [{ prompt: "Name?" }],
      nonBlocking: true,
    });
    const { structuredContent } = await agent.call("list_open_questions", {});
    expect(structuredContent.questions).toMatchObject([
      { session_id: asked.structuredContent.session_id },
    ]);
    await agent.close();
  });

  it("hears an older client's cancel: a person's withdraws, a time-out leaves open", async () => {
    await using server = await startServer(args);
    const agent = await server.connect();
    const byPerson = new AbortController();
    void agent.call("provide_choice", choice, byPerson.signal);
    const first = await server.openAsk();
    const watching = runJson(server.state, ["wait", first.id]);
    byPerson.abort("AbortError: user-cancel");
    expect(await watching).toMatchObject({ outcome: { status: "abandoned", kind: "withdrawn" } });
    const timeOut = new AbortController();
    void agent.call("provide_choice", choice, timeOut.signal);
    const { id } = await server.openAsk([first.id]);
    timeOut.abort("SdkError: Request timed out");
    await until("the ask to be left open", () => server.statusOf(id).leftOpenAt);
    await run(server.state, ["answer", id, "2"]);
    const next = await agent.call("list_open_questions", {});
    expect(next.structuredContent.earlier_answers).toMatchObject([{ session_id: id }]);
    await agent.close();
  });

  it("leaves a question open when the connection drops, and ends it with the session", async () => {
    await using server = await startServer(args);
    const dropping = await server.connect();
    void dropping.call("provide_choice", choice);
    const left = await server.openAsk();
    await dropping.close();
    await until("the ask to be left open", () => server.statusOf(left.id).leftOpenAt);
    const ending = await server.connect();
    void ending.call("provide_choice", choice);
    const { id } = await server.openAsk([left.id]);
    await ending.endSession();
    await until("the end of the ask", () => server.statusOf(id).status === "abandoned");
    expect(server.statusOf(left.id).status).toBe("pending");
    await ending.close();
  });

  describe("to a caller", () => {
    const serverOfAll = shared(() => startServer(args));

    it.each([
      ["the hook token at /mcp", "/mcp", true, 401],
      ["the hook token at a hook's path", "/hook/x", true, null],
      ["the local token at another path", "/mcp/x", false, 404],
      ["the local token at the root", "/", false, null],
      ["no token at /mcp", "/mcp", null, 401],
    ])("with %s serves no tool", async (_what, path, isHookToken, status) => {
      const server = serverOfAll();
      const token = isHookToken ? hookTokenFrom(server.token) : server.token;
      const answered = await sendRequest(server.port, path, {
        method: "POST",
        headers: {
          ...(isHookToken === null ? {} : bearer(token)),
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: INITIALIZE,
      });
      if (status !== null) expect(answered.status).toBe(status);
      expect(answered.body).not.toContain("protocolVersion");
      expect(answered.headers["www-authenticate"]).toBe(
        answered.status === 401 ? "Bearer" : undefined,
      );
    });
  });
});

it("a request of the newest protocol is answered without a session, but has no name", async () => {
  await using server = await startServer(["mcp", "--http"]);
  const version = "2026-07-28";
  const answered = await sendRequest(server.port, "/mcp", {
    method: "POST",
    headers: {
      ...bearer(server.token),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": version,
      "mcp-method": "tools/call",
      "mcp-name": "list_open_questions",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "list_open_questions",
        arguments: {},
        _meta: {
          "io.modelcontextprotocol/protocolVersion": version,
          "io.modelcontextprotocol/clientInfo": { name: "newest", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
  });
  expect(answered.body).toContain("not told apart");
});

it("a hub that ends leaves open what its agents wait for", async () => {
  await using server = await startServer(["serve", "--port", "0"]);
  const agent = await server.connect();
  void agent.call("provide_choice", choice);
  const { id } = await server.openAsk();
  await server.end();
  expect(server.statusOf(id)).toMatchObject({ status: "pending", owner: { mode: "detached" } });
  await agent.close();
});

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  },
});
