/**
 * A person's own words from the moment they are sent until the turn that they became is seen. Pure, but for the memory
 * of what nobody knows the fate of: that survives a reload, and is sent again by the person alone.
 *
 * `sending` until the hub answers; `unsure` when it did not, so that nobody knows whether it came; `failed` when it said no,
 * or could not keep it; `answered` and `kept` when the words went into a question; every other state is the delivery's own.
 */
import type { CommandBody, TurnEvent, VoiceDelivery, VoiceTurn } from "../../src/surfaces/voice/wire/wire.ts";
import { keep, recall } from "../shared/memory.ts";

export interface Outgoing {
  readonly key: string;
  /** As it is shown. */
  readonly text: string;
  readonly body: CommandBody;
  readonly file: File | null;
  /** From 0 to 1, while a file is on its way. */
  readonly progress: number;
  readonly state: "sending" | "unsure" | "failed" | "answered" | "kept" | VoiceDelivery["state"];
  /** Why it failed, or what is known of the delivery. */
  readonly note: string;
  /** The newest turn there was: what these words become is newer, whatever the clocks say. */
  readonly afterTurnId: number;
  readonly turnId: number | null;
  readonly deliveryId: number | null;
  readonly askId: string | null;
}

export function isTurnOf(sent: Outgoing, turn: VoiceTurn | TurnEvent): boolean {
  if (turn.actor !== "USER") return false;
  if (sent.turnId === turn.turn_id) return true;
  const delivery = "delivery" in turn ? turn.delivery : null;
  if (delivery !== null && delivery.delivery_id === sent.deliveryId) return true;
  if (turn.turn_id <= sent.afterTurnId) return false;
  if (sent.askId !== null && turn.ask_id === sent.askId) return true;
  return sent.turnId === null && sent.file === null && sameWords(sent.text, turn.text);
}

/** Takes away what has become a turn, each turn at most one of several with the same words. */
export function withoutTurns(outbox: readonly Outgoing[], turns: readonly (VoiceTurn | TurnEvent)[]): Outgoing[] {
  const used = new Set<number>();
  return outbox.filter((sent) => {
    const turn = turns.find((one) => !used.has(one.turn_id) && isTurnOf(sent, one));
    // Several words may have gone into the one answer of a question with many parts.
    if (turn !== undefined && turn.ask_id === null) used.add(turn.turn_id);
    return turn === undefined;
  });
}

/** What is known of its delivery, once it has one. */
export function deliveryOf({ deliveryId, state, note }: Outgoing): VoiceDelivery | null {
  if (deliveryId === null) return null;
  // It has a delivery, so its state is the delivery's.
  return { delivery_id: deliveryId, state: state as VoiceDelivery["state"], detail: note === "" ? null : note };
}

export function rememberOutbox(agentId: number, outbox: readonly Outgoing[]) {
  const lost = outbox.filter(({ state, file }) => file === null && LOST.includes(state));
  keep(
    keyOf(agentId),
    lost.length === 0 ? null : lost.map(({ text, body, afterTurnId }) => ({ text, body, afterTurnId })),
  );
}

export function recallOutbox(agentId: number): Outgoing[] {
  const kept = recall(keyOf(agentId));
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: unknown, index) => {
    const { text, body, afterTurnId } = (one ?? {}) as Partial<Outgoing>;
    if (typeof text !== "string" || typeof body !== "object" || typeof afterTurnId !== "number") return [];
    const unknown = { turnId: null, deliveryId: null, askId: null, file: null, progress: 0, note: "" };
    return [{ key: `kept-${index}`, text, body, afterTurnId, state: "unsure" as const, ...unknown }];
  });
}

const LOST: readonly Outgoing["state"][] = ["sending", "unsure", "failed"];

function keyOf(agentId: number): string {
  return `askline:voice:outbox:${agentId}`;
}

function sameWords(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  return plain(one) === plain(other);
}
