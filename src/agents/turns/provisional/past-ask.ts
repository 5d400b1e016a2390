/** Adds both turns of an ask that was opened and settled while no hub followed its agent. */
import type { Task } from "../../../core/agent/agent.ts";
import { microsecondsOf, stampOf } from "../../../core/agent/stamp.ts";
import type { KeyedTurn, NewTurn } from "../../../store/agent-log.ts";
import { keys } from "../fold/tracked-turn.ts";
import type { Transaction } from "../write/apply-fold.ts";
import { type AskedQuestion, newTurn } from "./ask-turns.ts";
import { findKey } from "./provisional-turns.ts";

export interface PastAsk extends AskedQuestion {
  askedAt: string;
  answer: Pick<NewTurn, "text" | "actor"> & { at: string };
}

/** Does not change the conversation's state, since the question has been answered. */
export async function addPastAsk(
  transaction: Transaction,
  { askId, text, options, askedAt, answer }: PastAsk,
): Promise<() => void> {
  const { writer, conversation } = transaction;
  const key = keys.ask(askId);
  const asked = microsecondsOf(askedAt);
  const answered = microsecondsOf(answer.at);
  const isKnown = (await findKey(transaction, key)) !== null;
  if (isKnown || asked === null || answered === null) return () => undefined;
  const task = taskAt(
    await writer.log.tasks(conversation.agent.id, { limit: MOST_TASKS }),
    stampOf(asked),
  );
  if (task === undefined) return () => undefined;
  const inTask = { taskId: task.id, askId };
  const said = await writer.log.turnsSince(conversation.agent.id, [task.id]);
  const question = newTurn(transaction, {
    ...{ ...inTask, key, actor: "AGENT", text, intent: "QUESTION", timestamp: stampOf(asked) },
    ...{ place: placeAt(said, stampOf(asked)), question: { text, options, source: "ask" } },
  });
  const reply = newTurn(transaction, {
    ...{
      ...inTask,
      key: keys.answer(key),
      actor: answer.actor,
      text: answer.text,
      intent: "ANSWER",
    },
    timestamp: stampOf(Math.max(answered, asked + 1)),
    place: placeAt(said, stampOf(Math.max(answered, asked + 1))),
  });
  reply.question = question;
  await writer.add(question);
  await writer.add(reply);
  return () => undefined;
}

const MOST_TASKS = 200;

/** The place of the turn before it, since turns of one place stand by their times. */
function placeAt(turns: readonly KeyedTurn[], moment: string): number | null {
  const before = turns.findLast(({ timestamp, place }) => place !== null && timestamp <= moment);
  return before?.place ?? turns[0]?.place ?? null;
}

function taskAt(newestFirst: readonly Task[], moment: string): Task | undefined {
  return newestFirst.find(({ startedAt }) => startedAt <= moment);
}
