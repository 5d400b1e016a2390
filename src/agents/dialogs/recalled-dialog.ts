/** A dialog's ask, decided before this process began, as the registry remembers one. */
import type { Client } from "../../core/agent/agent.ts";
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import type { HeldDialog } from "./held-dialog-registry.ts";

/** None where what the agent did is known already, or could not be told apart. */
export function recalledDialog(ask: Ask): HeldDialog[] {
  const { dialog, source } = ask;
  if (!isSettled(ask) || dialog === undefined || source.callId === undefined) return [];
  if (ask.effect !== undefined && ask.effect.kind !== "not_taken") return [];
  return [
    {
      ...{ askId: ask.id, agentId: Number(source.agentId), toolUseId: source.callId, hook: null },
      ...{ hooks: 0, isReplied: true, isOver: true, stopWatching: () => undefined },
      dialog: Promise.resolve(dialog),
      event: {
        type: "permission_asked",
        // Only the clients that we know put dialogs.
        client: dialog.client as Client,
        ...{ sessionId: dialog.sessionId, subagentId: dialog.subagentId },
        ...{ toolName: dialog.toolName, input: dialog.input, toolUseId: source.callId },
        at: ask.createdAt,
        workingDirectory: source.workingDirectory ?? "",
        ...{ transcriptPath: null, promptId: null, suggestions: [] },
      },
    },
  ];
}
