/** A permission prompt as an ask: the real command or change, our own warning, and the options. */
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { EditableCall, Risk } from "../../core/ask/ask.ts";
import type { Danger } from "../../core/safety/destroys/destructive.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { riskOfCall } from "../../desk/scripts/risk-of-call.ts";
import type { ClientDialogs } from "../clients/common/client-dialogs.ts";
import { type DialogTools, OPTIONS, type ShownDialog } from "./dialog.ts";
import { clipped, fenced, seen } from "./fence.ts";
import { type ShownInput, shownInput } from "./shown-input.ts";
import { suggestionsFrom } from "./suggestions.ts";

const MOST_SHOWN = 60_000;
const MOST_BESIDES = 10_000;

export async function permissionDialog(
  event: DialogEvent,
  client: ClientDialogs,
  tools: DialogTools,
): Promise<ShownDialog> {
  const { name, takesPermissions, suggestsAlternatives } = client;
  const { text } = tools;
  const inputShown = await shownInput(event, { ...tools, agentName: name });
  const risk = riskOf(event);
  const isDestructive = risk?.level === "destructive";
  const suggestions = takesPermissions(event)
    ? suggestionsFrom(event.suggestions, text, suggestsAlternatives)
    : [];
  const { body, rest, isCut } = seenInput(inputShown);
  const prompt = [
    ...(isDestructive
      ? [text.destructive(risk.reasons.map((danger) => text.dangers[danger as Danger]).join(" "))]
      : []),
    ...(body.hasUnseen || rest.hasUnseen ? [text.hiddenCharacters] : []),
    ...placeOf(event, client, tools),
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
  const yes = client.onlyRefuses
    ? [{ id: OPTIONS.inTerminal, label: text.leaveToTerminal }]
    : [
        { id: OPTIONS.allow, label: text.allowOnce },
        ...suggestions.map(({ words }, index) => ({
          id: OPTIONS.always(index),
          label: text.always(words),
        })),
      ];
  const answers = isOnlyShown(event, client)
    ? {
        selectionMode: "single" as const,
        options: [{ id: OPTIONS.inTerminal, label: text.decideThere }],
      }
    : {
        selectionMode: "hybrid" as const,
        // Every surface starts on the first option, where an Enter too many lands.
        options: isDestructive ? [no, ...yes] : [...yes, no],
        placeholder: text.denyReason,
      };
  return {
    isCut,
    updates: suggestions.map(({ updates }) => updates),
    asks: {
      questions: [
        {
          title: inputShown.title.slice(0, 120),
          prompt,
          ...answers,
        },
      ],
      presentation: {
        ...{ offerOptionNotes: false, offerGlobalNote: false },
        ...(risk && { risk }),
        ...(isForPasskey(tools.passkeyFor, isDestructive) && { passkey: true }),
        ...(client.takesEdits && !isCut && { editable: editableIn(event, tools) }),
      },
      ...(isDestructive && { urgency: "high" as const }),
    },
  };
}

/** What a person can see of it; `isCut` if that is not all. */
export function seenInput({ body, rest }: Pick<ShownInput, "body" | "rest">) {
  const seenOnes = { body: seen(body), rest: seen(rest ?? "") };
  const isCut = seenOnes.body.text.length > MOST_SHOWN || seenOnes.rest.text.length > MOST_BESIDES;
  return { ...seenOnes, isCut };
}

/** Its dialog is on the screen, and nothing outside its terminal can decide it. */
function isOnlyShown({ isOnScreen = false }: DialogEvent, { onlyRefuses = false }: ClientDialogs) {
  return onlyRefuses && isOnScreen;
}

/** Where it is decided, if not everywhere. */
function placeOf(event: DialogEvent, client: ClientDialogs, { text }: DialogTools): string[] {
  if (isOnlyShown(event, client)) return [text.onlyThere(client.name)];
  return client.onlyRefuses ? [text.onlyDenied(client.name)] : [];
}

export function isForPasskey(
  passkeyFor: DialogTools["passkeyFor"],
  isDestructive: boolean,
): boolean {
  return passkeyFor === "permissions" || (passkeyFor === "destructive" && isDestructive);
}

/** The one text that people want to change, where the call has such a one. */
function editableIn({ input }: DialogEvent, { passkeyFor }: DialogTools): EditableCall {
  const field = EDITED_FIELDS.find((name) => typeof input[name] === "string") ?? null;
  return { field, ...(passkeyFor === "destructive" && { passkey: true }) };
}

const EDITED_FIELDS = ["command", "content", "new_string", "url"];

/** Our own judgement of the call, not the agent's; null if it is known to be harmless. */
export function riskOf({ toolName, input, workingDirectory }: DialogEvent): Risk | null {
  return riskOfCall(toolName, input, workingDirectory);
}
