/** Tool calls that have begun, so that a permission request, which names no call, finds the one it is about. */
import type { EventHead, ToolCall } from "../events.ts";

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
  endedAt: string | null;
}

// A client runs a handful of tools at a time; calls whose end was never told must not pile up.
const MOST_PER_SESSION = 64;

export function rememberToolCalls(): ToolCalls {
  const sessions = new Map<string, Known[]>();
  return {
    began(call, isClaimed = false) {
      if (call.toolUseId === null || find(call) !== undefined) return;
      add({ call, isClaimed, endedAt: null });
    },
    claim(request) {
      const isNamed = request.toolUseId !== null;
      const alike = knownIn(request).filter(({ call }) =>
        isNamed ? call.toolUseId === request.toolUseId : isSameCall(call, request),
      );
      const free = alike.filter(({ isClaimed, endedAt }) => endedAt === null && (isNamed || !isClaimed));
      const claimed = free.find(({ call }) => call.subagentId === request.subagentId) ?? free[0];
      if (claimed !== undefined) {
        claimed.isClaimed = true;
        return { toolUseId: claimed.call.toolUseId, isOver: false };
      }
      // Hooks overtake each other: a request may be heard of when its call is done.
      const isOver = alike.some(({ endedAt }) => endedAt !== null && endedAt >= request.at);
      return { toolUseId: request.toolUseId, isOver };
    },
    ended(call) {
      if (call.toolUseId === null) return;
      const known = find(call);
      if (known === undefined) add({ call, isClaimed: false, endedAt: call.at });
      else known.endedAt ??= call.at;
    },
    forget: (session) => void sessions.delete(nameOf(session)),
  };

  function knownIn(session: Session): Known[] {
    return sessions.get(nameOf(session)) ?? [];
  }

  function find(wanted: Called): Known | undefined {
    return knownIn(wanted).find(({ call }) => call.toolUseId === wanted.toolUseId);
  }

  function add(known: Known): void {
    sessions.set(nameOf(known.call), [...knownIn(known.call), known].slice(-MOST_PER_SESSION));
  }
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
