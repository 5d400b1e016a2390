/**
 * The surface: tells browsers of open asks when the hub's attention says so, takes back what was
 * answered elsewhere, and takes answers from notices.
 */
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import type { FailureNotice } from "../../desk/attention/failure-notices.ts";
import { gathered } from "../../desk/attention/gathered.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Following, Step } from "../../desk/follow-asks.ts";
import type { Clock } from "../../store/clock.ts";
import type { AskFeed, NotifyingHubSurface } from "../surface.ts";
import type { PushKeys } from "./keys.ts";
import { label } from "./label.ts";
import { type Change, createOutbox } from "./outbox.ts";
import { pushRoutes } from "./routes.ts";
import type { Push, Sent } from "./send.ts";
import { stateFor, stateOfFailure } from "./state.ts";
import type { Subscription, Subscriptions } from "./subscriptions.ts";

export interface PushParts {
  desk: Pick<Desk, "load" | "answer">;
  subscriptions: Subscriptions;
  keys: () => Promise<PushKeys>;
  send(to: Subscription, push: Push, signal: AbortSignal): Promise<Sent>;
  clock: Clock;
  /** Whose machine this is. */
  person: string;
  /** The credential that a page of this machine subscribes with, as a seal. */
  pageOwner: () => string;
  alsoTo: string;
  onWarning(message: string): void;
}

const LONGEST_TTL_SECONDS = 24 * 3600;

