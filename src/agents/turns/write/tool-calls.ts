/**
 * The one memory of tool calls. The conversation asks it what a call was about when its result tells that a person was asked;
 * a permission request, which names no call, is matched by tool and input; and an ask is known by the call it came from.
 */

import type { TurnQuestion } from "../../../core/agent/agent.ts";
import type { AgentEvent, EventHead, ToolCall } from "../../../core/agent/agent-event.ts";
import { exactInput, hashOfCall } from "../../clients/common/call-hash.ts";
import {
  type CalledTool,
  isAskingThroughUs,
  permissionQuestion,
} from "../../clients/common/tool-questions.ts";

export interface RememberedCall {
  readonly toolUseId: string;
  readonly toolName: string;
  readonly hash: string;
  readonly promptId: string | null;
  /** Set for a call of a sub-agent, which is no part of the agent's own conversation. */
  readonly subagentId: string | null;
  /** Asking for permission to make this call, should it turn out that a person was asked. */
  readonly permission: TurnQuestion;
  /** When permission was asked, in microseconds, if it was; null until the transcript has the call. */
  askedAt: number | null;
  /** The transcript has its result. */
  hasResult: boolean;
  /** Its input to the letter, for calls that a hook saw beginning. */
  exactInput: string | null;
  /** When a hook saw it end. */
  endedAt: string | null;
  /** A permission request was found to be about it. */
  isClaimed: boolean;
  /** What it gave a tool of ours, as JSON. */
  askedThroughUs: string | null;
}

export interface ToolCalls {
  /** Takes note of what a hook tells of a call's beginning or end, or of the end of all. */
  hear(event: AgentEvent, agentId: number): void;
  of(who: Who): AgentCalls;
  /** The agent that made the call, also when its session is over. */
  callerOf(toolUseId: string): number | null;
  forget(who: Who): void;
}

/** The calls of one agent's session. */
export interface AgentCalls {
  /** A call keeps the input it was first heard with, until the transcript tells how it was made. */
  note(
    toolUseId: string,
    call: CalledTool,
    promptId: string | null,
    isCertain?: boolean,
  ): RememberedCall;
  get(toolUseId: string): RememberedCall | null;
  /** The latest whose name or question has these words in it; of calls without ids it may be all that is known. */
  latest(words: string): RememberedCall | null;
  /** Those with the same tool and input in the run of that prompt, oldest first. */
  alike(call: CalledTool, promptId: string | null): RememberedCall[];
  /**
   * The oldest call with this request's tool and input that has begun and that no request has claimed yet. Over when all
   * of them had ended since.
   */
  claim(request: ToolCall & Pick<EventHead, "subagentId" | "at">): {
    toolUseId: string | null;
    isOver: boolean;
  };
  /** A request that came before the call was about it. */
  markClaimed(toolUseId: string): void;
  /** The JSON that it last gave a tool of ours. */
  lastAsked(): string | null;
  /** What the transcript told is told again. */
  readAgain(): void;
}

type Who = Pick<EventHead, "client" | "sessionId">;

// A run has some hundred calls; what is older is settled.
const REMEMBERED = 2_000;
// A client runs a handful of tools at a time; a call whose end was never told must not be taken for a later one alike.
const MOST_OPEN = 64;

export function rememberToolCalls(): ToolCalls {
  const sessions = new Map<string, Map<string, RememberedCall>>();
  const callers = new Map<string, number>();
  return {
    hear(event, agentId) {
      if (event.type === "session_ended") endAll(event);
      if (event.type !== "tool_starting" && event.type !== "tool_finished") return;
      const { toolUseId, promptId } = event;
      if (toolUseId === null) return;
      const call = noteIn(callsOf(event), toolUseId, event, promptId, event.subagentId);
      if (event.type === "tool_finished") call.endedAt = event.at;
      else begin(call, event, agentId);
    },
    of: (who) => createAgentCalls(callsOf(who)),
    callerOf: (toolUseId) => callers.get(toolUseId) ?? null,
    forget: (who) => void sessions.delete(nameOf(who)),
  };

  function begin(call: RememberedCall, event: ToolCall, agentId: number) {
    call.exactInput ??= exactInput(event);
    if (isAskingThroughUs(event.toolName)) call.askedThroughUs = JSON.stringify(event.input);
    callers.set(call.toolUseId, agentId);
    dropOldest(callers);
  }

  /** No request or ask that comes from now on is about a call from before. */
  function endAll(who: Who) {
    for (const call of sessions.get(nameOf(who))?.values() ?? []) {
      Object.assign(call, { isClaimed: true, askedThroughUs: null });
    }
  }

  function callsOf(who: Who): Map<string, RememberedCall> {
    const calls = sessions.get(nameOf(who)) ?? new Map<string, RememberedCall>();
    sessions.set(nameOf(who), calls);
    return calls;
  }
}

