/**
 * Applies hook events, which come ahead of the transcript and may come twice, late or not at all.
 * They make provisional turns at once, unless the transcript has the same or has gone past it.
 */

import type { Actor } from "../../../core/agent/agent.ts";
import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import type { KeyedTurn, NewTurn } from "../../../store/agent-log.ts";
import { writesEnds } from "../../clients/clients.ts";
import { contentHash, isBlank, withoutBeginning } from "../../clients/common/content.ts";
import { isDelivery, keys, type TrackedTurn, trackTurn } from "../fold/tracked-turn.ts";
import type { Transaction } from "../write/apply-fold.ts";
import { hasTranscript, pendingTurns } from "../write/conversation.ts";
import { acceptJoinedTexts, acceptText, endSilentRun, giveUpDoubtful } from "./delivered-texts.ts";
import {
  applyNotification,
  applyPermission,
  applyToolEnd,
  applyToolStart,
  declineOpen,
} from "./dialog-hooks.ts";
import { applyFailed, leaveFailure } from "./failed-run.ts";
import { closeForm, openForm } from "./form-hooks.ts";
import {
  addHookTurn,
  addSignal,
  type EventOf,
  hasPendingPrompt,
  isOfEarlierRun,
  latestPromptId,
} from "./provisional-turns.ts";

/** Returns the QUESTION turn of this event, if it asks something. */
export async function applyHook(
  transaction: Transaction,
  event: AgentEvent,
): Promise<TrackedTurn | null> {
  // A sub-agent's events are not part of the conversation; they only show that the agent is alive.
  if (event.subagentId !== null) return null;
  if (WORKING_EVENTS.has(event.type) && !hasTranscript(transaction.conversation))
    await consumeDeliveries(transaction);
  switch (event.type) {
    case "prompt_submitted":
      await applyPrompt(transaction, event);
      return null;
    case "tool_starting":
      leaveFailure(transaction, event);
      return applyToolStart(transaction, event);
    case "tool_finished":
      await applyToolEnd(transaction, event);
      return null;
    case "permission_asked":
      if (!event.isReviewed) return applyPermission(transaction, event);
      addSignal(transaction, event, { type: "working", isCertain: false });
      return null;
    case "stopped":
      return applyStop(transaction, event);
    case "notified":
      return applyNotification(transaction, event);
    case "form_opened":
      return openForm(transaction, event);
    case "form_closed":
      await closeForm(transaction, event);
      return null;
    case "session_started":
      // A run that was cut off when the session was left is over, though no transcript says so.
      if (event.source === "resume") applyRest(transaction, event);
      return null;
    case "rested":
      applyRest(transaction, event);
      return null;
    case "failed":
      applyFailed(transaction, event);
      return null;
    case "session_ended":
    case "seen":
      return null;
  }
}

/** The run is over, unless something was said since. */
function applyRest(transaction: Transaction, event: EventOf<"session_started" | "rested">): void {
  const { conversation } = transaction;
  const pending = pendingTurns(conversation).map(({ row }) => row);
  const isPast = [conversation.lastAt ?? "", ...pending.map(({ timestamp }) => timestamp)].some(
    (at) => at > event.at,
  );
  if (isPast) return;
  const promptId =
    pending.findLast((row) => row.promptId !== null)?.promptId ?? conversation.state.promptId;
  addSignal(transaction, { ...event, promptId }, { type: "rested" });
}

async function applyPrompt(
  transaction: Transaction,
  event: EventOf<"prompt_submitted">,
): Promise<void> {
  const { conversation, writer } = transaction;
  const { promptId } = event;
  const isAlone = !hasTranscript(conversation);
  const text = isAlone
    ? await acceptJoinedTexts(transaction, event.text, promptId, event.at)
    : event.text;
  if (isBlank(text)) return;
  const hash = contentHash(text);
  const pending = pendingTurns(conversation).filter((turn) => isPromptOf(turn.row, hash));
  const written = (
    await writer.log.findTurns(conversation.agent.id, { contentHashes: [hash] })
  ).filter((row) => isPromptOf(row, hash));
  const said = [...pending.map(({ row }) => row), ...written];
  if (promptId !== null && said.some((row) => row.promptId === promptId)) return;
  const delivered = pending.find(isDelivery) ?? written.map(trackTurn).find(isDelivery);
  if (delivered !== undefined && (await acceptText(transaction, delivered, promptId, event.at)))
    return;
  if (!isAlone) {
    // In the transcript, text that steers a running agent has no prompt id.
    const unclaimed = written.find(
      (row) => row.promptId === null && row.timestampSource === "jsonl",
    );
    if (unclaimed !== undefined) {
      const turn =
        conversation.steering.find(({ id }) => id === unclaimed.id) ?? trackTurn(unclaimed);
      writer.change(turn, { promptId });
      return;
    }
  }
  if (isAlone) endSilentRun(transaction, promptId);
  const isDoubled = promptId === null && isLastSaid(transaction, hash, "USER");
  if (isDoubled) return;
  if (isAlone) await giveUpDoubtful(transaction);
  await addHookTurn(transaction, event, {
    key: freshKey(transaction, keys.prompt(promptId, hash), written),
    actor: "USER",
    text,
    promptId,
  });
}

