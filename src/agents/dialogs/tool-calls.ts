/** Tool calls that have begun, so that a permission request, which names no call, finds the one it is about. */
import type { ToolCall } from "../events.ts";

export interface ToolCalls {
  began(sessionId: string, call: ToolCall): void;
  /** The oldest call with this tool and input that no request has claimed yet. */
  claim(sessionId: string, call: ToolCall): string | null;
  ended(sessionId: string, toolUseId: string | null): void;
  forget(sessionId: string): void;
}

// A client runs a handful of tools at a time; calls whose end was never told must not pile up.
const MOST_PER_SESSION = 64;

export function rememberToolCalls(): ToolCalls {
  const sessions = new Map<string, { call: ToolCall; isClaimed: boolean }[]>();
  return {
    began(sessionId, call) {
      if (call.toolUseId === null) return;
      const calls = sessions.get(sessionId) ?? [];
      if (calls.some(({ call: known }) => known.toolUseId === call.toolUseId)) return;
      sessions.set(sessionId, [...calls, { call, isClaimed: false }].slice(-MOST_PER_SESSION));
    },
    claim(sessionId, call) {
      const free = sessions.get(sessionId)?.find((known) => !known.isClaimed && isSameCall(known.call, call));
      if (free === undefined) return null;
      free.isClaimed = true;
      return free.call.toolUseId;
    },
    ended(sessionId, toolUseId) {
      const calls = sessions.get(sessionId)?.filter(({ call }) => call.toolUseId !== toolUseId) ?? [];
      if (calls.length === 0) sessions.delete(sessionId);
      else sessions.set(sessionId, calls);
    },
    forget: (sessionId) => void sessions.delete(sessionId),
  };
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
