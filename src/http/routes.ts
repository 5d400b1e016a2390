/** What all routes share: Node's request and response, and who calls. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import type { AgentBehind } from "../store/agent-behind.ts";
import type { Access } from "./access.ts";
import type { DeviceFacts } from "./device-facts.ts";
import type { Auth } from "./guard.ts";
import type { Holdable } from "./held-connections.ts";

/** Node's own request and response: they know the peer, and when the response is sent. */
export interface RawExchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** Who calls: which device a person answers from, for example. */
export interface Caller {
  readonly auth: Auth;
  readonly device: DeviceFacts | null;
  readonly access: Access;
  /** Tells the access log which agent a request is about when its path does not say. */
  isAbout(agentId: string): void;
  /** The agent whose process sent this; null for a person's page, and where it cannot be told. */
  agentBehind(): AgentBehind | null;
  /** The connection stays open for a while; it ends when the caller's device is revoked. */
  holds(connection: Holdable): void;
}

export interface RouteEnv {
  Bindings: RawExchange;
  Variables: { caller: Caller };
}

export type Routes = Hono<RouteEnv>;

export function newRoutes(): Routes {
  return new Hono<RouteEnv>();
}

/**
 * The one way past Hono: the handler writes to Node's response itself.
 * For streams with very many readers, for a head that goes out before
 * its body is known, and for libraries that answer by themselves.
 */
export function answerRaw(c: Context<RouteEnv>, answer: (exchange: RawExchange) => void): Response {
  const { incoming, outgoing } = c.env;
  c.get("caller").holds(outgoing);
  // Writing to a client that has left fails, and that does not matter.
  outgoing.on("error", () => undefined);
  answer({ incoming, outgoing });
  return RESPONSE_ALREADY_SENT;
}
