/**
 * What happens in a thread of Codex's daemon, as events of the agent. Codex's hooks, where they are
 * trusted, report most of it too, with the same ids. Pure.
 */
import { z } from "zod";
import type { AgentEvent, EventBody, EventHead } from "../../../../core/agent/agent-event.ts";
import { microsecondsOf, stampOf } from "../../../../core/agent/stamp.ts";
import { isForAgent } from "../../common/words-for-agents.ts";
import { failureOf } from "../failure.ts";
import type { Item, Thread, TurnEnd } from "./messages.ts";
import { patchOf } from "./patch.ts";
import { whoIs } from "./requests.ts";
import { scriptIn } from "./script-in.ts";

export function eventIn(
  thread: Thread,
  turnId: string | null,
  at: Date,
  body: EventBody,
): AgentEvent {
  return { ...headIn(thread, turnId, at), ...body };
}

function headIn(thread: Thread, promptId: string | null, at: Date): EventHead {
  return {
    ...{ client: "codex", ...whoIs(thread), workingDirectory: thread.cwd, promptId },
    at: stampOf(microsecondsOf(at.toISOString()) ?? 0),
  };
}

const Step = z.object({
  status: z.string().catch(""),
  command: z.string().catch(""),
  aggregatedOutput: z.string().nullable().catch(null),
  content: z.array(z.object({ text: z.string().catch("") })).catch([]),
  text: z.string().catch(""),
  completedAtMs: z.number().nullable().catch(null),
});

/** Null for a step that says nothing to us. */
export function bodyOfStep(item: Item): EventBody | null {
  const step = Step.parse(item);
  const call = { toolUseId: item.id, hasFailed: step.status === "failed" };
  switch (item.type) {
    case "userMessage": {
      const text = step.content.map((part) => part.text).join("\n");
      // The reason of a refusal steers the turn, and is in the conversation as the answer.
      return isForAgent(text) ? null : { type: "prompt_submitted", text };
    }
    case "commandExecution": {
      const input = { command: scriptIn(step.command) };
      const response = step.aggregatedOutput ?? "";
      return { type: "tool_finished", toolName: "Bash", input, response, ...call };
    }
    case "fileChange": {
      const input = { command: patchOf(item)?.text ?? "" };
      return { type: "tool_finished", toolName: "apply_patch", input, response: "", ...call };
    }
    default:
      return null;
  }
}

/** When the step was refused by a person, or by a rule of theirs; null if it was not. */
export function refusedAt(item: Item, now: Date): Date | null {
  const { status, completedAtMs } = Step.parse(item);
  if (status !== "declined") return null;
  return completedAtMs === null ? now : new Date(completedAtMs);
}

export function bodyOfTurnEnd({ status, error, items }: TurnEnd["turn"], at: Date): EventBody {
  if (status === "failed") {
    const { message = "", codexErrorInfo } = error ?? {};
    return { type: "failed", ...failureOf(message, codexErrorInfo, at) };
  }
  const said = z.array(z.looseObject({ type: z.string(), id: z.string() })).safeParse(items).data;
  const last = said?.findLast(({ type }) => type === "agentMessage");
  const isWhole = status === "completed" && last !== undefined;
  return { type: "stopped", text: isWhole ? Step.parse(last).text : "" };
}
