/**
 * Gemini CLI's hooks, translated. They have the common shape, their own names and no ids. A prompt
 * or call is told from an equal one by its timestamp; a finished call is found by its input.
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

// The content of files that a prompt names (`@file`) follows the person's text.
export const FILES = /\n--- Content from referenced files ---\n.*$/s;
// Gemini CLI's text for a run that was interrupted or failed before the model said anything.
const NOTHING_SAID = "[no response text]";

function subjectOf({ details }: HookPayload): string | null {
  const subject = ["command", "filePath", "toolName"]
    .map((name) => details[name])
    .find((value) => typeof value === "string");
  return typeof subject === "string" ? subject : null;
}
