/** Recognises tool calls by their tool and input. */
import { createHash } from "node:crypto";
import type { ToolCall } from "../../../core/agent/agent-event.ts";
import { callHash } from "./content.ts";
import { type CalledTool, isAskingTool } from "./tool-questions.ts";

/**
 * Leaves out a plan, which only the transcript has, and answers, which only a finished call has.
 */
export function hashOfCall({ toolName, input }: CalledTool): string {
  if (!isAskingTool(toolName)) return callHash(toolName, input);
  const { plan: _plan, answers: _answers, annotations: _annotations, ...asked } = input;
  return callHash(toolName, asked);
}

export function isSameCall(one: ToolCall, other: ToolCall): boolean {
  return one.toolName === other.toolName && wordsOf(one.input) === wordsOf(other.input);
}

/** A hash of the exact input, whatever the order of its fields. */
export function exactInput({ input }: ToolCall): string {
  return createHash("sha256").update(wordsOf(input)).digest("base64url");
}

/** Leaves out the answers that a finished question holds beside its questions. */
function wordsOf({ answers: _, annotations: __, ...input }: ToolCall["input"]): string {
  return JSON.stringify(sorted(input));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    sorted(inner),
  ]);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
