/** A plan approval as an ask: the plan, and whether to go ahead with it. */
import { wordsForRejection } from "../clients/common/words-for-agents.ts";
import { type Dialog, NO_OPINION, wordsBesideYes } from "./dialog.ts";
import { clipped, seen } from "./fence.ts";
import type { DialogEvent, NamedTools } from "./open-dialog.ts";
import { suggestionsFrom } from "./suggestions.ts";

const MOST_PLAN = 80_000;
const APPROVE = "approve";
const MORE = "plan";

// Claude Code suggests nothing to its hooks here, though its own dialog offers to approve edits together with the plan.
const USUAL = [{ type: "setMode", mode: "acceptEdits", destination: "session" }];

export async function planDialog(event: DialogEvent, tools: NamedTools): Promise<Dialog> {
  const { text, shape, agentName } = tools;
  const given = event.input["plan"];
  const plan = typeof given === "string" && given.trim() !== "" ? given : await tools.planOf(event);
  const shown = plan === null ? text.noPlan : clipped(seen(plan).text, MOST_PLAN, text.leftOut);
  const variants = suggestionsFrom(event.suggestions.length > 0 ? event.suggestions : USUAL, text);
  return {
    kind: "plan_approval",
    asks: {
      questions: [
        {
          title: text.approvePlan,
          prompt: `${text.wantsTo.build(agentName)}\n\n${shown}`,
          selectionMode: "hybrid",
          options: [
            { id: APPROVE, label: text.approve },
            ...variants.map(({ words }, index) => ({
              id: variantId(index),
              label: text.approveAnd(words),
            })),
            { id: MORE, label: text.keepPlanning },
          ],
          placeholder: text.planReason,
        },
      ],
      presentation: { offerOptionNotes: false, offerGlobalNote: false },
    },
    replyTo({ outcome }) {
      if (outcome.status === "rejected") return shape.deny(wordsForRejection(outcome));
      if (outcome.status !== "completed") return NO_OPINION;
      const [answer] = outcome.reply.answers;
      const [chosen] = answer?.optionIds ?? [];
      // Without the input, Claude Code does not go by an approval and leaves its own dialog open.
      if (chosen === APPROVE) return shape.allow({ input: event.input });
      const variant = variants.find((_, index) => variantId(index) === chosen);
      if (variant !== undefined) return shape.allow({ input: event.input, permissions: variant.updates });
      return shape.deny(wordsForMore(answer?.customText));
    },
    besides: (ask) => wordsBesideYes(ask, (id) => id !== MORE),
    decisionIn: ({ hasFailed }) => (hasFailed ? null : { answers: [{ optionIds: [APPROVE] }] }),
  };
}

function variantId(index: number): string {
  return `${APPROVE}-${index + 1}`;
}

function wordsForMore(said: string | undefined): string {
  const sentence = "A person does not approve the plan yet. Stay in plan mode and go on planning.";
  return said ? `${sentence} They say: ${said}` : sentence;
}
