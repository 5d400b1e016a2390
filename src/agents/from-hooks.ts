/**
 * What hooks tell comes ahead of the transcript, and may come doubled, late or not at all. It makes provisional turns at
 * once, unless the transcript has said the same or gone past it.
 */
import type { NewTurn } from "../store/agent-log.ts";
import { contentHash, isBlank, withoutBeginning } from "./content.ts";
import { takePermission, takeToolEnd, takeToolStart } from "./dialog-hooks.ts";
import type { AgentEvent } from "./events.ts";
import { enter, noticeCertain, type Work } from "./placing.ts";
import { hasTranscript, pendingRefs } from "./session.ts";
import { type EventOf, hasPendingPrompt, isOfEarlierRun, sign, stampAfterAll, tell } from "./telling.ts";
import { isDelivery, keys, refOf, type TurnRef } from "./turn-ref.ts";

/** Gives back the QUESTION turn that this event asks, if it does. */
export async function takeEvent(work: Work, event: AgentEvent): Promise<TurnRef | null> {
  // A sub-agent's work is the agent's own business; that the agent is alive is all it tells.
  if (event.subagentId !== null) return null;
  if (WORKING_EVENTS.has(event.type) && !hasTranscript(event.client)) {
    await consumeDeliveries(work);
    await enterDoubtful(work);
  }
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
      if (!event.isReviewed) return takePermission(work, event);
      sign(work, event, { type: "working", isCertain: false });
      return null;
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
  const delivered = pending.find(isDelivery) ?? written.map(refOf).find(isDelivery);
  if (delivered !== undefined && (await accept(work, delivered, event))) return;
  if (!hasTranscript(event.client)) await enterDoubtful(work);
  if (hasTranscript(event.client)) {
    // Words that steer a running agent have no prompt of their own in the transcript.
    const unclaimed = written.find((turn) => turn.promptId === null && turn.timestampSource === "jsonl");
    if (unclaimed !== undefined) {
      const ref = session.steering.find(({ id }) => id === unclaimed.id) ?? refOf(unclaimed);
      scribe.change(ref, { promptId });
      return;
    }
  }
  if (!hasTranscript(event.client)) endUntold(work, promptId);
  const isDoubled = promptId === null && isLastSaid(work, hash);
  if (isDoubled) return;
  await tell(work, event, { key: freshKey(work, keys.prompt(promptId, hash), written), actor: "USER", text, promptId });
}

/** Words that steer a run have its id; another id is another run, and the one before has ended though nobody said so. */
function endUntold(work: Work, promptId: string | null): void {
  const { phase, promptId: current } = work.session.state;
  const isBusy = phase === "COMMANDED" || phase === "PROCESSING";
  if (isBusy && promptId !== null && current !== null && promptId !== current) noticeCertain(work, { type: "ended" });
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
async function accept(work: Work, ref: TurnRef, event: EventOf<"prompt_submitted">): Promise<boolean> {
  const { session, scribe } = work;
  const { promptId } = event;
  const states = ["queued", "typed", "indeterminate"] as const;
  const open = await scribe.log.deliveries(session.agent.id, { states, limit: 50 });
  const delivery = open.find(({ turnId }) => turnId === ref.id);
  if (delivery === undefined) return false;
  const isHeld = pendingRefs(session).includes(ref);
  scribe.change(ref, { promptId });
  if (!hasTranscript(event.client)) {
    endUntold(work, promptId);
    if (isHeld) await enterNow(work, ref, event.at);
    // It had its place already, and what was said since ended the run that it was thought to be for.
    else if (session.state.phase === "COMPLETE") noticeCertain(work, { type: "woken", promptId });
  }
  await scribe.log.changeDelivery(delivery.id, states, { state: "accepted", updatedAt: scribe.at });
  return true;
}

/** A busy agent takes a text when it is ready for it, after what it said meanwhile. */
async function enterNow(work: Work, ref: TurnRef, at: string): Promise<void> {
  const { session, scribe } = work;
  const isOvertaken = session.lastAt !== null && session.lastAt >= ref.turn.timestamp;
  if (isOvertaken) scribe.change(ref, { timestamp: stampAfterAll(work, at) });
  session.pending = session.pending.filter((item) => !("ref" in item) || item.ref !== ref);
  await enter(work, ref);
}

/** Of some texts nobody will learn whether they got there; they keep the place where they were said. */
async function enterDoubtful(work: Work): Promise<void> {
  const { session, scribe } = work;
  const held = pendingRefs(session).filter(isDelivery);
  if (held.length === 0) return;
  const onTheirWay = await scribe.log.deliveries(session.agent.id, { states: ["queued", "typed"], limit: 50 });
  for (const ref of held.filter(({ id }) => !onTheirWay.some(({ turnId }) => turnId === id))) {
    session.pending = session.pending.filter((item) => !("ref" in item) || item.ref !== ref);
    await enter(work, ref);
  }
}

const WORKING_EVENTS = new Set<AgentEvent["type"]>(["tool_starting", "tool_finished", "stopped"]);

/** Without a transcript, an agent that works is working on what it took. */
async function consumeDeliveries({ session, scribe }: Work): Promise<void> {
  const taken = await scribe.log.deliveries(session.agent.id, { states: ["accepted"], limit: 50 });
  for (const { id } of taken) {
    await scribe.log.changeDelivery(id, ["accepted"], { state: "consumed", updatedAt: scribe.at });
  }
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
    (turn) =>
      /^(?:uuid|stop):/.test(turn.key) &&
      turn.actor === "AGENT" &&
      (promptId === null || turn.promptId === null || turn.promptId === promptId),
  );
  const isSaid = hasTranscript(event.client) && alike.some((turn) => turn.promptId === promptId);
  const isOver = session.state.phase === "COMPLETE" || session.state.lastText?.intent === "QUESTION";
  if (isBlank(rest) || isSaid) {
    sign(work, event, { type: "ended" });
    return null;
  }
  // The transcript went on to the end of this run, without these words.
  if (isOver && promptId !== null && promptId === session.state.promptId && !hasPendingPrompt(session)) return null;
  return tell(work, event, {
    key: freshKey(work, key, alike),
    actor: "AGENT",
    text: rest,
    intent: "COMPLETION",
  });
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
