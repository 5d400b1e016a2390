/** Releases dialogs declined in the agent's terminal, which only the transcript shows. */
import { isTurnEvent, type LogEvent } from "../../core/agent/log-event.ts";
import type { LogReads } from "../../store/agent-log.ts";
import { isNo } from "../clients/common/tool-questions.ts";
import type { HeldDialogs } from "./held-dialogs.ts";

/** Listens to the turns until the returned function is called. */
export function releaseDeclined(
  onEvent: (listener: (event: LogEvent) => void) => () => void,
  log: LogReads,
  dialogs: Pick<HeldDialogs, "declined">,
): () => void {
  return onEvent((event) => {
    if (!isTurnEvent(event)) return;
    const { intent, timestamp, timestampSource, text, answeredByTurnId } = event.turn;
    const isSaid = intent === "ANSWER" && timestampSource === "jsonl" && isNo(text);
    if (isSaid && answeredByTurnId !== null)
      release(answeredByTurnId, timestamp).catch(() => undefined);
  });

  async function release(questionId: number, at: string) {
    const question = await log.turn(questionId);
    if (question !== null && question.askId !== null) await dialogs.declined(question.askId, at);
  }
}
