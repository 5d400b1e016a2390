/**
 * A call that waits for an ask: sends progress, ends within the client's limit, and withdraws the
 * ask when the client cancels.
 */
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { AlreadySettled } from "../../core/ask/errors.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import type { Desk } from "../../desk/desk.ts";
import { afterMilliseconds } from "../../store/clock.ts";

export interface WaitingCall {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** Seconds after which the call returns with the ask still open. */
  patienceSeconds: number;
  /**
   * Tells the client that the call is still alive. Absent if the client did not ask for progress.
   */
  progress?: (step: number, message: string) => Promise<void>;
}

const PROGRESS_MS = 15_000;

export interface Waits {
  /**
   * The ask, settled or still open. Rejects after the client cancelled; the ask
   * is then already withdrawn.
   */
  wait(ask: Ask, call: WaitingCall): Promise<Ask>;
  /** Withdraws every ask that a call still waits for. For a process that is about to end. */
  withdrawAll(): Promise<void>;
}

export function createWaits(desk: Desk): Waits {
  // A repeated question waits for the same ask, which is withdrawn only with the
  // last call that waits for it.
  const calls = new Map<string, number>();
  return { wait, withdrawAll };

  async function wait(ask: Ask, call: WaitingCall): Promise<Ask> {
    calls.set(ask.id, (calls.get(ask.id) ?? 0) + 1);
    const patience = patienceOf(call);
    const stopProgress = sendProgress(ask, call);
    try {
      return await desk.wait(ask.id, { signal: AbortSignal.any([call.signal, patience.signal]) });
    } catch (error) {
      if (!call.signal.aborted && !patience.signal.aborted) throw error;
      if (!call.signal.aborted) return await leaveOpen(ask.id);
      if (calls.get(ask.id) === 1) await withdraw(ask.id);
      throw error;
    } finally {
      patience.clear();
      stopProgress();
      const others = (calls.get(ask.id) ?? 1) - 1;
      if (others === 0) calls.delete(ask.id);
      else calls.set(ask.id, others);
    }
  }

  async function leaveOpen(id: string): Promise<Ask> {
    try {
      return await desk.detach(id);
    } catch (error) {
      if (error instanceof AlreadySettled) return error.ask;
      throw error;
    }
  }

  async function withdraw(id: string) {
    try {
      const ask = await desk.load(id);
      if (!isSettled(ask)) await desk.withdraw(id, { surface: "mcp" });
    } catch (error) {
      if (!(error instanceof AlreadySettled)) throw error;
    }
  }

  async function withdrawAll() {
    await Promise.allSettled([...calls.keys()].map(withdraw));
  }
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
