/**
 * The person's words, from sending until they are seen as a turn. Pure, except that words of
 * unknown fate are stored: they survive a reload, and only the person sends them again.
 *
 * `sending` until the hub answers; `unsure` if it did not, so that their arrival is unknown;
 * `failed` if it refused them or could not store them; `answered` and `kept` if the words went into
 * a question. Every other state is the delivery's own.
 */
import type {
  CommandBody,
  TurnEvent,
  VoiceDelivery,
  VoiceTurn,
} from "../../src/surfaces/voice/wire/wire.ts";
import { keep, recall } from "../shared/memory.ts";

export interface Outgoing {
  readonly key: string;
  /** The text as shown. */
  readonly text: string;
  readonly body: CommandBody;
  readonly file: File | null;
  /** From 0 to 1, while a file is uploading. */
  readonly progress: number;
  readonly state: "sending" | "unsure" | "failed" | "answered" | "kept" | VoiceDelivery["state"];
  /** Why it failed, or what is known of the delivery. */
  readonly note: string;
  /**
   * The newest turn at the time of sending. These words become a newer one,
   * whatever the clocks say.
   */
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

/** Removes words that have become turns. Of several equal texts, each turn removes at most one. */
export function withoutTurns(
  outbox: readonly Outgoing[],
  turns: readonly (VoiceTurn | TurnEvent)[],
): Outgoing[] {
  const used = new Set<number>();
  return outbox.filter((sent) => {
    const turn = turns.find((one) => !used.has(one.turn_id) && isTurnOf(sent, one));
    // Several texts may have gone into the one answer of an ask with many questions.
    if (turn !== undefined && turn.ask_id === null) used.add(turn.turn_id);
    return turn === undefined;
  });
}

/** The state of the delivery; null before there is one. */
export function deliveryOf({ deliveryId, state, note }: Outgoing): VoiceDelivery | null {
  if (deliveryId === null) return null;
  // With a delivery, the state is the delivery's own.
  return {
    delivery_id: deliveryId,
    state: state as VoiceDelivery["state"],
    detail: note === "" ? null : note,
  };
}

export function rememberOutbox(agentId: number, outbox: readonly Outgoing[]) {
  const lost = outbox.filter(({ state, file }) => file === null && LOST.includes(state));
  keep(
    keyOf(agentId),
    lost.length === 0
      ? null
      : lost.map(({ text, body, afterTurnId }) => ({ text, body, afterTurnId })),
  );
}

export function recallOutbox(agentId: number): Outgoing[] {
  const kept = recall(keyOf(agentId));
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: unknown, index) => {
    const { text, body, afterTurnId } = (one ?? {}) as Partial<Outgoing>;
    if (typeof text !== "string" || typeof body !== "object" || typeof afterTurnId !== "number")
      return [];
    const unknown = {
      turnId: null,
      deliveryId: null,
      askId: null,
      file: null,
      progress: 0,
      note: "",
    };
    return [
      { key: `kept-${index}`, text, body, afterTurnId, state: "unsure" as const, ...unknown },
    ];
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
