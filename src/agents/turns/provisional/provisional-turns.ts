/** Turns hook events into provisional turns, or into signals of what the agent is doing. */

import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import { microsecondsOf, stampOf } from "../../../core/agent/stamp.ts";
import type { NewTurn } from "../../../store/agent-log.ts";
import { writesEnds } from "../../clients/clients.ts";
import { contentHash } from "../../clients/common/content.ts";
import type { Signal } from "../fold/fold.ts";
import { isDelivery, type TrackedTurn, trackTurn } from "../fold/tracked-turn.ts";
import { addCertain, applyCertainSignal, type Transaction } from "../write/apply-fold.ts";
import { type Conversation, hasTranscript, pendingTurns } from "../write/conversation.ts";
import { CLOCK_STEP } from "../write/read-lines.ts";

export type EventOf<Type> = Extract<AgentEvent, { type: Type }>;

export function hasPendingPrompt(conversation: Conversation): boolean {
  return pendingTurns(conversation).some(
    ({ row }) => row.actor === "USER" && !row.key.endsWith(":answer"),
  );
}

export function isOfEarlierRun({ conversation }: Transaction, promptId: string | null): boolean {
  if (promptId === null) return false;
  return promptId !== latestPromptId(conversation) && conversation.runs.includes(promptId);
}

export function latestPromptId(conversation: Conversation): string | null {
  const latest = pendingTurns(conversation).findLast(
    ({ row }) => row.key.startsWith("prompt:") && row.promptId !== null,
  );
  return latest?.row.promptId ?? conversation.state.promptId;
}

/** A signal concerns its own run; one from an earlier run is ignored. */
export function addSignal(transaction: Transaction, event: AgentEvent, signal: Signal): void {
  const { conversation } = transaction;
  if (isOfEarlierRun(transaction, event.promptId)) return;
  if (conversation.pending.length === 0 || !hasTranscript(conversation)) {
    // Either the stop is late or the dialog is over; the transcript will say which.
    const isDoubtful =
      conversation.state.phase === "AWAITING_INPUT" &&
      hasTranscript(conversation) &&
      writesEnds(event.client);
    if (signal.type === "ended" && isDoubtful) return;
    applyCertainSignal(transaction, signal);
    return;
  }
  const last = conversation.pending.at(-1);
  if (last !== undefined && "signal" in last && last.signal.type === signal.type) return;
  conversation.pending.push({ signal, promptId: event.promptId ?? latestPromptId(conversation) });
}

type HookTurn = Pick<NewTurn, "key" | "actor" | "text"> & Partial<NewTurn>;

/** Adds a turn from a hook's event, after all known turns. */
export async function addHookTurn(
  transaction: Transaction,
  event: Pick<AgentEvent, "at" | "promptId">,
  said: HookTurn,
): Promise<TrackedTurn> {
  const { conversation } = transaction;
  const row: NewTurn = {
    agentId: conversation.agent.id,
    taskId: null,
    intent: "PROGRESS",
    timestamp: stampAfterAll(transaction, event.at),
    timestampSource: "server",
    place: null,
    question: null,
    answeredByTurnId: null,
    askId: null,
    uuid: null,
    promptId: event.promptId,
    toolUseId: null,
    contentHash: contentHash(said.text),
    ...said,
  };
  const turn: TrackedTurn = { id: null, row, question: null, opened: null };
  await addTurn(transaction, turn);
  return turn;
}

// With so many turns unconfirmed, the transcript cannot be read, and hooks are the only source.
const MOST_PENDING = 200;

/**
 * Provisional while a transcript may confirm it; certain at once for clients without a transcript.
 * Texts that we send are provisional for all clients, until the agent accepts them.
 */
export async function addTurn(transaction: Transaction, turn: TrackedTurn): Promise<void> {
  const { conversation } = transaction;
  if (!hasTranscript(conversation) && !isDelivery(turn)) return addCertain(transaction, turn);
  conversation.pending.push({ turn });
  while (conversation.pending.length > MOST_PENDING) {
    const first = conversation.pending.shift();
    if (first !== undefined && "turn" in first) await addCertain(transaction, first.turn);
  }
}

export function stampAfterAll({ conversation }: Transaction, at: string): string {
  const last = pendingTurns(conversation).at(-1);
  const lastStamp = Math.max(
    conversation.lastStamp,
    last === undefined ? 0 : (microsecondsOf(last.row.timestamp) ?? 0),
  );
  const own = microsecondsOf(at) ?? 0;
  // Where it is much earlier, a clock was set back, or the hook comes late: it keeps its time.
  return stampOf(own + CLOCK_STEP < lastStamp ? own : Math.max(own, lastStamp + 1));
}

export async function findKey(
  { conversation, writer }: Transaction,
  key: string,
): Promise<TrackedTurn | null> {
  const [row] = await writer.log.findTurns(conversation.agent.id, { keys: [key] });
  return row === undefined ? null : trackTurn(row);
}
