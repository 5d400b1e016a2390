/**
 * Dialogs while no hub runs. The first hook of a dialog puts the ask itself, without rules, so that
 * `askline list`, `answer` and the inbox work; later hooks of the session write down how it ended
 * and what the agent did.
 */
import { join } from "node:path";
import { isRefusedCall } from "../../agents/clients/claude-code/refused-call.ts";
import type { Ask } from "../../core/ask/ask.ts";
import { loadSettings } from "../../desk/settings.ts";
import { eventOf } from "../../sources/hooks/hook-call.ts";
import { withLock } from "../../store/file/lock.ts";
import { thisMachine } from "../../store/machine.ts";
import { thisProcess } from "../../store/process-identity.ts";
import { markedAsks, marksOf, pruneMarks } from "./dialog-marks.ts";
import { type LoneDialogs, NO_AGENT, openLoneDialogs } from "./lone-dialogs.ts";
import type { HookCall } from "./post-call.ts";
import { spooledEvents } from "./spooled-events.ts";
import { decisionOn } from "./wait-for-decision.ts";

/** Resolves to what to print. Empty where the dialog cannot be shown, or settings say no. */
export async function askWithoutHub(call: HookCall): Promise<string> {
  const { stateDirectory, facts, body } = call;
  const event = eventOf(facts, body, new Date());
  const { values } = loadSettings({ stateDirectory });
  if (event.type !== "permission_asked" || event.subagentId !== null) return "";
  if (facts.hook === undefined || !values.dialogsWithoutHub || call.told.aborted) return "";
  const lone = openLoneDialogs(values.sessionsDirectory, stateDirectory);
  const { call: name } = facts.hook;
  const hook = { call: name, owner: thisProcess(), signal: new AbortController().signal };
  const marks = marksOf(stateDirectory, event.sessionId);
  try {
    // Two hooks of one dialog start at the same moment, and only one of them may put the ask.
    const opened = await withLock(
      join(stateDirectory, "dialogs.lock"),
      async () => {
        // Which calls began and ended: without that, equal calls are not told apart.
        for (const heard of spooledEvents(stateDirectory, event.sessionId))
          lone.calls.hear(heard, NO_AGENT.agentId);
        lone.dialogs.recall(await markedAsks(marks, lone.desk));
        const askId = await ownAsk(lone, name);
        return lone.dialogs.open(event, NO_AGENT, { ...hook, askId });
      },
      thisMachine,
    );
    return opened === null ? "" : await decisionOn(call, opened, lone.desk, () => lone.dialogs);
  } finally {
    await lone.close();
  }
}

/** A later event of a session with dialogs: it may settle one, or show what the agent did. */
export async function followWithoutHub({ stateDirectory, facts, body }: HookCall): Promise<void> {
  const event = eventOf(facts, body, new Date());
  const { values } = loadSettings({ stateDirectory });
  const marks = marksOf(stateDirectory, event.sessionId);
  const lone = openLoneDialogs(values.sessionsDirectory, stateDirectory);
  try {
    const asks = await markedAsks(marks, lone.desk);
    lone.dialogs.recall(asks);
    const isOver = event.type === "session_ended" || event.type === "prompt_submitted";
    if (isOver || event.type === "stopped")
      for (const ask of asks)
        if (wasRefused(ask, event.transcriptPath)) await lone.dialogs.declined(ask.id);
    await lone.dialogs.follow(event, NO_AGENT.agentId);
    if (isOver) for (const askId of marks.list()) marks.remove(askId);
    else await pruneMarks(marks, lone.desk);
  } finally {
    await lone.close();
  }
}

/** Only the transcript says so. */
function wasRefused({ source, effect }: Ask, transcriptPath: string | null): boolean {
  if (effect !== undefined && effect.kind !== "not_taken") return false;
  return (
    transcriptPath !== null &&
    source.callId !== undefined &&
    isRefusedCall(transcriptPath, source.callId)
  );
}

/** A hub may have put our ask and died before it could say so. */
async function ownAsk({ desk }: LoneDialogs, call: string): Promise<string | undefined> {
  const open = await desk.list({ status: "pending" });
  return open.find(({ dialog }) => dialog?.hookCall === call)?.id;
}
