/** Removes pending turns, and links them to their tool call once it is known. */
import { isAskingTool } from "../../clients/common/tool-questions.ts";
import { keys, type TrackedTurn } from "../fold/tracked-turn.ts";
import type { Transaction } from "./apply-fold.ts";
import { pendingTurns, withoutPending } from "./conversation.ts";
import type { RememberedCall } from "./tool-calls.ts";

/** Removes the matching turns from memory and log. Returns them. */
export async function dropPending(
  { conversation, writer }: Transaction,
  isDropped: (turn: TrackedTurn) => boolean,
): Promise<TrackedTurn[]> {
  const gone = pendingTurns(conversation).filter(isDropped);
  for (const turn of gone) {
    withoutPending(conversation, turn);
    if (turn.opened !== null) writer.dropTask(turn.opened);
    await writer.remove(turn);
  }
  return gone;
}

/**
 * The dialog that a hook reported for this call before the call was known. The same input wins; an
 * asking tool's dialog also matches by tool alone.
 */
export function dialogFor(turns: readonly TrackedTurn[], call: RememberedCall): TrackedTurn | null {
  const ofTool = turns.filter(
    ({ row }) => row.key.startsWith(`dialog:${call.toolName}:`) && !row.key.endsWith(":answer"),
  );
  const exact = ofTool.find(({ row }) =>
    row.key.startsWith(`dialog:${call.toolName}:${call.hash}:`),
  );
  return exact ?? (isAskingTool(call.toolName) ? (ofTool[0] ?? null) : null);
}

/**
 * Gives a dialog its call, now known. If that call has a question already, the dialog is dropped.
 */
export async function nameCall(
  transaction: Transaction,
  turn: TrackedTurn,
  key: string,
  toolUseId: string,
): Promise<void> {
  const turns = pendingTurns(transaction.conversation);
  const answer = turns.find(({ row }) => row.key === keys.answer(turn.row.key));
  if (turns.some(({ row }) => row.key === key) || (await isWritten(transaction, key))) {
    await dropPending(transaction, (other) => other === turn || other === answer);
    return;
  }
  transaction.writer.change(turn, { key, toolUseId });
  if (answer !== undefined) transaction.writer.change(answer, { key: keys.answer(key), toolUseId });
}

async function isWritten({ conversation, writer }: Transaction, key: string): Promise<boolean> {
  return (await writer.log.findTurns(conversation.agent.id, { keys: [key] })).length > 0;
}
