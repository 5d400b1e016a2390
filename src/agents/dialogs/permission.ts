/** A permission prompt as an ask: the real command or change, our own warning, and the options. */
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { Risk } from "../../core/ask/ask.ts";
import type { Danger } from "../../core/safety/destroys/destructive.ts";
import { judge } from "../../core/safety/judge.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { judgedPlace } from "../../desk/scripts/judged-place.ts";
import type { ClientDialogs } from "../clients/common/client-dialogs.ts";
import { type DialogTools, OPTIONS, type ShownDialog } from "./dialog.ts";
import { clipped, fenced, seen } from "./fence.ts";
import { shownInput } from "./shown-input.ts";
import { suggestionsFrom } from "./suggestions.ts";

const MOST_SHOWN = 60_000;
const MOST_BESIDES = 10_000;

export async function permissionDialog(
  event: DialogEvent,
  { name, takesPermissions, suggestsAlternatives }: ClientDialogs,
  tools: DialogTools,
): Promise<ShownDialog> {
  const { text } = tools;
  const inputShown = await shownInput(event, { ...tools, agentName: name });
  const risk = riskOf(event);
  const isDestructive = risk?.level === "destructive";
  const suggestions = takesPermissions(event)
    ? suggestionsFrom(event.suggestions, text, suggestsAlternatives)
    : [];
  const body = seen(inputShown.body);
  const rest = seen(inputShown.rest ?? "");
  const isCut = body.text.length > MOST_SHOWN || rest.text.length > MOST_BESIDES;
  const prompt = [
    ...(isDestructive
      ? [text.destructive(risk.reasons.map((danger) => text.dangers[danger as Danger]).join(" "))]
      : []),
    ...(body.hasUnseen || rest.hasUnseen ? [text.hiddenCharacters] : []),
    ...(isCut ? [text.notWhole] : []),
    inputShown.intent,
    fenced(clipped(body.text, MOST_SHOWN, text.leftOut), inputShown.language),
    ...(inputShown.unshown === undefined ? [] : [inputShown.unshown]),
    ...(rest.text === ""
      ? []
      : [text.givenBesides, fenced(clipped(rest.text, MOST_BESIDES, text.leftOut), "json")]),
    // The agent's remark gets its own block, so that it cannot look like our text.
    ...(inputShown.remark === null ? [] : [text.remark(name), fenced(safeLine(inputShown.remark))]),
  ].join("\n\n");
  const no = { id: OPTIONS.deny, label: text.deny };
  const yes = [
    { id: OPTIONS.allow, label: text.allowOnce },
    ...suggestions.map(({ words }, index) => ({
      id: OPTIONS.always(index),
      label: text.always(words),
    })),
  ];
  return {
    isCut,
    updates: suggestions.map(({ updates }) => updates),
    asks: {
      questions: [
        {
          title: inputShown.title.slice(0, 120),
          prompt,
          selectionMode: "hybrid",
          // Every surface starts on the first option, where an Enter too many lands.
          options: isDestructive ? [no, ...yes] : [...yes, no],
          placeholder: text.denyReason,
        },
      ],
      presentation: {
        ...{ offerOptionNotes: false, offerGlobalNote: false },
        ...(risk && { risk }),
        ...(isForPasskey(tools.passkeyFor, isDestructive) && { passkey: true }),
      },
      ...(isDestructive && { urgency: "high" as const }),
    },
  };
}

function isForPasskey(passkeyFor: DialogTools["passkeyFor"], isDestructive: boolean): boolean {
  return passkeyFor === "permissions" || (passkeyFor === "destructive" && isDestructive);
}

/** Our own judgement of the call, not the agent's. */
function riskOf({ toolName, input, workingDirectory }: DialogEvent): Risk | null {
  const { verdict, dangers, part } = judge(toolName, input, judgedPlace(workingDirectory));
  if (verdict === "harmless") return null;
  return verdict === "destroys"
    ? { level: "destructive", reasons: dangers }
    : { level: "unclear", reasons: ["unclear"], ...(part !== null && { part }) };
}
