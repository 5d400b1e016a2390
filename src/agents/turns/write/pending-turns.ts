/** Turns that are pending: taken back, or named once the tool call that they are about is known. */
import { isAskingTool } from "../../clients/common/tool-questions.ts";
import { keys, type TrackedTurn } from "../fold/tracked-turn.ts";
import type { Transaction } from "./apply-fold.ts";
import { pendingTurns, withoutPending } from "./conversation.ts";
import type { RememberedCall } from "./tool-calls.ts";

/** As if they had never been told. Gives back which they were. */
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

/** The dialog for this call that a hook told of before the call was known: same input first, else the only one of its tool. */
export function dialogFor(turns: readonly TrackedTurn[], call: RememberedCall): TrackedTurn | null {
  const ofTool = turns.filter(
    ({ row }) => row.key.startsWith(`dialog:${call.toolName}:`) && !row.key.endsWith(":answer"),
  );
  const exact = ofTool.find(({ row }) =>
    row.key.startsWith(`dialog:${call.toolName}:${call.hash}:`),
  );
  return exact ?? (isAskingTool(call.toolName) ? (ofTool[0] ?? null) : null);
}

/** The call that a dialog is about has become known. If its question was, too, the dialog was told of twice. */
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
