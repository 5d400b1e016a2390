/**
 * What an agent's hooks report, in one shape for all clients. `agents/clients/`
 * translates into it; `agents/turns/` reads it.
 */
import type { AgentFailure, Client, Pane } from "./agent.ts";
import type { ServerForm } from "./server-form.ts";

export type AgentEvent = EventHead & EventBody;

export interface EventHead {
  readonly client: Client;
  readonly sessionId: string;
  /** When we received the event, unless the spool says when it happened. */
  readonly at: string;
  readonly workingDirectory: string;
  readonly transcriptPath: string | null;
  readonly promptId: string | null;
  /** Set for an event inside a sub-agent, whose turns are not the agent's own. */
  readonly subagentId: string | null;
}

export type EventBody =
  | { readonly type: "session_started"; readonly source: string; readonly pane: Pane | null }
  | { readonly type: "session_ended"; readonly reason: string }
  | { readonly type: "prompt_submitted"; readonly text: string }
  | ({ readonly type: "tool_starting" } & ToolCall)
  | ({
      readonly type: "tool_finished";
      readonly response: unknown;
      readonly hasFailed: boolean;
      /**
       * Only the call's dialog is over: a person declined it, or a decision of ours came too late
       * and nobody knows what was decided instead.
       */
      readonly dialog?: "declined" | "lost";
    } & ToolCall)
  | ({
      readonly type: "permission_asked";
      readonly suggestions: readonly unknown[];
      /** The agent's remark about the call, for clients that send one beside the call's input. */
      readonly remark?: string;
      /**
       * The client has a reviewer of its own, and asks a person only where one of
       * the person's rules says so.
       */
      readonly isReviewed?: boolean;
      /**
       * Nobody sits at the agent's terminal, so its own dialog never comes up. Missing where the
       * hook did not say.
       */
      readonly isHeadless?: boolean;
      /**
       * The client told of its dialog by another way than a hook, so that the dialog is on the
       * agent's screen, where usually it would come up only once the hook has replied.
       */
      readonly isOnScreen?: boolean;
    } & ToolCall)
  /** `subject` is the command, file or tool the notice is about, if the client says so. */
  | {
      readonly type: "notified";
      readonly kind: string;
      readonly message: string;
      readonly subject: string | null;
    }
  /** Another MCP server asks the person, in a form or with a link. */
  | ({ readonly type: "form_opened" } & ServerForm)
  /** `content` is what was filled in. */
  | {
      readonly type: "form_closed";
      readonly server: string;
      readonly action: "accept" | "decline" | "cancel";
      readonly content: Readonly<Record<string, unknown>>;
    }
  | { readonly type: "stopped"; readonly text: string }
  /** An error or a limit ended the run: nothing is completed. */
  | ({ readonly type: "failed" } & AgentFailure)
  /** The agent went idle without reporting that it stopped. */
  | { readonly type: "rested" }
  /** Any other event: it shows that the agent lives, and nothing more. */
  | { readonly type: "seen" };

/**
 * A client asks for permission to use a tool, or the agent has a question: a dialog
 * that its hook can answer.
 */
export type DialogEvent = Extract<AgentEvent, { type: "permission_asked" }>;

export interface ToolCall {
  /**
   * Null where the client leaves it out: in a permission request, and when a
   * call of Gemini CLI ends.
   */
  readonly toolUseId: string | null;
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
}
