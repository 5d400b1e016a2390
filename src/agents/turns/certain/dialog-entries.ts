/** Finds in the transcript's calls and results what people were asked: dialogs and permissions. */

import { stampOf } from "../../../core/agent/stamp.ts";
import { answersInResult } from "../../clients/clients.ts";
import { contentHash } from "../../clients/common/content.ts";
import {
  ALLOWED,
  APPROVED,
  answerInWords,
  CHAT,
  DECLINED,
  DENIED,
  isChat,
  isNo,
  questionOfTool,
  textOfQuestion,
} from "../../clients/common/tool-questions.ts";
import type { Result } from "../../clients/common/transcript-entry.ts";
import { answerInWordsFor, wordsOfPerson } from "../../clients/common/words-for-agents.ts";
import { keys, type TrackedTurn } from "../fold/tracked-turn.ts";
import { applyCertainSignal, type Transaction } from "../write/apply-fold.ts";
import { pendingTurns } from "../write/conversation.ts";
import { dialogFor, nameCall } from "../write/pending-turns.ts";
import { askedAt, type RememberedCall } from "../write/tool-calls.ts";
import {
  type Confirmed,
  confirm,
  dropOvertaken,
  type EntryOf,
  findTurn,
  isCertain,
  isRepeated,
  type Known,
  millisecondOf,
  ownStamp,
  stampFor,
} from "./confirm-turns.ts";
import { beginUntoldRun } from "./lost-lines.ts";

export async function applyCall(
  transaction: Transaction,
  entry: EntryOf<"call">,
  known: Known,
): Promise<void> {
  const { conversation } = transaction;
  if (conversation.calls.get(entry.toolUseId)?.hasResult === true) return;
  await beginUntoldRun(transaction, entry);
  const call = conversation.calls.note(entry.toolUseId, entry, conversation.state.promptId, true);
  call.askedAt = ownStamp(transaction, askedAt(entry.at));
  const dialog = dialogFor(pendingTurns(conversation), call);
  const question = questionOfTool(entry);
  if (question === null) {
    if (dialog !== null)
      await nameCall(transaction, dialog, keys.permission(entry.toolUseId), entry.toolUseId);
    if (!isRepeated(transaction))
      applyCertainSignal(transaction, { type: "working", isCertain: true });
    return;
  }
  const key = keys.tool(entry.toolUseId);
  if (dialog !== null) await nameCall(transaction, dialog, key, entry.toolUseId);
  const turn = findTurn(transaction, known, key);
  if (turn !== null && isCertain(turn)) return;
  const text = textOfQuestion(entry, question);
  await confirm(transaction, turn, known, {
    key,
    uuid: entry.uuid,
    promptId: conversation.state.promptId,
    toolUseId: entry.toolUseId,
    text,
    contentHash: contentHash(text),
    actor: "AGENT",
    timestamp: stampFor(transaction, entry),
    question,
    askId: turn?.row.askId ?? null,
  });
}

export async function applyResult(
  transaction: Transaction,
  entry: EntryOf<"result">,
  known: Known,
): Promise<void> {
  const { conversation } = transaction;
  const call = conversation.calls.get(entry.toolUseId);
  const isAgain = call?.hasResult === true;
  if (call !== null) call.hasResult = true;
  const question = findTurn(transaction, known, keys.tool(entry.toolUseId));
  if (question !== null)
    return applyAnswer(transaction, withAnswers(transaction, entry, call), question, known);
  await applyPermission(transaction, entry, call, known);
  if (!isAgain && !isRepeated(transaction))
    applyCertainSignal(transaction, { type: "working", isCertain: true });
}

/** Some clients' results name the questions only by ids, which the call explains. */
function withAnswers(
  { conversation }: Transaction,
  entry: EntryOf<"result">,
  call: RememberedCall | null,
): EntryOf<"result"> {
  if (entry.answers !== null || !call?.asked) return entry;
  // Our own words are no news: the answer was given on a surface.
  const own = answerInWordsFor(entry.text);
  if (own !== null) return { ...entry, hasFailed: false, text: own };
  const given = answersInResult(conversation.agent.client, call.asked, entry.text);
  return given === null ? entry : { ...entry, annotations: undefined, ...given };
}

async function applyAnswer(
  transaction: Transaction,
  entry: EntryOf<"result">,
  question: TrackedTurn,
  known: Known,
): Promise<void> {
  const key = keys.answer(question.row.key);
  const turn = findTurn(transaction, known, key);
  if (turn !== null && isCertain(turn)) return;
  await confirm(
    transaction,
    turn,
    known,
    answerTurn(
      transaction,
      entry,
      key,
      isUntold(entry) && turn?.row.askId ? turn.row.text : wordsOfAnswer(entry, question),
      turn,
      stampFor(transaction, entry),
    ),
  );
}

