/** Calls and results of the transcript, read for what people were asked: dialogs of the agent, and permissions. */

import { stampOf } from "../../../core/agent/stamp.ts";
import type { Result } from "../../clients/claude-code/transcript-entries.ts";
import { contentHash } from "../../clients/common/content.ts";
import {
  ALLOWED,
  APPROVED,
  answerInWords,
  DECLINED,
  DENIED,
  questionOfTool,
  textOfQuestion,
} from "../../clients/common/tool-questions.ts";
import { wordsOfPerson } from "../../clients/common/words-for-agents.ts";
import { keys, type TurnRef } from "../fold/tracked-turn.ts";
import { noticeCertain, type Work } from "../write/apply-fold.ts";
import { pendingRefs } from "../write/conversation.ts";
import { askedAt, type NotedCall } from "../write/tool-calls.ts";
import {
  type Confirmed,
  confirm,
  dialogFor,
  dropOvertaken,
  type EntryOf,
  find,
  isCertain,
  isRepeated,
  type Known,
  rename,
  stampFor,
} from "./confirm-turns.ts";

export async function takeCall(work: Work, entry: EntryOf<"call">, known: Known): Promise<void> {
  const { session } = work;
  if (session.calls.get(entry.toolUseId)?.hasResult === true) return;
  const call = session.calls.note(entry.toolUseId, entry, session.state.promptId, true);
  call.askedAt = Math.max(askedAt(entry.at), session.lastStamp + 1);
  const dialog = dialogFor(pendingRefs(session), call);
  const question = questionOfTool(entry);
  if (question === null) {
    if (dialog !== null) await rename(work, dialog, keys.permission(entry.toolUseId), entry.toolUseId);
    if (!isRepeated(work, entry)) noticeCertain(work, { type: "working", isCertain: true });
    return;
  }
  const key = keys.tool(entry.toolUseId);
  if (dialog !== null) await rename(work, dialog, key, entry.toolUseId);
  const ref = find(work, known, key);
  if (ref !== null && isCertain(ref)) return;
  const text = textOfQuestion(entry, question);
  await confirm(work, ref, known, {
    key,
    uuid: entry.uuid,
    promptId: session.state.promptId,
    toolUseId: entry.toolUseId,
    text,
    contentHash: contentHash(text),
    actor: "AGENT",
    timestamp: stampFor(work, entry),
    question,
    askId: ref?.turn.askId ?? null,
  });
}

export async function takeResult(work: Work, entry: EntryOf<"result">, known: Known): Promise<void> {
  const { session } = work;
  const call = session.calls.get(entry.toolUseId);
  const isAgain = call?.hasResult === true;
  if (call !== null) call.hasResult = true;
  const question = find(work, known, keys.tool(entry.toolUseId));
  if (question !== null) return takeAnswer(work, entry, question, known);
  await takePermission(work, entry, call, known);
  if (!isAgain && !isRepeated(work, entry)) noticeCertain(work, { type: "working", isCertain: true });
}

async function takeAnswer(work: Work, entry: EntryOf<"result">, question: TurnRef, known: Known): Promise<void> {
  const key = keys.answer(question.turn.key);
  const ref = find(work, known, key);
  if (ref !== null && isCertain(ref)) return;
  await confirm(
    work,
    ref,
    known,
    answerTurn(work, entry, key, wordsOfAnswer(entry, question), ref, stampFor(work, entry)),
  );
}

function wordsOfAnswer({ answers, annotations, hasFailed, text }: Result, { turn }: TurnRef): string {
  if (answers !== null && Object.keys(answers).length > 0) return answerInWords(answers, annotations);
  const reason = reasonIn(text);
  if (hasFailed) return reason === null ? DECLINED : `${DECLINED}: ${reason}`;
  return turn.question?.source === "plan_approval" ? APPROVED : text;
}

/** The person's own words, as the client passes them on when they decline, or as we did. */
function reasonIn(text: string): string | null {
  const told = wordsOfPerson(text);
  if (told !== null) return told;
  const reason = /the user (?:said|provided the following reason for the rejection):\s*([\s\S]+)/i
    .exec(text)?.[1]
    ?.trim();
  return reason === undefined || reason === "" ? null : reason;
}

/** Only if someone was asked there and then is it a question; hooks also tell of requests that rules decided. */
async function takePermission(
  work: Work,
  entry: EntryOf<"result">,
  call: NotedCall | null,
  known: Known,
): Promise<void> {
  const key = keys.permission(entry.toolUseId);
  const question = find(work, known, key) ?? (call === null ? null : dialogFor(pendingRefs(work.session), call));
  const answer = find(work, known, keys.answer(question?.turn.key ?? key));
  if (question !== null && isCertain(question)) return;
  const wasAnsweredHere = (answer?.turn.askId ?? null) !== null;
  const isAttested =
    entry.decision?.by === "person" || wasAnsweredHere || (entry.decision === null && question !== null);
  if (!isAttested) return dropOvertaken(work, known, (ref) => ref === question || ref === answer);
  if (call === null && question === null) return;
  const asked = call?.permission ?? question?.turn.question ?? null;
  if (asked === null) return;
  const answeredAt = stampFor(work, entry);
  const before = call?.askedAt ?? null;
  await confirm(work, question, known, {
    key,
    uuid: null,
    promptId: work.session.state.promptId,
    toolUseId: entry.toolUseId,
    text: asked.text,
    contentHash: contentHash(asked.text),
    actor: "AGENT",
    timestamp:
      before === null || stampOf(before) >= answeredAt ? (question?.turn.timestamp ?? answeredAt) : stampOf(before),
    question: asked,
    askId: question?.turn.askId ?? null,
  });
  const isAllowed = entry.decision?.isAllowed ?? !entry.hasFailed;
  const reason = isAllowed ? null : reasonIn(entry.text);
  const words = isAllowed ? ALLOWED : reason === null ? DENIED : `${DENIED}: ${reason}`;
  const answerKey = keys.answer(key);
  const confirmed = answerTurn(work, entry, answerKey, words, answer, stampFor(work, entry));
  await confirm(work, answer, known, asRuled(answer) ? { ...confirmed, ...asRuled(answer) } : confirmed);
}

/** What a rule decided was no person's doing, and stays in the words it was told in. */
function asRuled(answer: TurnRef | null): Pick<Confirmed, "actor" | "text" | "contentHash"> | null {
  if (answer === null || answer.turn.actor !== "AGENT") return null;
  const { actor, text, contentHash: hash } = answer.turn;
  return { actor, text, contentHash: hash };
}

function answerTurn(
  { session }: Work,
  entry: EntryOf<"result">,
  key: string,
  text: string,
  ref: TurnRef | null,
  timestamp: string,
): Confirmed {
  return {
    key,
    uuid: entry.uuid,
    promptId: session.state.promptId,
    toolUseId: entry.toolUseId,
    text,
    contentHash: contentHash(text),
    actor: "USER",
    timestamp,
    question: null,
    askId: ref?.turn.askId ?? null,
  };
}
