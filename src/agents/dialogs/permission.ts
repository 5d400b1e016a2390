/** A permission prompt as an ask: the real command or change, what our side thinks of it, and what may be decided. */
import { type Outcome, rulingOf } from "../../core/ask/ask.ts";
import type { Danger } from "../../core/safety/destructive.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import {
  wordsForDenial,
  wordsForRejection,
  wordsForRuling,
  wordsWithoutChoice,
} from "../clients/common/words-for-agents.ts";
import { type Dialog, NO_OPINION, wordsBesideYes } from "./dialog.ts";
import { clipped, fenced, seen } from "./fence.ts";
import type { DialogEvent, NamedTools } from "./open-dialog.ts";
import { riskOf } from "./risk.ts";
import { shownInput } from "./shown-input.ts";
import { type Suggestion, suggestionsFrom } from "./suggestions.ts";

const MOST_SHOWN = 60_000;
const MOST_BESIDES = 10_000;
const ALLOW = "allow";
const DENY = "deny";

export async function permissionDialog(event: DialogEvent, tools: NamedTools): Promise<Dialog> {
  const { text, shape, agentName } = tools;
  const inputShown = await shownInput(event, tools);
  const risk = riskOf(event);
  const suggestions = shape.takesPermissions ? suggestionsFrom(event.suggestions, text) : [];
  const body = seen(inputShown.body);
  const rest = seen(inputShown.rest ?? "");
  const prompt = [
    ...(risk === null
      ? []
      : [text.destructive(risk.reasons.map((danger) => text.dangers[danger as Danger]).join(" "))]),
    ...(body.hasUnseen || rest.hasUnseen ? [text.hiddenCharacters] : []),
    inputShown.intent,
    fenced(clipped(body.text, MOST_SHOWN, text.leftOut), inputShown.language),
    ...(inputShown.unshown === undefined ? [] : [inputShown.unshown]),
    ...(rest.text === "" ? [] : [text.givenBesides, fenced(clipped(rest.text, MOST_BESIDES, text.leftOut), "json")]),
    // Its own words, in a block of their own: nothing that it says may look as if we said it.
    ...(inputShown.remark === null ? [] : [text.remark(agentName), fenced(safeLine(inputShown.remark))]),
  ].join("\n\n");
  const no = { id: DENY, label: text.deny };
  const yes = [
    { id: ALLOW, label: text.allowOnce },
    ...suggestions.map(({ words }, index) => ({ id: alwaysId(index), label: text.always(words) })),
  ];
  return {
    kind: "permission",
    asks: {
      questions: [
        {
          title: inputShown.title.slice(0, 120),
          prompt,
          selectionMode: "hybrid",
          // Every surface starts on the first option, and a key may be pressed once too often.
          options: risk === null ? [...yes, no] : [no, ...yes],
          placeholder: text.denyReason,
        },
      ],
      presentation: { offerOptionNotes: false, offerGlobalNote: false, ...(risk && { risk }) },
      ...(risk && { urgency: "high" as const }),
    },
    ruled: (decision, reason) => ({
      answers: [
        decision === "allow" ? { optionIds: [ALLOW] } : { optionIds: [DENY], ...(reason && { customText: reason }) },
      ],
    }),
    replyTo: ({ outcome }) => replyFor(outcome, suggestions, tools),
    besides: (ask) => wordsBesideYes(ask, (id) => id !== DENY),
    decisionIn: ({ hasFailed }) => (hasFailed ? null : { answers: [{ optionIds: [ALLOW] }] }),
  };
}

/** Own words without an option are a no, even a "yes": consent is only what was chosen as such. */
function replyFor(outcome: Outcome, suggestions: Suggestion[], { shape }: NamedTools): Record<string, unknown> {
  if (outcome.status === "rejected") return shape.deny(wordsForRejection(outcome));
  if (outcome.status !== "completed") return NO_OPINION;
  const [answer] = outcome.reply.answers;
  const [chosen] = answer?.optionIds ?? [];
  if (chosen === ALLOW) return shape.allow();
  const always = suggestions.find((_, index) => alwaysId(index) === chosen);
  if (always !== undefined) return shape.allow({ permissions: always.updates });
  const rule = rulingOf(outcome);
  const reason = answer?.customText ?? null;
  if (rule !== null) return shape.deny(wordsForRuling(rule, reason));
  return shape.deny(chosen === DENY ? wordsForDenial(reason) : wordsWithoutChoice(reason ?? ""));
}

function alwaysId(index: number): string {
  return `always-${index + 1}`;
}
