/** Reads the unread part of an agent's transcript, and saves how far it was read. */

import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import type { LogWrites } from "../../../store/agent-log.ts";
import { entryReaderOf } from "../../clients/clients.ts";
import type { Entry } from "../../clients/common/transcript-entry.ts";
import { type Conversation, hasTranscript } from "../write/conversation.ts";

export interface Unread {
  entries: Entry[];
  isAtEnd: boolean;
  hasMoved: boolean;
}

export const NOTHING_UNREAD: Unread = { entries: [], isAtEnd: true, hasMoved: false };

export function readSome(conversation: Conversation, maxBytes: number): Unread {
  const { agent, transcript } = conversation;
  const entriesOf = entryReaderOf(agent.client);
  if (transcript === null || entriesOf === null) return NOTHING_UNREAD;
  const entries: Entry[] = [];
  const { offset } = transcript.position;
  const isWhole = hasTranscript(conversation);
  const { isAtEnd } = transcript.read(maxBytes, (line) => {
    // Of a file in another form, nothing but what no hook reports.
    for (const entry of entriesOf(line))
      if (isWhole || entry.type === "interrupted") entries.push(entry);
  });
  return { entries, isAtEnd, hasMoved: transcript.position.offset !== offset };
}

const READING = [
  "session_started",
  "prompt_submitted",
  "tool_finished",
  "stopped",
  "failed",
  "rested",
  "session_ended",
] as const;
const READING_EVENTS = new Set<AgentEvent["type"]>(READING);

const ABOUT_CALLS = new Set(["permission_prompt", "elicitation_dialog", "elicitation_url_dialog"]);

/** Whether the transcript may have new lines when this event arrives. */
export function readsTranscript(event: AgentEvent): boolean {
  if (event.subagentId !== null) return false;
  // Then the transcript has the call that it is about.
  const isAboutCall = event.type === "notified" && ABOUT_CALLS.has(event.kind);
  return isAboutCall || READING_EVENTS.has(event.type);
}

export async function savePosition(
  { agent, transcript }: Conversation,
  log: LogWrites,
): Promise<void> {
  if (transcript === null || agent.transcriptPath === null || transcript.position.offset === 0)
    return;
  await log.saveReadPosition({
    path: agent.transcriptPath,
    agentId: agent.id,
    ...transcript.position,
  });
}
