/**
 * Conversations with agents in Slack threads. A person's message is handed to the agent, its reply
 * is shown while it is written, a choice in the reply becomes an ask, and the decision is the next
 * text the agent gets.
 *
 * A thread is `working` from when the agent gets a text until its reply is complete, `waiting`
 * while its choice is open, and otherwise `idle`.
 */
import type { webApi } from "@slack/bolt";
import type { RunningAgents, Said } from "../../../agents/running-agents.ts";
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import type { Locale } from "../../../core/locale.ts";
import { createKeyedQueue } from "../../../core/queue.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Clock } from "../../../store/clock.ts";
import type { Uploads } from "../../../store/uploads/uploads.ts";
import type { People } from "../cards/people.ts";
import { messages } from "../render/messages.ts";
import type { Download } from "../transport/download.ts";
import type { MessageFile } from "../transport/message-files.ts";
import type { Streaming } from "../transport/streaming.ts";
import type { Updates } from "../transport/updates.ts";
import { createAgentRuns } from "./agent-runs.ts";
import type { ChannelAgents } from "./channel-agents.ts";
import { createTextPreparer } from "./prepare-text.ts";
import { createStop, type Stopped } from "./stop-thread.ts";
import { createAgentTeller } from "./tell-agent.ts";
import { createThreadAsks } from "./thread-asks.ts";
import { bindThread } from "./thread-binding.ts";
import { createReadContext, type OwnIds } from "./thread-context.ts";
import { createFetchFiles } from "./thread-files.ts";
import { keyOf, type Thread, type ThreadStore } from "./thread-store.ts";
import { createThreadWriter } from "./thread-writer.ts";
import { createWaitingMarks } from "./waiting-marks.ts";
import { waits, withRevised, withText } from "./waiting-texts.ts";
import { createWorkingSign } from "./working-sign.ts";

export interface ThreadMessage {
  /**
   * The same message always has the same id: its channel and timestamp, with a word in front if it
   * does not stand in Slack.
   */
  id: string;
  channel: string;
  threadTs: string;
  userId: string;
  text: string;
  /** Its timestamp, if it stands below others: they are its context. */
  below?: string;
  /** The timestamp of a message in the thread that its text quotes. */
  quoted?: string;
  /** In a thread that has an agent, only a mention brings what others said since. */
  mentionsUs?: boolean;
  files?: MessageFile[];
}

export interface Threads {
  /** Continues what an earlier process left unfinished. */
  start(): Promise<void>;
  /** Durable when it resolves; the agent gets the text afterwards. */
  hear(message: ThreadMessage): Promise<void>;
  /** Somebody changed a message, or took it away (null): the agent gets that if it still waits. */
  revise(id: string, words: string | null): Promise<void>;
  settled(ask: Ask): Promise<void>;
  /** The thread in which an ask came up, as a place of the configuration. */
  placeOf(ask: Ask): string | null;
  /** Locale of the thread's starter; null if this place is not a bound thread. */
  languageIn(place: string): Promise<Locale | null>;
  isBound(channel: string, threadTs: string): boolean;
  /** Whether some thread talks to this agent. */
  hasAgent(agentId: number): boolean;
  openAsk(channel: string, threadTs: string): string | null;
  /** Ends or interrupts the agent at work in the thread of that key. */
  stop(key: string, who: string): Promise<Stopped>;
  close(): Promise<void>;
}

export interface ThreadsParts {
  client: webApi.WebClient;
  desk: Desk;
  store: ThreadStore;
  updates: Updates;
  streaming: Streaming;
  people: People;
  own: () => OwnIds;
  download: Download;
  /** Where files of messages are kept. */
  uploads: Uploads;
  clock: Clock;
  /** The agents that a message to the bot starts. */
  agents: ChannelAgents;
  running: RunningAgents | null;
  newId: () => string;
  onWarning: (message: string) => void;
}

