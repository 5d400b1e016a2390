/** The agents over HTTP: who they are, and a text for one of them. */
import { z } from "zod";
import { lineOf, roster } from "../agents/roster.ts";
import type { Delivery } from "../core/agent/agent.ts";
import { AsklineError } from "../core/ask/errors.ts";
import type { LogReads } from "../store/agent-log.ts";
import type { HubPart } from "./hub.ts";

export interface AgentsApiParts {
  log: LogReads;
  /** Hands a text to an agent; resolves once it is known whether it got there, or that nobody can tell yet. */
  send(agentId: number, text: string): Promise<Delivery>;
}

const Body = z.object({ text: z.string().trim().min(1).max(1_000_000) });

export function createAgentsApi({ log, send }: AgentsApiParts): HubPart {
  return { answer, close: async () => undefined };

  async function answer(request: Request, { pathname, searchParams }: URL): Promise<Response | null> {
    const [, given, action] = /^\/api\/agents(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(pathname) ?? [];
    if (!pathname.startsWith("/api/agents")) return null;
    const call = `${request.method} ${given === undefined ? "all" : (action ?? "one")}`;
    if (call === "GET all") return Response.json(await roster(log, { withEnded: searchParams.has("all") }));
    const agent = /^\d{1,15}$/.test(given ?? "") ? await log.agent(Number(given)) : null;
    if (call === "GET one" || call === "POST send") {
      if (agent === null) return refused(404, "not_found", "There is no such agent.", "See GET /api/agents.");
      if (call === "GET one") return Response.json(await lineOf(log, agent));
      return sendTo(agent.id, request);
    }
    return null;
  }

  async function sendTo(agentId: number, request: Request): Promise<Response> {
    const body = Body.safeParse(await request.json().catch(() => null)).data;
    if (body === undefined) return refused(400, "bad_request", "Say the text to send.", 'Send {"text": "…"}.');
    try {
      return Response.json({ delivery: await send(agentId, body.text) });
    } catch (error) {
      if (!(error instanceof AsklineError)) throw error;
      return refused(409, error.code, error.message, error.suggestion);
    }
  }
}

function refused(status: number, code: string, message: string, suggestion: string): Response {
  return Response.json({ error: { code, message, suggestion } }, { status });
}
