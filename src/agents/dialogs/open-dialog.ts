/** What dialog, if any, an agent's permission request stands for. Clients without one that a hook can answer have none. */
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { dialogsOf } from "../clients/clients.ts";
import type { ClientDialogs, DialogKind } from "../clients/common/client-dialogs.ts";
import type { Dialog, DialogTools, ShownDialog } from "./dialog.ts";
import { permissionDialog } from "./permission.ts";
import { planDialog } from "./plan.ts";
import { questionDialog } from "./question.ts";

const HOLD_SECONDS = 45;

export async function openDialog(event: DialogEvent, tools: DialogTools): Promise<Dialog | null> {
  const { client, input } = event;
  const known = dialogsOf(client);
  if (known === null) return null;
  const kind = known.kindOf(event);
  const shown = await shownAs(kind, event, known, tools);
  if (shown === null) return null;
  return { client, kind, input, ...shown, asks: { ...shown.asks, ...deadlineOf(event, known, tools) } };
}

async function shownAs(
  kind: DialogKind,
  event: DialogEvent,
  known: ClientDialogs,
  tools: DialogTools,
): Promise<ShownDialog | null> {
  switch (kind) {
    case "ask_user_question":
      return questionDialog(event.input, tools.text);
    case "plan_approval":
      return planDialog(event, known, tools);
    case "permission":
      return permissionDialog(event, known, tools);
  }
}

/**
 * While a dialog comes up only after its hook, a person at the terminal waits for us: they wait a little, and the dialog is
 * theirs. Of somebody who is away nobody knows that they sit there.
 */
function deadlineOf(event: DialogEvent, { isShownAfterHook, awaySeconds }: ClientDialogs, tools: DialogTools) {
  if (!isShownAfterHook(event)) return {};
  const { isAway, holdSeconds = HOLD_SECONDS } = tools;
  const timeoutSeconds = isAway?.() ? awaySeconds : holdSeconds;
  return timeoutSeconds ? { timeoutSeconds } : {};
}
