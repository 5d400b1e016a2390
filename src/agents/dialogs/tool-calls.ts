/** Tool calls that have begun, so that a permission request, which names no call, finds the one it is about. */

import type { EventHead, ToolCall } from "../../core/agent/agent-event.ts";
import { callHash } from "../clients/common/content.ts";

type Called = Pick<EventHead, "client" | "sessionId" | "subagentId" | "at"> & ToolCall;
type Session = Pick<EventHead, "client" | "sessionId">;

export interface ToolCalls {
  /** `isClaimed` when a request for it came before it. */
  began(call: Called, isClaimed?: boolean): void;
  /** The oldest call with this tool and input that no request has claimed yet. Over when all of them had ended since. */
  claim(request: Called): { toolUseId: string | null; isOver: boolean };
  ended(call: Called): void;
  forget(session: Session): void;
}

interface Known {
  call: Called;
  isClaimed: boolean;
}

/** Of a call that is done only what a late request is known by, since what tools return may be large. */
interface Done {
  toolUseId: string;
  hash: string;
  endedAt: string;
}

interface Calls {
  open: Known[];
  done: Done[];
}

// A client runs a handful of tools at a time; calls whose end was never told must not pile up.
const MOST_OPEN = 64;
const MOST_DONE = 16;

export function rememberToolCalls(): ToolCalls {
  const sessions = new Map<string, Calls>();
  return {
    began(call, isClaimed = false) {
      const { open, done } = callsOf(call);
      const isSame = ({ toolUseId }: { toolUseId: string | null }) => toolUseId === call.toolUseId;
      if (call.toolUseId === null || open.some((known) => isSame(known.call)) || done.some(isSame)) return;
      sessions.set(nameOf(call), { open: [...open, { call, isClaimed }].slice(-MOST_OPEN), done });
    },
    claim(request) {
      const { open, done } = callsOf(request);
      const free = open.filter(({ call, isClaimed }) =>
        request.toolUseId === null ? !isClaimed && isSameCall(call, request) : call.toolUseId === request.toolUseId,
      );
      const claimed = free.find(({ call }) => call.subagentId === request.subagentId) ?? free[0];
      if (claimed !== undefined) {
        claimed.isClaimed = true;
        return { toolUseId: claimed.call.toolUseId, isOver: false };
      }
      // Hooks overtake each other: a request may be heard of when its call is done.
      const hash = hashOf(request);
      const isIt = (one: Done) =>
        request.toolUseId === null ? one.hash === hash : one.toolUseId === request.toolUseId;
      return { toolUseId: request.toolUseId, isOver: done.some((one) => isIt(one) && one.endedAt >= request.at) };
    },
    ended(call) {
      const { toolUseId, at: endedAt } = call;
      if (toolUseId === null) return;
      const { open, done } = callsOf(call);
      sessions.set(nameOf(call), {
        open: open.filter((known) => known.call.toolUseId !== toolUseId),
        done: [...done, { toolUseId, hash: hashOf(call), endedAt }].slice(-MOST_DONE),
      });
    },
    forget: (session) => void sessions.delete(nameOf(session)),
  };

  function callsOf(session: Session): Calls {
    return sessions.get(nameOf(session)) ?? { open: [], done: [] };
  }
}

function hashOf({ toolName, input: { answers: _, annotations: __, ...input } }: ToolCall): string {
  return callHash(toolName, input);
}

/** Clients number their sessions each in its own way. */
function nameOf({ client, sessionId }: Session): string {
  return `${client} ${sessionId}`;
}

export function isSameCall(one: ToolCall, other: ToolCall): boolean {
  return one.toolName === other.toolName && sayingOf(one.input) === sayingOf(other.input);
}

/** A finished question holds its answers beside its questions. */
function sayingOf({ answers: _, annotations: __, ...input }: ToolCall["input"]): string {
  return JSON.stringify(sorted(input));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [name, sorted(inner)]);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
