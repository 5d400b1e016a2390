/** The turns of a conversation in their one order: by the time they happened, then by id. Pure. */
import type { TurnEvent, VoiceDelivery, VoiceTurn } from "../../src/surfaces/voice/wire/wire.ts";

/** With these turns in it, each once, the given ones as they are now. */
export function withTurns(turns: readonly VoiceTurn[], given: readonly VoiceTurn[]): VoiceTurn[] {
  const byId = new Map(turns.map((turn) => [turn.turn_id, turn]));
  for (const turn of given) byId.set(turn.turn_id, turn);
  return [...byId.values()].sort(inOrder);
}

/** What an event says of a turn, with what events leave out kept as it was. */
export function withEvent(turns: readonly VoiceTurn[], event: TurnEvent): VoiceTurn[] {
  const { agent_id: _agent, project_id: _project, at: _at, ...told } = event;
  const known = turns.find(({ turn_id }) => turn_id === event.turn_id);
  const unsaid = { task_instruction: null, task_state: null, delivery: null };
  return withTurns(turns, [{ ...unsaid, ...known, ...told }]);
}

export function withoutTurn(turns: readonly VoiceTurn[], turnId: number): VoiceTurn[] {
  return turns.filter(({ turn_id }) => turn_id !== turnId);
}

/** The delivery's new state, on the turn that has it or that it is said to be of. */
export function withDelivery(turns: readonly VoiceTurn[], delivery: VoiceDelivery, turnId?: number | null) {
  return turns.map((turn) => {
    const isOf = turn.delivery?.delivery_id === delivery.delivery_id || turn.turn_id === turnId;
    return isOf ? { ...turn, delivery } : turn;
  });
}

/** The stamps are all UTC with microseconds, so their order as text is their order in time. */
function inOrder(one: VoiceTurn, other: VoiceTurn): number {
  if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp ? -1 : 1;
  return one.turn_id - other.turn_id;
}
