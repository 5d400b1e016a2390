/**
 * Conversations with agents in Slack threads. What a person says there is told to the agent, its reply is shown while it is
 * written, a choice in it becomes an ask, and what is decided is the next thing the agent is told.
 *
 * `working` from when the agent is told something until it has said all; `waiting` while its choice is open; else `idle`.
 */
import type { webApi } from "@slack/bolt";
import type { HeadlessAgent } from "../../agents/channels/headless-agent.ts";
import { createQueue } from "../../agents/channels/queue.ts";
import { type Ask, isSettled, type SettledAsk } from "../../core/ask.ts";
import { AskNotFound, InvalidQuestion } from "../../core/errors.ts";
import type { Locale } from "../../core/locale.ts";
import type { AskInput, Desk } from "../../desk/desk.ts";
import { askFromChoice, type Choice, createChoiceStream, extractUserChoice } from "../../extract/extract.ts";
import { messages } from "./messages.ts";
import type { People } from "./people.ts";
import { replyMessages } from "./render/reply.ts";
import { cutMarkup, line } from "./render/text.ts";
import { startReply } from "./replies.ts";
import type { RunningAgents } from "./running-agents.ts";
import { keyOf, type Thread, type ThreadStore } from "./thread-store.ts";
import type { Updates } from "./updates.ts";
import { wordDecision } from "./wording.ts";

export interface ThreadMessage {
  /** The same message always has the same. */
  id: string;
  channel: string;
  threadTs: string;
  userId: string;
  text: string;
}

export interface Threads {
  /** Takes up what was left. */
  start(): Promise<void>;
  /** Durable when it resolves; the agent is told behind. */
  hear(message: ThreadMessage): Promise<void>;
  settled(ask: Ask): Promise<void>;
  /** The thread that an ask came up in, as a place of the configuration. */
  placeOf(ask: Ask): string | null;
  /** The language of whoever began the conversation that the place is; null when it is none. */
  languageIn(place: string): Promise<Locale | null>;
  isBound(channel: string, threadTs: string): boolean;
  openAsk(channel: string, threadTs: string): string | null;
  close(): Promise<void>;
}

export interface ThreadsParts {
  client: webApi.WebClient;
  desk: Desk;
  store: ThreadStore;
  updates: Updates;
  people: People;
  /** What a message to the bot starts; null when nothing is set up. */
  agent: HeadlessAgent | null;
  running: RunningAgents | null;
  project: string;
  workingDirectory: string;
  newId: () => string;
  onWarning: (message: string) => void;
}

// Like all choices in what a model writes.
const DEADLINE_SECONDS = 24 * 60 * 60;
const LONGEST_PROMPT = 100_000;

