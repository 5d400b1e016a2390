/**
 * The one memory of tool calls. It serves three purposes: to know what a call was about when its
 * result shows that a person was asked; to match a permission request, which names no call, by tool
 * and input; and to find the agent of an ask by its call.
 */

import type { TurnQuestion } from "../../../core/agent/agent.ts";
import type { AgentEvent, EventHead, ToolCall } from "../../../core/agent/agent-event.ts";
import { exactInput, hashOfCall } from "../../clients/common/call-hash.ts";
import {
  type CalledTool,
  isAskingThroughUs,
  isAskingTool,
  permissionQuestion,
} from "../../clients/common/tool-questions.ts";

export interface RememberedCall {
  readonly toolUseId: string;
  readonly toolName: string;
  readonly hash: string;
  readonly promptId: string | null;
  /** Set for a sub-agent's call, which is not part of the agent's own conversation. */
  readonly subagentId: string | null;
  /** The permission question for this call, used if it turns out that a person was asked. */
  readonly permission: TurnQuestion;
  /** The input, if the call is of a client's own asking tool. */
  readonly asked: CalledTool["input"] | null;
  /**
   * When permission would have been asked, in microseconds; null until the transcript has the call.
   */
  askedAt: number | null;
  /** The transcript has its result. */
  hasResult: boolean;
  /** A hash of the exact input, for calls whose start a hook reported. */
  exactInput: string | null;
  /** When a hook reported its end. */
  endedAt: string | null;
  /** A permission request was matched to it. */
  isClaimed: boolean;
  /** The input as JSON, if the call is of one of our own asking tools. */
  askedThroughUs: string | null;
}

export interface ToolCalls {
  /** Records a hook's report of a call's start or end, or of the session's end. */
  hear(event: AgentEvent, agentId: number): void;
  of(who: Who): AgentCalls;
  /** The agent that made the call, even after its session has ended. */
  callerOf(toolUseId: string): number | null;
  forget(who: Who): void;
}

/** The calls of one agent's session. */
export interface AgentCalls {
  /**
   * A call keeps its first reported input until the transcript shows the real one (`isCertain`).
   */
  note(
    toolUseId: string,
    call: CalledTool,
    promptId: string | null,
    isCertain?: boolean,
  ): RememberedCall;
  get(toolUseId: string): RememberedCall | null;
  /** The latest call whose name or question contains this text. Used where calls have no ids. */
  latest(words: string): RememberedCall | null;
  /**
   * The oldest call of this prompt's run that has not ended. Null while a sub-agent's call is under
   * way, which may be what is meant.
   */
  underWay(promptId: string | null): RememberedCall | null;
  /** The calls with the same tool and input in the run of this prompt, oldest first. */
  alike(call: CalledTool, promptId: string | null): RememberedCall[];
  /**
   * The oldest call with this request's tool and input that has begun and is not claimed yet.
   * `isOver` if there is none and such a call ended after the request was made.
   */
  claim(request: ToolCall & Pick<EventHead, "subagentId" | "at">): {
    toolUseId: string | null;
    isOver: boolean;
  };
  /** Whether a call that began and has not ended looks like the request's. */
  knows(request: ToolCall): boolean;
  /** Marks a call whose request came before it. */
  markClaimed(toolUseId: string): void;
  /** The JSON input of the last call of one of our own asking tools. */
  lastAsked(): string | null;
  /** Forgets what the transcript said, because it is read again. */
  readAgain(): void;
}

type Who = Pick<EventHead, "client" | "sessionId">;

// A run has some hundred calls; nothing refers to older ones.
const REMEMBERED = 2_000;
// A client runs a handful of tools at a time. An older call whose end was never reported must not
// be taken for a new one that looks alike.
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

  /** No later request or ask is about a call from before the end. */
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
    underWay(promptId) {
      const open = [...calls.values()]
        .filter((call) => !call.hasResult && call.endedAt === null)
        .slice(-MOST_OPEN);
      if (open.some(({ subagentId }) => subagentId !== null)) return null;
      return open.find((call) => isOfRun(call, promptId)) ?? null;
    },
    alike(call, promptId) {
      const hash = hashOfCall(call);
      return own().filter((other) => other.hash === hash && isOfRun(other, promptId));
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
      // Hooks overtake each other: a request may arrive after its call has ended.
      const hash = hashOfCall(request);
      const isIt = (call: RememberedCall) =>
        request.toolUseId === null ? call.hash === hash : call.toolUseId === request.toolUseId;
      const isOver = [...calls.values()].some(
        (call) => isIt(call) && (call.endedAt ?? "") >= request.at,
      );
      return { toolUseId: request.toolUseId, isOver };
    },
    knows(request) {
      const exact = exactInput(request);
      return [...calls.values()].some(
        (call) =>
          call.endedAt === null && call.toolName === request.toolName && call.exactInput === exact,
      );
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

function isOfRun({ promptId }: RememberedCall, other: string | null): boolean {
  return other === null || promptId === null || promptId === other;
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
    asked: isAskingTool(call.toolName) ? call.input : null,
  };
  calls.set(toolUseId, noted);
  dropOldest(calls);
  return noted;
}

function dropOldest(map: Map<string, unknown>) {
  const [oldest] = map.keys();
  if (map.size > REMEMBERED && oldest !== undefined) map.delete(oldest);
}

/** Session ids are unique only within a client. */
export function nameOf({ client, sessionId }: Who): string {
  return `${client} ${sessionId}`;
}

/**
 * A permission is asked right after its call, but after all transcript lines of that millisecond.
 */
export function askedAt(calledAt: number | null): number {
  return (calledAt ?? 0) + 500;
}