export function createThreads(parts: ThreadsParts): Threads {
  const { desk, store, agents, running, clock, newId, onWarning } = parts;
  const writer = createThreadWriter(parts);
  const asks = createThreadAsks({ desk, store, writer, folderOf: agents.folderOf });
  const runs = createAgentRuns({ clock });
  const marks = createWaitingMarks(parts);
  const sign = createWorkingSign({ ...parts, writer });
  const preparer = createTextPreparer({
    writer,
    readContext: createReadContext(parts),
    fetchFiles: createFetchFiles(parts),
  });
  const teller = createAgentTeller({
    ...{ store, writer, asks, agents, running, runs, marks, sign, preparer, newId },
  });
  const queue = createKeyedQueue();
  const hearing = createKeyedQueue();
  /** Threads whose first message is not saved yet: the second message may come before that. */
  const beginning = new Set<string>();
  const stopHearing: (() => void)[] = [];
  return {
    ...{ start, hear, revise, settled, placeOf, languageIn, isBound, hasAgent, openAsk, close },
    stop: createStop({ store, runs, running, writer, sign }),
  };

  async function start() {
    if (running !== null) stopHearing.push(running.onSaid(takeSaid), running.onWork(takeWork));
    for (const thread of store.all()) work(thread, () => recover(thread));
  }

  async function close() {
    for (const stop of stopHearing) stop();
    await teller.close();
    await queue.idle();
  }

  async function recover(left: Thread) {
    const [first] = left.texts;
    if (first?.state === "started") {
      await writer.post(left, messages(await writer.localeOf(left)).interrupted);
      await store.change(left, (thread) => ({
        ...thread,
        activityState: "idle",
        texts: thread.texts.slice(1),
      }));
    }
    await goOn(left);
  }

  async function goOn(at: Thread) {
    const thread = store.current(at);
    if (thread.askId !== null) await asks.takeUp(thread, thread.askId);
    await sign.renew(thread);
    await teller.tellAll(thread);
  }

  async function hear(message: ThreadMessage) {
    const key = keyOf(message);
    beginning.add(key);
    await hearing(key, () => keepHeard(message)).finally(() => beginning.delete(key));
  }

  async function keepHeard(message: ThreadMessage) {
    const { id, channel, threadTs, userId, text, files = [] } = message;
    const known = store.get(channel, threadTs);
    if (known?.taken.includes(id)) return;
    const bound = known
      ? { thread: known, words: text }
      : await bindThread({ channel, threadTs, userId }, text, { writer, agents, running });
    if (bound === null) return;
    const context = contextOf(message, known);
    const heard = await store.change(bound.thread, (thread) =>
      withText(thread, {
        ...{ id, text: bound.words },
        ...(context && { context }),
        ...(files.length > 0 && { files }),
      }),
    );
    if (heard.texts.at(-1)?.isMarked) marks.add(id);
    work(heard, () => goOn(heard));
  }

  async function revise(id: string, words: string | null) {
    const thread = store.all().find((one) => waits(one, id));
    if (thread !== undefined) await store.change(thread, (one) => withRevised(one, id, words));
  }

  function takeSaid(said: Said) {
    for (const thread of store.all().filter(({ agentId }) => agentId === said.agentId))
      work(thread, async () => {
        await teller.showSaid(thread, said);
        await teller.tellAll(thread);
      });
  }

  function takeWork(agentId: number, isAtWork: boolean) {
    for (const thread of store.all().filter((one) => one.agentId === agentId))
      work(thread, () => (isAtWork ? sign.put(thread) : sign.take(thread)));
  }

  async function settled(ask: Ask) {
    if (!isSettled(ask)) return;
    const thread = store.all().find(({ askId }) => askId === ask.id);
    if (thread === undefined) return;
    work(thread, async () => {
      await asks.takeDecision(thread, ask);
      await teller.tellAll(thread);
    });
  }

  function placeOf(ask: Ask): string | null {
    const isOfAgent = ({ agentId }: Thread) =>
      agentId !== null && ask.source.kind === "agent" && ask.source.agentId === String(agentId);
    const thread = store.all().find((one) => one.askId === ask.id || isOfAgent(one));
    return thread === undefined ? null : `${thread.channel}:${thread.threadTs}`;
  }

  async function languageIn(place: string): Promise<Locale | null> {
    const [channel = "", threadTs = ""] = place.split(":");
    const thread = store.get(channel, threadTs);
    return thread === undefined ? null : writer.localeOf(thread);
  }

  function isBound(channel: string, threadTs: string): boolean {
    return (
      beginning.has(keyOf({ channel, threadTs })) || store.get(channel, threadTs) !== undefined
    );
  }

  function hasAgent(agentId: number): boolean {
    return store.all().some((thread) => thread.agentId === agentId);
  }

  function openAsk(channel: string, threadTs: string): string | null {
    return store.get(channel, threadTs)?.askId ?? null;
  }

  function work(thread: Thread, step: () => Promise<void>) {
    queue(keyOf(thread), step).catch((error: Error) => {
      onWarning(`A conversation in Slack lags behind: ${error.message}`);
    });
  }
}

/** A thread that has an agent was told of already, up to the latest message that was taken. */
function contextOf(message: ThreadMessage, known: Thread | undefined) {
  const { below, mentionsUs, channel, quoted } = message;
  if (below === undefined || (known !== undefined && !mentionsUs)) return undefined;
  const taken = (known?.taken ?? []).flatMap((id) => {
    const [ts, place] = id.split(" ").reverse();
    return place === channel && ts !== undefined && ts < below ? [ts] : [];
  });
  return {
    ...{ after: taken.sort().at(-1) ?? null, before: below },
    ...(quoted !== undefined && { quoted }),
  };
}
