/** The routes of the agent beside its question: what it did, and how it is interrupted. */
import type { Context } from "hono";
import { recentSteps } from "../../../agents/conversation/recent-steps.ts";
import { lineOf } from "../../../agents/roster.ts";
import type { Agent, Turn } from "../../../core/agent/agent.ts";
import { stateInWords } from "../../../core/agent/failure-words.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import { AsklineError } from "../../../core/ask/errors.ts";
import { type Locale, localeFrom } from "../../../core/locale.ts";
import { agentName } from "../../../core/names.ts";
import type { Desk } from "../../../desk/desk.ts";
import { byPersonOnly } from "../../../http/agent-caller.ts";
import { newRoutes, type RouteEnv, type Routes } from "../../../http/routes.ts";
import type { HubAgents } from "../../surface.ts";
import type { AgentLines, AgentOfAsk, AgentTurns, AgentWork, SaidTurn } from "./agent-wire.ts";

export interface AgentWorkParts {
  desk: Pick<Desk, "load">;
  /** Null where no agents are followed. */
  agents: Pick<HubAgents, "log" | "deliveries"> | null;
  locale: Locale;
}

class NoSuchAgent extends AsklineError {
  readonly code = "not_found";
  readonly suggestion = "It may have ended; the list of agents shows who is there.";
  constructor() {
    super("There is no such agent.");
  }
}

export function createAgentWork({ desk, agents, locale }: AgentWorkParts): Routes {
  const app = newRoutes();
  app.get("/api/asks/:id/agent", async (c) => {
    const agent = await agentOf(await desk.load(c.req.param("id")));
    return c.json<AgentOfAsk>({ work: agent === null ? null : await workOf(agent, c) });
  });
  app.get("/api/agent-lines", async (c) => {
    const known = (await agents?.log.agents({ isEnded: false })) ?? [];
    return c.json<AgentLines>({ agents: await Promise.all(known.map((one) => lineFor(one, c))) });
  });
  app.get("/api/agents/:id/work", async (c) =>
    c.json(await workOf(await agentCalled(c.req.param("id")), c)),
  );
  app.get("/api/agents/:id/turns", async (c) => {
    const { id } = await agentCalled(c.req.param("id"));
    const before = Number(c.req.query("before"));
    const from = Number.isSafeInteger(before) && before > 0 ? { before } : {};
    const page = await agents?.log.turnPage(id, { limit: TURNS_AT_ONCE, ...from });
    const { turns = [], hasMore = false } = page ?? {};
    return c.json<AgentTurns>({ turns: turns.map(saidIn), hasMore });
  });
  app.post("/api/agents/:id/interrupt", byPersonOnly, async (c) => {
    const { id } = await agentCalled(c.req.param("id"));
    await agents?.deliveries.interrupt(id);
    return c.body(null, 204);
  });
  return app;

  async function agentOf({ id, source }: Ask): Promise<Agent | null> {
    if (agents === null) return null;
    const turn = await agents.log.turnByAsk(id);
    const known = turn?.agentId ?? Number(source.agentId);
    return Number.isSafeInteger(known) && known > 0 ? agents.log.agent(known) : null;
  }

  async function agentCalled(id: string): Promise<Agent> {
    const agent = /^\d{1,15}$/.test(id) ? await agents?.log.agent(Number(id)) : null;
    if (agent == null) throw new NoSuchAgent();
    return agent;
  }

  async function workOf(agent: Agent, c: Context<RouteEnv>): Promise<AgentWork> {
    return { agent: await lineFor(agent, c), ...(await recentSteps(agent)) };
  }

  async function lineFor(agent: Agent, c: Context<RouteEnv>): Promise<AgentWork["agent"]> {
    if (agents === null) throw new NoSuchAgent();
    const spoken = localeFrom(c.req.query("locale"), locale);
    return {
      ...(await lineOf(agents.log, agent)),
      name: agentName(agent.client, agent.id),
      stateInWords: stateInWords(agent, spoken, new Date()),
      isEnded: agent.endedAt !== null,
    };
  }
}

const TURNS_AT_ONCE = 50;

function saidIn({ id, actor, intent, text, timestamp: at }: Turn): SaidTurn {
  return { id, by: actor === "USER" ? "me" : "agent", intent, text, at };
}
