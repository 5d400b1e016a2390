/** The turns of a conversation in their one order: by time, then by id. Pure. */
import type { TurnEvent, VoiceDelivery, VoiceTurn } from "../../src/surfaces/voice/wire/wire.ts";

/** Merges the given turns, each once. The given version of a turn wins. */
export function withTurns(turns: readonly VoiceTurn[], given: readonly VoiceTurn[]): VoiceTurn[] {
  const byId = new Map(turns.map((turn) => [turn.turn_id, turn]));
  for (const turn of given) byId.set(turn.turn_id, turn);
  return [...byId.values()].sort(inOrder);
}

/** Applies an event to its turn. Fields that events leave out stay as they were. */
export function withEvent(turns: readonly VoiceTurn[], event: TurnEvent): VoiceTurn[] {
  const { agent_id: _agent, project_id: _project, at: _at, ...told } = event;
  const known = turns.find(({ turn_id }) => turn_id === event.turn_id);
  const unsaid = { task_instruction: null, task_state: null, delivery: null };
  return withTurns(turns, [{ ...unsaid, ...known, ...told }]);
}

export function withoutTurn(turns: readonly VoiceTurn[], turnId: number): VoiceTurn[] {
  return turns.filter(({ turn_id }) => turn_id !== turnId);
}

/** Sets the delivery's new state on the turn that has it, or on the turn with the given id. */
export function withDelivery(
  turns: readonly VoiceTurn[],
  delivery: VoiceDelivery,
  turnId?: number | null,
) {
  return turns.map((turn) => {
    const isOf = turn.delivery?.delivery_id === delivery.delivery_id || turn.turn_id === turnId;
    return isOf ? { ...turn, delivery } : turn;
  });
}

/** All timestamps are UTC with microseconds, so their order as text is their order in time. */
function inOrder(one: VoiceTurn, other: VoiceTurn): number {
  if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp ? -1 : 1;
  return one.turn_id - other.turn_id;
}
