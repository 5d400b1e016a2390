/**
 * Where agents' hooks come in: `POST /hook/<event>` with whatever the client said, and the spool
 * for calls made while no hub ran. A call is answered once it is durable. The answer is an empty
 * object, which expresses no opinion, except for dialogs that a person decided.
 */
import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import type { Agents } from "../../agents/agents.ts";
import type { OpenedDialog } from "../../agents/dialogs/held-dialogs.ts";
import type { Heard } from "../../agents/turns/ingest.ts";
import type { AgentEvent, DialogEvent } from "../../core/agent/agent-event.ts";
import type { ProcessIdentity } from "../../core/ask/ask.ts";
import { bytesOf, UnreadableBody } from "../../http/body.ts";
import { refused } from "../../http/refused.ts";
import { answerRaw, newRoutes, type RouteEnv, type Routes } from "../../http/routes.ts";
import {
  dialogEventOf,
  eventOf,
  factsIn,
  type ReceivedFacts,
  UnreadableCall,
} from "./hook-call.ts";
import { openSpool, type Spool } from "./spool.ts";
import type { HookFacts } from "./spool-file.ts";

export interface HookSourceParts {
  agents: Pick<Agents, "hear" | "promptReply" | "openDialog" | "holdDialog" | "releaseDialogs">;
  spoolDirectory: string;
  /** Where hook processes wait for the asks of their dialogs. */
  sessionsDirectory: string;
  /** The process behind a hook call; null if it is not one of this machine. */
  processOf: (hook: HookFacts) => ProcessIdentity | null;
  onWarning: (message: string) => void;
}

export interface HookSource {
  readonly routes: Routes;
  readonly spool: Spool;
  close(): Promise<void>;
}

const PREFIX = "/hook/";
const JSON_TYPE = { "content-type": "application/json" };
const HELD_TYPE = { "content-type": "application/x-ndjson" };
const NO_OPINION = "{}";
// A call holds what tools return, which may be files of many megabytes.
const LARGEST_BODY_BYTES = 128 * 1024 * 1024;

export function createHookSource(parts: HookSourceParts): HookSource {
  const { agents, spoolDirectory, sessionsDirectory, processOf, onWarning } = parts;
  const waiting = new Set<ServerResponse>();
  const spool = openSpool({
    directory: spoolDirectory,
    onWarning,
    take: ({ facts, body }) => takeSpooled(facts, body),
  });
  const routes = newRoutes()
    .post(`${PREFIX}*`, answer)
    .all(`${PREFIX}*`, () => refused(405, "bad_request", "Hooks are posted."));
  return {
    routes,
    spool,
    async close() {
      await spool.close();
      await agents.releaseDialogs();
      // The hooks behind these go on waiting, and call again when there is a hub.
      for (const response of waiting) response.end();
    },
  };

  async function answer(c: Context<RouteEnv>): Promise<Response> {
    try {
      const body = (await bytesOf(c.env.incoming, LARGEST_BODY_BYTES)).toString("utf8");
      const facts = factsIn(c.env.incoming.headers, c.req.path.slice(PREFIX.length));
      const event = eventOf(facts, body, new Date());
      // Earlier calls may be in the spool, kept by a forwarder that found no hub a moment ago.
      await spool.catchUp();
      const heard = await agents.hear(event);
      const said = await agents.promptReply(event, heard);
      const reply = said === null ? NO_OPINION : JSON.stringify(said);
      return answerRaw(c, ({ outgoing }) => {
        const dialog = dialogEventOf(event, facts);
        if (dialog !== null) void answerDialog(facts, dialog, heard, outgoing);
        // An agent waits for each of these answers, and
        // writing them like this costs the hub a third less.
        else
          outgoing
            .writeHead(200, { ...JSON_TYPE, "content-length": Buffer.byteLength(reply) })
            .end(reply);
      });
    } catch (error) {
      if (error instanceof UnreadableCall) return refused(400, error.code, error.message);
      if (error instanceof UnreadableBody)
        return refused(413, error.code, "That is more than a hook call may hold.");
      onWarning(`A hook call could not be taken in: ${(error as Error).message}`);
      return refused(
        500,
        "failure",
        "The call could not be taken in. The agent can go on without it.",
      );
    }
  }

  /** Sends the head at once: it tells the forwarder that the call need not be spooled. */
  async function answerDialog(
    { hook, askId }: ReceivedFacts,
    event: DialogEvent,
    heard: Heard,
    response: ServerResponse,
  ) {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    if (response.destroyed) gone.abort();
    const owner = hook === undefined ? null : processOf(hook);
    response.writeHead(200, hook === undefined || owner === null ? JSON_TYPE : HELD_TYPE);
    response.flushHeaders();
    try {
      // A forwarder that has given up already looks after its dialog by itself, and one that named
      // its ask and has ended since needs nothing more.
      if (gone.signal.aborted && hook !== undefined) return;
      if (owner === null && askId !== undefined) return void response.end(NO_OPINION);
      if (hook === undefined || owner === null) {
        response.end(JSON.stringify(await agents.holdDialog(event, heard, gone.signal)));
      } else {
        const process = { call: hook.call, owner, askId, signal: gone.signal };
        await keepWaiting(await agents.openDialog(event, heard, process), response);
      }
    } catch (error) {
      onWarning(`A dialog could not be shown: ${(error as Error).message}`);
      response.end(NO_OPINION);
    }
  }

  /** The open connection is the sign of life, in both directions. */
  async function keepWaiting(dialog: OpenedDialog | null, response: ServerResponse) {
    if (dialog === null) return void response.end(NO_OPINION);
    const { askId, isSecond } = dialog;
    waiting.add(response);
    response.once("close", () => waiting.delete(response));
    const said = { ask: askId, ...(isSecond && { second: true }), sessions: sessionsDirectory };
    response.write(`${JSON.stringify(said)}\n`);
  }

  /** Drops a call that nobody can read; a call that only fails for now is tried again. */
  async function takeSpooled(facts: Parameters<typeof eventOf>[0], body: string) {
    let event: AgentEvent;
    try {
      event = eventOf(facts, body, new Date());
    } catch (error) {
      return onWarning(`A hook call in the spool was dropped: ${(error as Error).message}`);
    }
    await agents.hear(event);
  }
}
