/** What is known of a client's own dialogs: which of them a hook can answer, and how the client wants to be answered. */
import type { DialogEvent } from "../../../core/agent/agent-event.ts";

export type DialogKind = "ask_user_question" | "permission" | "plan_approval";

/** What an agent is told about its dialog. Data, so that nobody has to read it out of a reply. */
export type DialogDecision =
  | {
      readonly behavior: "allow";
      /** What the tool should be given instead of what it was called with. */
      readonly input?: Readonly<Record<string, unknown>>;
      /** Permission updates of the client's own, handed back untouched. */
      readonly permissions?: readonly unknown[];
    }
  | { readonly behavior: "deny"; readonly message: string };

export interface ClientDialogs {
  /** What people call the client. */
  readonly name: string;
  /** Whether "always" can be carried back. */
  readonly takesPermissions: boolean;
  kindOf(event: DialogEvent): DialogKind;
  /** Whether it comes up only once the hook has replied, rather than beside it: then a person at the terminal waits for us. */
  isShownAfterHook(event: DialogEvent): boolean;
  /** How long such a hook can wait at all; left out where that is as long as it takes. */
  readonly awaySeconds?: number;
  /** The body of the hook's reply. */
  reply(decision: DialogDecision): Record<string, unknown>;
}
