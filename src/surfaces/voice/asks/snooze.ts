/** `POST /api/voice/asks/<id>/snooze`: an open ask that is put off, or brought back. */
import { alreadySettled } from "../../../core/ask/already-settled.ts";
import { isSettled } from "../../../core/ask/ask.ts";
import { wakesAt } from "../../../core/ask/snooze.ts";
import type { Desk } from "../../../desk/desk.ts";
import { type Snoozes, withSnooze } from "../../../desk/snoozes.ts";
import { askerAloud } from "../answering/asker.ts";
import type { Call } from "../calls/call.ts";
import { VoiceProblem } from "../calls/voice-error.ts";
import type { SnoozeReply } from "../wire/wire.ts";

export interface SnoozeParts {
  desk: Pick<Desk, "load">;
  snoozes: Snoozes;
  now: () => Date;
}

/** No snooze delays a deadline: the ask comes back before it. */
export async function snooze(
  { desk, snoozes, now }: SnoozeParts,
  askId: string,
  wanted: string | null,
  { say, who: by }: Call,
): Promise<SnoozeReply> {
  const ask = await desk.load(askId);
  if (isSettled(ask)) throw alreadySettled(ask);
  const moment = now().getTime();
  const wakes = wanted === null ? null : wakesAt(ask, Date.parse(wanted));
  if (wakes !== null && wakes <= moment) throw new VoiceProblem("due_soon");
  const until = wakes === null ? null : new Date(wakes).toISOString();
  await snoozes.change((all) =>
    withSnooze(all, askId, until === null ? null : { until, by }, moment),
  );
  const about = askerAloud(ask, say);
  return {
    status_line: until === null ? say.snooze.back(about) : say.snooze.putOff(about),
    results: [until === null ? say.snooze.isOpen : say.snooze.byItself],
    next_action: "none",
    ask_id: askId,
    snoozed_until: until,
  };
}
