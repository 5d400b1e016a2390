/** An agent's own dialog as data: what a person sees, and what the hook's reply is made from. */

import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { AskInput } from "../../desk/desk.ts";
import type { DialogKind } from "../clients/common/client-dialogs.ts";
import type { DialogMessages } from "./messages.ts";

export interface Dialog extends ReplyFacts {
  /** Not all of it is shown, so no person may allow it here. */
  readonly isCut?: boolean | undefined;
  readonly asks: Pick<
    AskInput,
    "questions" | "context" | "presentation" | "urgency" | "timeoutSeconds"
  >;
}

/** Together with the ask's outcome, these give the hook's reply. Plain data that can be stored. */
export interface ReplyFacts {
  readonly client: string;
  readonly kind: DialogKind;
  /** What the tool was called with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The client's permission updates, handed back by options such as `always-1` or `approve-1`. */
  readonly updates: readonly (readonly unknown[])[];
}

/** The part of a dialog that depends on its kind. */
export type ShownDialog = Pick<Dialog, "asks" | "updates" | "isCut">;

/** Option ids, by which an answer is read. */
export const OPTIONS = {
  allow: "allow",
  deny: "deny",
  always: (index: number) => `always-${index + 1}`,
  approve: "approve",
  approveAnd: (index: number) => `approve-${index + 1}`,
  keepPlanning: "plan",
  /** Nothing is decided here. */
  inTerminal: "in_terminal",
} as const;

/** What showing a dialog needs besides the request itself. */
export interface DialogTools {
  text: DialogMessages;
  /** A file's text; empty if there is no file, null if the file is too long or is not text. */
  readText(path: string): Promise<string | null>;
  /** The plan, if the agent wrote it somewhere other than in its request. */
  planOf(event: DialogEvent): Promise<string | null>;
  /** Whether the person said that they are away. */
  isAway?: (() => boolean) | undefined;
  /** How long to hold a dialog that appears only after its hook has replied. */
  holdSeconds?: number | undefined;
  /** What can only be allowed with a passkey; nothing unless given. */
  passkeyFor?: "nothing" | "destructive" | "permissions" | undefined;
  /** Whether nobody attends the run, for a hook that could not say. */
  isHeadlessRun?: ((event: DialogEvent) => Promise<boolean>) | undefined;
  /** When calls of a client wait whose hook can only refuse them; `away` unless given. */
  holdCalls?: "away" | "always" | "never" | undefined;
  /** How long a run that nobody attends waits for a decision, also for a person who is away. */
  headless?: { seconds: number; awaySeconds: number } | undefined;
}
