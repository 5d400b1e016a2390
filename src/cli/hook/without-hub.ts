/**
 * Dialogs while no hub runs. Where the agent's own dialog is beside it, the first hook puts the ask
 * itself, without rules, so that `askline list`, `answer` and the inbox work. A hub that has died
 * since may have put it for any hook. Later hooks of the session write down how it ended and what
 * the agent did.
 */
import { join } from "node:path";
import type { HeldDialogs, HookProcess, OpenedDialog } from "../../agents/dialogs/held-dialogs.ts";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { loadSettings } from "../../desk/settings.ts";
import { eventOf } from "../../sources/hooks/hook-call.ts";
import { withLock } from "../../store/file/lock.ts";
import { thisMachine } from "../../store/machine.ts";
import { thisProcess } from "../../store/process-identity.ts";
import { isRemote } from "../remote/remote-here.ts";
import { markedAsks, marksOf, pruneMarks } from "./dialog-marks.ts";
import { NO_AGENT, openLoneDialogs } from "./lone-dialogs.ts";
import { type HookCall, isBesideDialog } from "./post-call.ts";
import { spooledEvents } from "./spooled-events.ts";
import { decisionOn } from "./wait-for-decision.ts";

/** Resolves to what to print. Empty where the dialog cannot be shown, or settings say no. */
export async function askWithoutHub(call: HookCall): Promise<string> {
  const { stateDirectory, facts, body } = call;
  const event = eventOf(facts, body, new Date());
  const { values } = loadSettings({ stateDirectory });
  if (event.type !== "permission_asked" || facts.hook === undefined) return "";
  const mayPut = () =>
    !call.told.aborted &&
    (isBesideDialog(facts) || isRemote(stateDirectory)) &&
    event.subagentId === null &&
    (values.dialogsWithoutHub || isRemote(stateDirectory));
  const lone = openLoneDialogs({ ...values, stateDirectory });
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
        const asks = await markedAsks(marks, lone.desk);
        lone.dialogs().recall(asks);
        return ownOrOpened(lone.dialogs(), asks, event, hook, mayPut());
      },
      thisMachine,
    );
    return opened === null ? "" : await decisionOn(call, opened, lone.desk, lone.dialogs);
  } finally {
    await lone.close().catch(() => undefined);
  }
}

/** A later event of a session with dialogs: it may settle one, or show what the agent did. */
export async function followWithoutHub({ stateDirectory, facts, body }: HookCall): Promise<void> {
  const event = eventOf(facts, body, new Date());
  const { values } = loadSettings({ stateDirectory });
  const marks = marksOf(stateDirectory, event.sessionId);
  const lone = openLoneDialogs({ ...values, stateDirectory });
  try {
    lone.dialogs().recall(await markedAsks(marks, lone.desk));
    await lone.dialogs().follow(event, NO_AGENT.agentId);
    const isOver = event.type === "session_ended" || event.type === "prompt_submitted";
    if (isOver) for (const askId of marks.list()) marks.remove(askId);
    else await pruneMarks(marks, lone.desk);
  } finally {
    await lone.close();
  }
}

/**
 * A hub may have put our ask and died before it could say so. Somebody may even have decided it
 * since: then it is the answer that we wait for. Told to end, we look for our own ask all the same,
 * since nobody else may hear what was refused.
 */
export async function ownOrOpened(
  dialogs: HeldDialogs,
  asks: readonly Ask[],
  event: DialogEvent,
  hook: HookProcess,
  mayPut: boolean,
): Promise<OpenedDialog | null> {
  const own = asks.find(({ dialog }) => dialog?.hookCall === hook.call);
  if (own !== undefined && isSettled(own)) return { askId: own.id, isSecond: false };
  if (own === undefined && !mayPut) return null;
  return dialogs.open(event, NO_AGENT, { ...hook, askId: own?.id });
}
