/** The agents over HTTP: who they are, and a text for one of them. */
import type { Context } from "hono";
import { z } from "zod";
import { lineOf, roster } from "../agents/roster.ts";
import type { Agent, Delivery } from "../core/agent/agent.ts";
import { AsklineError } from "../core/ask/errors.ts";
import { GivenByAgent } from "../core/ask/given-by-agent.ts";
import { byPersonOnly } from "../http/agent-caller.ts";
import { jsonBody, UnreadableBody } from "../http/body.ts";
import { refused } from "../http/refused.ts";
import { newRoutes, type RouteEnv } from "../http/routes.ts";
import type { LogReads } from "../store/agent-log.ts";
import type { HubPart } from "./hub.ts";

export interface AgentsApiParts {
  log: LogReads;
  /**
   * Delivers a text to an agent. Resolves once it is
   * known to have arrived or failed, or to be uncertain.
   */
  send(agentId: number, text: string): Promise<Delivery>;
}

const SendBody = z.object({ text: z.string().regex(/\S/).max(1_000_000) });
// The longest text with every character escaped.
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;

export function createAgentsApi({ log, send }: AgentsApiParts): HubPart {
  const routes = newRoutes();
  routes.onError((error) => {
    if (error instanceof NoSuchAgent)
      return refused(404, error.code, error.message, error.suggestion);
    if (error instanceof GivenByAgent)
      return refused(403, error.code, error.message, error.suggestion);
    if (error instanceof UnreadableBody) {
      return refused(400, error.code, "Say the text to send.", 'Send {"text": "…"}.');
    }
    throw error;
  });
  routes.get("/api/agents", async (c) =>
    c.json(
      (await roster(log, { withEnded: c.req.query("all") !== undefined })).filter((line) =>
        isSeen(line, c),
      ),
    ),
  );
  routes.get("/api/agents/:id", async (c) => {
    const line = await lineOf(log, await agentCalled(c.req.param("id")));
    if (!isSeen(line, c)) throw new NoSuchAgent("There is no such agent.");
    return c.json(line);
  });
  routes.post(
    "/api/agents/:id/send",
    // A text is the person's own word to the agent, perhaps the answer that it waits for.
    byPersonOnly,
    async (c, next) => {
      await agentCalled(c.req.param("id"));
      await next();
    },
    jsonBody(SendBody, LARGEST_BODY_BYTES),
    async (c) => sendTo(Number(c.req.param("id")), c.req.valid("json").text),
  );
  return { routes, close: async () => undefined };

  async function sendTo(agentId: number, text: string): Promise<Response> {
    try {
      return Response.json({ delivery: await send(agentId, text) });
    } catch (error) {
      if (!(error instanceof AsklineError)) throw error;
      return refused(409, error.code, error.message, error.suggestion);
    }
  }

  async function agentCalled(id: string): Promise<Agent> {
    const agent = /^\d{1,15}$/.test(id) ? await log.agent(Number(id)) : null;
    if (agent === null) throw new NoSuchAgent("There is no such agent.");
    return agent;
  }
}

function isSeen({ project }: { project: string }, c: Context<RouteEnv>): boolean {
  const { access } = c.get("caller");
  return access.isWhole || access.seesProject(project);
}

class NoSuchAgent extends AsklineError {
  readonly code = "not_found";
  readonly suggestion = "See GET /api/agents.";
}
