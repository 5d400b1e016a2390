/**
 * Forms and links of other MCP servers, which the agent's client shows its person. Only hooks tell
 * of them. A form has no id: it is known by its run, its server and its words.
 */
import { contentInWords, formQuestion } from "../../../core/agent/server-form.ts";
import { contentHash } from "../../clients/common/content.ts";
import { DECLINED } from "../../clients/common/tool-questions.ts";
import { keys, type TrackedTurn } from "../fold/tracked-turn.ts";
import type { Transaction } from "../write/apply-fold.ts";
import { type Conversation, currentTurns } from "../write/conversation.ts";
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
  if (isOver || isOfEarlierRun(transaction, event.promptId) || hasEnded(conversation, event))
    return null;
  const question = formQuestion(event);
  const prefix = `${keys.forms(server)}${contentHash(question.text)}:`;
  const open = openForms(conversation, server).find(({ row }) => row.key.startsWith(prefix));
  if (open !== undefined) return open;
  const key = `${prefix}${event.at}`;
  const known = await findKey(transaction, key);
  if (known !== null) return null;
  return addHookTurn(transaction, event, { key, actor: "AGENT", text: question.text, question });
}

/** The transcript has the end of the form's run. */
function hasEnded({ run, state }: Conversation, { promptId }: EventOf<"form_opened">): boolean {
  return run.isOver && promptId !== null && promptId === state.promptId;
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
  const open = openForms(conversation, server).filter(({ row }) => row.timestamp <= event.at);
  if (server !== null) noteClosed(conversation, server, event.at);
  for (const { row } of said === null ? open : open.slice(0, 1))
    await addHookTurn(transaction, event, {
      key: keys.answer(row.key),
      actor: said === null ? "AGENT" : "USER",
      text: said ?? CLOSED,
    });
}

/** `mcp__server__tool` is a call of that server's. */
export function serverOfTool(toolName: string): string | null {
  return /^mcp__(.+?)__/.exec(toolName)?.[1] ?? null;
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
