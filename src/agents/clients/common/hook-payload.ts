/** The common shape of all clients' hooks: one JSON object; only `session_id` is required. */
import { z } from "zod";
import type { Client } from "../../../core/agent/agent.ts";
import type { EventBody, EventHead, ToolCall } from "../../../core/agent/agent-event.ts";
import { microsecondsOf, stampOf } from "../../../core/agent/stamp.ts";

const Text = z.string().catch("");
const Id = z.string().min(1).nullable().catch(null);

/**
 * Lenient: a field of the wrong type counts as missing. Clients change, and a hook must not fail.
 */
export const HookPayload = z.object({
  session_id: z.string().min(1),
  transcript_path: Id,
  cwd: Text,
  prompt_id: Id,
  turn_id: Id,
  timestamp: Id,
  agent_id: Id,
  source: Text,
  reason: Text,
  prompt: Text,
  tool_name: Text,
  tool_input: z.record(z.string(), z.unknown()).catch({}),
  tool_use_id: Id,
  tool_response: z.unknown().optional(),
  permission_suggestions: z.array(z.unknown()).catch([]),
  notification_type: Text,
  message: Text,
  details: z.record(z.string(), z.unknown()).catch({}),
  last_assistant_message: Text,
  prompt_response: Text,
  error: z.unknown().optional(),
  mcp_server_name: Text,
  url: Id,
  requested_schema: z.record(z.string(), z.unknown()).catch({}),
  action: Text,
  content: z.record(z.string(), z.unknown()).catch({}),
});
export type HookPayload = z.infer<typeof HookPayload>;

/** What is known besides the payload: when it arrived, and from which pane. */
export interface HookContext {
  readonly at: Date;
  readonly pane: Extract<EventBody, { type: "session_started" }>["pane"];
}

export function headOf(
  client: Client,
  payload: HookPayload,
  promptId: string | null,
  at: Date,
): EventHead {
  return {
    client,
    sessionId: payload.session_id,
    at: stampOf(microsecondsOf(at.toISOString()) ?? 0),
    workingDirectory: payload.cwd,
    transcriptPath: payload.transcript_path,
    promptId,
    subagentId: payload.agent_id,
  };
}

export function toolCallOf(payload: HookPayload): ToolCall {
  return { toolUseId: payload.tool_use_id, toolName: payload.tool_name, input: payload.tool_input };
}

/** Hooks that mean the same for every client, by their most common names. */
export function commonBody(
  eventName: string,
  payload: HookPayload,
  { pane }: HookContext,
): EventBody {
  switch (eventName) {
    case "SessionStart":
      return { type: "session_started", source: payload.source, pane };
    case "SessionEnd":
      return { type: "session_ended", reason: payload.reason };
    case "UserPromptSubmit":
      return { type: "prompt_submitted", text: payload.prompt };
    case "PreToolUse":
      return { type: "tool_starting", ...toolCallOf(payload) };
    case "PostToolUse":
      return {
        type: "tool_finished",
        ...toolCallOf(payload),
        response: payload.tool_response,
        hasFailed: false,
      };
    case "PermissionRequest":
      return {
        type: "permission_asked",
        ...toolCallOf(payload),
        suggestions: payload.permission_suggestions,
      };
    case "Stop":
      return { type: "stopped", text: payload.last_assistant_message };
    default:
      return { type: "seen" };
  }
}
