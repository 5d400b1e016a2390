/**
 * A call that waits for an ask: sends progress and ends within the client's limit. A person's
 * cancel, or the end of the client, withdraws the ask. After the client's time-out the ask stays
 * open, since the person may still answer it.
 */
import { type Ask, isSettled, type SettledAsk, type Source } from "../../core/ask/ask.ts";
import { AlreadySettled, AskNotFound } from "../../core/ask/errors.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import type { Desk, Withdrawal } from "../../desk/desk.ts";
import { afterMilliseconds } from "../../store/clock.ts";
import type { ShowForm } from "./client-form.ts";
import { whyGivenUp } from "./given-up.ts";
import type { LeftOpen } from "./left-open.ts";

export interface WaitingCall {
  source: Source;
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** The connection lasts for this call alone, so its end says nothing about the client. */
  isConnectedForCall: boolean;
  /** Seconds after which the call returns with the ask still open. */
  patienceSeconds: number;
  /**
   * Tells the client that the call is still alive. Absent if the client did not ask for progress.
   */
  progress?: (step: number, message: string) => Promise<void>;
  /** Shows the question in the client too. Absent if the client has no forms, or is known to spoil them. */
  showForm?: ShowForm;
}

export const PROGRESS_MS = 15_000;
const CLIENT_GONE = { detail: "The agent that asked has ended." };

export interface Waits {
  /**
   * For the call that asks. Returns the ask, settled or still open. Rejects after the client gave
   * the call up; the ask is then withdrawn or left open.
   */
  wait(ask: Ask, call: WaitingCall): Promise<Ask>;
  /** For a call that only fetches: neither its end nor its cancel ends the ask. */
  follow(ask: Ask, call: WaitingCall): Promise<Ask>;
  /** Records that the caller has received the outcome. Throws if the call was given up. */
  take(ask: SettledAsk, call: WaitingCall): Promise<void>;
  /**
   * Withdraws every ask that a call still waits for, or that was left open, and that nobody can
   * hear of any more. For a process, or the client with this name, that is about to end.
   */
  withdrawAll(asker?: string): Promise<void>;
  /** Leaves open every ask that a call still waits for. For a server that others outlive. */
  leaveAll(): Promise<void>;
}

