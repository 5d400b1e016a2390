/**
 * One agent's conversation in memory. What is certain (the transcript's, or all there is for clients without one) has
 * been folded and never changes its place; what hooks told ahead of it is provisional, and is placed anew on top of the
 * certain each time something becomes known.
 */

import type { Agent } from "../../../core/agent/agent.ts";
import { microsecondsOf } from "../../../core/agent/stamp.ts";
import { entryReaderOf } from "../../clients/clients.ts";
import { normalised } from "../../clients/common/content.ts";
import { openTranscript, type Transcript } from "../../clients/common/transcript-reader.ts";
import { type FoldState, NOTHING_SAID, type Signal } from "../fold/fold.ts";
import type { TrackedTask, TrackedTurn } from "../fold/tracked-turn.ts";
import type { AgentCalls } from "./tool-calls.ts";

export interface Conversation extends Standing {
  agent: Agent;
  transcript: Transcript | null;
  /** In the order we heard of it. */
  pending: Pending[];
  /** What the agent said in this run, normalised, so that nothing is said twice. */
  runTexts: string[];
  /** Of the last certain turn, in microseconds. */
  lastStamp: number;
  /** The prompts whose runs are known, newest last. */
  runs: string[];
  calls: AgentCalls;
  /** When it last started, as far as we heard since we ourselves did. */
  startedAt: string | null;
  /** The last certain turn. */
  lastTurn: TrackedTurn | null;
  /** Recent words that steered the agent. The transcript knows no prompt of theirs; which it was, their hooks tell. */
  steering: TrackedTurn[];
}

/** Where the conversation stands, after the certain part or after all of it. */
export interface Standing {
  state: FoldState;
  task: TrackedTask | null;
  /** The turns that the state speaks of. */
  turns: Map<string, TrackedTurn>;
  /** What the agent said in this task. */
  output: string[];
  /** When something was last said. */
  lastAt: string | null;
}

export type Pending = { turn: TrackedTurn } | { signal: Signal; promptId: string | null };

export function newConversation(agent: Agent, calls: AgentCalls): Conversation {
  return {
    agent,
    state: NOTHING_SAID,
    task: null,
    turns: new Map(),
    output: [],
    lastAt: null,
    transcript: transcriptOf(agent, null),
    pending: [],
    runTexts: [],
    lastStamp: 0,
    runs: [],
    calls,
    startedAt: null,
    lastTurn: null,
    steering: [],
  };
}

/** Called for every certain turn in its order: what follows from its being said, besides its place. */
export function remember(conversation: Conversation, turn: TrackedTurn): void {
  const { row } = turn;
  conversation.lastTurn = turn;
  const stamp = microsecondsOf(row.timestamp) ?? 0;
  if (row.timestampSource === "jsonl")
    conversation.lastStamp = Math.max(conversation.lastStamp, stamp);
  if (
    row.promptId !== null &&
    conversation.runs.at(-1) !== row.promptId &&
    !row.key.startsWith("steer:")
  ) {
    conversation.runs = [...conversation.runs.slice(1 - REMEMBERED_RUNS), row.promptId];
  }
  if (row.key.startsWith("steer:"))
    conversation.steering = [...conversation.steering.slice(1 - REMEMBERED_RUNS), turn];
  if (row.actor === "USER") conversation.runTexts = [];
  else if (row.question === null || row.key.startsWith("uuid:"))
    conversation.runTexts.push(normalised(row.text));
  if (conversation.runTexts.length > RUN_TEXTS) conversation.runTexts.shift();
}

const REMEMBERED_RUNS = 50;
const RUN_TEXTS = 20;

/** The turns that something new may refer to: what is provisional, what is open, and what was said last. */
export function currentTurns(conversation: Conversation): TrackedTurn[] {
  return [...pendingTurns(conversation), ...conversation.turns.values()];
}

export function pendingTurns({ pending }: Conversation): TrackedTurn[] {
  return pending.flatMap((item) => ("turn" in item ? [item.turn] : []));
}

export function withoutPending(conversation: Conversation, turn: TrackedTurn): void {
  conversation.pending = conversation.pending.filter(
    (item) => !("turn" in item) || item.turn !== turn,
  );
}

export function forgetUnneeded(standing: Standing): void {
  const needed = new Set([
    ...standing.state.open.map((question) => question.key),
    standing.state.lastText?.key,
  ]);
  for (const key of standing.turns.keys()) if (!needed.has(key)) standing.turns.delete(key);
}

/** From its beginning, unless it is known how far it was read. */
export function transcriptOf(
  { client, transcriptPath }: Agent,
  from: Transcript["position"] | null,
): Transcript | null {
  if (transcriptPath === null || entryReaderOf(client) === null) return null;
  return from === null ? openTranscript(transcriptPath) : openTranscript(transcriptPath, from);
}
