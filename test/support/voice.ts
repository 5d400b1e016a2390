/**
 * The voice API of a real hub, called as a phone would; every reply is checked against
 * the API's own description.
 */
import { expect } from "vitest";
import { z } from "zod";
import { type AgentPane, openAgentPane } from "./agent-pane.ts";
import { CLI, runJson } from "./askline.ts";
import { startHub, type TestHub } from "./hub.ts";
import { agentIn } from "./turns.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every shape
type Json = any;

export interface Heard {
  status: number;
  body: Json;
}

export interface TestVoice extends AsyncDisposable {
  readonly hub: TestHub;
  /** Paths are relative to `/api/voice/`. */
  get(path: string, headers?: Record<string, string>): Promise<Heard>;
  say(body: Json, headers?: Record<string, string>): Promise<Heard>;
  send(method: string, path: string, init?: RequestInit): Promise<Heard>;
  raw(path: string, init?: RequestInit): Promise<Response>;
  /** Creates a device and returns its token. */
  device(name: string): Promise<string>;
  /**
   * An agent in a real tmux pane, whose hooks call `askline hook`; it replies to
   * `ask` with the given words.
   */
  pane(sessionId: string, says?: string): Promise<{ pane: AgentPane; id: number }>;
  idOf(sessionId: string): Promise<number>;
  /** The event that every follower received about that turn. */
  turnCreated(agentId: number, turnId: number): Promise<Json>;
}

export async function startVoice({ env = {} as NodeJS.ProcessEnv } = {}): Promise<TestVoice> {
  const hub = await startHub({ env });
  const panes: AgentPane[] = [];
  const description: Json = await (await raw("openapi.json")).json();
  return {
    hub,
    get,
    say,
    send,
    raw,
    device,
    pane,
    idOf,
    turnCreated,
    [Symbol.asyncDispose]: dispose,
  };

  function raw(path: string, { headers = {}, ...init }: RequestInit = {}): Promise<Response> {
    const authorization = { authorization: `Bearer ${hub.token}` };
    return fetch(`${hub.url}/api/voice/${path}`, {
      ...init,
      headers: { ...authorization, ...(headers as object) },
    });
  }

  async function send(method: string, path: string, init: RequestInit = {}): Promise<Heard> {
    const response = await raw(path, { method, ...init });
    const body = await response.json();
    expectSpeakable(body);
    const replies = responsesOf(description, method, path);
    const schema = replies?.[response.status]?.content["application/json"].schema ?? ERROR;
    expectFits(description, schema, body);
    if (response.status >= 400) expectPlainWords(body);
    return { status: response.status, body };
  }

  function get(path: string, headers: Record<string, string> = {}): Promise<Heard> {
    return send("GET", path, { headers });
  }

  function say(body: Json, headers: Record<string, string> = {}): Promise<Heard> {
    const json = { "content-type": "application/json", ...headers };
    return send("POST", "command", { headers: json, body: JSON.stringify(body) });
  }

  async function device(name: string): Promise<string> {
    return (await runJson(hub.state, ["token", "create", name])).token;
  }

  async function pane(sessionId: string, says = "") {
    const opened = await openAgentPane({
      STAND_IN_HOOK: `ASKLINE_STATE_DIR='${hub.state}' '${process.execPath}' '${CLI}' hook`,
      STAND_IN_SESSION: sessionId,
      STAND_IN_SAYS: says,
    });
    panes.push(opened);
    return { pane: opened, id: await idOf(sessionId) };
  }

  async function idOf(sessionId: string): Promise<number> {
    return (await agentIn(hub, sessionId)).id;
  }

  async function turnCreated(agentId: number, turnId: number): Promise<Json> {
    const query = `types=turn_created&agent=${agentId}&last_event_id=0`;
    const response = await hub.get(`/api/events?${query}`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`No event told of turn ${turnId}.`);
      text += decoder.decode(value, { stream: true });
      const told = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = "null"]) =>
        JSON.parse(data),
      );
      const found = told.find((data) => data.turn_id === turnId);
      if (found === undefined) continue;
      await reader.cancel();
      return found;
    }
  }

  async function dispose() {
    for (const opened of panes) opened[Symbol.dispose]();
    await hub[Symbol.asyncDispose]();
  }
}

/** The three fields that every reply begins with, in this order. */
export function expectSpeakable(body: Json) {
  expect(Object.keys(body).slice(0, 3)).toEqual(["status_line", "results", "next_action"]);
  expect(body.status_line).toMatch(/^[^\n]+[.!?。…]$/);
  expect(body.status_line).not.toMatch(/[.!?。] \p{L}/u);
  expect(body.results.length).toBeGreaterThanOrEqual(1);
  expect(body.results.length).toBeLessThanOrEqual(3);
  for (const line of body.results) expect(line).toMatch(/^[^\n]+$/);
  if (body.next_action !== "none") {
    expect(body.next_action.length).toBeLessThanOrEqual(2);
    for (const line of body.next_action) expect(line).toMatch(/^[^\n]+$/);
  }
}

/** No words that only a programmer would understand. */
export function expectPlainWords(body: Json) {
  expect(Object.keys(body)).toEqual([
    "status_line",
    "results",
    "next_action",
    "error",
    "suggestion",
  ]);
  expect(body.error.split(" ").length).toBeLessThanOrEqual(8);
  expect(body.suggestion).not.toBe("");
  expect(JSON.stringify(body)).not.toMatch(
    /\b[1-5]\d\d\b|HTTP|JSON|stack|exception|undefined|null|zod|ENOENT|\bat \w+ \(|\.ts\b|\.js\b|schema|token\b.*invalid/i,
  );
}

const ERROR = { $ref: "#/components/schemas/VoiceError" };

function responsesOf(description: Json, method: string, path: string): Json {
  const [plain = ""] = path.split("?", 1);
  const template = `/api/voice/${plain}`
    .replace(/\/agents\/[^/]+\//, "/agents/{agent_id}/")
    .replace(/\/asks\/[^/]+\//, "/asks/{ask_id}/");
  return description.paths[template]?.[method.toLowerCase()]?.responses;
}

function expectFits({ components }: Json, { $ref }: { $ref: string }, body: Json) {
  const schema = z.fromJSONSchema(components.schemas[$ref.split("/").at(-1) ?? ""]);
  expect(schema.safeParse(body).error?.issues ?? []).toEqual([]);
}
