/** The guard as middleware: who calls, whether they may, and their line in the access log. */
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import type { AgentBehind } from "../store/agent-behind.ts";
import type { AccessLog } from "./access-log.ts";
import { deviceFacts } from "./device-facts.ts";
import type { Guard, Refusal } from "./guard.ts";
import type { HeldConnections } from "./held-connections.ts";
import { requestFacts } from "./request-facts.ts";
import type { Caller, RouteEnv } from "./routes.ts";
import { agentInPath, isVoiceApi } from "./voice-scope.ts";

export interface AdmitOptions {
  guard: Guard;
  refuse(c: Context<RouteEnv>, refusal: Refusal): Response;
  /** For every request to the voice API. */
  accessLog?: AccessLog | undefined;
  held?: HeldConnections | undefined;
  /** Looks at the process that a request comes from. */
  agentBehind?: ((request: IncomingMessage) => AgentBehind | null) | undefined;
}

export function admit({
  guard,
  refuse,
  accessLog,
  held,
  agentBehind,
}: AdmitOptions): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const facts = { ...requestFacts(incoming), path: c.req.path };
    const { refusal, auth, device, access } = guard.admit(facts);
    const { path, method, sourceAddress } = facts;
    const accessed = {
      source_ip: sourceAddress,
      endpoint: path,
      method,
      target_agent: agentInPath(path),
      auth,
      device: device?.id ?? null,
    };
    if (isVoiceApi(path)) accessLog?.follow(outgoing, accessed);
    if (refusal !== null) return refuse(c, refusal);
    const since = guard.era();
    const caller: Caller = {
      auth,
      access,
      device: device && deviceFacts(device),
      isAbout(agentId) {
        accessed.target_agent = agentId;
      },
      agentBehind: () => agentBehind?.(incoming) ?? null,
      holds(connection) {
        held?.hold(connection, () => guard.isStillGood(device, since));
      },
    };
    c.set("caller", caller);
    return next();
  };
}
