/**
 * What only the transcript shows of a dialog: that it was declined in the agent's terminal, or that
 * the agent heard an answer as the reason of a refusal.
 */
import { isTurnEvent, type LogEvent } from "../../core/agent/log-event.ts";
import type { LogReads } from "../../store/agent-log.ts";
import { isNo } from "../clients/common/tool-questions.ts";
import type { HeldDialogs } from "./held-dialogs.ts";

/** Listens to the turns until the returned function is called. */
export function releaseDeclined(
  onEvent: (listener: (event: LogEvent) => void) => () => void,
  log: LogReads,
  dialogs: Pick<HeldDialogs, "declined" | "heard">,
): () => void {
  return onEvent((event) => {
    if (!isTurnEvent(event)) return;
    const { intent, timestamp, timestampSource, text, answeredByTurnId } = event.turn;
    if (intent !== "ANSWER" || timestampSource !== "jsonl" || answeredByTurnId === null) return;
    note(answeredByTurnId, text, timestamp).catch(() => undefined);
  });

  async function note(questionId: number, text: string, at: string) {
    const askId = (await log.turn(questionId))?.askId ?? null;
    if (askId === null) return;
    await (isNo(text) ? dialogs.declined(askId, at) : dialogs.heard(askId, text));
  }
}
