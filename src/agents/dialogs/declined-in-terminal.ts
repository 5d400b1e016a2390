/** A no in the agent's own terminal, of which no hook tells but its transcript does: the dialog is over. */
import { isTurnEvent, type LogEvent } from "../../core/agent/log-event.ts";
import type { LogReads } from "../../store/agent-log.ts";
import { isNo } from "../clients/common/tool-questions.ts";
import type { HeldDialogs } from "./held-dialogs.ts";

/** Listens to the turns for as long as it is not told to stop, by what it returns. */
export function releaseDeclined(
  onEvent: (listener: (event: LogEvent) => void) => () => void,
  log: LogReads,
  dialogs: Pick<HeldDialogs, "declined">,
): () => void {
  return onEvent((event) => {
    if (!isTurnEvent(event)) return;
    const { intent, timestampSource, text, answeredByTurnId } = event.turn;
    const isSaid = intent === "ANSWER" && timestampSource === "jsonl" && isNo(text);
    if (isSaid && answeredByTurnId !== null) release(answeredByTurnId).catch(() => undefined);
  });

  async function release(questionId: number) {
    const question = await log.turn(questionId);
    if (question !== null && question.askId !== null) await dialogs.declined(question.askId);
  }
}
