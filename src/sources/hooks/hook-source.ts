/**
 * Where agents' hooks come in: `POST /hook/<event>` with whatever the client said, and the spool for what came while nobody
 * listened. A call is answered once what it says is durable; the answer is an empty object, which is no opinion, except for
 * dialogs that a person decided.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { withReviewer } from "../../agents/clients/codex/reviewer.ts";
import type { HeldDialogs } from "../../agents/dialogs/held-dialogs.ts";
import type { DialogEvent } from "../../agents/dialogs/open-dialog.ts";
import type { Heard, Ingest } from "../../agents/turns/ingest.ts";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { eventOf, factsIn, UnreadableCall } from "./hook-call.ts";
import { openSpool, type Spool } from "./spool.ts";

export interface HookSourceParts {
  ingest: Pick<Ingest, "hear" | "linkAsk">;
  dialogs: HeldDialogs;
  /** Hears of every call that was taken in, after the log did and before the agent goes on. */
  afterHearing(event: AgentEvent, heard: Heard): Promise<void>;
  spoolDirectory: string;
  onWarning: (message: string) => void;
}

export interface HookSource {
  wants(path: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** What no hook tells, but could have. */
  take(event: AgentEvent): Promise<void>;
  readonly spool: Spool;
  close(): Promise<void>;
}

const PREFIX = "/hook/";
// What tools return is in there, files of many megabytes too.
const LARGEST_BODY_BYTES = 128 * 1024 * 1024;

export function createHookSource(parts: HookSourceParts): HookSource {
  const { ingest, dialogs, afterHearing, spoolDirectory, onWarning } = parts;
  const spool = openSpool({
    directory: spoolDirectory,
    onWarning,
    take: ({ facts, body }) => takeSpooled(facts, body),
  });
  return {
    wants: (path) => path.startsWith(PREFIX),
    handle: (request, response) => void answer(request, response),
    async take(event) {
      await takeIn(event);
    },
    spool,
    async close() {
      await spool.close();
      await dialogs.close();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const gone = new AbortController();
    response.on("error", () => undefined);
    response.once("close", () => gone.abort());
    try {
      if (request.method !== "POST") return refuse(response, 405, "bad_request", "Hooks are posted.");
      const [path = ""] = (request.url ?? "").slice(PREFIX.length).split("?", 1);
      const body = await bodyOf(request);
      if (body === null) return refuse(response, 413, "bad_request", "That is more than a hook call may hold.");
      const event = withReviewer(eventOf(factsIn(request.headers, path), body, new Date()));
      // A forwarder that found no hub a moment ago has kept what happened before this.
      await spool.catchUp();
      const heard = await takeIn(event);
      if (event.type !== "permission_asked") return reply(response, {});
      return reply(response, await held(event, heard, response, gone.signal));
    } catch (error) {
      if (error instanceof UnreadableCall) return refuse(response, 400, error.code, error.message);
      onWarning(`A hook call could not be taken in: ${(error as Error).message}`);
      refuse(response, 500, "failure", "The call could not be taken in. The agent can go on without it.");
    }
  }

  async function takeIn(event: AgentEvent): Promise<Heard> {
    const heard = await ingest.hear(event);
    await dialogs.follow(event);
    await afterHearing(event, heard);
    return heard;
  }

  /** The head goes out at once: whoever forwards the call knows by it that nothing need be kept. */
  async function held(event: DialogEvent, { agent, question }: Heard, response: ServerResponse, signal: AbortSignal) {
    response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
    response.flushHeaders();
    const linkAsk = async (askId: string) => {
      if (question !== null) await ingest.linkAsk(question.id, askId);
    };
    try {
      return await dialogs.hold(event, { agentId: agent.id, linkAsk }, signal);
    } catch (error) {
      onWarning(`A dialog could not be shown: ${(error as Error).message}`);
      return {};
    }
  }

  /** A call that nobody can read is dropped; one that only could not be taken in now is tried again. */
  async function takeSpooled(facts: Parameters<typeof eventOf>[0], body: string) {
    let event: AgentEvent;
    try {
      event = withReviewer(eventOf(facts, body, new Date()));
    } catch (error) {
      return onWarning(`A hook call in the spool was dropped: ${(error as Error).message}`);
    }
    await takeIn(event);
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function reply(response: ServerResponse, body: Record<string, unknown>) {
  if (response.headersSent) response.end(JSON.stringify(body));
  else send(response, 200, body);
}

function refuse(response: ServerResponse, status: number, code: string, message: string) {
  if (response.headersSent) response.end("{}");
  else send(response, status, { error: { code, message, suggestion: "" } });
}

function send(response: ServerResponse, status: number, body: unknown) {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
    .end(text);
}
