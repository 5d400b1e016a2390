/**
 * Tells a person of open asks, by the policy of policy.ts. It runs in the hub alone. Each notice is written down before it
 * is sent, so that no restart tells it twice, and nothing that is open is forgotten: what is to be told next follows from
 * the ask and from what was written down.
 */
import { type Ask, isSettled } from "../../core/ask.ts";
import { AskNotFound } from "../../core/errors.ts";
import type { Watch } from "../../store/ask-store.ts";
import type { Clock } from "../clock.ts";
import { keepDeadlines } from "../deadlines.ts";
import type { Desk } from "../desk.ts";
import type { NoticeLog } from "./notice-log.ts";
import { type NextNotice, nextNotice, type Situation, type Told } from "./policy.ts";
import type { AttentionSettings } from "./settings.ts";

/** A surface that can tell a person of something when they look elsewhere. */
export interface NotifyingSurface {
  readonly name: string;
  /** Whether there is anybody there at all; left out where that only shows in the attempt. */
  isReachable?(): boolean;
  /** Calls back whenever somebody comes into reach; otherwise that is found within a minute. */
  whenReachable?(listener: () => void): void;
  /**
   * True once it is handed over; false when nobody can be reached that way now, and nothing was shown. A failure leaves
   * open which of the two it is.
   */
  notify(ask: Ask, step: NoticeStep, signal: AbortSignal): Promise<boolean>;
}

export interface NoticeStep {
  kind: "notice" | "reminder";
  /** Counted from 0 on each surface; the notice is 0. */
  number: number;
}

export interface AttentionParts {
  desk: Pick<Desk, "load" | "list" | "watch">;
  clock: Clock;
  log: NoticeLog;
  settings: () => AttentionSettings;
  /** Where the person is, as far as anybody knows. Read anew each time. */
  whereabouts: () => Pick<Situation, "lastUsed" | "awaySince">;
  /** Where the rules would have an ask told first. */
  ruledSurface?: (ask: Ask) => string | undefined;
  onWarning: (message: string) => void;
}

export interface Attention {
  /** From now on the surface is told things, too. Returns what ends that. */
  register(surface: NotifyingSurface): () => void;
  start(): Promise<void>;
  /** Something about the person changed: they left, came back, or want other things. */
  reconsider(): void;
  /** Resolves once nothing is being told. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;
const RETRY_MS = 60_000;
// Settings, whereabouts and surfaces change without a word, so what is open is looked at now and then.
const LONGEST_NAP_MS = 60_000;

export function createAttention(parts: AttentionParts): Attention {
  const { desk, clock, log, settings, whereabouts, ruledSurface, onWarning } = parts;
  const surfaces = new Map<string, NotifyingSurface>();
  const open = new Map<string, { ask: Ask; told: Told[]; busy: Promise<void> | null; isStale: boolean }>();
  const timers = keepDeadlines({ clock, onDue: consider });
  const closing = new AbortController();
  let watch: Watch | undefined;
  return { register, start, reconsider, idle, close };

  function register(surface: NotifyingSurface) {
    surfaces.set(surface.name, surface);
    surface.whenReachable?.(reconsider);
    reconsider();
    return () => {
      if (surfaces.get(surface.name) === surface) surfaces.delete(surface.name);
    };
  }

  async function start() {
    watch = await desk.watch(({ id, ask }) => meet(id, ask));
    const pending = await desk.list({ status: "pending" });
    const known = new Set(pending.map(({ id }) => id));
    // What was met since is younger than the list.
    for (const id of log.asks()) if (!known.has(id) && !open.has(id)) log.forget(id);
    for (const ask of pending) if (!open.has(ask.id)) meet(ask.id, ask);
  }

  function meet(id: string, ask: Ask | null) {
    if (closing.signal.aborted) return;
    if (ask === null || isSettled(ask)) return drop(id);
    const known = open.get(id);
    if (known === undefined) open.set(id, { ask, told: log.load(id), busy: null, isStale: false });
    else known.ask = ask;
    consider(id);
  }

  function drop(id: string) {
    const known = open.get(id);
    open.delete(id);
    timers.forget(id);
    // What is being written would come back; whoever writes it forgets it then.
    if (known?.busy == null) log.forget(id);
  }

  function reconsider() {
    for (const id of open.keys()) consider(id);
  }

  /** One notice of an ask at a time; whatever happens meanwhile is looked at afterwards. */
  function consider(id: string) {
    const known = open.get(id);
    if (known === undefined || closing.signal.aborted) return;
    if (known.busy !== null) {
      known.isStale = true;
      return;
    }
    const next = nextFor(known);
    const now = clock.now().getTime();
    const dueAt = next?.dueAt.getTime() ?? Number.POSITIVE_INFINITY;
    if (next === null || dueAt > now) return lookAgain(id, Math.min(dueAt, now + LONGEST_NAP_MS));
    known.busy = tell(id, next)
      .catch((error: Error) => {
        onWarning(`Nobody could be told of ask ${id} yet: ${error.message}`);
        return RETRY_MS;
      })
      .then((pause) => {
        known.busy = null;
        if (open.get(id) !== known) return forgetIfOver(id);
        const isStale = known.isStale;
        known.isStale = false;
        if (pause === 0 || isStale) consider(id);
        else lookAgain(id, clock.now().getTime() + pause);
      });
  }

