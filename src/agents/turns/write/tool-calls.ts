/**
 * The recent tool calls of one agent. A permission request names no call, so it is matched by tool and input; and what
 * a call was about must be known when its result tells that a person was asked.
 */

import type { TurnQuestion } from "../../../core/agent/agent.ts";
import { callHash } from "../../clients/common/content.ts";
import { type CalledTool, isAskingTool, permissionQuestion } from "../../clients/common/tool-questions.ts";

export interface NotedCall {
  readonly toolUseId: string;
  readonly toolName: string;
  readonly hash: string;
  readonly promptId: string | null;
  /** Asking for permission to make this call, should it turn out that a person was asked. */
  readonly permission: TurnQuestion;
  /** When permission was asked, in microseconds, if it was; null until the transcript has the call. */
  askedAt: number | null;
  hasResult: boolean;
}

export interface ToolCalls {
  /** A call keeps the input it was first heard with, until the transcript tells how it was made. */
  note(toolUseId: string, call: CalledTool, promptId: string | null, isCertain?: boolean): NotedCall;
  get(toolUseId: string): NotedCall | null;
  /** The latest whose name or question has these words in it; of calls without ids it may be all that is known. */
  latest(words: string): NotedCall | null;
  /** Those with the same tool and input in the run of that prompt, oldest first. */
  alike(call: CalledTool, promptId: string | null): NotedCall[];
}

// A run has some hundred calls; what is older is settled.
const REMEMBERED = 1000;

export function rememberCalls(): ToolCalls {
  const calls = new Map<string, NotedCall>();
  return {
    note(toolUseId, call, promptId, isCertain = false) {
      const known = calls.get(toolUseId);
      if (known !== undefined && !isCertain) return known;
      const noted: NotedCall = {
        toolUseId,
        toolName: call.toolName,
        hash: hashOfCall(call),
        promptId,
        permission: permissionQuestion(call),
        askedAt: known?.askedAt ?? null,
        hasResult: known?.hasResult ?? false,
      };
      calls.set(toolUseId, noted);
      if (calls.size > REMEMBERED) calls.delete(calls.keys().next().value ?? "");
      return noted;
    },
    get: (toolUseId) => calls.get(toolUseId) ?? null,
    latest: (words) =>
      [...calls.values()].findLast(({ toolName, permission }) => `${toolName} ${permission.text}`.includes(words)) ??
      null,
    alike(call, promptId) {
      const hash = hashOfCall(call);
      const isOfRun = (other: NotedCall) => promptId === null || other.promptId === null || other.promptId === promptId;
      return [...calls.values()].filter((other) => other.hash === hash && isOfRun(other));
    },
  };
}

/** Hooks are not shown the plan, the transcript is; and once it is answered, a question comes with its answers. */
export function hashOfCall({ toolName, input }: CalledTool): string {
  if (!isAskingTool(toolName)) return callHash(toolName, input);
  const { plan: _plan, answers: _answers, annotations: _annotations, ...asked } = input;
  return callHash(toolName, asked);
}

/** A permission is asked for after the call; within its millisecond, what the transcript says goes first. */
export function askedAt(calledAt: number | null): number {
  return (calledAt ?? 0) + 500;
}
