/** A plan approval as an ask: the plan, and whether to go ahead with it. */
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { ClientDialogs } from "../clients/common/client-dialogs.ts";
import { type DialogTools, OPTIONS, type ShownDialog } from "./dialog.ts";
import { clipped, seen } from "./fence.ts";
import { suggestionsFrom } from "./suggestions.ts";

const MOST_PLAN = 80_000;

// Claude Code sends its hooks no suggestion here, but its own dialog offers to accept edits too.
const USUAL = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];

export async function planDialog(
  event: DialogEvent,
  { name }: ClientDialogs,
  { text, planOf }: DialogTools,
): Promise<ShownDialog> {
  const given = event.input["plan"];
  const plan = typeof given === "string" && given.trim() !== "" ? given : await planOf(event);
  const shown = plan === null ? text.noPlan : clipped(seen(plan).text, MOST_PLAN, text.leftOut);
  const variants = suggestionsFrom(event.suggestions.length > 0 ? event.suggestions : USUAL, text);
  return {
    updates: variants.map(({ updates }) => updates),
    asks: {
      questions: [
        {
          title: text.approvePlan,
          prompt: `${text.wantsTo.build(name)}\n\n${shown}`,
          selectionMode: "hybrid",
          options: [
            { id: OPTIONS.approve, label: text.approve },
            ...variants.map(({ words }, index) => ({
              id: OPTIONS.approveAnd(index),
              label: text.approveAnd(words),
            })),
            { id: OPTIONS.keepPlanning, label: text.keepPlanning },
          ],
          placeholder: text.planReason,
        },
      ],
      presentation: { offerOptionNotes: false, offerGlobalNote: false },
    },
  };
}
