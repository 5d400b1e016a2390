/**
 * A dialog's hook waits for its ask on the session's files, like every other caller. The connection
 * to the hub only says that a hub looks after the rest; once it is lost, the hook watches the
 * agent's terminal itself and calls again when a hub comes.
 */
import { join } from "node:path";
import { refusedAt } from "../../agents/clients/claude-code/transcript-tail.ts";
import { isDecision, replyTo } from "../../agents/dialogs/decision.ts";
import type { HeldDialogs } from "../../agents/dialogs/held-dialogs.ts";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import type { SettledAsk } from "../../core/ask/ask.ts";
import { jsonIn } from "../../core/json.ts";
import type { Desk } from "../../desk/desk.ts";
import { loadSettings } from "../../desk/settings.ts";
import { dialogEventOf, eventOf } from "../../sources/hooks/hook-call.ts";
import { openSeals, SEAL_KEY } from "../../store/file/seals.ts";
import { type Machine, thisMachine } from "../../store/machine.ts";
import { unhidden } from "../../store/redacting-store.ts";
import { isAlive } from "./call-facts.ts";
import { marksOf, pruneMarks } from "./dialog-marks.ts";
import { NO_AGENT, openLoneDialogs } from "./lone-dialogs.ts";
import { type HeldCall, type HookCall, type Posted, postCall } from "./post-call.ts";
import { spooledEvents } from "./spooled-events.ts";

// A killed agent does not end our wait by itself, and its question would stay open for a day.
const LOOKS_AFTER_AGENT_MS = 1_000;
const LOOKS_FOR_HUB_MS = 500;
// Codex shows its own dialog only after its hook, so nothing of ours may block it for longer.
const CODEX_HOLDS_MS = 120_000;
// The refusal stands in the transcript a moment after the hook was told to end, which its client
// does for it after about a second.
const REFUSAL_COMES_WITHIN_MS = 2_000;
const LOOKS_FOR_REFUSAL_MS = 50;
const AGENT_GONE = { kind: "owner_gone", detail: "The agent's process has ended." } as const;

/** What a waiting hook reaches beside the desk: a simulated hook has all of it simulated. */
export interface HookMachine extends Pick<Machine, "clock" | "processes"> {
  isAgentAlive(call: HookCall): boolean;
  /** Calls a hub again for the ask that the hook waits for. */
  post(call: HookCall, askId: string, signal: AbortSignal): Promise<Posted>;
  /** What other hooks of the session reported while no hub ran, oldest first. */
  spooled(call: HookCall, sessionId: string): AgentEvent[];
  /** When the agent's transcript says that the call was refused; null if it does not. */
  refusedAt(event: AgentEvent, toolUseId: string): Promise<string | null>;
}

const here: HookMachine = {
  ...thisMachine,
  isAgentAlive: ({ facts }) => isAlive(facts.pid),
  post: ({ stateDirectory, facts, body }, askId, signal) =>
    postCall(stateDirectory, facts, body, { askId, signal }),
  spooled: ({ stateDirectory }, sessionId) => spooledEvents(stateDirectory, sessionId),
  refusedAt,
};

/** For a hook whose ask the hub has put. Resolves to what to print. */
export async function waitForDecision(call: HookCall, held: HeldCall): Promise<string> {
  const { stateDirectory } = call;
  const { databaseUrl, databaseListenUrl } = loadSettings({ stateDirectory }).values;
  const lone = openLoneDialogs({
    ...{ databaseUrl, databaseListenUrl, stateDirectory },
    sessionsDirectory: held.sessionsDirectory,
    // It waits for an ask that is there already.
    passkeyFor: "nothing",
    redact: "never",
  });
  try {
    return await decisionOn(call, held, lone.desk, lone.dialogs);
  } finally {
    await lone.close().catch(() => undefined);
  }
}

/** The ask, as far as this hook knows it, and the hub that looks after it, if one does. */
export type Waiting = Pick<HeldCall, "askId" | "isSecond"> & Partial<HeldCall>;

