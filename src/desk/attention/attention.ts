/**
 * Tells a person of open asks, by the policy of policy.ts. It runs in the hub alone. Each notice is written down before it
 * is sent, so that no restart tells it twice, and nothing that is open is forgotten: what is to be told next follows from
 * the ask and from what was written down.
 */
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { AskNotFound } from "../../core/ask/errors.ts";
import type { Clock } from "../../store/clock.ts";
import type { Desk } from "../desk.ts";
import { followAsks, type Step } from "../follow-asks.ts";
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
  /** How long until what could not be told or read is tried again. */
  retryMs?: number;
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
  const {
    desk,
    clock,
    log,
    settings,
    whereabouts,
    ruledSurface,
    onWarning,
    retryMs = RETRY_MS,
  } = parts;
  const surfaces = new Map<string, NotifyingSurface>();
  const tolds = new Map<string, Told[]>();
  const closing = new AbortController();
  const following = followAsks({
    desk,
    clock,
    take,
    onListed,
    onFailure,
    retryMs: { first: retryMs, last: retryMs },
  });
  return {
    register,
    start: following.start,
    reconsider: following.again,
    idle: following.idle,
    close,
  };

  function register(surface: NotifyingSurface) {
    surfaces.set(surface.name, surface);
    surface.whenReachable?.(following.again);
    following.again();
    return () => {
      if (surfaces.get(surface.name) === surface) surfaces.delete(surface.name);
    };
  }

  /** What was told of asks that are over is of no use to anybody. */
  function onListed(pending: readonly Ask[]) {
    const isOpen = new Set(pending.map(({ id }) => id));
    for (const id of log.asks())
      if (!isOpen.has(id) && following.known(id) === undefined) log.forget(id);
  }

  function onFailure(error: Error, id: string | null) {
    const about = id === null ? "what waits" : `ask ${id}`;
    onWarning(`Nobody could be told of ${about} yet: ${error.message}`);
  }

  /** One notice of an ask at a time; whatever happens meanwhile is looked at afterwards. */
  function take({ id, ask }: Step): number | Promise<number> | undefined {
    if (ask === null || isSettled(ask)) {
      tolds.delete(id);
      log.forget(id);
      return undefined;
    }
    const told = tolds.get(id) ?? log.load(id);
    tolds.set(id, told);
    const next = nextFor(ask, told);
    const wait = (next?.dueAt.getTime() ?? Number.POSITIVE_INFINITY) - clock.now().getTime();
    return next === null || wait > 0 ? Math.min(wait, LONGEST_NAP_MS) : tell(id, next, told);
  }

  function nextFor(ask: Ask, told: Told[]): NextNotice | null {
    const situation = {
      ...whereabouts(),
      available: [...surfaces.values()]
        .filter((one) => one.isReachable?.() !== false)
        .map(({ name }) => name),
      ruledSurface: ask.presentation?.surface ?? ruledSurface?.(ask),
    };
    return nextNotice(ask, told, situation, settings(), clock.now());
  }

  /** Whatever comes next is looked for at once. */
  async function tell(
    id: string,
    { surface: name, step }: NextNotice,
    told: Told[],
  ): Promise<number> {
    const surface = surfaces.get(name);
    const ask = await fresh(id);
    if (surface === undefined || ask === null || !isOpen(id)) return 0;
    const about: Told = { surface: name, step, at: clock.now().toISOString(), state: "sending" };
    // Of attempts that reached nobody the last one is enough to know.
    const before = told.filter(
      (one) => !(one.state === "failed" && one.surface === name && one.step === step),
    );
    await log.save(id, [...before, about]);
    tolds.set(id, [...before, about]);
    // Settled while that was written: then there is nothing to tell any more.
    if (!isOpen(id) || closing.signal.aborted) return 0;
    const state = await handOver(surface, ask, step);
    if (state === "sending") return 0;
    const known = [...before, { ...about, state }];
    tolds.set(id, known);
    await log.save(id, known);
    return 0;
  }

  function isOpen(id: string): boolean {
    const ask = following.known(id);
    return ask !== undefined && !isSettled(ask);
  }

  async function handOver(
    surface: NotifyingSurface,
    ask: Ask,
    number: number,
  ): Promise<Told["state"]> {
    const late = new AbortController();
    const stop = clock.after(PATIENCE_MS, () => late.abort());
    const signal = AbortSignal.any([late.signal, closing.signal]);
    const kind = number === 0 ? "notice" : "reminder";
    try {
      return (await heeding(signal, surface.notify(ask, { kind, number }, signal)))
        ? "sent"
        : "failed";
    } catch (error) {
      onWarning(
        `Whether ${surface.name} told of ask ${ask.id} is not known: ${(error as Error).message}`,
      );
      return "sending";
    } finally {
      stop();
    }
  }

  /** As it is on disk: a change may not have been heard of yet. */
  async function fresh(id: string): Promise<Ask | null> {
    const ask = await desk
      .load(id)
      .catch((error) => (error instanceof AskNotFound ? null : Promise.reject(error)));
    if (ask !== null && !isSettled(ask)) return ask;
    following.meet(id, ask);
    return null;
  }

  async function close() {
    closing.abort();
    await following.close();
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
