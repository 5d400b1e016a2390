/** One call of a tool: who makes it, how long it may wait, and how a failure is reported. */
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type ElicitRequestFormParams,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { AsklineError } from "../../core/ask/errors.ts";
import { type Client, ceilingSeconds, isOneCaller, sourceOf } from "./caller.ts";
import type { ClientForm } from "./client-form.ts";
import { configuredSeconds } from "./configured-limit.ts";
import { refusalOf } from "./refusal.ts";
import type { McpParts } from "./server.ts";
import type { WaitingCall } from "./waiting.ts";

export type ToolResult = CallToolResult;

export interface Caller extends WaitingCall {
  /**
   * False where several callers may have the same name. Nothing is then shared
   * between callers of that name.
   */
  isOne: boolean;
}

export type ToolCall = (args: unknown, parts: McpParts, caller: Caller) => Promise<ToolResult>;

/** The reply to a caller that asks for its own questions, when we cannot tell which are its own. */
export const NOT_TOLD_APART =
  "Clients that connect by HTTP without a session are not told apart. Give the session_id of the question.";

/** The caller's name in the record of who received an outcome. */
export function takerOf({ source }: Caller): string {
  return source.agentId ?? source.kind;
}

/**
 * Some clients give their model only the text, others only the structured content, so each holds
 * everything.
 */
export function textResult<T extends { text: string }>(structured: T): ToolResult {
  return { content: [{ type: "text", text: structured.text }], structuredContent: structured };
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

/** What an older client said of itself at the start of its connection. */
export interface ClientAtStart {
  readonly client: Client | undefined;
  readonly capabilities: ClientCapabilities | undefined;
}

// The longest that a timer takes. The call that asks has an end of its own.
const FOR_DAYS = 2 ** 31 - 1;

/**
 * Whether the client's own form is one more place for the answer. Codex ignores the cancel that
 * closes it, and shows the question by its daemon. Claude Code could show it only over the older
 * protocol, so the person decides.
 */
function showsForms(
  { name }: Client,
  { capabilities }: ClientAtStart,
  { formsInClaudeCode }: McpParts,
): boolean {
  const { elicitation } = capabilities ?? {};
  // Before there were links, an empty object stood for forms.
  if (elicitation === undefined || (elicitation.url && !elicitation.form)) return false;
  const lower = name.toLowerCase();
  return lower.startsWith("claude-code") ? formsInClaudeCode : !lower.startsWith("codex");
}

/** Newer clients name themselves in every request, older ones once at the start. */
export function callerOf(
  { mcpReq, http, sessionId }: ServerContext,
  namedAtStart: ClientAtStart,
  parts: McpParts,
): Caller {
  // The envelope's keys are the protocol's own names, which its type does not list.
  const envelope = mcpReq.envelope as Record<string, unknown> | undefined;
  const client = (envelope?.[CLIENT_INFO_META_KEY] as Client | undefined) ??
    namedAtStart.client ?? { name: "unknown", version: "" };
  parts.onClient?.(client.name);
  const progressToken = mcpReq._meta?.progressToken;
  const meta = { ...(sessionId === undefined ? {} : { sessionId }), ...mcpReq._meta };
  // A dropped connection cannot be resumed, so nobody would read what the call returns.
  const connection = http?.req?.signal;
  return {
    source: sourceOf(client, meta, parts),
    isOne: isOneCaller(meta, parts),
    signal: connection === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, connection]),
    isConnectedForCall: http !== undefined && sessionId === undefined,
    patienceSeconds: ceilingSeconds(client, parts.waitSeconds, {
      environment: parts.environment,
      configured: configuredSeconds(client, parts),
    }),
    ...(envelope === undefined && showsForms(client, namedAtStart, parts)
      ? {
          showForm: (form, signal) =>
            mcpReq.elicitInput(asSent(form), { signal, timeout: FOR_DAYS }),
        }
      : {}),
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

function asSent(form: ClientForm): ElicitRequestFormParams {
  // The protocol's type spells out every kind of field; ours are some of them.
  return { mode: "form", ...form } as ElicitRequestFormParams;
}
