/**
 * A dialog's hook waits for its ask on the session's files, like every other caller. The connection
 * to the hub only says that a hub looks after the rest; once it is lost, the hook watches the
 * agent's terminal itself and calls again when a hub comes.
 */
import { isRefusedCall } from "../../agents/clients/claude-code/refused-call.ts";
import { isDecision, replyTo } from "../../agents/dialogs/decision.ts";
import type { HeldDialogs } from "../../agents/dialogs/held-dialogs.ts";
import type { SettledAsk } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";
import { eventOf } from "../../sources/hooks/hook-call.ts";
import { thisProcess } from "../../store/process-identity.ts";
import { isAlive } from "./call-facts.ts";
import { marksOf, pruneMarks } from "./dialog-marks.ts";
import { NO_AGENT, openLoneDialogs } from "./lone-dialogs.ts";
import { type HeldCall, type HookCall, postCall } from "./post-call.ts";
import { spooledEvents } from "./spooled-events.ts";

// A killed agent does not end our wait by itself, and its question would stay open for a day.
const LOOKS_AFTER_AGENT_MS = 1_000;
const LOOKS_FOR_HUB_MS = 500;
// Codex shows its own dialog only after its hook, so nothing of ours may block it for longer.
const CODEX_HOLDS_MS = 120_000;
// The refusal stands in the transcript a moment after the hook was told to end.
const REFUSAL_COMES_WITHIN_MS = 2_000;
const LOOKS_FOR_REFUSAL_MS = 50;
const AGENT_GONE = { kind: "owner_gone", detail: "The agent's process has ended." } as const;

/** For a hook whose ask the hub has put. Resolves to what to print. */
export async function waitForDecision(call: HookCall, held: HeldCall): Promise<string> {
  const lone = openLoneDialogs(held.sessionsDirectory, call.stateDirectory);
  try {
    return await decisionOn(call, held, lone.desk, () => lone.dialogs);
  } finally {
    await lone.close();
  }
}

/** The ask, as far as this hook knows it, and the hub that looks after it, if one does. */
export type Waiting = Pick<HeldCall, "askId" | "isSecond"> & Partial<HeldCall>;

export async function decisionOn(
  call: HookCall,
  waiting: Waiting,
  desk: Desk,
  dialogs: () => HeldDialogs,
): Promise<string> {
  const { askId, isSecond } = waiting;
  const { facts, body, stateDirectory, hasAgent } = call;
  const { sessionId, transcriptPath } = eventOf(facts, body, new Date());
  const ended = new AbortController();
  const isAgentGone = () => hasAgent && !isAlive(facts.pid);
  const isTold = () => call.told.aborted;
  const end = () => ended.abort();
  call.told.addEventListener("abort", end);
  if (isTold()) end();
  const looking = setInterval(() => {
    if (isAgentGone()) ended.abort();
  }, LOOKS_AFTER_AGENT_MS);
  const limit =
    facts.client === "codex" ? setTimeout(() => ended.abort(), CODEX_HOLDS_MS) : undefined;
  if (!isSecond) await pruneMarks(marksOf(stateDirectory, sessionId), desk);
  const touch = isSecond ? null : keepInTouch(call, waiting, dialogs, ended.signal);
  try {
    const settled = await desk.wait(askId, { signal: ended.signal });
    return isSecond ? "" : await take(settled, desk);
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    if (!isSecond && isAgentGone())
      await desk.withdraw(askId, { surface: "agent" }, AGENT_GONE).catch(() => undefined);
    else if (!isSecond && isTold() && transcriptPath !== null)
      await noteRefusal(askId, transcriptPath, desk, dialogs());
    return "";
  } finally {
    call.told.removeEventListener("abort", end);
    clearInterval(looking);
    clearTimeout(limit);
    ended.abort();
    waiting.close?.();
    await touch;
  }
}

/**
 * The record says that the outcome was taken before the agent can act on it. If that cannot be
 * written, the agent is still told: a person decided.
 */
async function take(settled: SettledAsk, desk: Desk): Promise<string> {
  if (isDecision(settled)) await desk.markTaken(settled.id, "hook").catch(() => undefined);
  return JSON.stringify(replyTo(settled));
}

/**
 * After a no in its terminal, Claude Code tells the hook to end, and no other hook reports it. Others
 * may end a hook too, so the dialog is over only if the transcript says so.
 */
async function noteRefusal(
  askId: string,
  transcriptPath: string,
  desk: Desk,
  dialogs: HeldDialogs,
): Promise<void> {
  const { callId } = (await desk.load(askId)).source;
  if (callId === undefined) return;
  const looks = REFUSAL_COMES_WITHIN_MS / LOOKS_FOR_REFUSAL_MS;
  for (let look = 0; look < looks; look += 1) {
    if (isRefusedCall(transcriptPath, callId)) return dialogs.declined(askId);
    await new Promise((resolve) => setTimeout(resolve, LOOKS_FOR_REFUSAL_MS));
  }
}

/** Between two hubs, and without any, the agent's terminal is watched from here. */
async function keepInTouch(
  call: HookCall,
  { askId, lost }: Waiting,
  dialogs: () => HeldDialogs,
  signal: AbortSignal,
): Promise<void> {
  const { facts, body, stateDirectory } = call;
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
    await watchHere(call, askId, dialogs(), watch.signal);
    while (!signal.aborted && connection === null) {
      await pause(LOOKS_FOR_HUB_MS, signal);
      if (signal.aborted) break;
      const posted = await postCall(stateDirectory, facts, body, askId);
      if (posted === null || typeof posted === "string") continue;
      connection = posted;
      void over.then(posted.close);
    }
    watch.abort();
  }
}

async function watchHere(
  { stateDirectory, facts, body }: HookCall,
  askId: string,
  dialogs: HeldDialogs,
  signal: AbortSignal,
): Promise<void> {
  const event = eventOf(facts, body, new Date());
  if (event.type !== "permission_asked" || facts.hook === undefined) return;
  const hook = { call: facts.hook.call, owner: thisProcess(), askId, signal };
  await dialogs.open(event, NO_AGENT, hook).catch(() => null);
  // From its first moment the ask's mark leads later hooks to it. This is about those before.
  for (const heard of spooledEvents(stateDirectory, event.sessionId))
    await dialogs.follow(heard, NO_AGENT.agentId).catch(() => undefined);
}

/** Ends early with the signal, and leaves no listener behind: a hook may wait for a day. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
