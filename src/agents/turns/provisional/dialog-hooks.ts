/** Hooks of tools, read for what people are asked: dialogs of the agent, and permissions. */

import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import { isBlank, oneLine } from "../../clients/common/content.ts";
import {
  ALLOWED,
  APPROVED,
  answerInWords,
  DECLINED,
  isAskingTool,
  isRecord,
  permissionQuestion,
  questionOfTool,
  SHOWN_SUBJECT,
  textOfQuestion,
} from "../../clients/common/tool-questions.ts";
import { dialogFor, rename } from "../certain/confirm-turns.ts";
import { keys, type TurnRef } from "../fold/tracked-turn.ts";
import type { Work } from "../write/apply-fold.ts";
import { currentRefs, pendingRefs } from "../write/conversation.ts";
import { hashOfCall } from "../write/tool-calls.ts";
import { type EventOf, findKey, sign, stampAfterAll, tell } from "./provisional-turns.ts";

export async function takeToolStart(work: Work, event: EventOf<"tool_starting">): Promise<TurnRef | null> {
  const { session } = work;
  const { toolUseId } = event;
  sign(work, event, { type: "working", isCertain: false });
  if (toolUseId === null) return null;
  const call = session.calls.note(toolUseId, event, event.promptId);
  if (!isAskingTool(event.toolName)) {
    const dialog = dialogFor(pendingRefs(session), call);
    if (dialog !== null) await rename(work, dialog, keys.permission(toolUseId), toolUseId);
    return null;
  }
  return ask(work, event, toolUseId);
}

/** The question of a tool that asks, once, whichever hook tells of it first. */
async function ask(
  work: Work,
  event: EventOf<"tool_starting" | "tool_finished" | "permission_asked">,
  toolUseId: string,
): Promise<TurnRef | null> {
  const { session } = work;
  const question = questionOfTool(event);
  if (question === null) return null;
  const key = keys.tool(toolUseId);
  const current = currentRefs(session).find(({ turn }) => turn.key === key);
  if (current !== undefined) return current;
  const known = await findKey(work, key);
  if (known !== null) return known;
  const dialog = dialogFor(currentRefs(session), session.calls.note(toolUseId, event, event.promptId));
  if (dialog !== null) {
    if (pendingRefs(session).includes(dialog)) await rename(work, dialog, key, toolUseId);
    return dialog;
  }
  const text = textOfQuestion(event, question);
  return tell(work, event, { key, actor: "AGENT", text, question, toolUseId });
}

export async function takeToolEnd(work: Work, event: EventOf<"tool_finished">): Promise<void> {
  const { session } = work;
  const toolUseId = event.toolUseId ?? endedCall(work, event);
  sign(work, event, { type: "working", isCertain: false });
  if (toolUseId === null) return;
  const call = session.calls.note(toolUseId, event, event.promptId);
  if (call.hasResult) return;
  if (isAskingTool(event.toolName)) {
    const question = await ask(work, event, toolUseId);
    if (question !== null) await answer(work, event, question, wordsOfAnswer(event));
    return;
  }
  const key = keys.permission(toolUseId);
  const refs = currentRefs(session);
  const asked = refs.find(({ turn }) => turn.key === key) ?? dialogFor(refs, call);
  if (asked !== null) await answer(work, event, asked, ALLOWED);
}

/** Which call has ended, where the client does not say: the last with that input, or else the last of that tool. */
function endedCall({ session }: Work, event: EventOf<"tool_finished">): string | null {
  const hash = hashOfCall(event);
  const asked = currentRefs(session).findLast(({ turn }) => turn.toolUseId?.endsWith(`:${hash}`));
  const alike = session.calls.alike(event, null).at(-1);
  return asked?.turn.toolUseId ?? (alike ?? session.calls.latest(event.toolName))?.toolUseId ?? null;
}

function wordsOfAnswer({ input, response, hasFailed, toolName }: EventOf<"tool_finished">): string {
  const given = [response, input].find((place) => isRecord(place) && isRecord(place["answers"]));
  if (isRecord(given) && isRecord(given["answers"])) return answerInWords(given["answers"], given["annotations"]);
  if (hasFailed) return DECLINED;
  return questionOfTool({ toolName, input })?.source === "plan_approval"
    ? APPROVED
    : typeof response === "string"
      ? response
      : "Answered";
}

async function answer(work: Work, event: Moment, question: TurnRef, text: string): Promise<void> {
  const key = keys.answer(question.turn.key);
  if (currentRefs(work.session).some(({ turn }) => turn.key === key)) return;
  if ((await findKey(work, key)) !== null || isBlank(text)) return;
  await tell(work, event, { key, actor: "USER", text, toolUseId: question.turn.toolUseId });
}

type Moment = Pick<AgentEvent, "at" | "promptId">;

/** A run that ends with a dialog open ends because a person said no to it, where no transcript tells what they said. */
export async function declineOpen(work: Work, event: Moment): Promise<void> {
  const { session } = work;
  for (const { key, kind } of session.state.open) {
    const question = session.refs.get(key);
    if (kind === "dialog" && question !== undefined) await answer(work, event, question, DECLINED);
  }
}

/** Gemini CLI tells that it asks for permission, and what about, but not for which call. */
export async function takeNotice(work: Work, event: EventOf<"notified">): Promise<TurnRef | null> {
  const { session } = work;
  if (event.kind !== "ToolPermission") return null;
  const about = oneLine(event.subject ?? "", SHOWN_SUBJECT);
  const call = session.calls.latest(about) ?? session.calls.latest("");
  // A tool that asks has its question already.
  if (call === null || isAskingTool(call.toolName)) return null;
  const { toolUseId, permission } = call;
  const key = keys.permission(toolUseId);
  const known = currentRefs(session).find(({ turn }) => turn.key === key) ?? (await findKey(work, key));
  return known ?? tell(work, event, { key, actor: "AGENT", text: permission.text, question: permission, toolUseId });
}

export async function takePermission(work: Work, event: EventOf<"permission_asked">): Promise<TurnRef | null> {
  const { session } = work;
  const hash = hashOfCall(event);
  const isAsking = isAskingTool(event.toolName);
  const calls = session.calls.alike(event, event.promptId);
  const open = calls.filter((call) => !call.hasResult);
  // The transcript has the result of every such call: whether a person was asked, it said.
  if (calls.length > 0 && open.length === 0) return null;
  if (isAsking) {
    const call = open[0];
    if (call !== undefined) return ask(work, event, call.toolUseId);
  }
  const refs = currentRefs(session);
  const unasked = open.find((call) => !refs.some(({ turn }) => turn.key === keys.permission(call.toolUseId)));
  const prefix = `dialog:${event.toolName}:${hash}:`;
  const asked = refs.find(({ turn }) => !turn.key.endsWith(":answer") && turn.key.startsWith(prefix));
  // Told twice, or asked twice: without the calls nobody can tell, and the transcript will.
  if (unasked === undefined && (open.length > 0 || asked !== undefined)) {
    return asked ?? refs.find(({ turn }) => open.some((call) => turn.key === keys.permission(call.toolUseId))) ?? null;
  }
  const toolUseId = unasked?.toolUseId ?? null;
  const key =
    toolUseId === null ? keys.dialog(event.toolName, hash, stampAfterAll(work, event.at)) : keys.permission(toolUseId);
  const question = questionOfTool(event) ?? permissionQuestion(event);
  const text = isAsking ? textOfQuestion(event, question) : question.text;
  return tell(work, event, { key, actor: "AGENT", text, question, toolUseId });
}
