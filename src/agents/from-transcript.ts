/**
 * What the transcript says is certain: its entries become turns in their order, and take over what hooks told before,
 * found again by ids first, then by content and occurrence.
 */
import type { NewTurn } from "../store/agent-log.ts";
import { contentHash, isBlank, withoutBeginning } from "./content.ts";
import { enter, noticeCertain, type Work } from "./placing.ts";
import {
  ALLOWED,
  APPROVED,
  answerInWords,
  DECLINED,
  DENIED,
  isAskingTool,
  questionOfTool,
  textOfQuestion,
} from "./questions.ts";
import { pendingRefs } from "./session.ts";
import { stampOf } from "./stamp.ts";
import { askedAt, type NotedCall } from "./tool-calls.ts";
import type { Entry, Result } from "./transcript/entries.ts";
import { keys, refOf, type TurnRef } from "./turn-ref.ts";

type EntryOf<Type> = Extract<Entry, { type: Type }>;

export async function takeEntries(work: Work, entries: readonly Entry[]): Promise<void> {
  const known = await findKnown(work, entries);
  for (const entry of entries) await takeEntry(work, entry, known);
}

/** Keys of turns that these entries may make and the log has already. */
async function findKnown({ session, scribe }: Work, entries: readonly Entry[]): Promise<Map<string, TurnRef>> {
  const wanted = entries.flatMap(keysOf);
  if (wanted.length === 0) return new Map();
  const pending = new Map(pendingRefs(session).map((ref) => [ref.id, ref]));
  const found = await scribe.log.findTurns(session.agent.id, { keys: wanted });
  return new Map(found.map((turn) => [turn.key, pending.get(turn.id) ?? refOf(turn)]));
}

function keysOf(entry: Entry): string[] {
  switch (entry.type) {
    case "prompt":
    case "text":
      return [keyOf(entry)];
    case "call":
      return isAskingTool(entry.toolName) ? [keys.tool(entry.toolUseId)] : [];
    case "result": {
      const { toolUseId, decision } = entry;
      const asked = decision === null || decision.by === "person" || entry.answers !== null || entry.hasFailed;
      const questions = asked ? [keys.tool(toolUseId), keys.permission(toolUseId)] : [];
      return questions.flatMap((key) => [key, keys.answer(key)]);
    }
    default:
      return [];
  }
}

function keyOf(entry: EntryOf<"prompt"> | EntryOf<"text">): string {
  const { uuid, promptId, at, text } = entry;
  const id = uuid ?? `${at ?? 0}:${contentHash(text)}`;
  if (entry.type === "text") return keys.text(id);
  if (entry.isSteering) return keys.steering(id);
  return promptId === null ? keys.text(id) : keys.prompt(promptId, contentHash(text));
}

async function takeEntry(work: Work, entry: Entry, known: Map<string, TurnRef>): Promise<void> {
  const { session } = work;
  switch (entry.type) {
    case "prompt":
      return takePrompt(work, entry, known);
    case "text":
      return takeText(work, entry, known);
    case "call":
      return takeCall(work, entry, known);
    case "result":
      return takeResult(work, entry, known);
    case "woken":
      if (isRepeated(work, entry) || entry.promptId === session.state.promptId) return;
      return noticeCertain(work, { type: "woken", promptId: entry.promptId });
    case "ended":
    case "interrupted":
      if (isRepeated(work, entry)) return;
      noticeCertain(work, { type: entry.type });
      return dropOvertaken(
        work,
        known,
        (ref) => (isStop(ref) || isDialog(ref)) && isOfRun(ref, entry, session.state.promptId),
      );
  }
}

async function takePrompt(work: Work, entry: EntryOf<"prompt">, known: Map<string, TurnRef>): Promise<void> {
  const { session } = work;
  const key = keyOf(entry);
  const hash = contentHash(entry.text);
  const prompts = pendingRefs(session).filter(({ turn }) => turn.actor === "USER" && !turn.key.endsWith(":answer"));
  const alike = prompts.filter(({ turn }) => turn.contentHash === hash);
  const isSame = ({ turn }: TurnRef) => turn.promptId === entry.promptId;
  const isNobodys = ({ turn }: TurnRef) => turn.promptId === null || entry.promptId === null || entry.isSteering;
  const corrected = entry.isSteering || entry.promptId === null ? undefined : prompts.find(isSame);
  const ref = known.get(key) ?? alike.find(isSame) ?? alike.find(isNobodys) ?? corrected ?? null;
  if (ref !== null && isCertain(ref)) return;
  // What was typed before and never shows up here was taken back, or joined with other words.
  if (!entry.isSteering) {
    const isLeft = (other: TurnRef) => other !== ref && (isStop(other) || isDialog(other) || isPrompt(other));
    await dropOvertaken(work, known, (other) => isLeft(other) && isOfEarlierRun(work, other, entry));
  }
  const promptId = entry.promptId ?? (entry.isSteering ? (ref?.turn.promptId ?? null) : null);
  const said = { key, uuid: entry.uuid, promptId, toolUseId: null, text: entry.text, contentHash: hash };
  await confirm(work, ref, known, {
    ...said,
    actor: "USER",
    timestamp: stampFor(work, entry),
    question: null,
    askId: null,
  });
  if (!entry.isSteering) await handBack(work, known, entry.promptId, hash);
}

