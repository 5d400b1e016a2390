/** How what the transcript says takes over what hooks told before it, and what it leaves behind. */

import { stampOf } from "../../../core/agent/stamp.ts";
import type { NewTurn } from "../../../store/agent-log.ts";
import type { Entry } from "../../clients/claude-code/transcript-entries.ts";
import { isAskingTool } from "../../clients/common/tool-questions.ts";
import { keys, type TurnRef } from "../fold/tracked-turn.ts";
import { enter, type Work } from "../write/apply-fold.ts";
import { pendingRefs } from "../write/conversation.ts";
import type { NotedCall } from "../write/tool-calls.ts";

export type EntryOf<Type> = Extract<Entry, { type: Type }>;

/** Turns of the log that the entries at hand may be, by key. */
export type Known = Map<string, TurnRef>;

export type Confirmed = Omit<NewTurn, "agentId" | "taskId" | "intent" | "answeredByTurnId" | "timestampSource"> &
  Partial<Pick<NewTurn, "intent">>;

/** Makes the turn certain, whether a hook told of it before or not. */
export async function confirm(work: Work, ref: TurnRef | null, known: Known, certain: Confirmed): Promise<void> {
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
export async function advanceDelivery({ session, scribe }: Work, ref: TurnRef): Promise<void> {
  if (ref.turn.actor !== "USER" || ref.id === null) return;
  const open = await scribe.log.deliveries(session.agent.id, {
    states: ["queued", "typed", "accepted", "indeterminate"],
    limit: 50,
  });
  for (const delivery of open.filter(({ turnId }) => turnId === ref.id)) {
    await scribe.changeDelivery(delivery.id, [delivery.state], { state: "consumed", detail: null });
  }
}

export async function dropOvertaken(
  { session, scribe }: Work,
  known: Known,
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

export function find({ session }: Work, known: Known, key: string): TurnRef | null {
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

export function isCertain({ turn }: TurnRef): boolean {
  return turn.timestampSource === "jsonl";
}

export function isStop({ turn }: TurnRef): boolean {
  return turn.key.startsWith("stop:");
}

export function isDialog({ turn }: TurnRef): boolean {
  return turn.askId === null && /^dialog:|:permission(?::answer)?$/.test(turn.key);
}

/** By the prompt it came with, or else by the clock. */
export function isOfRun(ref: TurnRef, entry: Entry, promptId: string | null): boolean {
  return ref.turn.promptId === null || promptId === null ? isOlder(ref, entry) : ref.turn.promptId === promptId;
}

export function isOfEarlierRun({ session }: Work, ref: TurnRef, entry: EntryOf<"prompt">): boolean {
  const { promptId } = ref.turn;
  if (promptId === null || entry.promptId === null) return isOlder(ref, entry);
  if (promptId === entry.promptId) return false;
  const isSaid = isPrompt(ref) || ref.turn.key.startsWith("delivery:");
  return session.runs.includes(promptId) || (isSaid && isOlder(ref, entry));
}

function isOlder({ turn }: TurnRef, { at }: Entry): boolean {
  return at !== null && turn.timestamp < stampOf(at);
}

export function isPrompt({ turn }: TurnRef): boolean {
  return turn.key.startsWith("prompt:");
}

/** In the transcript's order, whatever its clock did. */
export function stampFor({ session }: Work, entry: Entry): string {
  return stampOf(Math.max(entry.at ?? 0, session.lastStamp + 1));
}

// Clocks step back a little; a line written again after a compaction is much older than what it follows.
const CLOCK_STEP = 2_000_000;

export function isRepeated({ session }: Work, entry: Entry): boolean {
  return entry.at !== null && entry.at + CLOCK_STEP < session.lastStamp;
}