/** The result says nothing at all of what was answered. */
function isUntold({ answers, hasFailed, text }: Result): boolean {
  return answers === null && !hasFailed && text === "";
}

function wordsOfAnswer(
  { answers, annotations, hasFailed, text }: Result,
  { row }: TrackedTurn,
): string {
  if (answers !== null && Object.keys(answers).length > 0)
    return answerInWords(answers, annotations);
  if (hasFailed && isChat(text)) return CHAT;
  const reason = reasonIn(text);
  if (hasFailed) return reason === null ? DECLINED : `${DECLINED}: ${reason}`;
  return row.question?.source === "plan_approval" ? APPROVED : text;
}

/** The person's own reason for a no, as the client's result or our own reply quotes it. */
function reasonIn(text: string): string | null {
  const own = wordsOfPerson(text);
  if (own !== null) return own;
  const reason = /the user (?:said|provided the following reason for the rejection):\s*([\s\S]+)/i
    .exec(text)?.[1]
    ?.trim();
  return reason === undefined || reason === "" ? null : reason;
}

/** Adds a question only if a person was asked; hooks also report requests that rules decided. */
async function applyPermission(
  transaction: Transaction,
  entry: EntryOf<"result">,
  call: RememberedCall | null,
  known: Known,
): Promise<void> {
  const key = keys.permission(entry.toolUseId);
  const question =
    findTurn(transaction, known, key) ??
    (call === null ? null : dialogFor(pendingTurns(transaction.conversation), call));
  const answer = findTurn(transaction, known, keys.answer(question?.row.key ?? key));
  if (question !== null && isCertain(question)) return;
  const wasAnsweredHere = (answer?.row.askId ?? null) !== null;
  const isAttested =
    entry.decision?.by === "person" ||
    wasAnsweredHere ||
    (entry.decision === null && question !== null);
  if (!isAttested)
    return dropOvertaken(transaction, known, (turn) => turn === question || turn === answer);
  if (call === null && question === null) return;
  const asked = call?.permission ?? question?.row.question ?? null;
  if (asked === null) return;
  const answeredAt = stampFor(transaction, entry);
  const before = call?.askedAt ?? null;
  await confirm(transaction, question, known, {
    key,
    uuid: null,
    promptId: transaction.conversation.state.promptId,
    toolUseId: entry.toolUseId,
    text: asked.text,
    contentHash: contentHash(asked.text),
    actor: "AGENT",
    timestamp: before === null || isWithin(entry, before) ? answeredAt : stampOf(before),
    question: asked,
    askId: question?.row.askId ?? null,
  });
  const isAllowed = entry.decision?.isAllowed ?? !entry.hasFailed;
  const reason = isAllowed ? null : reasonIn(entry.text);
  const words = isAllowed ? ALLOWED : reason === null ? DENIED : `${DENIED}: ${reason}`;
  const answerKey = keys.answer(key);
  const confirmed = answerTurn(
    transaction,
    entry,
    answerKey,
    words,
    answer,
    stampFor(transaction, entry),
  );
  await confirm(transaction, answer, known, {
    ...confirmed,
    ...(asRuled(answer) ?? asReasoned(answer, entry)),
  });
}

/** Asked and answered within one millisecond. */
function isWithin({ at }: EntryOf<"result">, asked: number): boolean {
  return at !== null && millisecondOf(at) === millisecondOf(asked);
}

/** A rule's decision is not a person's answer, so its turn keeps actor and text. */
function asRuled(
  answer: TrackedTurn | null,
): Pick<Confirmed, "actor" | "text" | "contentHash"> | null {
  if (answer === null || answer.row.actor !== "AGENT") return null;
  const { actor, text, contentHash: hash } = answer.row;
  return { actor, text, contentHash: hash };
}

/** A no with its reason, of which the client's own words say nothing. */
function asReasoned(
  answer: TrackedTurn | null,
  { hasFailed, decision, text }: EntryOf<"result">,
): Pick<Confirmed, "text" | "contentHash"> | null {
  const isTold = decision !== null || !hasFailed || reasonIn(text) !== null;
  if (answer === null || answer.row.askId === null || isTold || !isNo(answer.row.text)) return null;
  return { text: answer.row.text, contentHash: answer.row.contentHash };
}

function answerTurn(
  { conversation }: Transaction,
  entry: EntryOf<"result">,
  key: string,
  text: string,
  turn: TrackedTurn | null,
  timestamp: string,
): Confirmed {
  return {
    key,
    uuid: entry.uuid,
    promptId: conversation.state.promptId,
    toolUseId: entry.toolUseId,
    text,
    contentHash: contentHash(text),
    actor: "USER",
    timestamp,
    question: null,
    askId: turn?.row.askId ?? null,
  };
}
