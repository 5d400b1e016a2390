/** Puts an agent's dialog on the desk as an ask, which a person's rules may shape or decide. */
import { basename } from "node:path";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { FORM_TOOL } from "../../core/agent/server-form.ts";
import { isSettled, type ProcessIdentity, type SettledAsk } from "../../core/ask/ask.ts";
import { isRefusing } from "../../core/ask/consent.ts";
import type { Desk } from "../../desk/desk.ts";
import { dialogsOf } from "../clients/clients.ts";
import type { ClientDialogs, DialogKind } from "../clients/common/client-dialogs.ts";
import { ruledReply } from "./decision.ts";
import type { Dialog, DialogTools, ShownDialog } from "./dialog.ts";
import { permissionDialog, riskOf } from "./permission.ts";
import { planDialog } from "./plan.ts";
import { questionDialog } from "./question.ts";
import { serverFormDialog } from "./server-form.ts";

export interface AskingAgent {
  /** Its number in the log; 0 while no hub has given it one. */
  agentId: number;
  /** Writes the ask's id into the turn before the ask exists. Does nothing if there is no turn. */
  linkAsk(askId: string): Promise<void>;
}

/** What a person's rules say about a dialog. */
export interface DialogRuling {
  /** Null if a person is asked. */
  decided: { decision: "allow" | "deny"; rule: string; reason?: string | undefined } | null;
  /** True if a rule, or a broken rules file, wants a person asked; false if no rule matched. */
  isForPerson?: boolean | undefined;
  surface?: string | undefined;
  timeoutSeconds?: number | undefined;
  /** It can only be allowed with a passkey. */
  passkey?: boolean | undefined;
  /** A problem with the rules that the person should know before they answer. */
  remark?: string | undefined;
}

export interface OpenDialogAskParts {
  desk: Desk;
  tools: DialogTools;
  rulingOn?: (event: DialogEvent, agentId: number, askId: string) => Promise<DialogRuling>;
  /** A hook process will own this ask. Called just before the ask exists. */
  onPut?: ((askId: string, event: DialogEvent) => void) | undefined;
  /** A rule decided the ask. Called before the agent receives the decision. */
  onRuled?: (ask: SettledAsk, agentId: number) => Promise<void>;
}

/** Null if we cannot answer the dialog, or if Codex reviews it itself and no rule applies. */
export async function openDialogAsk(
  askId: string,
  event: DialogEvent,
  { agentId, linkAsk }: AskingAgent,
  hook: OwningHook | null,
  { desk, tools, rulingOn, onRuled, onPut }: OpenDialogAskParts,
): Promise<Dialog | null> {
  const dialog = await openDialog(event, tools);
  if (dialog === null) return null;
  const ruling = await rulingOn?.(event, agentId, askId);
  const { decided = null, isForPerson = false, ...wishes } = ruling ?? {};
  if (event.isReviewed && decided === null && !isForPerson) return null;
  // A rule may not seem to have allowed what the client's own terminal goes on asking.
  if (decided?.decision === "allow" && dialogsOf(event.client)?.onlyRefuses) return null;
  await linkAsk(askId);
  if (hook !== null && !hook.isAskedAgain) onPut?.(askId, event);
  const reply = decided && ruledReply(dialog.kind, decided.decision, decided.reason);
  const ask = await desk.ask({
    id: askId,
    ...withWishes(
      dialog.isCut && decided === null ? onlyRefused(dialog.asks) : dialog.asks,
      wishes,
    ),
    ...(decided && reply && { ruled: { rule: decided.rule, reply } }),
    ...ownedBy(hook, event, dialog, agentId),
  });
  if (isSettled(ask)) await onRuled?.(ask, agentId);
  return dialog;
}

/** A hook process that waits for the decision, and its own name for its call. */
export interface OwningHook {
  readonly call: string;
  readonly owner: ProcessIdentity;
  /** The agent's client asks again after this process has ended. */
  readonly isAskedAgain?: boolean | undefined;
}

/**
 * What an ask says of the dialog, the hook and the agent behind it. `hook` is null for a posted
 * hook, whose ask this process owns; `agentId` is 0 while no hub has given the agent its number.
 */
export function ownedBy(
  hook: OwningHook | null,
  event: DialogEvent,
  { client, kind, input, updates }: Dialog,
  agentId: number,
) {
  const { workingDirectory, toolUseId, toolName, sessionId, subagentId, at } = event;
  return {
    source: {
      kind: "hook",
      ...(agentId === 0 ? {} : { agentId: String(agentId) }),
      client,
      ...{ project: basename(workingDirectory), workingDirectory },
      ...(toolUseId === null ? {} : { callId: toolUseId }),
    },
    dialog: {
      ...{ client, kind, input: { ...input }, updates: updates.map((one) => [...one]) },
      ...{ toolName, sessionId, subagentId, askedAt: at },
      ...(hook && { hookCall: hook.call }),
    },
    ...(hook && { owner: hook.owner }),
    returnPath: "hook",
    mode: hook?.isAskedAgain ? "detached" : "blocking",
  } as const;
}

