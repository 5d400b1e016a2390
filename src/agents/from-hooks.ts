/**
 * What hooks tell comes ahead of the transcript, and may come doubled, late or not at all. It makes provisional turns at
 * once, unless the transcript has said the same or gone past it.
 */

import type { NewTurn } from "../store/agent-log.ts";
import { contentHash, isBlank, withoutBeginning } from "./content.ts";
import type { AgentEvent } from "./events.ts";
import type { Sign } from "./fold.ts";
import { dialogFor, rename } from "./from-transcript.ts";
import { enter, noticeCertain, type Work } from "./placing.ts";
import {
  ALLOWED,
  APPROVED,
  answerInWords,
  DECLINED,
  isAskingTool,
  isRecord,
  permissionQuestion,
  questionOfTool,
  textOfQuestion,
} from "./questions.ts";
import { currentRefs, hasTranscript, pendingRefs, type Session } from "./session.ts";
import { microsecondsOf, stampOf } from "./stamp.ts";
import { hashOfCall } from "./tool-calls.ts";
import { keys, refOf, type TurnRef } from "./turn-ref.ts";

type EventOf<Type> = Extract<AgentEvent, { type: Type }>;

/** Gives back the QUESTION turn that this event asks, if it does. */
export async function takeEvent(work: Work, event: AgentEvent): Promise<TurnRef | null> {
  // A sub-agent's work is the agent's own business; that the agent is alive is all it tells.
  if (event.subagentId !== null) return null;
  switch (event.type) {
    case "prompt_submitted":
      await takePrompt(work, event);
      return null;
    case "tool_starting":
      return takeToolStart(work, event);
    case "tool_finished":
      await takeToolEnd(work, event);
      return null;
    case "permission_asked":
      return takePermission(work, event);
    case "stopped":
      return takeStop(work, event);
    case "session_started":
    case "session_ended":
    case "notified":
    case "seen":
      return null;
  }
}

async function takePrompt(work: Work, event: EventOf<"prompt_submitted">): Promise<void> {
  const { session, scribe } = work;
  const { promptId, text } = event;
  if (isBlank(text)) return;
  const hash = contentHash(text);
  const pending = pendingRefs(session).filter((ref) => isPromptOf(ref.turn, hash));
  const written = (await scribe.log.findTurns(session.agent.id, { contentHashes: [hash] })).filter((turn) =>
    isPromptOf(turn, hash),
  );
  const said = [...pending.map(({ turn }) => turn), ...written];
  if (promptId !== null && said.some((turn) => turn.promptId === promptId)) return;
  const isDelivered = (turn: NewTurn) => turn.key.startsWith("delivery:") && turn.promptId === null;
  const delivered = pending.find(({ turn }) => isDelivered(turn)) ?? written.filter(isDelivered).map(refOf)[0];
  if (delivered !== undefined && (await accept(work, delivered, promptId))) return;
  if (hasTranscript(event.client)) {
    // Words that steer a running agent have no prompt of their own in the transcript.
    const unclaimed = written.find((turn) => turn.promptId === null && turn.timestampSource === "jsonl");
    if (unclaimed !== undefined) {
      const ref = session.steering.find(({ id }) => id === unclaimed.id) ?? refOf(unclaimed);
      scribe.change(ref, { promptId });
      return;
    }
  }
  const isDoubled = promptId === null && isLastSaid(work, hash);
  if (isDoubled) return;
  await tell(work, event, { key: freshKey(work, keys.prompt(promptId, hash), written), actor: "USER", text, promptId });
}

function isPromptOf(turn: NewTurn, hash: string): boolean {
  return turn.contentHash === hash && turn.actor === "USER" && !turn.key.endsWith(":answer");
}

/** Without ids, the same words right after themselves are the same hook again. */
function isLastSaid({ session }: Work, hash: string): boolean {
  const last = pendingRefs(session).at(-1) ?? session.lastRef;
  return last?.turn.contentHash === hash && last.turn.actor === "USER";
}

/** A repetition that no id tells apart gets a number. */
function freshKey({ session }: Work, key: string, written: readonly { key: string }[]): string {
  const taken = new Set([...written.map((turn) => turn.key), ...pendingRefs(session).map(({ turn }) => turn.key)]);
  if (!taken.has(key)) return key;
  let count = 2;
  while (taken.has(`${key}:${count}`)) count++;
  return `${key}:${count}`;
}

/** The agent took what we typed. */
async function accept({ session, scribe }: Work, ref: TurnRef, promptId: string | null): Promise<boolean> {
  const states = ["queued", "typed", "indeterminate"] as const;
  const open = await scribe.log.deliveries(session.agent.id, { states, limit: 50 });
  const delivery = open.find(({ turnId }) => turnId === ref.id);
  if (delivery === undefined) return false;
  scribe.change(ref, { promptId });
  await scribe.log.changeDelivery(delivery.id, states, { state: "accepted", updatedAt: scribe.at });
  return true;
}

