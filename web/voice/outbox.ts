/**
 * The person's words, from sending until they are seen as a turn. Pure, except that words without
 * an answer are stored: they survive a reload, and go out in their order once the hub can be reached.
 *
 * `waiting` until their turn comes and the network is there; `sending` until the hub answers, and
 * `waiting` again if it did not: the hub knows a message that comes twice. `failed` if it refused
 * them; `answered` and `kept` if the words went into a question. Every other state is the
 * delivery's own.
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
  /** By this the hub knows the message again. */
  readonly messageId: string;
  /** Whether it was sent before, so that the hub may have it though no answer came. */
  readonly isTried: boolean;
  /** The text as shown. */
  readonly text: string;
  readonly body: CommandBody;
  /** The file itself is kept by the message's id. */
  readonly file: { readonly name: string; readonly size: number } | null;
  /** From 0 to 1, while a file is uploading. */
  readonly progress: number;
  readonly state: "waiting" | "sending" | "failed" | "answered" | "kept" | VoiceDelivery["state"];
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

export const OUTBOX_KEY = "askline:voice:outbox:";

/** `place` is the agent's id, or that of an ask of no agent. */
export function rememberOutbox(place: number | string, outbox: readonly Outgoing[]) {
  const unsent = outbox.filter(({ state }) => UNSENT.includes(state));
  keep(
    keyOf(place),
    unsent.length === 0
      ? null
      : unsent.map(({ text, body, file, afterTurnId, messageId, isTried, state, note }) => ({
          ...{ text, body, file, afterTurnId, messageId, isTried, note },
          hasFailed: state === "failed",
        })),
  );
}

export function recallOutbox(place: number | string): Outgoing[] {
  const kept = recall(keyOf(place));
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: unknown) => {
    const { text, body, file, afterTurnId, messageId, isTried, note, hasFailed } = (one ??
      {}) as Partial<Outgoing> & { hasFailed?: unknown };
    if (typeof text !== "string" || typeof body !== "object" || typeof afterTurnId !== "number")
      return [];
    // Nobody can tell what became of a message without a name, which an earlier page kept.
    const isNamed = typeof messageId === "string";
    return [
      {
        ...fresh({ text, body, afterTurnId, file: isFile(file) ? file : null }),
        ...(isNamed ? { messageId, key: messageId, isTried: isTried !== false } : {}),
        state: isNamed && hasFailed !== true ? ("waiting" as const) : ("failed" as const),
        note: typeof note === "string" ? note : "",
      },
    ];
  });
}

export function fresh(words: Pick<Outgoing, "text" | "body" | "afterTurnId" | "file">): Outgoing {
  const messageId = newMessageId();
  return {
    ...words,
    ...{ messageId, key: messageId, isTried: false, state: "waiting", progress: 0, note: "" },
    ...{ turnId: null, deliveryId: null, askId: null },
  };
}

/** Random, also on pages without https, where browsers offer no `randomUUID`. */
export function newMessageId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Those that the hub cannot have yet, so that they can be taken back. */
export function untried(outbox: readonly Outgoing[]): Outgoing[] {
  return outbox.filter(({ state, isTried }) => state === "waiting" && !isTried);
}

function isFile(given: Outgoing["file"] | undefined): given is NonNullable<Outgoing["file"]> {
  return typeof given?.name === "string" && typeof given.size === "number";
}

const UNSENT: readonly Outgoing["state"][] = ["waiting", "sending", "failed"];

function keyOf(place: number | string): string {
  return `${OUTBOX_KEY}${place}`;
}

function sameWords(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  return plain(one) === plain(other);
}
