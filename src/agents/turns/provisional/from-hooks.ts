/**
 * What hooks tell comes ahead of the transcript, and may come doubled, late or not at all. It makes provisional turns at
 * once, unless the transcript has said the same or gone past it.
 */

import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import type { NewTurn } from "../../../store/agent-log.ts";
import { contentHash, isBlank, withoutBeginning } from "../../clients/common/content.ts";
import { isDelivery, keys, refOf, type TurnRef } from "../fold/tracked-turn.ts";
import type { Work } from "../write/apply-fold.ts";
import { hasTranscript, pendingRefs } from "../write/conversation.ts";
import { accept, acceptJoined, endUntold, giveUpDoubtful } from "./delivered-texts.ts";
import { declineOpen, takeNotice, takePermission, takeToolEnd, takeToolStart } from "./dialog-hooks.ts";
import { type EventOf, hasPendingPrompt, isOfEarlierRun, sign, tell } from "./provisional-turns.ts";

/** Gives back the QUESTION turn that this event asks, if it does. */
export async function takeEvent(work: Work, event: AgentEvent): Promise<TurnRef | null> {
  // A sub-agent's work is the agent's own business; that the agent is alive is all it tells.
  if (event.subagentId !== null) return null;
  if (WORKING_EVENTS.has(event.type) && !hasTranscript(event.client)) await consumeDeliveries(work);
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
    case "notified":
      return takeNotice(work, event);
    case "session_started":
      // What ran when a session was left is not running when it is resumed, though no transcript says that it ended.
      if (event.source === "resume") takeRest(work, event);
      return null;
    case "rested":
      takeRest(work, event);
      return null;
    case "session_ended":
    case "seen":
      return null;
  }
}

/** The run is over, unless something was said since. */
function takeRest(work: Work, event: EventOf<"session_started" | "rested">): void {
  const { session } = work;
  const pending = pendingRefs(session).map(({ turn }) => turn);
  const isPast = [session.lastAt ?? "", ...pending.map(({ timestamp }) => timestamp)].some((at) => at > event.at);
  if (isPast) return;
  const promptId = pending.findLast((turn) => turn.promptId !== null)?.promptId ?? session.state.promptId;
  sign(work, { ...event, promptId }, { type: "rested" });
}

async function takePrompt(work: Work, event: EventOf<"prompt_submitted">): Promise<void> {
  const { session, scribe } = work;
  const { promptId } = event;
  const isAlone = !hasTranscript(event.client);
  const text = isAlone ? await acceptJoined(work, event.text, promptId, event.at) : event.text;
  if (isBlank(text)) return;
  const hash = contentHash(text);
  const pending = pendingRefs(session).filter((ref) => isPromptOf(ref.turn, hash));
  const written = (await scribe.log.findTurns(session.agent.id, { contentHashes: [hash] })).filter((turn) =>
    isPromptOf(turn, hash),
  );
  const said = [...pending.map(({ turn }) => turn), ...written];
  if (promptId !== null && said.some((turn) => turn.promptId === promptId)) return;
  const delivered = pending.find(isDelivery) ?? written.map(refOf).find(isDelivery);
  if (delivered !== undefined && (await accept(work, delivered, promptId, event.at))) return;
  if (!isAlone) {
    // Words that steer a running agent have no prompt of their own in the transcript.
    const unclaimed = written.find((turn) => turn.promptId === null && turn.timestampSource === "jsonl");
    if (unclaimed !== undefined) {
      const ref = session.steering.find(({ id }) => id === unclaimed.id) ?? refOf(unclaimed);
      scribe.change(ref, { promptId });
      return;
    }
  }
  if (isAlone) endUntold(work, promptId);
  const isDoubled = promptId === null && isLastSaid(work, hash);
  if (isDoubled) return;
  if (isAlone) await giveUpDoubtful(work);
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

const WORKING_EVENTS = new Set<AgentEvent["type"]>(["tool_starting", "tool_finished", "stopped"]);

/** Without a transcript, an agent that works is working on what it took. */
async function consumeDeliveries({ session, scribe }: Work): Promise<void> {
  const taken = await scribe.log.deliveries(session.agent.id, { states: ["accepted"], limit: 50 });
  for (const { id } of taken) {
    await scribe.changeDelivery(id, ["accepted"], { state: "consumed", detail: null });
  }
}

async function takeStop(work: Work, event: EventOf<"stopped">): Promise<TurnRef | null> {
  const { session, scribe } = work;
  const { promptId } = event;
  if (isOfEarlierRun(work, promptId)) return null;
  if (!hasTranscript(event.client)) await declineOpen(work, event);
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