/** The hook of this very prompt was taken for that of equal words that steered: those belong to another hook, if any. */
async function handBack(work: Work, known: Map<string, TurnRef>, promptId: string | null, hash: string): Promise<void> {
  const { session, scribe } = work;
  const steered = session.steering.find(({ turn }) => turn.promptId === promptId && turn.contentHash === hash);
  if (promptId === null || steered === undefined) return;
  const other = pendingRefs(session).find((ref) => isPrompt(ref) && ref.turn.contentHash === hash);
  scribe.change(steered, { promptId: other?.turn.promptId ?? null });
  if (other !== undefined) await dropOvertaken(work, known, (ref) => ref === other);
}

async function takeText(work: Work, entry: EntryOf<"text">, known: Map<string, TurnRef>): Promise<void> {
  const { session } = work;
  const key = keyOf(entry);
  if (known.has(key)) return;
  const hash = contentHash(entry.text);
  const stops = pendingRefs(session).filter(isStop);
  const ref = stops.find(({ turn }) => turn.contentHash === hash) ?? null;
  if (ref === null) for (const stop of stops) shorten(work, stop, entry.text);
  const promptId = session.state.promptId;
  const isFinal = entry.isFinal;
  await confirm(work, ref, known, {
    key,
    uuid: entry.uuid,
    promptId,
    toolUseId: null,
    text: entry.text,
    contentHash: hash,
    actor: "AGENT",
    intent: isFinal ? "COMPLETION" : "PROGRESS",
    timestamp: stampFor(work, entry),
    question: null,
    askId: ref?.turn.askId ?? null,
  });
}

/** A stop tells all of the last message; what the transcript has of it need not be said again. */
function shorten({ scribe }: Work, stop: TurnRef, text: string): void {
  const rest = withoutBeginning(stop.turn.text, text);
  if (rest !== null && !isBlank(rest)) scribe.change(stop, { text: rest, contentHash: contentHash(rest) });
}