/** What is not shown whole can be denied here, but allowed only in the agent's own terminal. */
function onlyRefused(asks: Dialog["asks"]): Dialog["asks"] {
  const questions = asks.questions.map((question) => ({
    ...question,
    options: question.options?.filter(({ id }) => id !== undefined && isRefusing(id)),
  }));
  return { ...asks, questions };
}

/** A rule can shorten a client's own time limit but not extend it: the client would not wait. */
function withWishes(
  asks: Dialog["asks"],
  { surface, timeoutSeconds, remark, passkey }: Omit<DialogRuling, "decided" | "isForPerson">,
) {
  const own = asks.timeoutSeconds ?? Number.POSITIVE_INFINITY;
  return {
    ...asks,
    ...(remark && { context: remark }),
    ...(timeoutSeconds && { timeoutSeconds: Math.min(own, timeoutSeconds) }),
    presentation: {
      ...asks.presentation,
      ...(surface && { surface }),
      ...(passkey && { passkey }),
    },
  };
}

const HOLD_SECONDS = 45;
const HEADLESS = { seconds: 45, awaySeconds: 600 };

/** The dialog behind a request. Null for a client whose dialogs no hook can answer. */
export async function openDialog(asked: DialogEvent, tools: DialogTools): Promise<Dialog | null> {
  const { client, input } = asked;
  const known = dialogsOf(client);
  if (known === null) return null;
  const isHeadless = asked.isHeadless ?? (await tools.isHeadlessRun?.(asked)) ?? false;
  const event = { ...asked, isHeadless };
  const kind = event.toolName === FORM_TOOL ? "server_form" : known.kindOf(event);
  if (kind === null) return null;
  const shown = await shownAs(kind, event, known, tools);
  if (shown === null) return null;
  return {
    client,
    kind,
    input,
    ...shown,
    asks: { ...shown.asks, ...deadlineOf(event, known, tools) },
  };
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
    case "server_form":
      return serverFormDialog(event.input, tools.text);
  }
}

/**
 * Whether the client's own window is to show this dialog at once: it would come up only after the
 * hook, and there is a person to see it. A call that is known to be harmless waits for nobody.
 */
export async function isLeftToWindow(event: DialogEvent, tools: DialogTools): Promise<boolean> {
  return (await isSeenInWindow(event, tools)) || (isMereCall(event) && riskOf(event) === null);
}

/** Whether it is held only for a person who does not see the client's own window. */
export function isOnlyWhileAway(event: DialogEvent): boolean {
  return dialogsOf(event.client)?.isOnlyWhileAway?.(event) === true;
}

/** The same for a dialog that is held already, whose person may have come back. */
export async function isSeenInWindow(event: DialogEvent, tools: DialogTools): Promise<boolean> {
  if (!isOnlyWhileAway(event)) return false;
  const holds = isMereCall(event) ? (tools.holdCalls ?? "away") : "away";
  if (holds !== "away") return holds === "never";
  const isHeadless = event.isHeadless ?? (await tools.isHeadlessRun?.(event)) ?? false;
  return !isHeadless && tools.isAway?.() !== true;
}

/** A call that the client may ask about, or may not: its hook comes before. */
function isMereCall(event: DialogEvent): boolean {
  const { onlyRefuses = false, kindOf } = dialogsOf(event.client) ?? {};
  return onlyRefuses && kindOf?.(event) === "permission";
}

/**
 * If a dialog appears only after its hook has replied, a person at the terminal waits for us. The
 * hook is then held only for a short while. If the person said that they are away, nobody waits at
 * the terminal, and the hook is held for as long as the client allows.
 */
function deadlineOf(
  event: DialogEvent,
  { isShownAfterHook, isOnlyWhileAway, awaySeconds }: ClientDialogs,
  tools: DialogTools,
) {
  if (!isShownAfterHook(event)) return {};
  const { isAway, holdSeconds = HOLD_SECONDS, headless = HEADLESS } = tools;
  if (event.isHeadless)
    return { timeoutSeconds: isAway?.() ? headless.awaySeconds : headless.seconds };
  const longest = isOnlyWhileAway?.(event) ? headless.awaySeconds : awaySeconds;
  const timeoutSeconds = isAway?.() ? longest : holdSeconds;
  return timeoutSeconds ? { timeoutSeconds } : {};
}
