/**
 * Texts that we typed, as an agent's hooks report them. Without a transcript, such a text stays
 * provisional until the agent accepts it: it may be refused, and an agent at work accepts it only
 * when it is done.
 */
import type { Delivery } from "../../../core/agent/agent.ts";
import { isBlank, normalised } from "../../clients/common/content.ts";
import type { TrackedTurn } from "../fold/tracked-turn.ts";
import { addCertain, applyCertainSignal, type Transaction } from "../write/apply-fold.ts";
import { hasTranscript, pendingTurns, withoutPending } from "../write/conversation.ts";
import { stampAfterAll } from "./provisional-turns.ts";

const UNDER_WAY = ["queued", "typed", "indeterminate"] as const;

/** The agent accepted a text that we typed. False if that text is not under way. */
export async function acceptText(
  transaction: Transaction,
  turn: TrackedTurn,
  promptId: string | null,
  at: string,
): Promise<boolean> {
  const { conversation, writer } = transaction;
  const open = await writer.log.deliveries(conversation.agent.id, { states: UNDER_WAY, limit: 50 });
  const delivery = open.find(({ turnId }) => turnId === turn.id);
  if (delivery === undefined) return false;
  writer.change(turn, { promptId });
  await writer.changeDelivery(delivery.id, UNDER_WAY, { state: "accepted", detail: null });
  if (hasTranscript(conversation)) return true;
  endSilentRun(transaction, promptId);
  if (pendingTurns(conversation).includes(turn)) {
    writer.change(turn, { timestamp: stampAfterAll(transaction, at) });
    await makeCertain(transaction, turn);
    // The turn was certain already, and its run has ended since: the text started another one.
  } else if (conversation.state.phase === "COMPLETE")
    applyCertainSignal(transaction, { type: "woken", promptId });
  return true;
}

/**
 * The prompt without our own texts in it: an agent at work may join all that was typed meanwhile.
 */
export async function acceptJoinedTexts(
  transaction: Transaction,
  text: string,
  promptId: string | null,
  at: string,
): Promise<string> {
  let rest = text;
  for (const turn of textsUnderWay(transaction)) {
    const without = withoutLines(rest, turn.row.text);
    if (without !== null && (await acceptText(transaction, turn, promptId, at))) rest = without;
  }
  return rest;
}

/** Ignores blank lines. Null if the text does not hold these lines in a row. */
export function withoutLines(text: string, lines: string): string | null {
  const parts = text.split("\n").filter((line) => !isBlank(line));
  const wanted = lines.split("\n").filter((line) => !isBlank(line));
  const words = normalised(wanted.join(" "));
  const from = parts.findIndex(
    (_, at) => normalised(parts.slice(at, at + wanted.length).join(" ")) === words,
  );
  return from === -1 ? null : parts.toSpliced(from, wanted.length).join("\n");
}

/**
 * The text may not have arrived. Its turn stays, but has no effect unless the agent shows the text.
 * An agent at rest that did not start to work on it is still at rest.
 */
export async function doubtDelivery(
  transaction: Transaction,
  delivery: Delivery,
  detail: string,
): Promise<() => Delivery | null> {
  const { conversation, writer } = transaction;
  const doubted = await writer.changeDelivery(delivery.id, ["typed"], {
    state: "indeterminate",
    detail,
  });
  const turn = textsUnderWay(transaction).find(({ id }) => id === delivery.turnId);
  const isAtWork =
    conversation.state.phase === "COMMANDED" || conversation.state.phase === "PROCESSING";
  if (doubted !== null && turn !== undefined && !hasTranscript(conversation) && !isAtWork) {
    await makeCertain(transaction, turn);
    applyCertainSignal(transaction, { type: "ended" });
  }
  return () => doubted;
}

/** Makes doubtful texts certain, so that they come before the prompt that follows them. */
export async function giveUpDoubtful(transaction: Transaction): Promise<void> {
  const { conversation, writer } = transaction;
  const turns = textsUnderWay(transaction);
  if (turns.length === 0) return;
  const doubtful = await writer.log.deliveries(conversation.agent.id, {
    states: ["indeterminate"],
    limit: 50,
  });
  for (const turn of turns)
    if (doubtful.some(({ turnId }) => turnId === turn.id)) await makeCertain(transaction, turn);
}

/**
 * A prompt that steers a run has its id. Another id starts another run, so the previous one ended.
 */
export function endSilentRun(transaction: Transaction, promptId: string | null): void {
  const { phase, promptId: current } = transaction.conversation.state;
  const isBusy = phase === "COMMANDED" || phase === "PROCESSING";
  if (isBusy && promptId !== null && current !== null && promptId !== current)
    applyCertainSignal(transaction, { type: "ended" });
}

export function textsUnderWay({ conversation }: Transaction): TrackedTurn[] {
  return pendingTurns(conversation).filter(({ row }) => row.key.startsWith("delivery:"));
}

async function makeCertain(transaction: Transaction, turn: TrackedTurn): Promise<void> {
  withoutPending(transaction.conversation, turn);
  await addCertain(transaction, turn);
}