export function createPush(parts: PushParts): NotifyingHubSurface {
  const { desk, subscriptions, send, clock, onWarning } = parts;
  const outbox = createOutbox(deliver);
  const closing = new AbortController();
  const gather = gathered<Change>(clock, tellAll);
  // The asks that are answered from a notice just now, and where it was: that browser has put it away.
  const touched = new Map<string, string>();
  let feed: AskFeed | undefined;
  let following: Following | undefined;
  let tellReachable = () => {};
  const routes = pushRoutes({ ...parts, onSubscribed, onTouched, test });
  return {
    ...{ name: label.key, label, routes, start, close },
    isReachable: () => subscriptions.all().length > 0,
    isSetUp: () => subscriptions.all().length > 0,
    whenReachable(listener) {
      tellReachable = listener;
    },
    notify: (ask, { kind }, signal) => gather({ ask, step: kind }, signal),
    async tellFailure(notice, signal) {
      const told = subscriptions.all().map((to) => tellOfFailure(to, notice, signal));
      return (await Promise.all(told)).includes(true);
    },
  };

  async function start(asks: AskFeed) {
    feed = asks;
    if (subscriptions.all().length > 0) await follow();
  }

  /** Nothing is followed before the first browser wants to be told. */
  async function follow() {
    if (following !== undefined || feed === undefined || closing.signal.aborted) return;
    following = feed({ take, onListed, onFailure });
    await following.start();
  }

  async function onSubscribed() {
    tellReachable();
    await follow();
  }

  function take({ id, ask }: Step): undefined {
    if (ask !== null && !isSettled(ask)) return undefined;
    void takeBack([id], touched.get(id));
    touched.delete(id);
  }

  /** What was settled while no hub ran. */
  function onListed(open: readonly Ask[]) {
    const isOpen = new Set(open.map(({ id }) => id));
    const told = subscriptions.all().flatMap((one) => one.told);
    void takeBack(told.filter((id) => !isOpen.has(id)));
  }

  function onFailure(error: Error) {
    onWarning(`What push shows may be out of date: ${error.message}`);
  }

  function onTouched(subscription: string, askId: string) {
    touched.set(askId, subscription);
  }

  /** `done` is the browser that has put its notice away itself. */
  async function takeBack(ids: readonly string[], done?: string) {
    const had = subscriptions.all().filter(({ told }) => told.some((id) => ids.includes(id)));
    for (const { id } of had)
      await subscriptions.change(id, ({ told }) => ({
        told: told.filter((one) => !ids.includes(one)),
      }));
    await Promise.all(
      had.map(({ id }) => outbox.push(id, { ask: null, step: null, isDone: id === done })),
    ).catch((error: Error) => onFailure(error));
  }

  /** Handed to the outbox in one go, which makes one push of them for each browser. */
  async function tellAll(changes: readonly Change[]): Promise<boolean> {
    const handed = subscriptions
      .all()
      .flatMap(({ id }) => changes.map((change) => outbox.push(id, change)));
    return (await Promise.all(handed)).includes(true);
  }

  async function tellOfFailure(
    to: Subscription,
    notice: FailureNotice,
    signal: AbortSignal,
  ): Promise<boolean> {
    const state = stateOfFailure(to, notice, clock.now());
    const push: Push = {
      ...{ payload: JSON.stringify(state), urgency: "normal", ttlSeconds: LONGEST_TTL_SECONDS },
      topic: `agent-${notice.agentId}`,
    };
    const sent = await send(to, push, AbortSignal.any([signal, closing.signal]));
    if (sent.how === "gone") await subscriptions.remove(to.id);
    return sent.how === "sent";
  }

  async function test(subscription: Subscription): Promise<boolean> {
    return outbox.push(subscription.id, { ask: null, step: "test" });
  }

  async function deliver(id: string, changes: readonly Change[]): Promise<boolean> {
    const added = await stillOpen(changes.flatMap(({ ask }) => ask?.id ?? []));
    const to = subscriptions.all().find((one) => one.id === id);
    if (to === undefined || closing.signal.aborted) return false;
    const told = [...new Set([...to.told, ...added.map((ask) => ask.id)])];
    if (!isNews(changes, added.length, told.length)) return true;
    // Before it is sent: an ask that ends meanwhile is then known to have to be taken back.
    await subscriptions.change(id, () => ({ told }));
    const ask = added.at(-1) ?? (told.length === 1 ? await onlyOne(told) : null);
    const step = strongest(changes, added.length);
    const state = stateFor(to, { count: told.length, ask, step, at: clock.now().getTime() });
    const urgency = state.urgent ? "high" : "normal";
    const push: Push = { payload: JSON.stringify(state), urgency, ttlSeconds: ttlOf(ask) };
    return note(to, await send(to, push, closing.signal));
  }

  async function note({ id, told: before }: Subscription, sent: Sent): Promise<boolean> {
    const at = clock.now().toISOString();
    if (sent.how === "gone") await subscriptions.remove(id);
    if (sent.how === "sent")
      await subscriptions.change(id, () => ({ lastSentAt: at, trouble: null }));
    if (sent.how === "failed")
      await subscriptions.change(id, ({ told }) => ({
        told: told.filter((one) => before.includes(one)),
        trouble: sent.trouble,
      }));
    return sent.how === "sent";
  }

  async function onlyOne([id = ""]: readonly string[]): Promise<Ask | null> {
    const [ask = null] = await stillOpen([id]);
    return ask;
  }

  async function stillOpen(ids: readonly string[]): Promise<Ask[]> {
    const asks = await Promise.all(ids.map((id) => desk.load(id).catch(() => null)));
    return asks.flatMap((ask) => (ask === null || isSettled(ask) ? [] : [ask]));
  }

  function ttlOf(ask: Ask | null): number {
    if (ask?.expiresAt == null) return LONGEST_TTL_SECONDS;
    const left = Math.ceil((Date.parse(ask.expiresAt) - clock.now().getTime()) / 1000);
    return Math.min(Math.max(left, 1), LONGEST_TTL_SECONDS);
  }

  async function close() {
    closing.abort();
    await following?.close();
    await outbox.idle();
    await subscriptions.idle();
  }
}

/** Not if all that was to be told of has ended meanwhile, nor if the browser has put it away itself. */
function isNews(changes: readonly Change[], added: number, told: number): boolean {
  const isElsewhere = changes.some(({ ask, isDone }) => ask === null && isDone !== true);
  const isHere = changes.some(({ isDone }) => isDone === true);
  return added > 0 || isElsewhere || (isHere && told > 0);
}

function strongest(changes: readonly Change[], added: number): Change["step"] {
  const steps = changes.flatMap(({ ask, step }) => (ask === null || added > 0 ? [step] : []));
  return (["test", "notice", "reminder"] as const).find((one) => steps.includes(one)) ?? null;
}
