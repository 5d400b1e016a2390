/**
 * Sends what is kept for a hub once it is there: one process at a time, each thing once more until it
 * is acknowledged, under the id or the key of its first try.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { AlreadySettled, AsklineError, AskNotFound } from "../../core/ask/errors.ts";
import type { AskStore } from "../ask-store.ts";
import { withLock } from "../file/lock.ts";
import type { HttpStore } from "./http-store.ts";
import { isToSend, isToTry, type Kept, type KeptFiles } from "./kept.ts";
import { HubRefused, HubUnreachable } from "./unreachable.ts";

export interface Outbox {
  /** Tries now. False while something is still to be sent. Never throws. */
  flush(): Promise<boolean>;
  /** Tries again and again, less and less often, until all is sent. */
  keepTrying(): void;
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const KEPT_FOR_MS = 7 * 86_400_000;
// What the hub says of the thing itself: no later try fares better.
const FOR_GOOD: ReadonlySet<number> = new Set([400, 409, 413, 422]);

export function lockIn(directory: string): string {
  return join(directory, "sending.lock");
}

export function openOutbox(parts: {
  kept: KeptFiles;
  local: AskStore;
  hub: HttpStore;
  directory: string;
  onOvertaken: (ask: Ask) => void;
  onRefused: (kept: Kept, error: AsklineError) => void;
}): Outbox {
  const { kept, local, hub, directory, onOvertaken, onRefused } = parts;
  let flushing: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isClosed = false;
  return { flush, keepTrying, close };

  function flush(): Promise<boolean> {
    flushing ??= sendAll().finally(() => {
      flushing = undefined;
    });
    return flushing;
  }

  function keepTrying() {
    if (isClosed || timer !== undefined) return;
    // Everybody comes back at once after an outage, but not at the same moment.
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    timer = setTimeout(() => void tryOnce(), pause * (0.5 + Math.random())).unref();
  }

  async function tryOnce() {
    timer = undefined;
    const isDone = await flush();
    failures = isDone ? 0 : failures + 1;
    if (!isDone) keepTrying();
  }

  async function close() {
    isClosed = true;
    clearTimeout(timer);
    await flushing;
  }

  async function sendAll(): Promise<boolean> {
    if (!kept.list().some(isToTry)) return true;
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      return await withLock(lockIn(directory), async () => {
        // An ask leaves home only for a hub that is there and takes this token.
        const refusal = await hub.me().then(() => null, refusalOnly);
        if (refusal !== null) return refuseAll(refusal);
        let isDone = true;
        for (const { id } of kept.list()) isDone = (await send(id)) && isDone;
        return isDone;
      });
    } catch (error) {
      if (error instanceof HubUnreachable && error.retryAfterMs !== null) failures += 2;
      return false;
    }
  }

  async function refuseAll(error: AsklineError): Promise<false> {
    for (const one of kept.list().filter(isToTry)) await refuse(one, error);
    return false;
  }

  async function refuse(one: Kept, error: AsklineError) {
    const now = kept.read(one.id) ?? one;
    const isForGood = error instanceof HubRefused && FOR_GOOD.has(error.status);
    await kept.write({
      ...now,
      refused: error.message,
      ...(isForGood && { isRefusedForGood: true as const }),
    });
    if (one.refused !== error.message) onRefused(one, error);
  }

  /** Throws HubUnreachable: then nothing else would arrive either. */
  async function send(id: string): Promise<boolean> {
    const one = kept.read(id);
    if (one === null || one.isRefusedForGood) return true;
    if (!isToSend(one)) {
      if (Date.parse(one.ask.createdAt) < Date.now() - KEPT_FOR_MS) kept.remove(id);
      return true;
    }
    try {
      if (one.home === "local" || one.home === "handing_over") await handOver(one);
      else await decide(one);
      return true;
    } catch (error) {
      if (error instanceof HubUnreachable) throw error;
      if (!(error instanceof AsklineError)) throw error;
      await refuse(one, error);
      return false;
    }
  }

  async function handOver(before: Kept) {
    const one = before.home === "local" ? await leaveHome(before) : before;
    const { ask, decision } = one;
    const sent = decision === undefined ? ask : { ...ask, outcome: decision.outcome };
    try {
      await hub.handOver(sent, decision?.key ?? (isSettled(ask) ? ask.id : undefined));
    } catch (error) {
      // Nothing went out, so it has never left.
      const isHome = error instanceof HubUnreachable && !error.wasSent && before.home === "local";
      if (isHome) await kept.write(before);
      if (!(error instanceof AlreadySettled)) throw error;
      onOvertaken(error.ask);
    }
    for (const { by } of ask.taken ?? []) await hub.markTaken(ask.id, by);
    // Written last: until then it is sent once more, which changes nothing.
    const there = { ...ask, outcome: sent.outcome };
    await kept.write({ id: one.id, home: "hub", ask: there, run: hub.run() });
    await local.remove(one.id).catch(() => undefined);
  }

  /** From this moment on nothing is decided here. Under the lock of the ask, so nothing slips between. */
  async function leaveHome(one: Kept): Promise<Kept> {
    const { id } = one;
    try {
      await local.settle(id, () => {
        kept.writeNow({ ...one, home: "handing_over" });
        throw new Leaving();
      });
    } catch (error) {
      const isThere = error instanceof Leaving || error instanceof AlreadySettled;
      if (!isThere && !(error instanceof AskNotFound)) throw error;
    }
    await kept.write({ ...one, home: "handing_over" });
    // What was decided a moment before is in the file, and goes along.
    const ask = await local.load(id).catch(() => one.ask);
    const left: Kept = { ...one, home: "handing_over", ask };
    await kept.write(left);
    return left;
  }

  async function decide(one: Kept) {
    const { id, home, ask, decision, ...rest } = one;
    if (decision === undefined) return;
    try {
      await hub.settleAs(id, decision.outcome, decision.key);
    } catch (error) {
      if (error instanceof AskNotFound && home === "hub") {
        await kept.write({ ...rest, id, ask, decision, home: "handing_over" });
        return handOver({ id, ask, decision, home: "handing_over" });
      }
      if (!(error instanceof AlreadySettled)) throw error;
      onOvertaken(error.ask);
    }
    if (home === "elsewhere") kept.remove(id);
    else await kept.write({ id, home, ask, run: hub.run() });
  }
}

class Leaving extends Error {}

function refusalOnly(error: unknown): AsklineError {
  if (error instanceof HubUnreachable || !(error instanceof AsklineError)) throw error;
  return error;
}
