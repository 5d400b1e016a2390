/** What a session's transcript says that was not read yet, and how far it was read. */

import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import type { LogWrites } from "../../../store/agent-log.ts";
import { type Entry, entriesIn } from "../../clients/claude-code/transcript-entries.ts";
import { isWorthReading } from "../../clients/claude-code/worth-reading.ts";
import { geminiEntries } from "../../clients/gemini-cli/transcript-entries.ts";
import { type Conversation, hasTranscript } from "../write/conversation.ts";

export interface Unread {
  entries: Entry[];
  isAtEnd: boolean;
  hasMoved: boolean;
}

export const NOTHING_UNREAD: Unread = { entries: [], isAtEnd: true, hasMoved: false };

export function readSome({ agent, transcript }: Conversation, maxBytes: number): Unread {
  if (transcript === null) return NOTHING_UNREAD;
  const entries: Entry[] = [];
  const { offset } = transcript.position;
  const entriesOf = hasTranscript(agent.client) ? claudeEntries : geminiEntries;
  const { isAtEnd } = transcript.read(maxBytes, (line) => void entries.push(...entriesOf(line)));
  return { entries, isAtEnd, hasMoved: transcript.position.offset !== offset };
}

function claudeEntries(line: Buffer): Entry[] {
  return isWorthReading(line) ? entriesIn(line.toString()) : [];
}

const READING = ["prompt_submitted", "tool_finished", "stopped", "rested", "session_ended"] as const;
const READING_EVENTS = new Set<AgentEvent["type"]>(READING);

/** Whether the transcript has something to add to this event by now. */
export function readsTranscript({ type, subagentId }: AgentEvent): boolean {
  return subagentId === null && READING_EVENTS.has(type);
}

export async function savePosition({ agent, transcript }: Conversation, log: LogWrites): Promise<void> {
  if (transcript === null || agent.transcriptPath === null || transcript.position.offset === 0) return;
  await log.saveReadPosition({ path: agent.transcriptPath, agentId: agent.id, ...transcript.position });
}
