/**
 * Whether a request that decides something comes from an agent's process instead of a person's page.
 * The connection is looked up only for such requests.
 */
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { GivenByAgent } from "../core/ask/given-by-agent.ts";
import {
  type AgentBehind,
  agentAbove,
  agentBeside,
  environmentOf,
  markIn,
} from "../store/agent-behind.ts";
import { peerProcess } from "./peer-process.ts";
import type { RouteEnv } from "./routes.ts";

/** Looks with the agents that these folders know. */
export function agentCaller(
  stateDirectories: readonly string[],
): (request: IncomingMessage) => AgentBehind | null {
  return (request) => {
    const pid = peerProcess(request.socket);
    if (pid === null) return null;
    // A page waits for its reply; who it was that did not cannot be told any more.
    if (pid === "left") return { client: "" };
    return agentAbove(pid, stateDirectories) ?? signOf(pid, stateDirectories, request);
  };
}

/**
 * A browser keeps the environment and the session of whoever opened it first, perhaps an agent's,
 * though a person uses it ever since. Browsers say of every request that they made it.
 */
function signOf(
  pid: number,
  stateDirectories: readonly string[],
  { headers }: IncomingMessage,
): AgentBehind | null {
  if (headers["sec-fetch-site"] !== undefined) return null;
  return agentBeside(pid, stateDirectories) ?? markIn(environmentOf(pid) ?? {});
}

/** Before a route that decides. Throws GivenByAgent. */
export const byPersonOnly: MiddlewareHandler<RouteEnv> = async (c, next) => {
  const agent = c.get("caller").agentBehind();
  if (agent !== null) throw new GivenByAgent(agent);
  await next();
};