  function nextFor({ ask, told }: { ask: Ask; told: Told[] }): NextNotice | null {
    const situation = {
      ...whereabouts(),
      available: [...surfaces.values()].filter((one) => one.isReachable?.() !== false).map(({ name }) => name),
      ruledSurface: ask.presentation?.surface ?? ruledSurface?.(ask),
    };
    return nextNotice(ask, told, situation, settings(), clock.now());
  }

  function lookAgain(id: string, at: number) {
    timers.track({ id, expiresAt: new Date(at).toISOString(), outcome: null });
  }

  /** Returns how long to wait before what comes next is looked for. */
  async function tell(id: string, { surface: name, step }: NextNotice): Promise<number> {
    const surface = surfaces.get(name);
    const ask = await fresh(id);
    const known = open.get(id);
    if (surface === undefined || ask === null || known === undefined) return 0;
    const about: Told = { surface: name, step, at: clock.now().toISOString(), state: "sending" };
    // Of attempts that reached nobody the last one is enough to know.
    const before = known.told.filter((one) => !(one.state === "failed" && one.surface === name && one.step === step));
    await log.save(id, [...before, about]);
    known.told = [...before, about];
    // Settled while that was written: then there is nothing to tell any more.
    if (!open.has(id) || closing.signal.aborted) return 0;
    const state = await handOver(surface, ask, step);
    known.told = [...before, { ...about, state }];
    if (state !== "sending") await log.save(id, known.told);
    return 0;
  }

  async function handOver(surface: NotifyingSurface, ask: Ask, number: number): Promise<Told["state"]> {
    const late = new AbortController();
    const stop = clock.after(PATIENCE_MS, () => late.abort());
    const signal = AbortSignal.any([late.signal, closing.signal]);
    const kind = number === 0 ? "notice" : "reminder";
    try {
      return (await heeding(signal, surface.notify(ask, { kind, number }, signal))) ? "sent" : "failed";
    } catch (error) {
      onWarning(`Whether ${surface.name} told of ask ${ask.id} is not known: ${(error as Error).message}`);
      return "sending";
    } finally {
      stop();
    }
  }

  /** As it is on disk: a change may not have been heard of yet. */
  async function fresh(id: string): Promise<Ask | null> {
    const ask = await desk.load(id).catch((error) => (error instanceof AskNotFound ? null : Promise.reject(error)));
    if (ask !== null && !isSettled(ask)) return ask;
    drop(id);
    return null;
  }

  function forgetIfOver(id: string) {
    if (!open.has(id)) log.forget(id);
  }

  async function close() {
    closing.abort();
    watch?.close();
    timers.close();
    await idle();
  }

  async function idle() {
    const isBusy = () => [...open.values()].flatMap(({ busy }) => busy ?? []);
    for (let busy = isBusy(); busy.length > 0; busy = isBusy()) await Promise.allSettled(busy);
  }
}

function heeding<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(new Error("it did not answer in time"));
    if (signal.aborted) return give();
    signal.addEventListener("abort", give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", give));
  });
}
