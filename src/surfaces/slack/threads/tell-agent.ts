/**
 * Hands queued texts to a thread's agent one after the other, and shows its replies in the thread.
 */
import type { Doing } from "../../../agents/clients/claude-code/headless-reply.ts";
import type { RunningAgents, Said } from "../../../agents/running-agents.ts";
import { createChoiceStream } from "../../../extract/extract.ts";
import { messages } from "../render/messages.ts";
import { cutMarkup } from "../render/text.ts";
import type { AgentRuns } from "./agent-runs.ts";
import type { ChannelAgents } from "./channel-agents.ts";
import { handBack, saidAlone } from "./hand-back.ts";
import { withLastWords } from "./last-words.ts";
import type { TextPreparer } from "./prepare-text.ts";
import type { Working } from "./status-line.ts";
import type { ThreadAsks } from "./thread-asks.ts";
import { keyOf, type Thread, type ThreadStore, type ThreadText } from "./thread-store.ts";
import type { ThreadWriter } from "./thread-writer.ts";
import type { WaitingMarks } from "./waiting-marks.ts";
import type { WorkingSign } from "./working-sign.ts";

export interface AgentTeller {
  /** Resolves when the queue is empty, a choice is open, or the surface closes. */
  tellAll(thread: Thread): Promise<void>;
  /** Shows what an independently running agent said. */
  showSaid(thread: Thread, said: Said): Promise<void>;
  /** Ends the agents started from Slack; the text they were given last stays `started`. */
  close(): Promise<void>;
}

export interface AgentTellerParts {
  store: ThreadStore;
  writer: ThreadWriter;
  asks: ThreadAsks;
  agents: ChannelAgents;
  running: RunningAgents | null;
  runs: AgentRuns;
  marks: WaitingMarks;
  sign: WorkingSign;
  preparer: TextPreparer;
  newId: () => string;
}

export function createAgentTeller({
  store,
  writer,
  asks,
  agents,
  running,
  runs,
  marks,
  sign,
  preparer,
  newId,
}: AgentTellerParts): AgentTeller {
  let isClosed = false;
  return { tellAll, showSaid, close };

  async function close() {
    isClosed = true;
    preparer.close();
    await agents.close();
  }

  /**
   * While the agent's choice is open it gets no other text: it waits for the answer, and the answer
   * comes first.
   */
  async function tellAll(at: Thread) {
    for (;;) {
      const thread = store.current(at);
      const [next] = thread.texts;
      if (next === undefined || thread.askId !== null || isClosed) return;
      const text = await preparer.prepare(thread, next);
      if (isClosed) return;
      const started = await store.change(thread, (one) => begun(one, next));
      // Its writer changed it or took it away meanwhile.
      if (started.texts[0]?.state !== "started") continue;
      if (next.isMarked) marks.remove(next.id);
      await writer.showLast(started);
      if (thread.agentId === null) await tellOwn(started, next.id, text);
      else await tellRunning(started, thread.agentId, text);
    }
  }

  async function tellOwn(thread: Thread, textId: string, text: string) {
    const locale = await writer.localeOf(thread);
    const own = agents.of(thread);
    if (own === null) {
      await writer.post(thread, messages(locale).noAgent);
      return drop(thread);
    }
    const head = thread.last === null ? own.head : null;
    const reply = writer.startReply(thread, locale, head);
    const stream = createChoiceStream();
    const working: Working = { doing: null, stopKey: keyOf(thread) };
    let said = "";
    reply.show(said, { ...working });
    const run = runs.begin(keyOf(thread), own.timeLimitMinutes);
    const { sessionId, failure } = await own.agent
      .tell(text, { sessionId: thread.sessionId, signal: run.signal, onText, onDoing })
      .finally(run.over);
    // The agent was ended because the hub closes; the next start reports that.
    if (isClosed) return;
    const { text: held, choice: found } = stream.end();
    const ended = run.ended();
    const isCut = failure !== null || ended !== null;
    // Whoever stops the agent is not asked what it was about to ask.
    const choice = ended === null ? found : null;
    const { aside, texts, ...back } = isCut
      ? { aside: null, texts: [], said }
      : handBack({ said: said + held, choice, failure: null, textId, locale });
    const end = { held: isCut ? held : "", hasChoice: choice !== null, failure, ended };
    said = withLastWords({ ...end, said: back.said }, locale);
    const askId = choice === null ? null : newId();
    // The choice, and that the text was handed over, are saved in one write, so a crash leaves no
    // half of it.
    const told = await store.change(thread, (one) => ({
      ...one,
      ...{ sessionId, askId, choice, aside, texts: [...texts, ...one.texts.slice(1)] },
      activityState: choice === null ? "idle" : "waiting",
    }));
    const last = await reply.finish(said, choice === null ? null : "waiting");
    await store.change(told, (one) => ({ ...one, last }));
    if (choice !== null && askId !== null) await asks.put(told, askId, choice);

    function onText(piece: string) {
      working.doing = null;
      said += stream.push(piece);
      if (!isClosed) reply.show(said, { ...working });
    }

    function onDoing(doing: Doing) {
      working.doing = doing;
      if (!isClosed) reply.show(said, { ...working });
    }
  }

  async function tellRunning(thread: Thread, agentId: number, text: string) {
    const failure = (await running?.send(agentId, text)) ?? null;
    await drop(thread);
    // It may be at work already: then no change of its state will say so.
    if (failure === null) {
      if (await running?.isWorking(agentId)) await sign.put(thread);
      return;
    }
    await sign.renew(thread);
    await writer.post(
      thread,
      messages(await writer.localeOf(thread)).notDelivered(cutMarkup(failure, 500)),
    );
  }

  async function drop(thread: Thread) {
    await store.change(thread, (one) => ({ ...one, texts: one.texts.slice(1) }));
  }

  async function showSaid(thread: Thread, { text, activity }: Said) {
    const locale = await writer.localeOf(thread);
    const { said, texts, isRead } = saidAlone(text, { locale, textId: lastTextOf(thread) });
    const reply = writer.startReply(thread, locale);
    await writer.showLast(thread);
    // Known before the button can be clicked.
    const activityState = typeof activity === "string" ? activity : "idle";
    await store.change(thread, (one) => ({
      ...one,
      ...{ activityState, texts: [...texts, ...one.texts] },
      ...(isRead && { lastTextId: null }),
    }));
    const status = activity === "working" ? { doing: null, stopKey: keyOf(thread) } : activity;
    const last = await reply.finish(said, status);
    const isWorking = activity === "working";
    await store.change(thread, (one) => ({ ...one, last: { ...last, isWorking } }));
    await sign.takeOwn(thread);
  }

  /** What its own terminal told it since has no id here. */
  function lastTextOf(thread: Thread): string {
    return store.current(thread).lastTextId ?? newId();
  }
}

/** Unchanged if another text is first by now, or this one reads differently. */
function begun(thread: Thread, text: ThreadText): Thread {
  const [first, ...others] = thread.texts;
  if (first?.id !== text.id || first.text !== text.text) return thread;
  return {
    ...thread,
    texts: [{ ...first, state: "started" }, ...others],
    ...{ activityState: "working", lastTextId: text.id },
    last: thread.last && { ...thread.last, isWorking: false },
  };
}
