/**
 * Dialogs while no hub runs. The first hook of a dialog puts the ask itself, without rules, so that
 * `askline list`, `answer` and the inbox work; later hooks of the session write down how it ended
 * and what the agent did.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { askedEvent } from "../../agents/dialogs/recalled-dialog.ts";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { loadSettings } from "../../desk/settings.ts";
import { eventOf } from "../../sources/hooks/hook-call.ts";
import { parseSpooled, spooledNames } from "../../sources/hooks/spool-file.ts";
import { withLock } from "../../store/file/lock.ts";
import { thisMachine } from "../../store/machine.ts";
import { thisProcess } from "../../store/process-identity.ts";
import { type DialogMarks, marksOf } from "./dialog-marks.ts";
import { type LoneDialogs, NO_AGENT, openLoneDialogs } from "./lone-dialogs.ts";
import type { HookCall } from "./post-call.ts";
import { decisionOn } from "./wait-for-decision.ts";

// The calls that began before this dialog are among the newest.
const SPOOLED_LOOKED_AT = 200;

/** Resolves to what to print. Empty where the dialog cannot be shown, or settings say no. */
export async function askWithoutHub(call: HookCall): Promise<string> {
  const { stateDirectory, facts, body } = call;
  const event = eventOf(facts, body, new Date());
  const { values } = loadSettings({ stateDirectory });
  if (event.type !== "permission_asked" || event.subagentId !== null) return "";
  if (facts.hook === undefined || !values.dialogsWithoutHub) return "";
  const lone = openLoneDialogs(values.sessionsDirectory);
  const { call: name } = facts.hook;
  const hook = { call: name, owner: thisProcess(), signal: new AbortController().signal };
  const marks = marksOf(stateDirectory, event.sessionId);
  try {
    // Two hooks of one dialog start at the same moment, and only one of them may put the ask.
    const opened = await withLock(
      join(stateDirectory, "dialogs.lock"),
      async () => {
        hearCalls(lone, event, join(stateDirectory, "spool"));
        await adoptOpen(lone, marks);
        const askId = await ownAsk(lone, name);
        const dialog = await lone.dialogs.open(event, NO_AGENT, { ...hook, askId });
        if (dialog !== null) marks.add(dialog.askId);
        return dialog;
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
  const lone = openLoneDialogs(values.sessionsDirectory);
  try {
    await adoptOpen(lone, marks);
    lone.dialogs.recall(await markedAsks(lone, marks));
    await lone.dialogs.follow(event, NO_AGENT.agentId);
    const isOver = event.type === "session_ended" || event.type === "prompt_submitted";
    for (const ask of await markedAsks(lone, marks))
      if (isOver || (isSettled(ask) && ask.effect !== undefined)) marks.remove(ask.id);
  } finally {
    await lone.close();
  }
}

/** A hub may have put our ask and died before it could say so. */
async function ownAsk({ desk }: LoneDialogs, call: string): Promise<string | undefined> {
  const open = await desk.list({ status: "pending" });
  return open.find(({ dialog }) => dialog?.hookCall === call)?.id;
}

/** Open dialogs of this session, which other hook processes wait for. */
async function adoptOpen({ desk, dialogs }: LoneDialogs, marks: DialogMarks): Promise<void> {
  for (const ask of await markedAsks({ desk }, marks)) {
    const event = isSettled(ask) ? null : askedEvent(ask);
    const call = ask.dialog?.hookCall;
    if (event === null || call === undefined || ask.owner === null) continue;
    const signal = new AbortController().signal;
    await dialogs.open(event, NO_AGENT, { call, owner: ask.owner, askId: ask.id, signal });
  }
}

async function markedAsks({ desk }: Pick<LoneDialogs, "desk">, marks: DialogMarks): Promise<Ask[]> {
  const asks = await Promise.all(marks.list().map((id) => desk.load(id).catch(() => null)));
  return asks.filter((ask) => ask !== null);
}

/** Which calls of this session began and ended: without that, equal calls are not told apart. */
function hearCalls({ calls }: LoneDialogs, { sessionId }: AgentEvent, spool: string): void {
  for (const name of spooledNames(spool).slice(-SPOOLED_LOOKED_AT)) {
    try {
      const spooled = parseSpooled(readFileSync(join(spool, name), "utf8"));
      const event = spooled && eventOf(spooled.facts, spooled.body, new Date());
      if (event?.sessionId === sessionId) calls.hear(event, NO_AGENT.agentId);
    } catch {
      // Taken by a hub that has just started, or not a call that we can read.
    }
  }
}
