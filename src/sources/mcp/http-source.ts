/**
 * MCP over streamable HTTP, at `/mcp` and nowhere else. Each client gets a session with its first
 * message, so that callers have names, and so that the cancel of a call finds the call.
 *
 * A newer client needs no handshake and has no session. It is served all the same, but its callers
 * are told apart only if they name a session themselves. A client that asks which protocol to
 * use is led to the handshake.
 */
import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { isRecord, jsonIn } from "../../core/json.ts";
import { bytesOf, UnreadableBody } from "../../http/body.ts";
import { newRoutes, type RawExchange, type Routes } from "../../http/routes.ts";
import { type McpParts, mcpServerFactory } from "./server.ts";

export const MCP_PATH = "/mcp";

export interface McpSourceOptions {
  version: string;
  open: () => Promise<McpParts>;
}

export interface McpSource {
  readonly routes: Routes;
  answer(request: Request, exchange: RawExchange): Promise<Response>;
  /** Ends every session. Asks that calls still wait for are withdrawn or left open by the caller. */
  close(): Promise<void>;
}

interface Session {
  server: McpServer;
  transport: WebStandardStreamableHTTPServerTransport;
  /** The names that its callers had. */
  callers: Set<string>;
  openRequests: number;
}

const MOST_SESSIONS = 1_000;
const LARGEST_BODY_BYTES = 4 * 1024 * 1024;
const METHOD_NOT_FOUND = -32_601;
const SESSION_NOT_FOUND = -32_001;
const BAD_REQUEST = -32_000;
const PARSE_ERROR = -32_700;

export function createMcpSource({ version, open }: McpSourceOptions): McpSource {
  // In the order of their last use.
  const sessions = new Map<string, Session>();
  const withoutSession = createMcpHandler(mcpServerFactory({ version, open }), {
    legacy: "reject",
  });
  const routes = newRoutes().all(MCP_PATH, ({ req, env }) => answer(req.raw, env));
  return { routes, answer, close };

  async function answer(request: Request, exchange: RawExchange): Promise<Response> {
    const body = request.method === "POST" ? await bodyOf(exchange) : { parsedBody: undefined };
    if (body instanceof Response) return body;
    const { parsedBody } = body;
    if (isRecord(parsedBody) && parsedBody["method"] === "server/discover")
      return failure(200, METHOD_NOT_FOUND, "Begin with initialize.", parsedBody["id"]);
    if (!(await isLegacyRequest(request, parsedBody))) return withoutSession.fetch(request, body);
    const session = await sessionFor(request, parsedBody);
    if (session instanceof Response) return session;
    session.openRequests += 1;
    exchange.outgoing.once("close", () => (session.openRequests -= 1));
    return session.transport.handleRequest(request, body);
  }

  async function sessionFor(request: Request, body: unknown): Promise<Session | Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null)
      return isInitializeRequest(body)
        ? begin()
        : failure(400, BAD_REQUEST, "Begin with initialize, then send the Mcp-Session-Id.");
    const session = sessions.get(id);
    // The protocol has a client begin anew after a 404.
    if (session === undefined)
      return failure(404, SESSION_NOT_FOUND, "This session is over. Begin with initialize.");
    sessions.delete(id);
    sessions.set(id, session);
    return session;
  }

  async function begin(): Promise<Session> {
    const callers = new Set<string>();
    const onCaller = (name: string) => void callers.add(name);
    const server = mcpServerFactory({ version, open, onCaller })();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: end,
    });
    const session: Session = { server, transport, callers, openRequests: 0 };
    await server.connect(transport);
    await makeRoom();
    return session;
  }

  /** The client has ended: nobody will fetch what it asked. */
  async function end(id: string) {
    const callers = sessions.get(id)?.callers ?? new Set();
    sessions.delete(id);
    if (callers.size === 0) return;
    const { waits } = await open();
    for (const name of callers) await waits.withdrawAll(name);
  }

  /** Clients seldom say that they end, so the sessions used longest ago make room for new ones. */
  async function makeRoom() {
    for (const [id, { server, openRequests }] of sessions) {
      if (sessions.size < MOST_SESSIONS) return;
      if (openRequests > 0) continue;
      sessions.delete(id);
      await server.close();
    }
  }

  async function close() {
    const ending = [...sessions.values()];
    sessions.clear();
    await Promise.all(ending.map(({ server }) => server.close()));
    await withoutSession.close();
  }
}

async function bodyOf({ incoming }: RawExchange): Promise<{ parsedBody: unknown } | Response> {
  try {
    const parsedBody = jsonIn((await bytesOf(incoming, LARGEST_BODY_BYTES)).toString("utf8"));
    if (parsedBody === undefined) return failure(400, PARSE_ERROR, "This is not JSON.");
    return { parsedBody };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return failure(413, BAD_REQUEST, "That is more than a call may hold.");
  }
}

function failure(status: number, code: number, message: string, id: unknown = null): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status });
}
