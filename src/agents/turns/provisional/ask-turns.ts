/** Where asks and deliveries meet the turn log: questions put and answered on our own surfaces, texts that we type. */
import type { Delivery, Turn } from "../../../core/agent/agent.ts";
import { microsecondsOf, stampOf } from "../../../core/agent/stamp.ts";
import type { NewTurn } from "../../../store/agent-log.ts";
import { contentHash } from "../../clients/common/content.ts";
import { keys, type TurnRef } from "../fold/tracked-turn.ts";
import type { AskedQuestion } from "../ingest.ts";
import { settle, type Work } from "../write/apply-fold.ts";
import { currentRefs, pendingRefs } from "../write/conversation.ts";
import { findKey, hold, stampAfterAll } from "./provisional-turns.ts";

export async function linkTurn(work: Work, turnId: number, askId: string): Promise<() => void> {
  const ref = await refById(work, turnId);
  if (ref !== null) work.scribe.change(ref, { askId });
  return () => undefined;
}

export async function askQuestion(work: Work, ask: AskedQuestion): Promise<() => Turn> {
  const { session, scribe } = work;
  const key = keys.ask(ask.askId);
  const toolKey = ask.toolUseId === undefined ? key : keys.tool(ask.toolUseId);
  const known =
    currentRefs(session).find(({ turn }) => turn.key === key || turn.key === toolKey) ?? (await findKey(work, key));
  if (known !== null) {
    scribe.change(known, { askId: ask.askId });
    return () => turnOf(known);
  }
  const question = { text: ask.text, options: ask.options, source: "ask" } as const;
  const ref = newRef(work, { key, actor: "AGENT", text: ask.text, question, askId: ask.askId });
  await hold(work, ref);
  return () => turnOf(ref);
}

export async function answerAsk(
  work: Work,
  turnId: number,
  { askId, text, actor, at }: Pick<NewTurn, "askId" | "text" | "actor"> & { at?: string | undefined },
): Promise<() => Turn | null> {
  const { session } = work;
  const question = currentRefs(session).find((ref) => ref.id === turnId);
  const key = question && keys.answer(question.turn.key);
  const isAnswered = currentRefs(session).some(({ turn }) => turn.key === key);
  if (question === undefined || key === undefined || isAnswered) return () => null;
  const said = { key, actor, text, askId, toolUseId: question.turn.toolUseId };
  const ref = newRef(work, at === undefined ? said : { ...said, timestamp: momentAfter(question, at, work) });
  await hold(work, ref);
  return () => turnOf(ref);
}

/** It may have been answered while nobody followed the agent, which has gone on since. */
function momentAfter({ turn }: TurnRef, at: string, { scribe }: Work): string {
  const asked = microsecondsOf(turn.timestamp) ?? 0;
  const now = microsecondsOf(scribe.at) ?? 0;
  return stampOf(Math.max(asked + 1, Math.min(microsecondsOf(at) ?? now, now)));
}

/** What the transcript has confirmed already, it will also tell the end of. */
export async function leaveDialog({ session }: Work, turnId: number): Promise<() => void> {
  const question = pendingRefs(session).find((ref) => ref.id === turnId);
  if (question !== undefined) question.isLeft = true;
  return () => undefined;
}

export async function putDelivery(work: Work, text: string): Promise<() => Delivery> {
  const { session, scribe } = work;
  const added = await scribe.log.addDelivery({
    agentId: session.agent.id,
    turnId: null,
    text,
    state: "queued",
    detail: null,
    createdAt: scribe.at,
    updatedAt: scribe.at,
  });
  const ref = newRef(work, { key: keys.delivery(added.id), actor: "USER", text });
  // Nobody knows yet whether it will get there, whatever the client.
  session.pending.push({ ref });
  await settle(work);
  await scribe.write();
  const delivery = await scribe.changeDelivery(added.id, ["queued"], { turnId: ref.id });
  return () => delivery ?? added;
}

export async function refuseDelivery(work: Work, delivery: Delivery, detail: string): Promise<() => Delivery | null> {
  const { session, scribe } = work;
  const refused = await scribe.changeDelivery(delivery.id, ["queued"], { state: "refused", detail });
  if (refused === null) return () => null;
  const ref = pendingRefs(session).find(({ turn }) => turn.key === keys.delivery(delivery.id));
  if (ref !== undefined) {
    session.pending = session.pending.filter((item) => !("ref" in item) || item.ref !== ref);
    if (ref.opened !== null) scribe.dropTask(ref.opened);
    await scribe.remove(ref);
  }
  return () => refused;
}

/** As the rest of the program knows it, without what it is recognised by. */
export function turnOf({ id, turn }: TurnRef): Turn {
  const { key: _key, uuid: _uuid, promptId: _promptId, toolUseId: _toolUseId, contentHash: _hash, ...rest } = turn;
  return { id: id ?? 0, ...rest };
}

export function newRef(work: Work, said: Pick<NewTurn, "key" | "actor" | "text"> & Partial<NewTurn>): TurnRef {
  const { session, scribe } = work;
  const turn: NewTurn = {
    agentId: session.agent.id,
    taskId: null,
    intent: "PROGRESS",
    timestamp: stampAfterAll(work, scribe.at),
    timestampSource: "server",
    question: null,
    answeredByTurnId: null,
    askId: null,
    uuid: null,
    promptId: null,
    toolUseId: null,
    contentHash: contentHash(said.text),
    ...said,
  };
  return { id: null, turn, question: null, opened: null };
}

async function refById(work: Work, turnId: number): Promise<TurnRef | null> {
  const current = currentRefs(work.session).find((ref) => ref.id === turnId);
  if (current !== undefined) return current;
  const turn = await work.scribe.log.turn(turnId);
  if (turn === null) return null;
  const { id, ...rest } = turn;
  // Only what is common to all turns is changed through this.
  const unrecognised = { key: "", uuid: null, promptId: null, toolUseId: null, contentHash: "" };
  return { id, turn: { ...unrecognised, ...rest }, question: null, opened: null };
}
