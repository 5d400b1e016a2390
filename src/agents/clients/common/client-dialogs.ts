/**
 * Describes a client's own dialogs: which of them a hook can answer, and the shape of its reply.
 */
import type { DialogEvent } from "../../../core/agent/agent-event.ts";

export type DialogKind = "ask_user_question" | "permission" | "plan_approval" | "server_form";

/** A decision on an agent's dialog, before it takes the client's own shape. */
export type DialogDecision =
  | {
      readonly behavior: "allow";
      /** Replaces the input that the tool was called with. */
      readonly input?: Readonly<Record<string, unknown>>;
      /** The client's own permission updates, handed back unchanged. */
      readonly permissions?: readonly unknown[];
    }
  | { readonly behavior: "deny"; readonly message: string }
  | FormDecision;

/** What another MCP server is told; `content` is null where nothing was filled in. */
export interface FormDecision {
  readonly behavior: "form";
  readonly action: "accept" | "decline" | "cancel";
  readonly content: Readonly<Record<string, unknown>> | null;
}

export interface ClientDialogs {
  /** What people call the client. */
  readonly name: string;
  /** Whether a reply can hold permission updates ("always"). */
  takesPermissions(event: DialogEvent): boolean;
  /** Its hook can refuse a call and no more: only the client's own terminal allows one. */
  readonly onlyRefuses?: boolean;
  /** Whether its suggestions exclude each other; otherwise they work only together. */
  readonly suggestsAlternatives?: boolean;
  /** Whether a yes can hand back the call as a person changed it. */
  readonly takesEdits?: boolean;
  /** Null for a dialog that no hook can answer. */
  kindOf(event: DialogEvent): DialogKind | null;
  /**
   * Whether the dialog appears only after the hook has replied, instead of beside it. Then a person
   * at the terminal waits for us.
   */
  isShownAfterHook(event: DialogEvent): boolean;
  /** Whether the dialog comes up at once for a person who is there. */
  isOnlyWhileAway?(event: DialogEvent): boolean;
  /** The longest that such a hook can wait; left out if there is no limit. */
  readonly awaySeconds?: number;
  /** The body of the hook's reply. */
  reply(decision: DialogDecision): Record<string, unknown>;
}