export async function decisionOn(
  call: HookCall,
  waiting: Waiting,
  desk: Desk,
  dialogs: () => HeldDialogs,
  machine = here,
): Promise<string> {
  const { askId, isSecond } = waiting;
  const { facts, body, stateDirectory, hasAgent } = call;
  const { clock } = machine;
  const event = eventOf(facts, body, clock.now());
  const ended = new AbortController();
  const end = () => ended.abort();
  const isAgentGone = () => hasAgent && !machine.isAgentAlive(call);
  const isTold = () => call.told.aborted;
  call.told.addEventListener("abort", end);
  if (isTold()) end();
  let stopLooking = clock.after(LOOKS_AFTER_AGENT_MS, look);
  const stopLimit = facts.client === "codex" ? clock.after(CODEX_HOLDS_MS, end) : () => undefined;
  if (!isSecond) await pruneMarks(marksOf(stateDirectory, event.sessionId), desk);
  const touch = isSecond ? null : keepInTouch(call, waiting, dialogs, ended.signal, machine);
  try {
    const settled = await desk.wait(askId, { signal: ended.signal });
    if (isSecond) return "";
    const reply = isTold() ? "" : await take(settled, desk, call);
    if (!isTold()) return reply;
    // The agent told us to end before it could hear us.
    await noteUnheard(settled, desk);
    await noteRefusal(askId, event, desk, dialogs(), machine);
    return "";
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    if (!isSecond && isAgentGone())
      await desk.withdraw(askId, { surface: "agent" }, AGENT_GONE).catch(() => undefined);
    else if (!isSecond && isTold()) await noteRefusal(askId, event, desk, dialogs(), machine);
    return "";
  } finally {
    call.told.removeEventListener("abort", end);
    stopLooking();
    stopLimit();
    ended.abort();
    waiting.close?.();
    // Whatever goes wrong there, what was decided is printed.
    await touch?.catch(() => undefined);
  }

  function look() {
    if (isAgentGone()) end();
    else stopLooking = clock.after(LOOKS_AFTER_AGENT_MS, look);
  }
}

/**
 * The record says that the outcome was taken before the agent can act on it. If that cannot be
 * written, the agent is still told: a person decided.
 */
async function take(
  settled: SettledAsk,
  desk: Desk,
  { stateDirectory, body }: HookCall,
): Promise<string> {
  // What was hidden is in the agent's own call. If it is not, the agent's own dialog goes on.
  const seals = openSeals(join(stateDirectory, SEAL_KEY));
  const reply = await unhidden(replyTo(settled), jsonIn(body), seals);
  if (reply === null) return JSON.stringify({});
  if (isDecision(settled)) await desk.markTaken(settled.id, "hook").catch(() => undefined);
  return JSON.stringify(reply);
}

async function noteUnheard(settled: SettledAsk, desk: Desk): Promise<void> {
  const { effect } = await desk.load(settled.id);
  if (effect === undefined && isDecision(settled))
    await desk.noteEffect(settled.id, { kind: "not_taken" });
}

/**
 * After a no in its terminal, Claude Code tells the hook to end, and no other hook reports it. Others
 * may end a hook too, so the dialog is over only if the transcript says so. Either way nobody hears
 * this hook any more.
 */
async function noteRefusal(
  askId: string,
  event: AgentEvent,
  desk: Desk,
  dialogs: HeldDialogs,
  { clock, refusedAt }: HookMachine,
): Promise<void> {
  // It may have been decided a moment before.
  await desk.letGo(askId).catch(() => undefined);
  const { callId } = (await desk.load(askId)).source;
  if (callId === undefined) return;
  const looks = REFUSAL_COMES_WITHIN_MS / LOOKS_FOR_REFUSAL_MS;
  for (let look = 0; look < looks; look += 1) {
    const at = await refusedAt(event, callId);
    if (at !== null) return dialogs.declined(askId, at);
    await new Promise<void>((resolve) => void clock.after(LOOKS_FOR_REFUSAL_MS, resolve));
  }
}

/** Between two hubs, and without any, the agent's terminal is watched from here. */
async function keepInTouch(
  call: HookCall,
  { askId, lost }: Waiting,
  dialogs: () => HeldDialogs,
  signal: AbortSignal,
  machine: HookMachine,
): Promise<void> {
  const over = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  let connection: Pick<HeldCall, "lost"> | null = lost === undefined ? null : { lost };
  while (!signal.aborted) {
    if (connection !== null) {
      await Promise.race([connection.lost, over]);
      connection = null;
      continue;
    }
    const watch = new AbortController();
    await watchHere(call, askId, dialogs(), watch.signal, machine);
    while (!signal.aborted && connection === null) {
      await pause(LOOKS_FOR_HUB_MS, signal, machine);
      if (signal.aborted) break;
      // A hub that takes the call and says nothing must not keep back what was decided.
      const posted = await machine.post(call, askId, signal);
      if (posted === null || typeof posted === "string") continue;
      connection = posted;
      void over.then(posted.close);
    }
    watch.abort();
  }
}

async function watchHere(
  call: HookCall,
  askId: string,
  dialogs: HeldDialogs,
  signal: AbortSignal,
  machine: HookMachine,
): Promise<void> {
  const { facts, body } = call;
  const event = dialogEventOf(eventOf(facts, body, machine.clock.now()), facts);
  if (event === null || facts.hook === undefined) return;
  const hook = { call: facts.hook.call, owner: machine.processes.self(), askId, signal };
  await dialogs.open(event, NO_AGENT, hook).catch(() => null);
  // From its first moment the ask's mark leads later hooks to it. This is about those before.
  for (const heard of machine.spooled(call, event.sessionId))
    await dialogs.follow(heard, NO_AGENT.agentId).catch(() => undefined);
}

/** Ends early with the signal, and leaves no listener behind: a hook may wait for a day. */
function pause(milliseconds: number, signal: AbortSignal, { clock }: HookMachine): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const cancel = clock.after(milliseconds, done);
    signal.addEventListener("abort", done);
  });
}