function isPromptOf(row: NewTurn, hash: string): boolean {
  return row.contentHash === hash && row.actor === "USER" && !row.key.endsWith(":answer");
}

/** Without ids, the same text twice in a row is the same hook again. */
function isLastSaid({ conversation }: Transaction, hash: string, actor: Actor): boolean {
  const last = pendingTurns(conversation).at(-1) ?? conversation.lastTurn;
  return last?.row.contentHash === hash && last.row.actor === actor;
}

/** A repeated text without an id gets a number in its key. */
function freshKey(
  { conversation }: Transaction,
  key: string,
  written: readonly { key: string }[],
): string {
  const taken = new Set([
    ...written.map((row) => row.key),
    ...pendingTurns(conversation).map(({ row }) => row.key),
  ]);
  if (!taken.has(key)) return key;
  let count = 2;
  while (taken.has(`${key}:${count}`)) count++;
  return `${key}:${count}`;
}

const WORKING_EVENTS = new Set<AgentEvent["type"]>(["tool_starting", "tool_finished", "stopped"]);

/** Without a transcript, an agent that works has consumed the texts that it accepted. */
async function consumeDeliveries({ conversation, writer }: Transaction): Promise<void> {
  const taken = await writer.log.deliveries(conversation.agent.id, {
    states: ["accepted"],
    limit: 50,
  });
  for (const { id } of taken) {
    await writer.changeDelivery(id, ["accepted"], { state: "consumed", detail: null });
  }
}

async function applyStop(
  transaction: Transaction,
  event: EventOf<"stopped">,
): Promise<TrackedTurn | null> {
  const { conversation, writer } = transaction;
  const isAlone = !hasTranscript(conversation);
  const promptId = isAlone ? event.promptId : (event.promptId ?? latestPromptId(conversation));
  if (isOfEarlierRun(transaction, promptId) || isFromBefore(transaction, event)) return null;
  if (isAlone || !writesEnds(event.client)) await declineOpen(transaction, event);
  const hash = contentHash(event.text);
  const key = keys.stop(promptId, hash);
  if (pendingTurns(conversation).some(({ row }) => row.key === key)) return null;
  const isDoubled = promptId === null && isLastSaid(transaction, hash, "AGENT");
  if (isDoubled && isAlone) return null;
  const rest = unsaid(transaction, event.text);
  const alike = (
    await writer.log.findTurns(conversation.agent.id, { contentHashes: [hash] })
  ).filter(
    (row) =>
      /^(?:uuid|stop):/.test(row.key) &&
      row.actor === "AGENT" &&
      (promptId === null || row.promptId === null || row.promptId === promptId),
  );
  // A run whose prompt has no line in the transcript has no id there.
  const isOfUntold = (row: KeyedTurn) =>
    row.promptId === null && row.id === conversation.lastTurn?.id;
  const isSaid = !isAlone && alike.some((row) => row.promptId === promptId || isOfUntold(row));
  const isOver =
    conversation.state.phase === "COMPLETE" || conversation.state.lastText?.intent === "QUESTION";
  if (isBlank(rest) || isSaid) {
    addSignal(transaction, event, { type: "ended" });
    return null;
  }
  // The transcript has the last words of this run, and they are others.
  if (
    isOver &&
    (conversation.run.hasReply || isAlone) &&
    promptId !== null &&
    promptId === conversation.state.promptId &&
    !hasPendingPrompt(conversation)
  )
    return null;
  return addHookTurn(transaction, event, {
    key: freshKey(transaction, key, alike),
    actor: "AGENT",
    text: rest,
    promptId,
    intent: "COMPLETION",
  });
}

/** Where no id says which run has ended, the time does: a hook may be heard again, much later. */
function isFromBefore({ conversation }: Transaction, event: EventOf<"stopped">): boolean {
  const { promptedAt, agent } = conversation;
  const hasNoId = event.promptId === null && !writesEnds(agent.client);
  return hasNoId && promptedAt !== null && event.at < promptedAt && hasTranscript(conversation);
}

/** The part of the last message that this run's transcript has not shown yet. */
function unsaid({ conversation }: Transaction, text: string): string {
  if (hasPendingPrompt(conversation)) return text;
  for (const first of conversation.runTexts.keys()) {
    let rest: string | null = text;
    for (const said of conversation.runTexts.slice(first))
      rest = rest === null ? null : withoutBeginning(rest, said);
    if (rest !== null) return rest;
  }
  return text;
}
