/**
 * One agent's conversation in memory. Certain turns come from the transcript, or from hooks for
 * clients without one. They are folded once and never move. Provisional turns come from hooks ahead
 * of the transcript. They are folded again, after the certain ones, with every change.
 */

import type { Agent } from "../../../core/agent/agent.ts";
import { microsecondsOf } from "../../../core/agent/stamp.ts";
import { entryReaderOf, isWholeTranscript, writesEnds } from "../../clients/clients.ts";
import { normalised } from "../../clients/common/content.ts";
import { openTranscript, type Transcript } from "../../clients/common/transcript-reader.ts";
import { type FoldState, NOTHING_SAID, type Signal } from "../fold/fold.ts";
import type { TrackedTask, TrackedTurn } from "../fold/tracked-turn.ts";
import { type ReadLines, rememberLines } from "./read-lines.ts";
import type { AgentCalls } from "./tool-calls.ts";

export interface Conversation extends Standing {
  agent: Agent;
  transcript: Transcript | null;
  /** Whether the transcript at this path tells all that is said; null until that is known. */
  told: { path: string | null; isWhole: boolean } | null;
  /** In order of arrival. */
  pending: Pending[];
  /** The agent's texts in this run, normalised, so that no text is added twice. */
  runTexts: string[];
  /** The time of the last turn from the transcript, in microseconds. */
  lastStamp: number;
  /** The latest of these times; a clock that was set back makes the last one earlier. */
  newestStamp: number;
  /** The next certain turn's place. */
  nextPlace: number;
  /** Recognises lines that a client writes again. */
  lines: ReadLines;
  /** Whether the transcript has no run now, or has the last words of the one it has. */
  run: { isOver: boolean; hasReply: boolean };
  /** The prompts whose runs are known, newest last. */
  runs: string[];
  calls: AgentCalls;
  /** What hooks call the transcript's calls, where the two differ. */
  callNames: Map<string, string>;
  /** When the session last started, if this process saw that. */
  startedAt: string | null;
  /** When the person last gave the agent something to do; null before that. */
  promptedAt: string | null;
  /** The last certain turn. */
  lastTurn: TrackedTurn | null;
  /** The run whose failure the transcript told last. */
  toldFailure: { promptId: string | null } | null;
  /** When a form of each server was last over. */
  formsClosed: Map<string, string>;
  /** Recent texts that steered the agent. Their prompt ids come from hooks, not the transcript. */
  steering: TrackedTurn[];
}

/** The conversation's state, after its certain part or after all of it. */
export interface Standing {
  state: FoldState;
  task: TrackedTask | null;
  /** The turns that the state refers to. */
  turns: Map<string, TrackedTurn>;
  /** What the agent said in this task. */
  output: string[];
  /** The timestamp of the last turn. */
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
    told: null,
    pending: [],
    runTexts: [],
    lastStamp: 0,
    newestStamp: 0,
    nextPlace: 1,
    lines: rememberLines(),
    run: { isOver: true, hasReply: false },
    runs: [],
    calls,
    callNames: new Map(),
    startedAt: null,
    promptedAt: null,
    lastTurn: null,
    toldFailure: null,
    formsClosed: new Map(),
    steering: [],
  };
}

/** Called for every certain turn, in order. Updates everything but the fold's state. */
export function remember(conversation: Conversation, turn: TrackedTurn): void {
  const { row } = turn;
  conversation.lastTurn = turn;
  const stamp = microsecondsOf(row.timestamp) ?? 0;
  if (row.timestampSource === "jsonl") {
    conversation.lastStamp = stamp;
    conversation.newestStamp = Math.max(conversation.newestStamp, stamp);
  }
  conversation.nextPlace = Math.max(conversation.nextPlace, (row.place ?? 0) + 1);
  if (
    row.promptId !== null &&
    conversation.runs.at(-1) !== row.promptId &&
    !row.key.startsWith("steer:")
  ) {
    conversation.runs = [...conversation.runs.slice(1 - REMEMBERED_RUNS), row.promptId];
  }
  if (row.key.startsWith("steer:"))
    conversation.steering = [...conversation.steering.slice(1 - REMEMBERED_RUNS), turn];
  const isAnswer = row.key.endsWith(":answer");
  if (row.actor === "USER" && !isAnswer) conversation.promptedAt = row.timestamp;
  const hasOwnEnds = writesEnds(conversation.agent.client);
  if (row.actor === "USER" && (!isAnswer || hasOwnEnds)) conversation.runTexts = [];
  else if (row.actor === "USER") return;
  else if (row.question === null || row.key.startsWith("uuid:"))
    conversation.runTexts.push(normalised(row.text));
  if (conversation.runTexts.length > (hasOwnEnds ? RUN_TEXTS : WHOLE_RUN))
    conversation.runTexts.shift();
}

const REMEMBERED_RUNS = 50;
const RUN_TEXTS = 20;
// Gemini CLI's hook has all that was said in its run, joined.
const WHOLE_RUN = 1_000;

/** The turns that a new one may refer to: provisional ones, open questions and the last text. */
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

/** Whether the transcript is certain; else hooks are all there is. */
export function hasTranscript(conversation: Conversation): boolean {
  const { client, transcriptPath: path } = conversation.agent;
  if (conversation.told === null || conversation.told.path !== path) {
    const isWhole = isWholeTranscript(client, path);
    if (isWhole === null) return false;
    conversation.told = { path, isWhole };
  }
  return conversation.told.isWhole;
}

/** Starts at the beginning, unless a position is given. */
export function transcriptOf(
  { client, transcriptPath }: Agent,
  from: Transcript["position"] | null,
): Transcript | null {
  if (transcriptPath === null || entryReaderOf(client) === null) return null;
  return from === null ? openTranscript(transcriptPath) : openTranscript(transcriptPath, from);
}
