/**
 * Forms and links of other MCP servers, which the agent's client shows its person. Only hooks tell
 * of them. A form has no id: it is known by its run, its server and its words.
 */

import { contentInWords, formQuestion } from "../../../core/agent/server-form.ts";
import { microsecondsOf } from "../../../core/agent/stamp.ts";
import { contentHash } from "../../clients/common/content.ts";
import { DECLINED } from "../../clients/common/tool-questions.ts";
import { keys, type TrackedTurn } from "../fold/tracked-turn.ts";
import { applyCertainSignal, type Transaction } from "../write/apply-fold.ts";
import { type Conversation, currentTurns } from "../write/conversation.ts";
import { dropPending } from "../write/pending-turns.ts";
import { addHookTurn, type EventOf, findKey, isOfEarlierRun } from "./provisional-turns.ts";

const ACCEPTED = "Accepted";
const CLOSED = "No longer asked";

export async function openForm(
  transaction: Transaction,
  event: EventOf<"form_opened">,
): Promise<TrackedTurn | null> {
  const { conversation } = transaction;
  const { server } = event;
  // Hooks overtake each other: this one's form may be over.
  const isOver = (conversation.formsClosed.get(server) ?? "") >= event.at;
  if (isOver || isOfPast(transaction, event.promptId)) return null;
  const question = formQuestion(event);
  const prefix = `${keys.forms(server)}${contentHash(question.text)}:`;
  const open = openForms(conversation, server).find(({ row }) => row.key.startsWith(prefix));
  if (open !== undefined) return open;
  const key = `${prefix}${event.at}`;
  const known = await findKey(transaction, key);
  if (known !== null) return null;
  return addHookTurn(transaction, event, { key, actor: "AGENT", text: question.text, question });
}

export async function closeForm(
  transaction: Transaction,
  event: EventOf<"form_closed">,
): Promise<void> {
  const { action, content, server } = event;
  const words =
    action === "accept" ? contentInWords(content) || ACCEPTED : action === "decline" && DECLINED;
  await closeForms(transaction, event, server, words || null);
}

/** The tool that asked has ended, or the client says that the form is over. */
export async function closeForms(
  transaction: Transaction,
  event: Moment,
  server: string | null,
  /** What the person said; null if nobody did. */
  said: string | null = null,
): Promise<void> {
  const { conversation } = transaction;
  const open = openForms(conversation, server).filter((turn) => openedAt(turn) <= event.at);
  if (server !== null) noteClosed(conversation, server, event.at);
  for (const turn of said === null ? open : open.slice(0, 1)) {
    if (said === null && wasUnseen(turn, event)) await withdraw(transaction, turn);
    else await addAnswer(transaction, event, turn, said);
  }
}

async function addAnswer(
  transaction: Transaction,
  event: Moment,
  { row }: TrackedTurn,
  said: string | null,
): Promise<void> {
  await addHookTurn(transaction, event, {
    key: keys.answer(row.key),
    actor: said === null ? "AGENT" : "USER",
    text: said ?? CLOSED,
  });
}

// A run that nobody attends cancels its forms at once.
const SEEN_AFTER_MICROSECONDS = 1_000_000;

function wasUnseen(turn: TrackedTurn, { at }: Moment): boolean {
  // A task needs the turn that opened it.
  if (turn.opened !== null) return false;
  const asked = microsecondsOf(openedAt(turn)) ?? 0;
  return (microsecondsOf(at) ?? 0) - asked < SEEN_AFTER_MICROSECONDS;
}

/** By its hook; the turn may stand a little later, after all turns before it. */
function openedAt({ row }: TrackedTurn): string {
  return row.key.split(":").slice(KEY_PARTS).join(":");
}

// Its kind, its server and its words come first.
const KEY_PARTS = 3;

/** Nobody was asked, so there is no question. */
async function withdraw(transaction: Transaction, turn: TrackedTurn): Promise<void> {
  const { conversation, writer } = transaction;
  const dropped = await dropPending(transaction, (other) => other.row.key === turn.row.key);
  if (dropped.length > 0) return;
  applyCertainSignal(transaction, { type: "withdrawn", key: turn.row.key });
  conversation.turns.delete(turn.row.key);
  conversation.output = conversation.output.filter((text) => text !== turn.row.text);
  await writer.remove(turn);
}

function isOfPast(transaction: Transaction, promptId: string | null): boolean {
  const { phase, promptId: current } = transaction.conversation.state;
  const isOver = phase === "COMPLETE" && promptId !== null && promptId === current;
  return isOver || isOfEarlierRun(transaction, promptId);
}

type Moment = { readonly at: string; readonly promptId: string | null };

function openForms(conversation: Conversation, server: string | null): TrackedTurn[] {
  const turns = currentTurns(conversation);
  const answered = new Set(turns.map(({ row }) => row.key));
  const prefix = server === null ? "form:" : keys.forms(server);
  return turns.filter(
    ({ row: { key } }) =>
      key.startsWith(prefix) && !key.endsWith(":answer") && !answered.has(keys.answer(key)),
  );
}

const MOST_SERVERS = 100;

function noteClosed({ formsClosed }: Conversation, server: string, at: string): void {
  const before = formsClosed.get(server) ?? "";
  formsClosed.delete(server);
  formsClosed.set(server, at > before ? at : before);
  const [oldest] = formsClosed.keys();
  if (formsClosed.size > MOST_SERVERS && oldest !== undefined) formsClosed.delete(oldest);
}
