/** Tells the agent of a thread what is in line for it, one text after the other, and shows there what it says. */
import type { HeadlessAgent } from "../../../agents/clients/claude-code/headless-agent.ts";
import type { RunningAgents, Said } from "../../../agents/running-agents.ts";
import { createChoiceStream, extractUserChoice } from "../../../extract/extract.ts";
import { messages } from "../render/messages.ts";
import { cutMarkup } from "../render/text.ts";
import type { ThreadAsks } from "./thread-asks.ts";
import type { Thread, ThreadStore } from "./thread-store.ts";
import type { ThreadWriter } from "./thread-writer.ts";

export interface AgentTeller {
  /** Until nothing is left in line. */
  tellAll(thread: Thread): Promise<void>;
  /** An agent that runs on its own said something. */
  showSaid(thread: Thread, said: Said): Promise<void>;
  /** Ends our own agents; what they were told last stays `started`. */
  close(): Promise<void>;
}

export interface AgentTellerParts {
  store: ThreadStore;
  writer: ThreadWriter;
  asks: ThreadAsks;
  agent: HeadlessAgent | null;
  running: RunningAgents | null;
  newId: () => string;
}

export function createAgentTeller({
  store,
  writer,
  asks,
  agent,
  running,
  newId,
}: AgentTellerParts): AgentTeller {
  let isClosed = false;
  return { tellAll, showSaid, close };

  async function close() {
    isClosed = true;
    await agent?.close();
  }

  /** While its choice is open nothing else is told to the agent: it waits for that, and the answer comes first. */
  async function tellAll(at: Thread) {
    for (;;) {
      const thread = store.current(at);
      const [next] = thread.texts;
      if (next === undefined || thread.askId !== null || isClosed) return;
      const started = await store.change(thread, (one) => ({
        ...one,
        texts: one.texts.map((text) =>
          text.id === next.id ? { ...text, state: "started" as const } : text,
        ),
        activityState: "working",
      }));
      await writer.showLast(started);
      if (thread.agentId === null) await tellOwn(started, next.text);
      else await tellRunning(started, thread.agentId, next.text);
    }
  }

  async function tellOwn(thread: Thread, text: string) {
    if (agent === null) return drop(thread);
    const locale = await writer.localeOf(thread);
    const reply = writer.startReply(thread, locale);
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
    if (choice !== null && askId !== null) await asks.put(told, askId, choice);

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
    if (failure === null) return;
    await writer.post(
      thread,
      messages(await writer.localeOf(thread)).notDelivered(cutMarkup(failure, 500)),
    );
  }

  async function drop(thread: Thread) {
    await store.change(thread, (one) => ({ ...one, texts: one.texts.slice(1) }));
  }

  async function showSaid(thread: Thread, { text, activity }: Said) {
    const words = extractUserChoice(text)?.textWithoutChoice ?? text;
    const reply = writer.startReply(thread, await writer.localeOf(thread));
    await writer.showLast(thread);
    const shown = await reply.finish(words, activity);
    const last = { said: words, messages: shown };
    await store.change(thread, (one) => ({ ...one, last, activityState: activity ?? "idle" }));
  }
}