export function createThreads(parts: ThreadsParts): Threads {
  const { client, desk, store, updates, people, agent, running, newId, onWarning } = parts;
  const queue = createQueue(0);
  const hearing = createQueue(0);
  /** Threads whose first message is not kept yet: the second may be quicker than that. */
  const beginning = new Set<string>();
  let stopHearing = () => {};
  let isClosed = false;
  return { start, hear, settled, placeOf, languageIn, isBound, openAsk, close };

  async function start() {
    stopHearing = running?.onSaid((said) => void takeSaid(said.agentId, said.text, said.activity)) ?? stopHearing;
    for (const thread of store.all()) work(thread, () => recover(thread));
  }

  async function close() {
    isClosed = true;
    stopHearing();
    await agent?.close();
    await queue.settled();
  }

  async function recover(left: Thread) {
    const [first] = left.texts;
    if (first?.state === "started") {
      await post(left, messages(await localeOf(left)).interrupted);
      await store.change(left, (thread) => ({ ...thread, activityState: "idle", texts: thread.texts.slice(1) }));
    }
    await goOn(left);
  }

  async function goOn(at: Thread) {
    const thread = current(at);
    if (thread.askId !== null) await takeUpAsk(thread, thread.askId);
    await tellAll(thread);
  }

  /** The ask may have been settled, or not even put, while we were away. */
  async function takeUpAsk(thread: Thread, askId: string) {
    const ask = await desk.load(askId).catch((error) => {
      if (error instanceof AskNotFound) return null;
      throw error;
    });
    if (ask === null && thread.choice !== null) await putAsk(thread, askId, thread.choice);
    if (ask !== null && isSettled(ask)) await takeDecision(thread, ask);
  }

  async function hear(message: ThreadMessage) {
    const key = keyOf(message);
    beginning.add(key);
    await hearing.take(key, undefined, () => keepHeard(message)).finally(() => beginning.delete(key));
  }

  async function keepHeard({ id, channel, threadTs, userId, text }: ThreadMessage) {
    const known = store.get(channel, threadTs);
    if (known?.taken.includes(id)) return;
    const begun = known ?? (await begin({ channel, threadTs, userId }, text));
    if (begun === null) return;
    const words = known === undefined && begun.agentId !== null ? text.replace(TO_AGENT, "") : text;
    const heard = await store.change(begun, (thread) => ({
      ...thread,
      taken: [...thread.taken, id],
      texts: words.trim() === "" ? thread.texts : [...thread.texts, { id, text: words, state: "queued" as const }],
    }));
    work(heard, () => goOn(heard));
  }

  /** "agent 3: …" goes to the agent of that number; everything else to one of our own. */
  async function begin(at: Pick<Thread, "channel" | "threadTs" | "userId">, text: string): Promise<Thread | null> {
    const { locale } = await people.of(at.userId);
    const [, number] = TO_AGENT.exec(text) ?? [];
    const found = number === undefined || running === null ? null : await running.find(Number(number));
    const fresh: Thread = {
      ...at,
      ...{ agentId: found?.id ?? null, sessionId: null, activityState: "idle", texts: [], taken: [] },
      ...{ askId: null, choice: null, last: null },
    };
    if (number !== undefined && running !== null) {
      await post(
        fresh,
        found ? messages(locale).boundTo(cutMarkup(line(found.name), 80)) : messages(locale).noSuchAgent(number),
      );
      return found && fresh;
    }
    if (agent !== null) return fresh;
    await post(fresh, messages(locale).noAgent);
    return null;
  }

  /** While its choice is open nothing else is told to the agent: it waits for that, and the answer comes first. */
  async function tellAll(at: Thread) {
    for (;;) {
      const thread = current(at);
      const [next] = thread.texts;
      if (next === undefined || thread.askId !== null || isClosed) return;
      const started = await store.change(thread, (one) => ({
        ...one,
        texts: one.texts.map((text) => (text.id === next.id ? { ...text, state: "started" as const } : text)),
        activityState: "working",
      }));
      await showLast(started, null);
      if (thread.agentId === null) await tellOwn(started, next.text);
      else await tellRunning(started, thread.agentId, next.text);
    }
  }

  async function tellOwn(thread: Thread, text: string) {
    if (agent === null) return drop(thread);
    const locale = await localeOf(thread);
    const reply = startReply({ client, updates, ...thread, locale, onWarning });
    const stream = createChoiceStream();
    let said = "";
    reply.show(said, "working");
    const { sessionId, failure } = await agent.tell(text, { sessionId: thread.sessionId, onText });
    // Ended with us and not by itself: the next start tells of it.
    if (isClosed) return;
    const { text: rest, choice } = stream.end();
    said += rest;
    if (failure !== null) said += `\n\n${messages(locale).stopped(failure)}`;
    const askId = choice === null ? null : newId();
    // What was said, what is asked and that it was told are one step: there is no half of it to come back to.
    const told = await store.change(thread, (one) => ({
      ...one,
      ...{ sessionId, askId, choice, texts: one.texts.slice(1) },
      activityState: choice === null ? "idle" : "waiting",
    }));
    const shown = await reply.finish(said, choice === null ? null : "waiting");
    await store.change(told, (one) => ({ ...one, last: { said, messages: shown } }));
    if (choice !== null && askId !== null) await putAsk(told, askId, choice);

    function onText(piece: string) {
      const released = stream.push(piece);
      if (released === "" || isClosed) return;
      said += released;
      reply.show(said, "working");
    }
  }

  async function tellRunning(thread: Thread, agentId: number, text: string) {
    const failure = (await running?.send(agentId, text)) ?? null;
    await drop(thread);
    if (failure !== null) await post(thread, messages(await localeOf(thread)).notDelivered(cutMarkup(failure, 500)));
  }

  async function takeSaid(agentId: number, text: string, activity: "working" | "waiting" | null) {
    for (const thread of store.all().filter((one) => one.agentId === agentId)) {
      work(thread, async () => {
        const words = extractUserChoice(text)?.textWithoutChoice ?? text;
        const reply = startReply({ client, updates, ...thread, locale: await localeOf(thread), onWarning });
        await showLast(thread, null);
        const shown = await reply.finish(words, activity);
        const last = { said: words, messages: shown };
        await store.change(thread, (one) => ({ ...one, last, activityState: activity ?? "idle" }));
      });
    }
  }

  async function drop(thread: Thread) {
    await store.change(thread, (one) => ({ ...one, texts: one.texts.slice(1) }));
  }

  async function putAsk(thread: Thread, askId: string, choice: Choice) {
    const put: Omit<AskInput, "questions"> = {
      id: askId,
      source: {
        kind: "slack",
        agentId: keyOf(thread),
        project: parts.project,
        workingDirectory: parts.workingDirectory,
      },
      returnPath: "channel",
      timeoutSeconds: DEADLINE_SECONDS,
      mode: "detached",
    };
    const asked = askFromChoice(choice);
    try {
      await desk.ask({ ...put, ...asked });
    } catch (error) {
      if (!(error instanceof InvalidQuestion)) throw error;
      // What cannot be offered as a choice can still be answered in words.
      const prompt = wordsOf(choice).slice(0, LONGEST_PROMPT);
      await desk.ask({ ...put, ...asked, questions: [{ prompt, selectionMode: "text_input" }] });
    }
  }

  async function settled(ask: Ask) {
    if (!isSettled(ask)) return;
    const thread = store.all().find(({ askId }) => askId === ask.id);
    if (thread === undefined) return;
    work(thread, async () => {
      await takeDecision(thread, ask);
      await tellAll(thread);
    });
  }

  /** Taking it off the thread and putting it in line are one step, so it is told once, whoever hears of it how often. */
  async function takeDecision(at: Thread, ask: SettledAsk) {
    if (current(at).askId !== ask.id) return;
    const decision = wordDecision(ask, current(at).choice);
    const told = decision === null ? [] : [{ id: `ask:${ask.id}`, text: decision, state: "queued" as const }];
    const thread = await store.change(at, (one) => ({
      ...one,
      ...{ askId: null, choice: null, texts: [...told, ...one.texts] },
      activityState: decision === null ? "idle" : "working",
    }));
    await desk.markDelivered(ask.id);
    if (decision === null) await showLast(thread, null);
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
    return thread === undefined ? null : localeOf(thread);
  }

  function isBound(channel: string, threadTs: string): boolean {
    return beginning.has(keyOf({ channel, threadTs })) || store.get(channel, threadTs) !== undefined;
  }

  function openAsk(channel: string, threadTs: string): string | null {
    return store.get(channel, threadTs)?.askId ?? null;
  }

  /** The agent's last words again, with what it does now below them: that is in the last of its messages. */
  async function showLast({ channel, last, ...thread }: Thread, activity: "waiting" | null) {
    if (last === null) return;
    const shown = replyMessages(last.said, activity, await localeOf({ channel, last, ...thread }));
    const message = shown.at(-1);
    const ts = last.messages[shown.length - 1];
    if (message !== undefined && ts) updates.show(channel, ts, message).catch(() => undefined);
  }

  async function post({ channel, threadTs }: Pick<Thread, "channel" | "threadTs">, text: string) {
    await client.chat.postMessage({ channel, thread_ts: threadTs, text }).catch((error: Error) => {
      onWarning(`A word in a thread did not arrive: ${error.message}`);
    });
  }

  function work(thread: Thread, step: () => Promise<void>) {
    queue.take(keyOf(thread), undefined, step).catch((error: Error) => {
      onWarning(`A conversation in Slack lags behind: ${error.message}`);
    });
  }

  function current(thread: Thread): Thread {
    return store.get(thread.channel, thread.threadTs) ?? thread;
  }

  async function localeOf({ userId }: Thread) {
    return (await people.of(userId)).locale;
  }
}

const TO_AGENT = /^\s*(?:agent|에이전트)\s*#?(\d{1,9})\s*[:,]?\s*/i;

function wordsOf(choice: Choice): string {
  const questions = choice.type === "user_choice" ? [choice] : choice.questions;
  return questions
    .map(({ question, choices }) => [question, ...choices.map(({ id, label }) => `${id}. ${label}`)].join("\n"))
    .join("\n\n");
}
