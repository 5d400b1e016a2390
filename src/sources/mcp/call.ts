/** One call of a tool: who makes it, how long it may wait, and how a failure is reported. */
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Source } from "../../core/ask/ask.ts";
import { AsklineError } from "../../core/ask/errors.ts";
import { type Client, ceilingSeconds, isOneCaller, sourceOf } from "./caller.ts";
import { refusalOf } from "./refusal.ts";
import type { McpParts } from "./server.ts";
import type { WaitingCall } from "./waiting.ts";

export type ToolResult = CallToolResult;

export interface Caller extends WaitingCall {
  source: Source;
  /**
   * False where several callers may have the same name. Nothing is then shared
   * between callers of that name.
   */
  isOne: boolean;
}

export type ToolCall = (args: unknown, parts: McpParts, caller: Caller) => Promise<ToolResult>;

/** The reply to a caller that asks for its own questions, when we cannot tell which are its own. */
export const NOT_TOLD_APART =
  "Clients that connect by HTTP are not told apart. Give the session_id of the question.";

/** The caller's name in the record of who received an outcome. */
export function takerOf({ source }: Caller): string {
  return source.agentId ?? source.kind;
}

export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text }] };
}

/** Reports an error to the model in words, as a result it can act on. */
export async function withErrorsInWords(work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AsklineError)) throw error;
    return {
      isError: true,
      content: [{ type: "text", text: `${error.message}\n${error.suggestion}` }],
      structuredContent: { error: refusalOf(error) },
    };
  }
}

/** Newer clients name themselves in every request, older ones once at the start. */
export function callerOf(
  { mcpReq }: ServerContext,
  namedAtStart: Client | undefined,
  parts: McpParts,
): Caller {
  // The envelope's keys are the protocol's own names, which its type does not list.
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const client = (envelope?.[CLIENT_INFO_META_KEY] as Client | undefined) ??
    namedAtStart ?? { name: "unknown", version: "" };
  const progressToken = mcpReq._meta?.progressToken;
  return {
    source: sourceOf(client, mcpReq._meta, parts),
    isOne: isOneCaller(mcpReq._meta, parts),
    signal: mcpReq.signal,
    patienceSeconds: ceilingSeconds(client, parts.waitSeconds, parts.environment),
    ...(progressToken === undefined
      ? {}
      : {
          progress: (progress, message) =>
            mcpReq.notify({
              method: "notifications/progress",
              params: { progressToken, progress, message },
            }),
        }),
  };
}