async function takeToolStart(work: Work, event: EventOf<"tool_starting">): Promise<TurnRef | null> {
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

async function takeToolEnd(work: Work, event: EventOf<"tool_finished">): Promise<void> {
  const { session } = work;
  const { toolUseId } = event;
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

async function answer(work: Work, event: AgentEvent, question: TurnRef, text: string): Promise<void> {
  const key = keys.answer(question.turn.key);
  if (currentRefs(work.session).some(({ turn }) => turn.key === key)) return;
  if ((await findKey(work, key)) !== null || isBlank(text)) return;
  await tell(work, event, { key, actor: "USER", text, toolUseId: question.turn.toolUseId });
}

async function takePermission(work: Work, event: EventOf<"permission_asked">): Promise<TurnRef | null> {
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

async function takeStop(work: Work, event: EventOf<"stopped">): Promise<TurnRef | null> {
  const { session, scribe } = work;
  const { promptId } = event;
  if (isOfEarlierRun(work, promptId)) return null;
  const hash = contentHash(event.text);
  const key = keys.stop(promptId, hash);
  if (pendingRefs(session).some(({ turn }) => turn.key === key)) return null;
  const rest = unsaid(work, event.text);
  const alike = (await scribe.log.findTurns(session.agent.id, { contentHashes: [hash] })).filter(
    (turn) => turn.actor === "AGENT" && (promptId === null || turn.promptId === null || turn.promptId === promptId),
  );
  const isSaid = hasTranscript(event.client) && alike.some((turn) => turn.promptId === promptId);
  const isOver = session.state.phase === "COMPLETE" || session.state.lastText?.intent === "QUESTION";
  if (isBlank(rest) || isSaid) {
    sign(work, event, { type: "ended" });
    return null;
  }
  // The transcript went on to the end of this run, without these words.
  if (isOver && promptId !== null && promptId === session.state.promptId && !hasPendingPrompt(session)) return null;
  const ref = await tell(work, event, {
    key: freshKey(work, key, alike),
    actor: "AGENT",
    text: rest,
    intent: "COMPLETION",
  });
  return ref;
}

/** What the last message says beyond what has been taken from the transcript in this run. */
function unsaid({ session }: Work, text: string): string {
  if (hasPendingPrompt(session)) return text;
  for (const first of session.runTexts.keys()) {
    let rest: string | null = text;
    for (const said of session.runTexts.slice(first)) rest = rest === null ? null : withoutBeginning(rest, said);
    if (rest !== null) return rest;
  }
  return text;
}

function hasPendingPrompt(session: Session): boolean {
  return pendingRefs(session).some(({ turn }) => turn.actor === "USER" && !turn.key.endsWith(":answer"));
}

function isOfEarlierRun({ session }: Work, promptId: string | null): boolean {
  if (promptId === null) return false;
  const latest = pendingRefs(session).findLast(({ turn }) => turn.key.startsWith("prompt:") && turn.promptId !== null);
  const current = latest?.turn.promptId ?? session.state.promptId;
  return promptId !== current && session.runs.includes(promptId);
}

/** A sign concerns the run it comes from; of an earlier one it is no news. */
function sign(work: Work, event: AgentEvent, told: Sign): void {
  const { session } = work;
  if (isOfEarlierRun(work, event.promptId)) return;
  if (session.pending.length === 0) {
    if (told.type === "ended" && session.state.phase === "AWAITING_INPUT") return;
    noticeCertain(work, told);
    return;
  }
  const last = session.pending.at(-1);
  if (last !== undefined && "sign" in last && last.sign.type === told.type) return;
  session.pending.push({ sign: told });
}

type Told = Pick<NewTurn, "key" | "actor" | "text"> & Partial<NewTurn>;

/** A turn by what the hook says of it, now. */
async function tell(work: Work, event: AgentEvent, told: Told): Promise<TurnRef> {
  const { session } = work;
  const turn: NewTurn = {
    agentId: session.agent.id,
    taskId: null,
    intent: "PROGRESS",
    timestamp: stampAfterAll(work, event.at),
    timestampSource: "server",
    question: null,
    answeredByTurnId: null,
    askId: null,
    uuid: null,
    promptId: event.promptId,
    toolUseId: null,
    contentHash: contentHash(told.text),
    ...told,
  };
  const ref: TurnRef = { id: null, turn, question: null, opened: null };
  await hold(work, ref);
  return ref;
}

// With so much unconfirmed there is no transcript to be had, and hooks are all there is.
const MOST_PENDING = 200;

/** Provisional while a transcript may confirm it; certain at once for clients that have none. */
export async function hold(work: Work, ref: TurnRef): Promise<void> {
  const { session } = work;
  if (!hasTranscript(session.agent.client)) return enter(work, ref);
  session.pending.push({ ref });
  while (session.pending.length > MOST_PENDING) {
    const first = session.pending.shift();
    if (first !== undefined && "ref" in first) await enter(work, first.ref);
  }
}

export function stampAfterAll({ session }: Work, at: string): string {
  const last = pendingRefs(session).at(-1);
  const lastStamp = Math.max(session.lastStamp, last === undefined ? 0 : (microsecondsOf(last.turn.timestamp) ?? 0));
  return stampOf(Math.max(microsecondsOf(at) ?? 0, lastStamp + 1));
}

async function findKey({ session, scribe }: Work, key: string): Promise<TurnRef | null> {
  const [turn] = await scribe.log.findTurns(session.agent.id, { keys: [key] });
  if (turn === undefined) return null;
  const { id, ...rest } = turn;
  return { id, turn: rest, question: null, opened: null };
}
