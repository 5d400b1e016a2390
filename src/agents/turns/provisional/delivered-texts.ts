/**
 * Texts that we typed, as an agent's hooks show them. Where no transcript will tell, such a text stays provisional until
 * the agent takes it: it may be refused, and an agent at work takes it only when it is done.
 */
import type { Delivery } from "../../../core/agent/agent.ts";
import { isBlank, normalised } from "../../clients/common/content.ts";
import type { TurnRef } from "../fold/tracked-turn.ts";
import { enter, noticeCertain, type Work } from "../write/apply-fold.ts";
import { hasTranscript, pendingRefs } from "../write/conversation.ts";
import { stampAfterAll } from "./provisional-turns.ts";

const UNDER_WAY = ["queued", "typed", "indeterminate"] as const;

/** The agent took what we typed. */
export async function accept(work: Work, ref: TurnRef, promptId: string | null, at: string): Promise<boolean> {
  const { session, scribe } = work;
  const open = await scribe.log.deliveries(session.agent.id, { states: UNDER_WAY, limit: 50 });
  const delivery = open.find(({ turnId }) => turnId === ref.id);
  if (delivery === undefined) return false;
  scribe.change(ref, { promptId });
  await scribe.changeDelivery(delivery.id, UNDER_WAY, { state: "accepted", detail: null });
  if (hasTranscript(session.agent.client)) return true;
  endUntold(work, promptId);
  if (pendingRefs(session).includes(ref)) {
    scribe.change(ref, { timestamp: stampAfterAll(work, at) });
    await enterPending(work, ref);
    // It had its place already, and what was said since ended the run that it was thought to be for.
  } else if (session.state.phase === "COMPLETE") noticeCertain(work, { type: "woken", promptId });
  return true;
}

/** What is left of a prompt without the texts of ours in it: an agent at work may join all that was typed meanwhile. */
export async function acceptJoined(work: Work, text: string, promptId: string | null, at: string): Promise<string> {
  let rest = text;
  for (const ref of waiting(work)) {
    const without = withoutLines(rest, ref.turn.text);
    if (without !== null && (await accept(work, ref, promptId, at))) rest = without;
  }
  return rest;
}

/** Blank lines aside; null when these lines do not follow each other in it. */
function withoutLines(text: string, lines: string): string | null {
  const parts = text.split("\n").filter((line) => !isBlank(line));
  const wanted = lines.split("\n").filter((line) => !isBlank(line));
  const words = normalised(wanted.join(" "));
  const from = parts.findIndex((_, at) => normalised(parts.slice(at, at + wanted.length).join(" ")) === words);
  return from === -1 ? null : parts.toSpliced(from, wanted.length).join("\n");
}

/**
 * Nobody knows whether it arrived: its turn stays, but leads nowhere unless the agent shows that it has it. An agent at
 * rest that begins nothing because of it is still at rest.
 */
export async function doubtDelivery(work: Work, delivery: Delivery, detail: string): Promise<() => Delivery | null> {
  const { session, scribe } = work;
  const doubted = await scribe.changeDelivery(delivery.id, ["typed"], { state: "indeterminate", detail });
  const ref = waiting(work).find(({ id }) => id === delivery.turnId);
  const isAtWork = session.state.phase === "COMMANDED" || session.state.phase === "PROCESSING";
  if (doubted !== null && ref !== undefined && !hasTranscript(session.agent.client) && !isAtWork) {
    await enterPending(work, ref);
    noticeCertain(work, { type: "ended" });
  }
  return () => doubted;
}

/** Something else was said since, and of these nobody knows whether they arrived: their place is before it. */
export async function giveUpDoubtful(work: Work): Promise<void> {
  const { session, scribe } = work;
  const refs = waiting(work);
  if (refs.length === 0) return;
  const doubtful = await scribe.log.deliveries(session.agent.id, { states: ["indeterminate"], limit: 50 });
  for (const ref of refs) if (doubtful.some(({ turnId }) => turnId === ref.id)) await enterPending(work, ref);
}

/** Words that steer a run have its id; another id is another run, and the one before has ended though nobody said so. */
export function endUntold(work: Work, promptId: string | null): void {
  const { phase, promptId: current } = work.session.state;
  const isBusy = phase === "COMMANDED" || phase === "PROCESSING";
  if (isBusy && promptId !== null && current !== null && promptId !== current) noticeCertain(work, { type: "ended" });
}

function waiting({ session }: Work): TurnRef[] {
  return pendingRefs(session).filter(({ turn }) => turn.key.startsWith("delivery:"));
}

async function enterPending(work: Work, ref: TurnRef): Promise<void> {
  const { session } = work;
  session.pending = session.pending.filter((item) => !("ref" in item) || item.ref !== ref);
  await enter(work, ref);
}
