/** The dialog of an ask that another process put, as events and the registry know one. */
import type { Client } from "../../core/agent/agent.ts";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { type Ask, isSettled, type SettledAsk } from "../../core/ask/ask.ts";
import { decisionOn, isDecision } from "./decision.ts";
import type { HeldDialog } from "./held-dialog-registry.ts";

/** The request that the ask stands for; null if it stands for none. */
export function askedEvent({ dialog, source, createdAt }: Ask): DialogEvent | null {
  if (dialog === undefined) return null;
  const { sessionId, subagentId, toolName, input } = dialog;
  return {
    type: "permission_asked",
    // Only the clients that we know put dialogs.
    client: dialog.client as Client,
    ...{ sessionId, subagentId, toolName, input },
    // Putting the ask took a moment, and the agent's next event may be older than its end.
    at: dialog.askedAt ?? createdAt,
    toolUseId: source.callId ?? null,
    workingDirectory: source.workingDirectory ?? "",
    ...{ transcriptPath: null, promptId: null, suggestions: [] },
  };
}

/** An open one, for which its hook waits. None where it belongs to no hook process. */
export function openDialogOf(
  ask: Ask,
): Omit<HeldDialog, "hooks" | "isReplied" | "isOver" | "stopWatching"> | null {
  const event = askedEvent(ask);
  const call = ask.dialog?.hookCall;
  if (event === null || call === undefined || isSettled(ask)) return null;
  return {
    ...{ askId: ask.id, agentId: Number(ask.source.agentId ?? 0), event, hook: { call } },
    ...{ toolUseId: event.toolUseId, dialog: Promise.resolve(ask.dialog ?? null) },
  };
}

/** A settled one. None where what the agent did is known already, or could not be told apart. */
export function recalledDialog(ask: Ask): HeldDialog[] {
  const event = askedEvent(ask);
  if (event === null || !isSettled(ask) || !isToldApart(ask, event.toolUseId)) return [];
  if (ask.effect !== undefined && ask.effect.kind !== "not_taken") return [];
  return [
    {
      ...{ askId: ask.id, agentId: Number(ask.source.agentId ?? 0), event, hook: null },
      ...{ toolUseId: event.toolUseId, dialog: Promise.resolve(ask.dialog ?? null) },
      ...{ hooks: 0, isReplied: true, isOver: true, stopWatching: () => undefined },
    },
  ];
}

/** A denied call never finishes: without its id, a later call that looks alike would match it. */
export function isToldApart(ask: SettledAsk, toolUseId: string | null): boolean {
  const isAllowed =
    ask.dialog !== undefined && decisionOn(ask.dialog, ask.outcome)?.behavior === "allow";
  return toolUseId !== null || (isDecision(ask) && isAllowed);
}
