/** What an agent's hooks tell, in one language for all clients. `clients/` translates; `ingest.ts` takes it in. */
import type { Client, Pane } from "./agent.ts";

export type AgentEvent = EventHead & EventBody;

export interface EventHead {
  readonly client: Client;
  readonly sessionId: string;
  /** When we heard of it, unless the spool says when it happened. */
  readonly at: string;
  readonly workingDirectory: string;
  readonly transcriptPath: string | null;
  readonly promptId: string | null;
  /** Set for what happens inside a sub-agent; its turns are not the agent's own. */
  readonly subagentId: string | null;
}

export type EventBody =
  | { readonly type: "session_started"; readonly source: string; readonly pane: Pane | null }
  | { readonly type: "session_ended"; readonly reason: string }
  | { readonly type: "prompt_submitted"; readonly text: string }
  | ({ readonly type: "tool_starting" } & ToolCall)
  | ({ readonly type: "tool_finished"; readonly response: unknown; readonly hasFailed: boolean } & ToolCall)
  | ({
      readonly type: "permission_asked";
      readonly suggestions: readonly unknown[];
      /** What the agent says about it, where its client tells that beside the call's own input. */
      readonly remark?: string;
      /** The client has somebody of its own to decide, and asks a person only where a rule of theirs says so. */
      readonly isReviewed?: boolean;
    } & ToolCall)
  /** `subject` is the command, file or tool that it is about, where the client says so. */
  | { readonly type: "notified"; readonly kind: string; readonly message: string; readonly subject: string | null }
  | { readonly type: "stopped"; readonly text: string }
  /** It does nothing any more, though it did not say that it stopped. */
  | { readonly type: "rested" }
  /** Anything else: the agent lives, and nothing more is known from it. */
  | { readonly type: "seen" };

export interface ToolCall {
  /** Null where the client leaves it out: in a permission request, and when a call of Gemini CLI ends. */
  readonly toolUseId: string | null;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
}
