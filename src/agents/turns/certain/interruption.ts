/**
 * An agent whose hooks tell all but that it was interrupted. Its dialogs were declined by that, and nobody waits any more
 * for what it asked through us: some clients do not cancel such calls.
 */

import { stampOf } from "../../../core/agent/stamp.ts";
import { keys } from "../fold/tracked-turn.ts";
import { declineOpen } from "../provisional/dialog-hooks.ts";
import { tell } from "../provisional/provisional-turns.ts";
import { noticeCertain, type Work } from "../write/apply-fold.ts";
import type { EntryOf } from "./confirm-turns.ts";

export async function takeInterruption(work: Work, { at }: EntryOf<"interrupted">): Promise<void> {
  const { session } = work;
  const isAtWork = ["COMMANDED", "PROCESSING", "AWAITING_INPUT"].includes(session.state.phase);
  // What was said since has begun another run.
  if (!isAtWork || at === null || stampOf(at) < (session.lastAt ?? "")) return;
  const moment = { at: stampOf(at), promptId: null };
  await declineOpen(work, moment);
  for (const { key, kind } of session.state.open) {
    const askId = session.refs.get(key)?.turn.askId;
    if (kind === "ask" && askId)
      await tell(work, moment, { key: keys.answer(key), actor: "AGENT", text: INTERRUPTED, askId });
  }
  noticeCertain(work, { type: "interrupted" });
}

const INTERRUPTED = "Interrupted";
