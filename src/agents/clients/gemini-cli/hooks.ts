/**
 * Gemini CLI's hooks, translated: the same shape with names of its own, but without ids. The moment of a prompt or call
 * tells it from the next one alike; which call has ended is found by what it was given.
 */

import type { AgentEvent, EventBody } from "../../../core/agent/agent-event.ts";
import { hashOfCall } from "../common/call-hash.ts";
import {
  commonBody,
  type HookContext,
  HookPayload,
  headOf,
  toolCallOf,
} from "../common/hook-payload.ts";
import { geminiResponse } from "./tool-response.ts";

export function fromGemini(
  eventName: string,
  payload: unknown,
  context: HookContext,
): AgentEvent | null {
  const parsed = HookPayload.safeParse(payload);
  if (!parsed.success) return null;
  const { data } = parsed;
  const promptId = eventName === "BeforeAgent" ? data.timestamp : null;
  return { ...headOf("gemini", data, promptId, context.at), ...bodyOf(eventName, data, context) };
}

function bodyOf(eventName: string, payload: HookPayload, context: HookContext): EventBody {
  switch (eventName) {
    case "SessionStart":
    case "SessionEnd":
      return commonBody(eventName, payload, context);
    case "BeforeAgent":
      return { type: "prompt_submitted", text: payload.prompt.replace(FILES, "") };
    case "BeforeTool": {
      const call = toolCallOf(payload);
      return {
        type: "tool_starting",
        ...call,
        toolUseId: call.toolUseId ?? `${payload.timestamp}:${hashOfCall(call)}`,
      };
    }
    case "AfterTool":
      return { type: "tool_finished", ...toolCallOf(payload), ...geminiResponse(payload) };
    case "AfterAgent":
      return {
        type: "stopped",
        text: payload.prompt_response === NOTHING_SAID ? "" : payload.prompt_response,
      };
    case "Notification":
      return {
        type: "notified",
        kind: payload.notification_type,
        message: payload.message,
        subject: subjectOf(payload),
      };
    default:
      return { type: "seen" };
  }
}

// What files say that a prompt names (`@file`) comes behind the person's words.
const FILES = /\n--- Content from referenced files ---\n.*$/s;
// Its own words for a run that was interrupted, or failed, before the model said anything.
const NOTHING_SAID = "[no response text]";

function subjectOf({ details }: HookPayload): string | null {
  const subject = ["command", "filePath", "toolName"]
    .map((name) => details[name])
    .find((value) => typeof value === "string");
  return typeof subject === "string" ? subject : null;
}
