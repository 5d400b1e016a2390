/** Puts an agent's dialog on the desk, in the way that a person's rules wish, or decided by one of them already. */
import { basename } from "node:path";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { isSettled, type SettledAsk } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";
import { ruledReply } from "./decision.ts";
import type { Dialog, DialogTools } from "./dialog.ts";
import { openDialog } from "./open-dialog.ts";

export interface AskingAgent {
  agentId: number;
  /** Gives the turn the ask's id before the ask is there; does nothing where there is no turn. */
  linkAsk(askId: string): Promise<void>;
}

/** What a person's rules say about a dialog. */
export interface DialogRuling {
  /** Null where a person is asked. */
  decided: { decision: "allow" | "deny"; rule: string; reason?: string | undefined } | null;
  /** A person is asked because they said so, and not for want of a rule. */
  isForPerson?: boolean | undefined;
  surface?: string | undefined;
  timeoutSeconds?: number | undefined;
  /** What a person should know about their rules before they answer. */
  remark?: string | undefined;
}

export interface OpenDialogAskParts {
  desk: Desk;
  tools: DialogTools;
  rulingOn?: (event: DialogEvent, agentId: number) => DialogRuling;
  /** A rule decided it; heard before the agent is told. */
  onRuled?: (ask: SettledAsk, agentId: number) => Promise<void>;
}

/** Null where there is no dialog that could be answered. */
export async function openDialogAsk(
  askId: string,
  event: DialogEvent,
  { agentId, linkAsk }: AskingAgent,
  { desk, tools, rulingOn, onRuled }: OpenDialogAskParts,
): Promise<Dialog | null> {
  const dialog = await openDialog(event, tools);
  if (dialog === null) return null;
  const { decided = null, isForPerson = false, ...wishes } = rulingOn?.(event, agentId) ?? {};
  if (event.isReviewed && decided === null && !isForPerson) return null;
  await linkAsk(askId);
  const reply = decided && ruledReply(dialog.kind, decided.decision, decided.reason);
  const ask = await desk.ask({
    id: askId,
    ...withWishes(dialog.asks, wishes),
    ...(decided && reply && { ruled: { rule: decided.rule, reply } }),
    source: {
      kind: "hook",
      agentId: String(agentId),
      project: basename(event.workingDirectory),
      workingDirectory: event.workingDirectory,
      ...(event.toolUseId === null ? {} : { callId: event.toolUseId }),
    },
    returnPath: "hook",
    mode: "blocking",
  });
  if (isSettled(ask)) await onRuled?.(ask, agentId);
  return dialog;
}

/** A client's own limit stands: it waits no longer than that anyway. */
function withWishes(
  asks: Dialog["asks"],
  { surface, timeoutSeconds, remark }: Omit<DialogRuling, "decided" | "isForPerson">,
) {
  const own = asks.timeoutSeconds ?? Number.POSITIVE_INFINITY;
  return {
    ...asks,
    ...(remark && { context: remark }),
    ...(timeoutSeconds && { timeoutSeconds: Math.min(own, timeoutSeconds) }),
    ...(surface && { presentation: { ...asks.presentation, surface } }),
  };
}