async function takeCall(work: Work, entry: EntryOf<"call">, known: Map<string, TurnRef>): Promise<void> {
  const { session } = work;
  if (session.calls.get(entry.toolUseId)?.hasResult === true) return;
  const call = session.calls.note(entry.toolUseId, entry, session.state.promptId);
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

async function takeResult(work: Work, entry: EntryOf<"result">, known: Map<string, TurnRef>): Promise<void> {
  const { session } = work;
  const call = session.calls.get(entry.toolUseId);
  const isAgain = call?.hasResult === true;
  if (call !== null) call.hasResult = true;
  const question = find(work, known, keys.tool(entry.toolUseId));
  if (question !== null) return takeAnswer(work, entry, question, known);
  await takePermission(work, entry, call, known);
  if (!isAgain && !isRepeated(work, entry)) noticeCertain(work, { type: "working", isCertain: true });
}

async function takeAnswer(
  work: Work,
  entry: EntryOf<"result">,
  question: TurnRef,
  known: Map<string, TurnRef>,
): Promise<void> {
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

/** The person's own words, as the client passes them on when they decline. */
function reasonIn(text: string): string | null {
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
  known: Map<string, TurnRef>,
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
  await confirm(work, answer, known, answerTurn(work, entry, answerKey, words, answer, stampFor(work, entry)));
}

type Confirmed = Omit<NewTurn, "agentId" | "taskId" | "intent" | "answeredByTurnId" | "timestampSource"> &
  Partial<Pick<NewTurn, "intent">>;

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

/** Makes the turn certain, whether a hook told of it before or not. */
async function confirm(
  work: Work,
  ref: TurnRef | null,
  known: Map<string, TurnRef>,
  certain: Confirmed,
): Promise<void> {
  const { session, scribe } = work;
  const turn = { ...certain, timestampSource: "jsonl" } as const;
  if (ref === null) {
    const empty = { agentId: session.agent.id, taskId: null, intent: "PROGRESS", answeredByTurnId: null } as const;
    const added: TurnRef = { id: null, turn: { ...empty, ...turn }, question: null, opened: null };
    known.set(turn.key, added);
    return enter(work, added);
  }
  const wasPending = session.pending.some((item) => "ref" in item && item.ref === ref);
  session.pending = session.pending.filter((item) => !("ref" in item) || item.ref !== ref);
  if (known.get(ref.turn.key) === ref) known.delete(ref.turn.key);
  scribe.change(ref, turn);
  known.set(turn.key, ref);
  // Otherwise it has its place already, from a time when nothing better than the hook was to be had.
  if (wasPending) await enter(work, ref);
  await advanceDelivery(work, ref);
}

/** A text that we typed has arrived, once the agent's own transcript has it. */
async function advanceDelivery({ session, scribe }: Work, ref: TurnRef): Promise<void> {
  if (ref.turn.actor !== "USER" || ref.id === null) return;
  const open = await scribe.log.deliveries(session.agent.id, {
    states: ["queued", "typed", "accepted", "indeterminate"],
    limit: 50,
  });
  for (const delivery of open.filter(({ turnId }) => turnId === ref.id)) {
    await scribe.log.changeDelivery(delivery.id, [delivery.state], { state: "consumed", updatedAt: scribe.at });
  }
}

async function dropOvertaken(
  { session, scribe }: Work,
  known: Map<string, TurnRef>,
  isOvertaken: (ref: TurnRef) => boolean,
): Promise<void> {
  const gone = pendingRefs(session).filter(isOvertaken);
  if (gone.length === 0) return;
  session.pending = session.pending.filter((item) => !("ref" in item) || !gone.includes(item.ref));
  for (const ref of gone) {
    known.delete(ref.turn.key);
    if (ref.opened !== null) scribe.dropTask(ref.opened);
    await scribe.remove(ref);
  }
}

/** The call that a dialog is about has become known. If its question was, too, the dialog was told of twice. */
export async function rename(work: Work, ref: TurnRef, key: string, toolUseId: string): Promise<void> {
  const refs = pendingRefs(work.session);
  const answer = refs.find(({ turn }) => turn.key === keys.answer(ref.turn.key));
  if (refs.some(({ turn }) => turn.key === key) || (await isWritten(work, key))) {
    return dropOvertaken(work, new Map(), (other) => other === ref || other === answer);
  }
  work.scribe.change(ref, { key, toolUseId });
  if (answer !== undefined) work.scribe.change(answer, { key: keys.answer(key), toolUseId });
}

async function isWritten({ session, scribe }: Work, key: string): Promise<boolean> {
  return (await scribe.log.findTurns(session.agent.id, { keys: [key] })).length > 0;
}

function find({ session }: Work, known: Map<string, TurnRef>, key: string): TurnRef | null {
  return known.get(key) ?? pendingRefs(session).find(({ turn }) => turn.key === key) ?? null;
}

/** The dialog for this call that a hook told of before the call was known: same input first, else the only one of its tool. */
export function dialogFor(refs: readonly TurnRef[], call: NotedCall): TurnRef | null {
  const ofTool = refs.filter(
    ({ turn }) => turn.key.startsWith(`dialog:${call.toolName}:`) && !turn.key.endsWith(":answer"),
  );
  const exact = ofTool.find(({ turn }) => turn.key.startsWith(`dialog:${call.toolName}:${call.hash}:`));
  return exact ?? (isAskingTool(call.toolName) ? (ofTool[0] ?? null) : null);
}

function isCertain({ turn }: TurnRef): boolean {
  return turn.timestampSource === "jsonl";
}

function isStop({ turn }: TurnRef): boolean {
  return turn.key.startsWith("stop:");
}

function isDialog({ turn }: TurnRef): boolean {
  return turn.askId === null && /^dialog:|:permission(?::answer)?$/.test(turn.key);
}

/** By the prompt it came with, or else by the clock. */
function isOfRun(ref: TurnRef, entry: Entry, promptId: string | null): boolean {
  return ref.turn.promptId === null || promptId === null ? isOlder(ref, entry) : ref.turn.promptId === promptId;
}

function isOfEarlierRun({ session }: Work, ref: TurnRef, entry: EntryOf<"prompt">): boolean {
  const { promptId } = ref.turn;
  if (promptId === null || entry.promptId === null) return isOlder(ref, entry);
  if (promptId === entry.promptId) return false;
  return session.runs.includes(promptId) || (isPrompt(ref) && isOlder(ref, entry));
}

function isOlder({ turn }: TurnRef, { at }: Entry): boolean {
  return at !== null && turn.timestamp < stampOf(at);
}

function isPrompt({ turn }: TurnRef): boolean {
  return turn.key.startsWith("prompt:");
}

/** In the transcript's order, whatever its clock did. */
function stampFor({ session }: Work, entry: Entry): string {
  return stampOf(Math.max(entry.at ?? 0, session.lastStamp + 1));
}

// Clocks step back a little; a line written again after a compaction is much older than what it follows.
const CLOCK_STEP = 2_000_000;

function isRepeated({ session }: Work, entry: Entry): boolean {
  return entry.at !== null && entry.at + CLOCK_STEP < session.lastStamp;
}
