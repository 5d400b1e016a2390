/**
 * Turns of asks and deliveries: questions asked and answered through us, and texts that we type.
 */

import type { Delivery, Turn, TurnOption } from "../../../core/agent/agent.ts";
import { microsecondsOf, stampOf } from "../../../core/agent/stamp.ts";
import type { NewTurn } from "../../../store/agent-log.ts";
import { contentHash } from "../../clients/common/content.ts";
import { DENIED } from "../../clients/common/tool-questions.ts";
import { keys, type TrackedTurn, turnOf } from "../fold/tracked-turn.ts";
import { applyPending, type Transaction } from "../write/apply-fold.ts";
import { currentTurns, pendingTurns } from "../write/conversation.ts";
import { dropPending } from "../write/pending-turns.ts";
import { addTurn, findKey, stampAfterAll } from "./provisional-turns.ts";

export interface AskedQuestion {
  readonly askId: string;
  readonly text: string;
  readonly options: readonly TurnOption[] | null;
  /** Set if the ask came from a tool call of the agent. */
  readonly toolUseId?: string | undefined;
}

export async function linkTurn(
  transaction: Transaction,
  turnId: number,
  askId: string,
): Promise<() => void> {
  const turn = await turnById(transaction, turnId);
  if (turn !== null) transaction.writer.change(turn, { askId });
  return () => undefined;
}

export async function askQuestion(
  transaction: Transaction,
  ask: AskedQuestion,
): Promise<() => Turn> {
  const { conversation, writer } = transaction;
  const key = keys.ask(ask.askId);
  const toolKey = ask.toolUseId === undefined ? key : keys.tool(ask.toolUseId);
  const known =
    currentTurns(conversation).find(({ row }) => row.key === key || row.key === toolKey) ??
    (await findKey(transaction, key));
  if (known !== null) {
    writer.change(known, { askId: ask.askId });
    return () => turnOf(known);
  }
  const question = { text: ask.text, options: ask.options, source: "ask" } as const;
  const turn = newTurn(transaction, {
    key,
    actor: "AGENT",
    text: ask.text,
    question,
    askId: ask.askId,
  });
  await addTurn(transaction, turn);
  return () => turnOf(turn);
}

export async function answerAsk(
  transaction: Transaction,
  turnId: number,
  {
    askId,
    text,
    actor,
    at,
  }: Pick<NewTurn, "askId" | "text" | "actor"> & { at?: string | undefined },
): Promise<() => Turn | null> {
  const { conversation } = transaction;
  const question = currentTurns(conversation).find((turn) => turn.id === turnId);
  const key = question && keys.answer(question.row.key);
  if (text.startsWith(`${DENIED}: `)) {
    const bare = await bareDenial(transaction, turnId);
    // The session's file was faster, and has no room for the reason.
    if (bare !== null)
      transaction.writer.change(bare, { text, contentHash: contentHash(text), askId });
    if (bare !== null) return () => turnOf(bare);
  }
  const isAnswered = currentTurns(conversation).some(({ row }) => row.key === key);
  if (question === undefined || key === undefined || isAnswered) return () => null;
  const said = { key, actor, text, askId, toolUseId: question.row.toolUseId };
  const turn = newTurn(
    transaction,
    at === undefined ? said : { ...said, timestamp: momentAfter(question, at, transaction) },
  );
  await addTurn(transaction, turn);
  return () => turnOf(turn);
}

/** The question's answer, if it is a no without a reason. */
async function bareDenial(transaction: Transaction, turnId: number): Promise<TrackedTurn | null> {
  const question = await turnById(transaction, turnId);
  const key = question?.row.key ? keys.answer(question.row.key) : null;
  if (key === null) return null;
  const answer =
    currentTurns(transaction.conversation).find(({ row }) => row.key === key) ??
    (await findKey(transaction, key));
  return answer !== null && answer.row.text === DENIED ? answer : null;
}

/** The answer's time, which may lie in the past, but always after the question's. */
function momentAfter({ row }: TrackedTurn, at: string, { writer }: Transaction): string {
  const asked = microsecondsOf(row.timestamp) ?? 0;
  const now = microsecondsOf(writer.at) ?? 0;
  return stampOf(Math.max(asked + 1, Math.min(microsecondsOf(at) ?? now, now)));
}

/**
 * Only for a pending question: one that the transcript has confirmed gets its end from there too.
 */
export async function leaveDialog(
  { conversation }: Transaction,
  turnId: number,
): Promise<() => void> {
  const question = pendingTurns(conversation).find((turn) => turn.id === turnId);
  if (question !== undefined) question.isLeft = true;
  return () => undefined;
}

export async function putDelivery(transaction: Transaction, text: string): Promise<() => Delivery> {
  const { conversation, writer } = transaction;
  const added = await writer.log.addDelivery({
    agentId: conversation.agent.id,
    turnId: null,
    text,
    state: "queued",
    detail: null,
    createdAt: writer.at,
    updatedAt: writer.at,
  });
  const turn = newTurn(transaction, { key: keys.delivery(added.id), actor: "USER", text });
  // Provisional for every client, since the text may not arrive.
  conversation.pending.push({ turn });
  await applyPending(transaction);
  await writer.write();
  const delivery = await writer.changeDelivery(added.id, ["queued"], { turnId: turn.id });
  return () => delivery ?? added;
}

export async function refuseDelivery(
  transaction: Transaction,
  delivery: Delivery,
  detail: string,
): Promise<() => Delivery | null> {
  const refused = await transaction.writer.changeDelivery(delivery.id, ["queued"], {
    state: "refused",
    detail,
  });
  if (refused !== null)
    await dropPending(transaction, ({ row }) => row.key === keys.delivery(delivery.id));
  return () => refused;
}

export function newTurn(
  transaction: Transaction,
  said: Pick<NewTurn, "key" | "actor" | "text"> & Partial<NewTurn>,
): TrackedTurn {
  const { conversation, writer } = transaction;
  const row: NewTurn = {
    agentId: conversation.agent.id,
    taskId: null,
    intent: "PROGRESS",
    timestamp: stampAfterAll(transaction, writer.at),
    timestampSource: "server",
    place: null,
    question: null,
    answeredByTurnId: null,
    askId: null,
    uuid: null,
    promptId: null,
    toolUseId: null,
    contentHash: contentHash(said.text),
    ...said,
  };
  return { id: null, row, question: null, opened: null };
}

async function turnById(transaction: Transaction, turnId: number): Promise<TrackedTurn | null> {
  const current = currentTurns(transaction.conversation).find((turn) => turn.id === turnId);
  if (current !== undefined) return current;
  const row = await transaction.writer.log.turn(turnId);
  if (row === null) return null;
  const { id, ...rest } = row;
  // Callers change only fields that every turn has, so the recognising fields can stay empty.
  const unrecognised = { key: "", uuid: null, promptId: null, toolUseId: null, contentHash: "" };
  return { id, row: { ...unrecognised, ...rest }, question: null, opened: null };
}
