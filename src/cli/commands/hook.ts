/**
 * `askline hook [event]`: passes an agent's hook call to the hub, and what was decided back. Agents
 * start it all day long, so it loads nothing but Node itself, always exits with success, and prints
 * nothing unless somebody decided. Without a hub the call is saved for later, and the agent
 * continues as if Askline were absent.
 *
 * The hook of a dialog owns the dialog's ask: it waits on the session's files, so that the hub may
 * come and go meanwhile. What that takes is loaded only then.
 */
import { readSync, statSync } from "node:fs";
import { join } from "node:path";
import { configDirectory, defaultStateDirectory } from "../../desk/places.ts";
import { type CallFacts, spoolCall } from "../../sources/hooks/spool-file.ts";
import { rememberAgent } from "../../store/known-agents.ts";
import { agentAboveUs, factsOf, isAlive, isHeld } from "../hook/call-facts.ts";
import { marksOf } from "../hook/dialog-marks.ts";
import { type HookCall, isBesideDialog, postCall, readJson } from "../hook/post-call.ts";
import { isRemote } from "../remote/remote-here.ts";

const ENDS_WITHIN_MS = 1_000;

export async function hook(args: string[]): Promise<number> {
  try {
    const { event, client, stateDirectory, waits } = optionsFrom(args);
    const body = await standardInput();
    if (body.trim() === "" || isOthers(stateDirectory)) return 0;
    const name = event ?? wordIn(body, "hook_event_name") ?? "unknown";
    const facts = factsOf(name, client, waits);
    remember(stateDirectory, facts);
    const hasAgent = isAlive(facts.pid);
    const told = toldToEnd(facts);
    const reply = await replyTo({ stateDirectory, facts, body, hasAgent, told });
    if (reply !== "") process.stdout.write(reply);
    if (isHeld(facts) && hasAgent && !isAlive(facts.pid))
      await reportEnd(stateDirectory, facts, body);
    if (isHeld(facts)) endSoon();
  } catch {
    // Any error here is ours, and must not disturb the agent.
  }
  return 0;
}

/** The agent waits for the end of its hook, which nothing that is left over may delay. */
function endSoon(): void {
  setTimeout(() => process.exit(), ENDS_WITHIN_MS).unref();
}

/** Whether another account could have written what is there. `askline doctor` says so. */
function isOthers(folder: string): boolean {
  const own = process.getuid?.();
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (own === undefined || stats === undefined) return false;
  return (stats.mode & 0o022) !== 0 || (stats.uid !== own && stats.uid !== 0);
}

/** What descends from this agent may not answer in the person's place. */
function remember(stateDirectory: string, { client, event }: CallFacts): void {
  try {
    const pid = agentAboveUs(client);
    const isFresh = event === "SessionStart";
    if (pid !== null) rememberAgent(stateDirectory, { pid, client, isFresh });
  } catch {
    // The call itself matters more.
  }
}

/** Empty where nobody decided anything. */
async function replyTo(call: HookCall): Promise<string> {
  const { stateDirectory, facts, body } = call;
  // A hub elsewhere has the asks, and this process puts them there itself.
  const posted = isRemote(stateDirectory) ? null : await postCall(stateDirectory, facts, body);
  if (typeof posted === "string") return posted;
  if (posted !== null) {
    const { waitForDecision } = await import("../hook/wait-for-decision.ts");
    return waitForDecision(call, posted);
  }
  if (isWorthKeeping(facts)) spoolCall(join(stateDirectory, "spool"), facts, body);
  return withoutHub(call);
}

async function withoutHub(call: HookCall): Promise<string> {
  const { stateDirectory, facts, body } = call;
  const sessionId = wordIn(body, "session_id");
  const isMarked = sessionId && marksOf(stateDirectory, sessionId).list().length > 0;
  // A form comes up only once its hook has ended, so without a hub nothing may delay it.
  const isDialog = facts.event === "PermissionRequest";
  // A hub may have put the ask and died before it could say so: then there is a mark.
  const mayAsk = isDialog && (isBesideDialog(facts) || isRemote(stateDirectory));
  if (!isMarked && !mayAsk) return "";
  const { askWithoutHub, followWithoutHub } = await import("../hook/without-hub.ts");
  if (isDialog) return askWithoutHub(call);
  await followWithoutHub(call);
  return "";
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
  const waits = rest.includes("--waits");
  return { event: rest.find((word) => !word.startsWith("-")), client, stateDirectory, waits };
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

/** A field of one word, found without reading a body that may be megabytes long. */
function wordIn(body: string, field: string): string | undefined {
  return new RegExp(`"${field}"\\s*:\\s*"([^"\\\\]+)"`).exec(body)?.[1];
}

/** Reports the end of an agent that was killed and cannot report it itself. */
async function reportEnd(stateDirectory: string, facts: CallFacts, body: string): Promise<void> {
  const { session_id, transcript_path, cwd } = JSON.parse(body) as Record<string, unknown>;
  const ended = { session_id, transcript_path, cwd, hook_event_name: "SessionEnd", reason: "gone" };
  const { hook: _, ...rest } = facts;
  const at = new Date().toISOString();
  await replyTo({
    stateDirectory,
    facts: { ...rest, at, event: "SessionEnd" },
    body: JSON.stringify(ended),
    hasAgent: false,
    told: new AbortController().signal,
  });
}

/**
 * Claude Code tells the hook of a dialog to end after a no in its terminal. What was refused is then
 * written down first. Other clients are not known to do so.
 */
function toldToEnd(facts: CallFacts): AbortSignal {
  const told = new AbortController();
  if (isHeld(facts) && facts.client === "claude-code") process.once("SIGTERM", () => told.abort());
  return told.signal;
}

/** Text on the screen is in the transcript too, so it is not saved. */
function isWorthKeeping({ event }: CallFacts): boolean {
  return event !== "MessageDisplay";
}
