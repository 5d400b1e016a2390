/**
 * Which asks are meant. All but `status` is fixed once an ask is put, or once it is settled, so
 * every store can keep an index for it; a store that reads asks one by one judges them here.
 */
import { type Ask, isSettled, type Source } from "../core/ask/ask.ts";

/** What is given must fit; what is left out does not matter. */
export interface AskFilter {
  status?: "pending" | "settled" | undefined;
  /** How the id begins, in upper or lower case. */
  idPrefix?: string | undefined;
  /** Who asked: both fields are the same, or missing in both. */
  asker?: Pick<Source, "kind" | "agentId"> | undefined;
  project?: string | undefined;
  /** The tool call that put it. */
  callId?: string | undefined;
  /** The hook's call that waits for it, or how the names of such calls begin. */
  hookCall?: string | { startsWith: string } | undefined;
  returnPath?: Ask["returnPath"] | undefined;
  /** Settled at that moment or later. */
  settledSince?: string | undefined;
  /** Put before that moment. */
  createdBefore?: string | undefined;
  /** Settled before that moment. */
  settledBefore?: string | undefined;
  /** Open, and a process that it depends on may die: a caller that waits, or a terminal. */
  isHeld?: true | undefined;
}

export function fits(ask: Ask, filter: AskFilter): boolean {
  const { status, settledSince, createdBefore, settledBefore, isHeld: mustBeHeld } = filter;
  if (status !== undefined && (status === "settled") !== isSettled(ask)) return false;
  if (settledSince !== undefined && !(isSettled(ask) && settledAt(ask) >= settledSince))
    return false;
  if (createdBefore !== undefined && !(ask.createdAt < createdBefore)) return false;
  if (settledBefore !== undefined && !(isSettled(ask) && settledAt(ask) < settledBefore))
    return false;
  if (mustBeHeld === true && !isHeld(ask)) return false;
  return hasPrefix(ask.id, filter.idPrefix) && isOf(factsOf(ask), filter);
}

/** What a filter may ask about, and nothing that could change. */
export interface Facts extends Pick<Ask, "source" | "returnPath"> {
  hookCall: string | undefined;
}

export function factsOf({ source, returnPath, dialog }: Ask): Facts {
  return { source, returnPath, hookCall: dialog?.hookCall };
}

export function hasPrefix(id: string, prefix: string | undefined): boolean {
  return prefix === undefined || id.toLowerCase().startsWith(prefix.toLowerCase());
}

/** The part of the filter that an ask fits or not from the moment it is put. */
export function isOf({ source, returnPath, hookCall: own }: Facts, filter: AskFilter): boolean {
  const { asker, project, callId, hookCall, returnPath: wanted } = filter;
  if (asker !== undefined && !(asker.kind === source.kind && asker.agentId === source.agentId))
    return false;
  if (project !== undefined && source.project !== project) return false;
  if (callId !== undefined && source.callId !== callId) return false;
  if (wanted !== undefined && returnPath !== wanted) return false;
  if (hookCall === undefined) return true;
  if (typeof hookCall === "string") return own === hookCall;
  return own?.startsWith(hookCall.startsWith) === true;
}

/** Whether nothing but the status is asked for. */
export function isByStatusAlone({ status, ...rest }: AskFilter): boolean {
  return Object.values(rest).every((value) => value === undefined);
}

function isHeld({ outcome, owner, attachment }: Ask): boolean {
  const hasTerminal = attachment !== undefined && attachment.closedAt === undefined;
  return outcome === null && (owner?.mode === "blocking" || hasTerminal);
}

export function settledAt({ outcome }: Pick<Ask, "outcome">): string {
  return outcome?.provenance.at ?? "";
}
