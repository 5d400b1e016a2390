/** How a hook's news is taken down: as a provisional turn, or as a sign of what the agent is doing. */

import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import { microsecondsOf, stampOf } from "../../../core/agent/stamp.ts";
import type { NewTurn } from "../../../store/agent-log.ts";
import { contentHash } from "../../clients/common/content.ts";
import type { Sign } from "../fold/fold.ts";
import { isDelivery, refOf, type TurnRef } from "../fold/tracked-turn.ts";
import { enter, noticeCertain, type Work } from "../write/apply-fold.ts";
import { hasTranscript, pendingRefs, type Session } from "../write/conversation.ts";

export type EventOf<Type> = Extract<AgentEvent, { type: Type }>;

export function hasPendingPrompt(session: Session): boolean {
  return pendingRefs(session).some(({ turn }) => turn.actor === "USER" && !turn.key.endsWith(":answer"));
}

export function isOfEarlierRun({ session }: Work, promptId: string | null): boolean {
  if (promptId === null) return false;
  const latest = pendingRefs(session).findLast(({ turn }) => turn.key.startsWith("prompt:") && turn.promptId !== null);
  const current = latest?.turn.promptId ?? session.state.promptId;
  return promptId !== current && session.runs.includes(promptId);
}

/** A sign concerns the run it comes from; of an earlier one it is no news. */
export function sign(work: Work, event: AgentEvent, told: Sign): void {
  const { session } = work;
  if (isOfEarlierRun(work, event.promptId)) return;
  if (session.pending.length === 0 || !hasTranscript(event.client)) {
    // A stop may be late, and a dialog new; the transcript will say which.
    const isDoubtful = session.state.phase === "AWAITING_INPUT" && hasTranscript(event.client);
    if (told.type === "ended" && isDoubtful) return;
    noticeCertain(work, told);
    return;
  }
  const last = session.pending.at(-1);
  if (last !== undefined && "sign" in last && last.sign.type === told.type) return;
  session.pending.push({ sign: told, promptId: event.promptId });
}

type Told = Pick<NewTurn, "key" | "actor" | "text"> & Partial<NewTurn>;

/** A turn by what the hook says of it, now. */
export async function tell(work: Work, event: Pick<AgentEvent, "at" | "promptId">, told: Told): Promise<TurnRef> {
  const { session } = work;
  const turn: NewTurn = {
    agentId: session.agent.id,
    taskId: null,
    intent: "PROGRESS",
    timestamp: stampAfterAll(work, event.at),
    timestampSource: "server",
    question: null,
    answeredByTurnId: null,
    askId: null,
    uuid: null,
    promptId: event.promptId,
    toolUseId: null,
    contentHash: contentHash(told.text),
    ...told,
  };
  const ref: TurnRef = { id: null, turn, question: null, opened: null };
  await hold(work, ref);
  return ref;
}

// With so much unconfirmed there is no transcript to be had, and hooks are all there is.
const MOST_PENDING = 200;

/**
 * Provisional while a transcript may confirm it; certain at once for clients that have none, but for what we send them:
 * that is said once the agent takes it, or not at all.
 */
export async function hold(work: Work, ref: TurnRef): Promise<void> {
  const { session } = work;
  if (!hasTranscript(session.agent.client) && !isDelivery(ref)) return enter(work, ref);
  session.pending.push({ ref });
  while (session.pending.length > MOST_PENDING) {
    const first = session.pending.shift();
    if (first !== undefined && "ref" in first) await enter(work, first.ref);
  }
}

export function stampAfterAll({ session }: Work, at: string): string {
  const last = pendingRefs(session).at(-1);
  const lastStamp = Math.max(session.lastStamp, last === undefined ? 0 : (microsecondsOf(last.turn.timestamp) ?? 0));
  return stampOf(Math.max(microsecondsOf(at) ?? 0, lastStamp + 1));
}

export async function findKey({ session, scribe }: Work, key: string): Promise<TurnRef | null> {
  const [turn] = await scribe.log.findTurns(session.agent.id, { keys: [key] });
  return turn === undefined ? null : refOf(turn);
}