function createAgentCalls(calls: Map<string, RememberedCall>): AgentCalls {
  const own = () => [...calls.values()].filter(({ subagentId }) => subagentId === null);
  return {
    note: (toolUseId, call, promptId, isCertain) =>
      noteIn(calls, toolUseId, call, promptId, null, isCertain),
    get: (toolUseId) => calls.get(toolUseId) ?? null,
    latest: (words) =>
      own().findLast(({ toolName, permission }) =>
        `${toolName} ${permission.text}`.includes(words),
      ) ?? null,
    alike(call, promptId) {
      const hash = hashOfCall(call);
      const isOfRun = (other: RememberedCall) =>
        promptId === null || other.promptId === null || other.promptId === promptId;
      return own().filter((other) => other.hash === hash && isOfRun(other));
    },
    claim(request) {
      const begun = [...calls.values()].filter(
        (call) => call.exactInput !== null && call.endedAt === null,
      );
      const isFree = claimable(request);
      const free = begun.slice(-MOST_OPEN).filter(isFree);
      const claimed = free.find(({ subagentId }) => subagentId === request.subagentId) ?? free[0];
      if (claimed !== undefined) {
        claimed.isClaimed = true;
        return { toolUseId: claimed.toolUseId, isOver: false };
      }
      // Hooks overtake each other: a request may be heard of when its call is done.
      const hash = hashOfCall(request);
      const isIt = (call: RememberedCall) =>
        request.toolUseId === null ? call.hash === hash : call.toolUseId === request.toolUseId;
      const isOver = [...calls.values()].some(
        (call) => isIt(call) && (call.endedAt ?? "") >= request.at,
      );
      return { toolUseId: request.toolUseId, isOver };
    },
    markClaimed(toolUseId) {
      const call = calls.get(toolUseId);
      if (call !== undefined) call.isClaimed = true;
    },
    lastAsked: () =>
      [...calls.values()].findLast((call) => call.askedThroughUs !== null)?.askedThroughUs ?? null,
    readAgain() {
      for (const call of calls.values()) {
        if (call.hasResult) calls.delete(call.toolUseId);
        call.askedAt = null;
      }
    },
  };
}

function claimable(request: ToolCall): (call: RememberedCall) => boolean {
  if (request.toolUseId !== null) return ({ toolUseId }) => toolUseId === request.toolUseId;
  const exact = exactInput(request);
  return (call) =>
    !call.isClaimed && call.toolName === request.toolName && call.exactInput === exact;
}

function noteIn(
  calls: Map<string, RememberedCall>,
  toolUseId: string,
  call: CalledTool,
  promptId: string | null,
  subagentId: string | null,
  isCertain = false,
): RememberedCall {
  const known = calls.get(toolUseId);
  if (known !== undefined && !isCertain) return known;
  const fresh = {
    askedAt: null,
    hasResult: false,
    exactInput: null,
    endedAt: null,
    isClaimed: false,
  };
  const noted: RememberedCall = {
    ...{ askedThroughUs: null, ...fresh, ...known },
    ...{ toolUseId, toolName: call.toolName, hash: hashOfCall(call), promptId, subagentId },
    permission: permissionQuestion(call),
  };
  calls.set(toolUseId, noted);
  dropOldest(calls);
  return noted;
}

function dropOldest(map: Map<string, unknown>) {
  const [oldest] = map.keys();
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest);
}

/** Clients number their sessions each in its own way. */
export function nameOf({ client, sessionId }: Who): string {
  return `${client} ${sessionId}`;
}

/** A permission is asked for after the call; within its millisecond, what the transcript says goes first. */
export function askedAt(calledAt: number | null): number {
  return (calledAt ?? 0) + 500;
}
