/**
 * "Working" with Stop, from the moment a bound agent begins: a message of its own until the agent
 * says something, whose message then bears it. It goes when the agent works no longer.
 *
 * It is written down before it is posted: where that ended in between, the thread is read first.
 */
import type { webApi } from "@slack/bolt";
import type { RunningAgents } from "../../../agents/running-agents.ts";
import type { Clock } from "../../../store/clock.ts";
import { codeOf } from "../cards/cards.ts";
import { cardMetadata, findPosted } from "../cards/find-posted.ts";
import { statusMessages } from "./status-line.ts";
import { keyOf, type Thread, type ThreadStore } from "./thread-store.ts";
import type { ThreadWriter } from "./thread-writer.ts";

export interface WorkingSign {
  /** As it is by the agent's state now, also if that changed while no hub ran. */
  renew(thread: Thread): Promise<void>;
  put(thread: Thread): Promise<void>;
  /** Takes away the sign, wherever it stands. */
  take(thread: Thread): Promise<void>;
  /** The agent's words bear it now, or it works no longer: its own message goes. */
  takeOwn(thread: Thread): Promise<void>;
}

export interface WorkingSignParts {
  client: webApi.WebClient;
  store: ThreadStore;
  writer: ThreadWriter;
  running: Pick<RunningAgents, "isWorking"> | null;
  clock: Clock;
  newId: () => string;
  onWarning: (message: string) => void;
}

type Sign = NonNullable<Thread["sign"]>;

export function createWorkingSign(parts: WorkingSignParts): WorkingSign {
  const { client, store, writer, running, clock, newId, onWarning } = parts;
  return { renew, put, take, takeOwn };

  async function renew(thread: Thread) {
    const { agentId } = store.current(thread);
    if (agentId === null || running === null) return;
    await ((await running.isWorking(agentId)) ? put(thread) : take(thread));
  }

  async function put(at: Thread) {
    const { sign, last } = store.current(at);
    const isThere = last?.isWorking || (sign && (await placeOf(at, sign)) !== null);
    const fresh = { id: newId(), since: clock.now().toISOString(), ts: null };
    // Known before the button can be clicked.
    const thread = await store.change(at, (one) => ({
      ...one,
      activityState: "working",
      sign: isThere ? one.sign : fresh,
    }));
    if (!isThere) await post(thread, fresh);
  }

  async function take(at: Thread) {
    const { last, activityState } = store.current(at);
    if (last?.isWorking) await writer.showLast(store.current(at));
    if (last?.isWorking || activityState === "working")
      await store.change(at, (one) => ({
        ...one,
        activityState: one.activityState === "working" ? "idle" : one.activityState,
        last: one.last && { ...one.last, isWorking: false },
      }));
    await takeOwn(at);
  }

  async function takeOwn(at: Thread) {
    const { sign, channel } = store.current(at);
    if (!sign) return;
    const ts = await placeOf(at, sign);
    if (ts !== null) await writer.remove(channel, ts);
    await store.change(at, (one) => ({ ...one, sign: null }));
  }

  async function post(thread: Thread, { id, since }: Sign) {
    const { channel, threadTs } = thread;
    const status = { doing: null, stopKey: keyOf(thread) };
    const [message] = statusMessages("", status, { locale: await writer.localeOf(thread) });
    if (message === undefined) return;
    try {
      const metadata = cardMetadata(id, 0, false);
      const posted = { channel, thread_ts: threadTs, ...message, metadata };
      const { ts = null } = await client.chat.postMessage(posted);
      await store.change(thread, (one) => ({ ...one, sign: { id, since, ts } }));
    } catch (error) {
      onWarning(`Stop could not be offered in a thread: ${(error as Error).message}`);
      if (codeOf(error) !== "") await store.change(thread, (one) => ({ ...one, sign: null }));
    }
  }

  /** Its answer may have been lost, or the hub ended before it came. */
  async function placeOf({ channel, threadTs }: Thread, { id, since, ts }: Sign) {
    if (ts !== null) return ts;
    const looked = { askId: id, channel, threadTs, since: new Date(since), isText: false };
    const found = await findPosted(client, looked).catch(() => []);
    return found.at(-1)?.ts ?? null;
  }
}
