/** Finds in tool hooks what people are asked: the agent's own dialogs and permissions. */
import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import { FORM_TOOL, formIn } from "../../../core/agent/server-form.ts";
import { isRecord } from "../../../core/json.ts";
import { hashOfCall } from "../../clients/common/call-hash.ts";
import { isBlank, oneLine } from "../../clients/common/content.ts";
import {
  ALLOWED,
  APPROVED,
  answerInWords,
  CHAT,
  DECLINED,
  isAskingTool,
  isChat,
  permissionQuestion,
  questionOfTool,
  SHOWN_SUBJECT,
  serverOfTool,
  textOfQuestion,
} from "../../clients/common/tool-questions.ts";
import { keys, type TrackedTurn } from "../fold/tracked-turn.ts";
import type { Transaction } from "../write/apply-fold.ts";
import { currentTurns, pendingTurns } from "../write/conversation.ts";
import { dialogFor, nameCall } from "../write/pending-turns.ts";
import type { RememberedCall } from "../write/tool-calls.ts";
import { closeForms, openForm } from "./form-hooks.ts";
import {
  addHookTurn,
  addSignal,
  type EventOf,
  findKey,
  stampAfterAll,
} from "./provisional-turns.ts";

export async function applyToolStart(
  transaction: Transaction,
  event: EventOf<"tool_starting">,
): Promise<TrackedTurn | null> {
  const { conversation } = transaction;
  const { toolUseId } = event;
  addSignal(transaction, event, { type: "working", isCertain: false });
  if (toolUseId === null) return null;
  const call = conversation.calls.note(toolUseId, event, event.promptId);
  if (!isAskingTool(event.toolName)) {
    const dialog = dialogFor(pendingTurns(conversation), call);
    if (dialog !== null) await nameCall(transaction, dialog, keys.permission(toolUseId), toolUseId);
    return null;
  }
  return addQuestion(transaction, event, toolUseId);
}

/** Adds an asking tool's question once, whichever hook reports it first. */
async function addQuestion(
  transaction: Transaction,
  event: EventOf<"tool_starting" | "tool_finished" | "permission_asked">,
  toolUseId: string,
): Promise<TrackedTurn | null> {
  const { conversation } = transaction;
  const question = questionOfTool(event);
  if (question === null) return null;
  const key = keys.tool(toolUseId);
  const current = currentTurns(conversation).find(({ row }) => row.key === key);
  if (current !== undefined) return current;
  const known = await findKey(transaction, key);
  if (known !== null) return known;
  const dialog = dialogFor(
    currentTurns(conversation),
    conversation.calls.note(toolUseId, event, event.promptId),
  );
  if (dialog !== null) {
    if (pendingTurns(conversation).includes(dialog))
      await nameCall(transaction, dialog, key, toolUseId);
    return dialog;
  }
  const text = textOfQuestion(event, question);
  return addHookTurn(transaction, event, { key, actor: "AGENT", text, question, toolUseId });
}

export async function applyToolEnd(
  transaction: Transaction,
  event: EventOf<"tool_finished">,
): Promise<void> {
  const { conversation } = transaction;
  const server = serverOfTool(event.toolName);
  if (server !== null) await closeForms(transaction, event, server);
  const toolUseId = event.toolUseId ?? endedCall(transaction, event);
  addSignal(transaction, event, { type: "working", isCertain: false });
  if (toolUseId === null) return;
  const call = conversation.calls.note(toolUseId, event, event.promptId);
  if (call.hasResult || event.dialog === "lost") return;
  if (isAskingTool(event.toolName)) {
    const question = await addQuestion(transaction, event, toolUseId);
    if (question !== null) await addAnswer(transaction, event, question, wordsOfAnswer(event));
    return;
  }
  const key = keys.permission(toolUseId);
  const turns = currentTurns(conversation);
  const asked = turns.find(({ row }) => row.key === key) ?? dialogFor(turns, call);
  const words = event.dialog === "declined" ? DECLINED : ALLOWED;
  if (asked !== null) await addAnswer(transaction, event, asked, words);
}

/** The ended call, if the client sends no ids: the last with that input, or else of that tool. */
function endedCall({ conversation }: Transaction, event: EventOf<"tool_finished">): string | null {
  const hash = hashOfCall(event);
  const asked = currentTurns(conversation).findLast(({ row }) =>
    row.toolUseId?.endsWith(`:${hash}`),
  );
  const alike = conversation.calls.alike(event, null).at(-1);
  return (
    asked?.row.toolUseId ?? (alike ?? conversation.calls.latest(event.toolName))?.toolUseId ?? null
  );
}

function wordsOfAnswer({ input, response, hasFailed, toolName }: EventOf<"tool_finished">): string {
  const given = [response, input].find((place) => isRecord(place) && isRecord(place["answers"]));
  if (isRecord(given) && isRecord(given["answers"]))
    return answerInWords(given["answers"], given["annotations"]);
  if (hasFailed) return typeof response === "string" && isChat(response) ? CHAT : DECLINED;
  return questionOfTool({ toolName, input })?.source === "plan_approval"
    ? APPROVED
    : typeof response === "string"
      ? response
      : "Answered";
}

