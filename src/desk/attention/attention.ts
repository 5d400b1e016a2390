/**
 * Notifies a person of open asks, by the policy in policy.ts. It runs in the hub alone. Each notice
 * is written down before it is sent, so that a restart never repeats it. The next notice follows
 * from the ask and the notices written down, so nothing open is forgotten.
 */
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { AskNotFound } from "../../core/ask/errors.ts";
import type { Clock } from "../../store/clock.ts";
import type { JobStore } from "../../store/jobs.ts";
import type { Desk } from "../desk.ts";
import { followAsks, type Step } from "../follow-asks.ts";
import type { NoticeLog } from "./notice-log.ts";
import { type NextNotice, nextNotice, type Situation, type Told } from "./policy.ts";
import type { AttentionSettings } from "./settings.ts";

/** A surface that can notify a person who is looking elsewhere. */
export interface NotifyingSurface {
  readonly name: string;
  /** Whether anybody can be reached there now; left out if only an attempt can tell. */
  isReachable?(): boolean;
  /** False as long as the person has set nothing up there, such as a topic or a browser. */
  isSetUp?(): boolean;
  /** Calls back whenever somebody comes into reach; without it that is noticed within a minute. */
  whenReachable?(listener: () => void): void;
  /**
   * True once the notice is handed over; false if nobody can be reached that way now and nothing
   * was shown. A failure leaves open which of the two happened.
   */
  notify(ask: Ask, step: NoticeStep, signal: AbortSignal): Promise<boolean>;
}

export interface NoticeStep {
  kind: "notice" | "reminder";
  /** Counted from 0 on each surface; the notice is 0. */
  number: number;
}

export interface AttentionParts {
  desk: Pick<Desk, "load" | "page" | "watch">;
  clock: Clock;
  log: NoticeLog;
  /** Where several hubs tell of the same asks: each notice is given by one of them. */
  jobs?: Pick<JobStore, "take"> | undefined;
  settings: () => AttentionSettings;
  /** Where the person is, as far as known. Read anew each time. */
  whereabouts: () => Pick<Situation, "lastUsed" | "awaySince">;
  /** The surface that the rules name for the first notice of an ask. */
  ruledSurface?: (ask: Ask) => string | undefined;
  onWarning: (message: string) => void;
  /** The pause before a failed notice or read is tried again. */
  retryMs?: number;
}

export interface Attention {
  /** Notifies on this surface too. The returned function ends that. */
  register(surface: NotifyingSurface): () => void;
  start(): Promise<void>;
  /** Call it when the person left, came back, or changed their settings. */
  reconsider(): void;
  /** Resolves once no notice is under way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;
// Longer than a notice may take.
const NOTICE_LEASE_MS = 45_000;
const RETRY_MS = 60_000;
// Settings, whereabouts and surfaces may change without an
// event, so open asks are checked at least once a minute.
const LONGEST_NAP_MS = 60_000;

export function createAttention(parts: AttentionParts): Attention {
  const {
    desk,
    clock,
    log,
    jobs,
    settings,
    whereabouts,
    ruledSurface,
    onWarning,
    retryMs = RETRY_MS,
  } = parts;
  const surfaces = new Map<string, NotifyingSurface>();
  const tolds = new Map<string, Told[]>();
  // The asks with notices in the log, which nobody else writes while this runs.
  const logged = new Set<string>();
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
    start,
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

  async function start() {
    for (const id of log.asks()) logged.add(id);
    await following.start();
  }

  /** Forgets the notices of asks that are no longer open. */
  function onListed(pending: readonly Ask[]) {
    const isOpen = new Set(pending.map(({ id }) => id));
    for (const id of logged) if (!isOpen.has(id) && following.known(id) === undefined) forget(id);
  }

  function onFailure(error: Error, id: string | null) {
    const about = id === null ? "what waits" : `ask ${id}`;
    onWarning(`Nobody could be told of ${about} yet: ${error.message}`);
  }

  /** Sends one notice of an ask at a time; a change during it is looked at afterwards. */
  function take({ id, ask }: Step): number | Promise<number> | undefined {
    if (ask === null || isSettled(ask)) {
      forget(id);
      return undefined;
    }
    const told = tolds.get(id) ?? (logged.has(id) ? log.load(id) : []);
    tolds.set(id, told);
    const next = nextFor(ask, told);
    const wait = (next?.dueAt.getTime() ?? Number.POSITIVE_INFINITY) - clock.now().getTime();
    return next === null || wait > 0 ? Math.min(wait, LONGEST_NAP_MS) : tell(id, next, told);
  }

  function forget(id: string) {
    tolds.delete(id);
    if (logged.delete(id)) log.forget(id);
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

  /** Sends one notice. Returns 0, so that the next one is looked for at once. */
  async function tell(
    id: string,
    { surface: name, step }: NextNotice,
    told: Told[],
  ): Promise<number> {
    const surface = surfaces.get(name);
    const ask = await fresh(id);
    if (surface === undefined || ask === null || !isOpen(id)) return 0;
    const job = await jobs?.take({ kind: "notice", id: `${id} ${name} ${step}` }, NOTICE_LEASE_MS);
    // Another hub is at it. If that one dies, it is our turn.
    if (job?.state === "taken") return job.forMs;
    const about: Told = { surface: name, step, at: clock.now().toISOString(), state: "sending" };
    // Of several failed attempts only the last one needs to be known.
    const before = told.filter(
      (one) => !(one.state === "failed" && one.surface === name && one.step === step),
    );
    logged.add(id);
    if (job?.state === "done") return note([...before, { ...about, state: "sent" }]);
    await note([...before, about]);
    // If the ask was settled while that was written, there is nothing to send any more.
    if (!isOpen(id) || closing.signal.aborted) return 0;
    const state = await handOver(surface, ask, step);
    // What may have been given is not given again.
    if (state === "failed") await job?.giveBack({ afterMs: 0 });
    else await job?.done();
    if (state === "sending") return 0;
    return note([...before, { ...about, state }]);

    async function note(all: Told[]): Promise<number> {
      await log.save(id, all);
      tolds.set(id, all);
      return 0;
    }
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

  /**
   * The ask as it is on disk, which may be newer than the last change heard of; null if not open.
   */
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
