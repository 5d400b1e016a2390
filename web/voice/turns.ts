/** The turns of a conversation in their one order: by place, and by time where there is none. Pure. */
import type { TurnEvent, VoiceDelivery, VoiceTurn } from "../../src/surfaces/voice/wire/wire.ts";

/** Merges the given turns, each once. The given version of a turn wins. */
export function withTurns(turns: readonly VoiceTurn[], given: readonly VoiceTurn[]): VoiceTurn[] {
  const byId = new Map(turns.map((turn) => [turn.turn_id, turn]));
  for (const turn of given) byId.set(turn.turn_id, turn);
  return ordered([...byId.values()]);
}

/** A turn without a place comes after the last one that was said before it. */
function ordered(turns: readonly VoiceTurn[]): VoiceTurn[] {
  const inPlace = turns
    .filter(({ place }) => place !== null)
    .sort((one, other) => (one.place ?? 0) - (other.place ?? 0) || inTime(one, other));
  for (const turn of turns.filter(({ place }) => place === null).sort(inTime))
    inPlace.splice(inPlace.findLastIndex((one) => inTime(one, turn) < 0) + 1, 0, turn);
  return inPlace;
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
function inTime(one: VoiceTurn, other: VoiceTurn): number {
  if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp ? -1 : 1;
  return one.turn_id - other.turn_id;
}
