/** Posts a hook call to the hub. Loads nothing but Node: agents start hooks all day long. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CallFacts } from "../../sources/hooks/spool-file.ts";
import { isAlive, isHeld } from "./call-facts.ts";

/** One call of an agent's hook, as it came. */
export interface HookCall {
  readonly stateDirectory: string;
  readonly facts: CallFacts;
  readonly body: string;
  /** The agent's process was seen when the call began, so its end can be noticed. */
  readonly hasAgent: boolean;
  /** Aborted when the client tells the hook to end. */
  readonly told: AbortSignal;
}

/** The agent's own dialog is on its screen meanwhile, so a person may answer there or anywhere. */
export function isBesideDialog({ client, isAttended }: CallFacts): boolean {
  return client === "opencode" || (client === "claude-code" && isAttended === true);
}

/** The hub has put the dialog's ask, or had it; the decision is read from the session's files. */
export interface HeldCall {
  readonly askId: string;
  /** Another hook of the same dialog owns the ask. */
  readonly isSecond: boolean;
  readonly sessionsDirectory: string;
  /** Resolves when the connection ends: only a sign that the hub is gone. */
  readonly lost: Promise<void>;
  close(): void;
}

/** Null unless the hub is known to have the call; a text is the reply for the agent's client. */
export type Posted = HeldCall | string | null;

// A hub on this machine accepts a connection at once or not at all; a very slow machine may say so.
const PATIENCE = Number(process.env["ASKLINE_HOOK_PATIENCE"]) || 1;
const CONNECTS_WITHIN_MS = 300 * PATIENCE;
const ANSWERS_WITHIN_MS = 2_000 * PATIENCE;
// A dialog is answered when a person decides, but the hub confirms at once that it has the call.
const TAKES_WITHIN_MS = 5_000 * PATIENCE;
/** How the hub marks a reply that says which ask to wait for. */
export const HELD_TYPE = "application/x-ndjson";

export function postCall(
  stateDirectory: string,
  facts: CallFacts,
  body: string,
  { askId, signal }: { askId?: string; signal?: AbortSignal } = {},
): Promise<Posted> {
  const { url, token, pid } = readJson(join(stateDirectory, "hub.json"));
  if (typeof url !== "string" || !isAlive(pid)) return Promise.resolve(null);
  const isLong = isHeld(facts);
  // Loaded only if there is a hub to call.
  const { request } = process.getBuiltinModule("node:http");
  return new Promise((resolve) => {
    const call = request(`${url}/hook/${encodeURIComponent(facts.event)}`, {
      method: "POST",
      agent: false,
      signal,
    });
    call.setHeader("authorization", `Bearer ${token}`);
    call.setHeader("content-type", "application/json");
    call.setHeader("content-length", Buffer.byteLength(body));
    for (const [name, value] of Object.entries(headersOf(facts, askId)))
      call.setHeader(name, value);
    let isLost = () => {};
    const lost = new Promise<void>((done) => {
      isLost = done;
    });
    let patience = setTimeout(() => call.destroy(), CONNECTS_WITHIN_MS);
    const waitAtMost = (milliseconds: number) => {
      clearTimeout(patience);
      patience = setTimeout(() => call.destroy(), milliseconds);
    };
    call.on("socket", (socket) =>
      socket.once("connect", () => waitAtMost(isLong ? TAKES_WITHIN_MS : ANSWERS_WITHIN_MS)),
    );
    call.on("error", () => ended(null));
    call.on("response", (response) => {
      let text = "";
      const isWell = response.statusCode === 200;
      const isHeldReply = response.headers["content-type"] === HELD_TYPE;
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        if (isHeldReply && text.includes("\n")) take(text);
      });
      response.on("end", () => ended(isWell ? text : notTaken(response.statusCode)));
      response.on("error", () => ended(null));
      response.on("close", isLost);
    });
    call.end(body);

    function take(line: string) {
      const said = JSON.parse(line.slice(0, line.indexOf("\n"))) as Record<string, unknown>;
      if (typeof said["ask"] !== "string") return;
      clearTimeout(patience);
      resolve({
        askId: said["ask"],
        isSecond: said["second"] === true,
        sessionsDirectory: String(said["sessions"]),
        lost,
        close: () => call.destroy(),
      });
    }

    function ended(reply: string | null) {
      clearTimeout(patience);
      isLost();
      resolve(reply);
    }
  });
}

/** A call that the hub cannot read would not become readable by saving it. */
function notTaken(status: number | undefined): string | null {
  return status === 400 || status === 413 ? "" : null;
}

function headersOf(facts: CallFacts, askId: string | undefined): Record<string, string> {
  const { at, client, pane, tmux, pid, hook, isAttended } = facts;
  return {
    "x-askline-client": client,
    "x-askline-at": at,
    ...(pane === undefined ? {} : { "x-askline-pane": pane }),
    ...(tmux === undefined ? {} : { "x-askline-tmux": encodeURI(tmux) }),
    ...(pid === undefined ? {} : { "x-askline-pid": String(pid) }),
    ...(isAttended === undefined ? {} : { "x-askline-attended": isAttended ? "1" : "0" }),
    ...(hook === undefined ? {} : { "x-askline-hook": JSON.stringify(hook) }),
    ...(askId === undefined ? {} : { "x-askline-ask": askId }),
  };
}

export function readJson(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
