/** Turns in wire format, each with its task and the delivery of a typed text. */

import type { Delivery, Task, Turn } from "../../../core/agent/agent.ts";
import { detailIn } from "../../../core/agent/delivery-words.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import type { VoiceMessages } from "../speech/messages.ts";
import type { VoiceDelivery, VoiceTurn } from "../wire/wire.ts";

export interface VoiceTurns {
  /** Up to `limit` turns before the given one, or the last turns; oldest first. */
  page(agentId: number, options: PageOptions, say: VoiceMessages): Promise<TurnsPage>;
}

export interface PageOptions {
  before?: number | undefined;
  limit: number;
}

export interface TurnsPage {
  turns: VoiceTurn[];
  hasMore: boolean;
}

// As many as a page may hold; older texts have long arrived.
const RECENT_DELIVERIES = 200;

export function createVoiceTurns(log: LogReads): VoiceTurns {
  return { page };

  async function page(agentId: number, { before, limit }: PageOptions, say: VoiceMessages) {
    const { turns, hasMore } = await log.turnPage(agentId, {
      limit,
      ...(before !== undefined && { before }),
    });
    const taskIds = [...new Set(turns.flatMap(({ taskId }) => taskId ?? []))];
    const tasks = new Map(
      await Promise.all(taskIds.map(async (id) => [id, await log.task(id)] as const)),
    );
    const isTyped = turns.some(({ actor }) => actor === "USER");
    const deliveries = isTyped ? await log.deliveries(agentId, { limit: RECENT_DELIVERIES }) : [];
    const byTurn = new Map(deliveries.map((delivery) => [delivery.turnId, delivery]));
    const onWire = turns.map((turn) => {
      const delivery = deliveryOnWire(byTurn.get(turn.id) ?? null, say);
      return turnOnWire(turn, tasks.get(turn.taskId ?? 0) ?? null, delivery);
    });
    return { turns: onWire, hasMore };
  }
}

function turnOnWire(turn: Turn, task: Task | null, delivery: VoiceDelivery | null): VoiceTurn {
  return {
    turn_id: turn.id,
    task_id: turn.taskId,
    task_instruction: task?.instruction ?? null,
    task_state: task?.state ?? null,
    actor: turn.actor,
    intent: turn.intent,
    text: turn.text,
    timestamp: turn.timestamp,
    timestamp_source: turn.timestampSource,
    place: turn.place,
    question_text: turn.question?.text ?? null,
    question_options: turn.question?.options?.map((option) => ({ ...option })) ?? null,
    question_source_type: turn.question?.source ?? null,
    answered_by_turn_id: turn.answeredByTurnId,
    ask_id: turn.askId,
    delivery,
  };
}

export function deliveryOnWire(
  delivery: Delivery | null,
  { locale }: VoiceMessages,
): VoiceDelivery | null {
  if (delivery === null) return null;
  const { id, state, detail } = delivery;
  return { delivery_id: id, state, detail: detail === null ? null : detailIn(locale, detail) };
}