export function createWaits(desk: Desk, leftOpen: LeftOpen): Waits {
  // A repeated question waits for the same ask, which is given up only with the
  // last call that waits for it.
  const calls = new Map<string, { count: number; asker: string }>();
  // Asks that a call of this process waited for and that were still open when it ended.
  const waitedFor = new Set<string>();
  let isLeaving = false;
  return { wait, follow, take, withdrawAll, leaveAll };

  async function wait(ask: Ask, call: WaitingCall): Promise<Ask> {
    const asker = nameOf(call);
    waitedFor.add(ask.id);
    calls.set(ask.id, { count: (calls.get(ask.id)?.count ?? 0) + 1, asker });
    try {
      if (ask.owner?.mode === "detached") await unlessSettled(() => desk.holdAgain(ask.id));
      const latest = await whenSettled(ask, call);
      return latest ?? (await unlessSettled(() => desk.detach(ask.id)));
    } catch (error) {
      if (call.signal.aborted && calls.get(ask.id)?.count === 1) await giveUp(ask.id, call);
      throw error;
    } finally {
      const others = (calls.get(ask.id)?.count ?? 1) - 1;
      if (others === 0) calls.delete(ask.id);
      else calls.set(ask.id, { count: others, asker });
    }
  }

  async function follow(ask: Ask, call: WaitingCall): Promise<Ask> {
    const isAsker = ask.source.kind === call.source.kind && ask.source.agentId === nameOf(call);
    // One that was asked without waiting stays as it is. While a call waits, that call decides.
    const mayLeave = () => isAsker && waitedFor.has(ask.id) && !calls.has(ask.id);
    try {
      return (await whenSettled(ask, call)) ?? (await desk.load(ask.id));
    } catch (error) {
      if (call.signal.aborted && mayLeave()) await leave(ask.id, nameOf(call));
      throw error;
    }
  }

  /** Null when the client's patience is over. Rejects when the call was given up. */
  async function whenSettled(ask: Ask, call: WaitingCall): Promise<Ask | null> {
    const patience = patienceOf(call);
    const stopProgress = sendProgress(ask, call);
    const closeForm = call.showForm && (await shownInClient(ask, call.showForm, call));
    try {
      return await desk.wait(ask.id, { signal: AbortSignal.any([call.signal, patience.signal]) });
    } catch (error) {
      if (call.signal.aborted || !patience.signal.aborted) throw error;
      return null;
    } finally {
      patience.clear();
      stopProgress();
      closeForm?.();
    }
  }

  async function shownInClient(ask: Ask, show: ShowForm, call: WaitingCall) {
    const { showInClient } = await import("./client-form.ts");
    return showInClient(ask, { desk, show, who: nameOf(call).split(" ")[0] ?? "" });
  }

  async function take(ask: SettledAsk, call: WaitingCall) {
    waitedFor.delete(ask.id);
    const isGivenUp = call.signal.aborted;
    if (!isGivenUp) await desk.markTaken(ask.id, nameOf(call));
    if (!call.signal.aborted) return leftOpen.forget(ask.id);
    // The client gave the call up just now, perhaps while that was written: its next call says it.
    leftOpen.add(ask.id, nameOf(call), !isGivenUp);
    call.signal.throwIfAborted();
  }

  async function giveUp(id: string, call: WaitingCall) {
    const why = whyGivenUp(call.signal);
    const isUnclear =
      why === "with_client" ? isLeaving || call.isConnectedForCall : why === "unclear";
    if (isUnclear) await leave(id, nameOf(call));
    else await withdraw(id, why === "with_client" ? CLIENT_GONE : {});
  }

  async function leave(id: string, asker: string) {
    leftOpen.add(id, asker);
    await unlessSettled(() => desk.leaveOpen(id));
  }

  async function unlessSettled(change: () => Promise<Ask>): Promise<Ask> {
    try {
      return await change();
    } catch (error) {
      if (error instanceof AlreadySettled) return error.ask;
      throw error;
    }
  }

  async function withdraw(id: string, why: Withdrawal) {
    waitedFor.delete(id);
    try {
      const ask = await desk.load(id);
      if (!isSettled(ask)) await desk.withdraw(id, { surface: "mcp" }, why);
    } catch (error) {
      if (!(error instanceof AlreadySettled || error instanceof AskNotFound)) throw error;
    }
  }

  async function withdrawAll(asker?: string) {
    const waitedFor = [...calls].filter(([, one]) => asker === undefined || one.asker === asker);
    const left = asker === undefined ? leftOpen.all() : leftOpen.by(asker);
    const ids = [...waitedFor.map(([id]) => id), ...left];
    await Promise.allSettled(ids.map((id) => withdraw(id, CLIENT_GONE)));
    for (const id of left) leftOpen.forget(id);
  }

  async function leaveAll() {
    isLeaving = true;
    await Promise.allSettled([...calls].map(([id, { asker }]) => leave(id, asker)));
  }
}

function nameOf({ source }: Pick<WaitingCall, "source">): string {
  return source.agentId ?? source.kind;
}

function patienceOf({ patienceSeconds }: WaitingCall) {
  const controller = new AbortController();
  const clear = afterMilliseconds(patienceSeconds * 1000, () => controller.abort());
  return { signal: controller.signal, clear };
}

/**
 * A progress message that cannot be sent is ignored: the call's signal reports
 * the end of the connection.
 */
function sendProgress(ask: Ask, { progress, signal }: WaitingCall): () => void {
  if (progress === undefined) return () => undefined;
  let step = 0;
  const title = safeLine(ask.questions[0]?.title ?? "");
  const command = `askline answer ${ask.id.slice(0, 8)}`;
  const tell = () => {
    const waited = step === 0 ? "" : ` (${Math.round((step * PROGRESS_MS) / 1000)} s)`;
    const message = `Waiting for a person to answer "${title}"${waited}. They can use: ${command}`;
    if (!signal.aborted) progress(step, message).catch(() => undefined);
    step += 1;
  };
  // Also at once: the person in front of the client should see where to answer.
  tell();
  const timer = setInterval(tell, PROGRESS_MS);
  return () => clearInterval(timer);
}
