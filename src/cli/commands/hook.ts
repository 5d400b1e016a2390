/**
 * `askline hook [event]`: passes an agent's hook call to the hub, and the hub's reply back. Agents
 * start it all day long, so it loads nothing but Node itself, always exits with success, and prints
 * nothing unless the hub replied. Without a hub the call is saved for later, and the agent
 * continues as if Askline were absent.
 */
import { readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { configDirectory, defaultStateDirectory } from "../../desk/places.ts";
import { type CallFacts, spoolCall } from "../../sources/hooks/spool-file.ts";

// A hub on this machine accepts a connection at once or not at all.
const CONNECTS_WITHIN_MS = 300;
const ANSWERS_WITHIN_MS = 2_000;
// A dialog is answered when a person decides, but the hub confirms at once that it has the call.
const TAKES_WITHIN_MS = 5_000;
// A killed agent does not end our wait by itself, and its question would stay open for a day.
const LOOKS_AFTER_AGENT_MS = 1_000;
// Codex shows its own dialog only after its hook, so a hub that hangs must not block it. The
// hub gives up well before.
const CODEX_HOLDS_MS = 120_000;

export async function hook(args: string[]): Promise<number> {
  try {
    const { event, client, stateDirectory } = optionsFrom(args);
    const body = await standardInput();
    if (body.trim() === "") return 0;
    const facts = factsOf(event ?? eventIn(body), client);
    const wasThere = isAlive(facts.pid);
    const reply = await report(stateDirectory, facts, body);
    if (reply !== "") process.stdout.write(reply);
    if (isHeld(facts) && wasThere && !isAlive(facts.pid))
      await reportEnd(stateDirectory, facts, body);
  } catch {
    // Any error here is ours, and must not disturb the agent.
  }
  return 0;
}

/**
 * Reads synchronously if possible, which saves loading streams; a client may hand us a
 * pipe that is not ready yet.
 */
async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(65_536);
      const length = readSync(0, chunk);
      if (length === 0) break;
      chunks.push(chunk.subarray(0, length));
      if (isWhole(chunks)) break;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EAGAIN" && code !== "EOF") throw error;
    if (code === "EAGAIN") await streamedInput(chunks);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function streamedInput(chunks: Buffer[]): Promise<void> {
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
    if (isWhole(chunks)) return;
  }
}

