/**
 * Which agent a new thread talks to: "agent 3: …" names one that already runs; anything else starts
 * one of ours.
 */
import type { RunningAgents } from "../../../agents/running-agents.ts";
import { messages } from "../render/messages.ts";
import { cutMarkup, line } from "../render/text.ts";
import type { ChannelAgents } from "./channel-agents.ts";
import type { Thread } from "./thread-store.ts";
import type { ThreadWriter } from "./thread-writer.ts";

export interface Bound {
  thread: Thread;
  /** The text for the agent, without the name it was addressed by. */
  words: string;
}

export interface BindingParts {
  writer: ThreadWriter;
  agents: ChannelAgents;
  running: RunningAgents | null;
}

type Beginning = Pick<Thread, "channel" | "threadTs" | "userId">;

const TO_AGENT = /^\s*(?:agent|에이전트)\s*#?(\d{1,9})\s*[:,]?\s*/i;

/** Null if there is no such agent; the person is told. */
export async function bindThread(
  at: Beginning,
  text: string,
  parts: BindingParts,
): Promise<Bound | null> {
  const { writer, agents, running } = parts;
  const say = messages(await writer.localeOf(at));
  const [, number] = TO_AGENT.exec(text) ?? [];
  if (number !== undefined && running !== null) {
    const found = await running.find(Number(number));
    await writer.post(
      at,
      found ? say.boundTo(cutMarkup(line(found.name), 80)) : say.noSuchAgent(number),
    );
    return found && { thread: freshThread(at, found.id), words: text.replace(TO_AGENT, "") };
  }
  const own = agents.of(at);
  if (own !== null) {
    const { workingDirectory } = own;
    return { thread: { ...freshThread(at, null), workingDirectory }, words: text };
  }
  await writer.post(at, say.noAgent);
  return null;
}

function freshThread(at: Beginning, agentId: number | null): Thread {
  return {
    ...at,
    ...{ agentId, sessionId: null, activityState: "idle", texts: [], taken: [] },
    ...{ askId: null, choice: null, last: null },
  };
}