async function addAnswer(
  transaction: Transaction,
  event: Moment,
  question: TrackedTurn,
  text: string,
): Promise<void> {
  const key = keys.answer(question.row.key);
  if (currentTurns(transaction.conversation).some(({ row }) => row.key === key)) return;
  if ((await findKey(transaction, key)) !== null || isBlank(text)) return;
  await addHookTurn(transaction, event, {
    key,
    actor: "USER",
    text,
    toolUseId: question.row.toolUseId,
  });
}

type Moment = Pick<AgentEvent, "at" | "promptId">;

/**
 * Without a transcript: a run that ends with a dialog open ended because a person said no to it.
 */
export async function declineOpen(transaction: Transaction, event: Moment): Promise<void> {
  const { conversation } = transaction;
  for (const { key, kind } of conversation.state.open) {
    const question = conversation.turns.get(key);
    if (kind === "dialog" && question !== undefined)
      await addAnswer(transaction, event, question, DECLINED);
  }
}

/** A client reports that it asks for permission, but not for which call. */
export async function applyNotification(
  transaction: Transaction,
  event: EventOf<"notified">,
): Promise<TrackedTurn | null> {
  switch (event.kind) {
    // Gemini CLI says at least about what.
    case "ToolPermission": {
      const { calls } = transaction.conversation;
      const about = oneLine(event.subject ?? "", SHOWN_SUBJECT);
      return askPermission(transaction, event, calls.latest(about) ?? calls.latest(""));
    }
    // Claude Code sends it after some seconds with its dialog, whose own request may be lost.
    case "permission_prompt": {
      const { agent, calls } = transaction.conversation;
      if (agent.state === "AWAITING_INPUT") return null;
      return askPermission(transaction, event, calls.underWay(event.promptId));
    }
    // Sent some seconds after a form or a link, whose own hook may be lost.
    case "elicitation_dialog":
    case "elicitation_url_dialog": {
      const { agent, calls } = transaction.conversation;
      const server = serverOfTool(calls.underWay(event.promptId)?.toolName ?? "");
      if (agent.state === "AWAITING_INPUT" || server === null) return null;
      const { message } = event;
      return openForm(transaction, {
        ...event,
        ...{ type: "form_opened", server, message, url: null, schema: {} },
      });
    }
    // The person answered, the server withdrew its form, or a hook answered in its place.
    case "elicitation_response":
      await closeForms(transaction, event, /"(.*)"/.exec(event.message)?.[1] ?? null);
      return null;
    default:
      return null;
  }
}

async function askPermission(
  transaction: Transaction,
  event: EventOf<"notified">,
  call: RememberedCall | null,
): Promise<TrackedTurn | null> {
  const { conversation } = transaction;
  // An asking tool has its question already.
  if (call === null || isAskingTool(call.toolName)) return null;
  const { toolUseId, permission } = call;
  const key = keys.permission(toolUseId);
  const known =
    currentTurns(conversation).find(({ row }) => row.key === key) ??
    (await findKey(transaction, key));
  return (
    known ??
    addHookTurn(transaction, event, {
      key,
      actor: "AGENT",
      text: permission.text,
      question: permission,
      toolUseId,
    })
  );
}

export async function applyPermission(
  transaction: Transaction,
  event: EventOf<"permission_asked">,
): Promise<TrackedTurn | null> {
  const { conversation } = transaction;
  const form = event.toolName === FORM_TOOL ? formIn(event.input) : null;
  if (form !== null) return openForm(transaction, { ...event, ...form, type: "form_opened" });
  const hash = hashOfCall(event);
  const isAsking = isAskingTool(event.toolName);
  const calls = conversation.calls.alike(event, event.promptId);
  const open = calls.filter((call) => !call.hasResult);
  // The transcript has the result of every such call, and so has said whether a person was asked.
  if (calls.length > 0 && open.length === 0) return null;
  if (isAsking) {
    const call = open[0];
    if (call !== undefined) return addQuestion(transaction, event, call.toolUseId);
  }
  const turns = currentTurns(conversation);
  const unasked = open.find(
    (call) => !turns.some(({ row }) => row.key === keys.permission(call.toolUseId)),
  );
  const prefix = `dialog:${event.toolName}:${hash}:`;
  const asked = turns.find(({ row }) => !row.key.endsWith(":answer") && row.key.startsWith(prefix));
  // One request reported twice, or two equal requests: only the transcript will show which.
  if (unasked === undefined && (open.length > 0 || asked !== undefined)) {
    return (
      asked ??
      turns.find(({ row }) => open.some((call) => row.key === keys.permission(call.toolUseId))) ??
      null
    );
  }
  const toolUseId = unasked?.toolUseId ?? null;
  const key =
    toolUseId === null
      ? keys.dialog(event.toolName, hash, stampAfterAll(transaction, event.at))
      : keys.permission(toolUseId);
  const question = questionOfTool(event) ?? permissionQuestion(event);
  const text = isAsking ? textOfQuestion(event, question) : question.text;
  return addHookTurn(transaction, event, { key, actor: "AGENT", text, question, toolUseId });
}