/** A client that never closes its end has still sent everything once the last bracket is there. */
function isWhole(chunks: Buffer[]): boolean {
  if (!/\}\s*$/.test(chunks.at(-1)?.subarray(-16).toString("latin1") ?? "")) return false;
  try {
    JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

function optionsFrom(args: string[]) {
  const rest = [...args];
  const client = takeFlag(rest, "--client") ?? "claude-code";
  const stateDirectory = takeFlag(rest, "--state-dir") ?? stateDirectoryHere();
  return { event: rest.find((word) => !word.startsWith("-")), client, stateDirectory };
}

function takeFlag(words: string[], flag: string): string | undefined {
  const at = words.indexOf(flag);
  return at === -1 ? undefined : words.splice(at, 2)[1];
}

function stateDirectoryHere(): string {
  const { ASKLINE_STATE_DIR: given } = process.env;
  if (given) return given;
  const { stateDirectory } = readJson(join(configDirectory(), "config.json"));
  return typeof stateDirectory === "string" && stateDirectory !== ""
    ? stateDirectory
    : defaultStateDirectory();
}

function eventIn(body: string): string {
  const [, name = "unknown"] = /"hook_event_name"\s*:\s*"(\w+)"/.exec(body) ?? [];
  return name;
}

function factsOf(event: string, client: string): CallFacts {
  const { TMUX, TMUX_PANE } = process.env;
  const [tmux] = (TMUX ?? "").split(",");
  const at = new Date().toISOString();
  const pid = agentPid(client);
  // Codex runs hooks from a background server, whose environment is that of the window
  // which happened to start it.
  const isElsewhere = client === "codex" && isWithoutTerminal(pid);
  const pane = TMUX_PANE && tmux && !isElsewhere ? { pane: TMUX_PANE, tmux } : {};
  return { at, event, client, ...pane, pid };
}

function isHeld({ event }: CallFacts): boolean {
  return event === "PermissionRequest";
}

const SHELLS = /^(ba|da|z|k|fi|a)?sh$/;

/**
 * The agent's process: as the agent reports it, else our parent, past the shells
 * that clients put between.
 */
function agentPid(client: string): number {
  const said = Number(process.env["CLAUDE_PID"]);
  if (client === "claude-code" && said > 0) return said;
  let pid = process.ppid;
  try {
    for (let steps = 0; steps < 3; steps++) {
      const { name, parent } = processFacts(pid);
      if (!SHELLS.test(name)) break;
      pid = parent;
    }
  } catch {
    // Only Linux shows process parents in files; elsewhere our direct parent has to do.
  }
  return pid;
}

function isWithoutTerminal(pid: number): boolean {
  try {
    return processFacts(pid).terminal === 0;
  } catch {
    return false;
  }
}

function processFacts(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const end = stat.lastIndexOf(")");
  const [, parent, , , terminal] = stat.slice(end + 2).split(" ");
  return {
    name: stat.slice(stat.indexOf("(") + 1, end),
    parent: Number(parent),
    terminal: Number(terminal),
  };
}

/**
 * The hub's reply; empty without a hub. The call is then saved for later, so
 * only its audience is lost.
 */
async function report(stateDirectory: string, facts: CallFacts, body: string): Promise<string> {
  const reply = await post(readJson(join(stateDirectory, "hub.json")), facts, body);
  if (reply === null && isWorthKeeping(facts))
    spoolCall(join(stateDirectory, "spool"), facts, body);
  return reply ?? "";
}

/** Reports the end of an agent that was killed and cannot report it itself. */
async function reportEnd(stateDirectory: string, facts: CallFacts, body: string): Promise<void> {
  const { session_id, transcript_path, cwd } = JSON.parse(body) as Record<string, unknown>;
  const ended = { session_id, transcript_path, cwd, hook_event_name: "SessionEnd", reason: "gone" };
  const at = new Date().toISOString();
  await report(stateDirectory, { ...facts, at, event: "SessionEnd" }, JSON.stringify(ended));
}

/** Text on the screen is in the transcript too, so it is not saved. */
function isWorthKeeping({ event }: CallFacts): boolean {
  return event !== "MessageDisplay";
}

/** Null unless the hub is known to have the call. */
function post(
  hub: Record<string, unknown>,
  facts: CallFacts,
  body: string,
): Promise<string | null> {
  const { url, token, pid } = hub;
  if (typeof url !== "string" || !isAlive(pid)) return Promise.resolve(null);
  const isLong = isHeld(facts);
  // Loaded only if there is a hub to call.
  const { request } = process.getBuiltinModule("node:http");
  return new Promise((resolve) => {
    const call = request(`${url}/hook/${encodeURIComponent(facts.event)}`, {
      method: "POST",
      agent: false,
    });
    call.setHeader("authorization", `Bearer ${token}`);
    call.setHeader("content-type", "application/json");
    call.setHeader("content-length", Buffer.byteLength(body));
    for (const [name, value] of Object.entries(headersOf(facts))) call.setHeader(name, value);
    let patience = setTimeout(() => call.destroy(), CONNECTS_WITHIN_MS);
    let isHeard = false;
    const looking =
      isLong && isAlive(facts.pid) ? setInterval(lookAfterAgent, LOOKS_AFTER_AGENT_MS) : undefined;
    const waitAtMost = (milliseconds: number) => {
      clearTimeout(patience);
      patience = setTimeout(() => call.destroy(), milliseconds);
    };
    call.on("socket", (socket) =>
      socket.once("connect", () => waitAtMost(isLong ? TAKES_WITHIN_MS : ANSWERS_WITHIN_MS)),
    );
    call.on("error", () => ended(isHeard ? "" : null));
    call.on("response", (response) => {
      let text = "";
      const isWell = response.statusCode === 200;
      // The hub sends a head as soon as it has the call, even if the rest takes long. The
      // call then need not be saved.
      isHeard = isWell;
      if (isLong) clearTimeout(patience);
      if (isLong && facts.client === "codex") waitAtMost(CODEX_HOLDS_MS);
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => ended(isWell ? text : notTaken(response.statusCode)));
      response.on("error", () => ended(isHeard ? "" : null));
    });
    call.end(body);

    function lookAfterAgent() {
      if (!isAlive(facts.pid)) call.destroy();
    }

    function ended(reply: string | null) {
      clearInterval(looking);
      clearTimeout(patience);
      resolve(reply);
    }
  });
}

/** A call that the hub cannot read would not become readable by saving it. */
function notTaken(status: number | undefined): string | null {
  return status === 400 || status === 413 ? "" : null;
}

function headersOf({ at, client, pane, tmux, pid }: CallFacts): Record<string, string> {
  return {
    "x-askline-client": client,
    "x-askline-at": at,
    ...(pane === undefined ? {} : { "x-askline-pane": pane }),
    ...(tmux === undefined ? {} : { "x-askline-tmux": encodeURI(tmux) }),
    ...(pid === undefined ? {} : { "x-askline-pid": String(pid) }),
  };
}

/**
 * Another program's server may have taken the port of a hub that is gone, and
 * must not see the token.
 */
function isAlive(pid: unknown): boolean {
  if (typeof pid !== "number") return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readJson(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
