/** A dialog of an agent's own, as data: what a person is shown of it, and all that its hook's reply is made of. */

import type { Client } from "../../core/agent/agent.ts";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { AskInput } from "../../desk/desk.ts";
import type { DialogKind } from "../clients/common/client-dialogs.ts";
import type { DialogMessages } from "./messages.ts";

export interface Dialog extends ReplyFacts {
  readonly asks: Pick<
    AskInput,
    "questions" | "context" | "presentation" | "urgency" | "timeoutSeconds"
  >;
}

/** With the outcome of the ask, this gives the reply: plain data, which any process can keep and read again. */
export interface ReplyFacts {
  readonly client: Client;
  readonly kind: DialogKind;
  /** What the tool was called with. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The client's own permission updates that the options `always-1`, `approve-1` and so on hand back. */
  readonly updates: readonly (readonly unknown[])[];
}

/** What a dialog of one kind adds to what is known of all. */
export type ShownDialog = Pick<Dialog, "asks" | "updates">;

/** The ids of the options, by which the answer is read. */
export const OPTIONS = {
  allow: "allow",
  deny: "deny",
  always: (index: number) => `always-${index + 1}`,
  approve: "approve",
  approveAnd: (index: number) => `approve-${index + 1}`,
  keepPlanning: "plan",
} as const;

/** What it takes to show a dialog, beside the request itself. */
export interface DialogTools {
  text: DialogMessages;
  /** A file's text, empty where there is no file; null when what is there cannot be shown. */
  readText(path: string): Promise<string | null>;
  /** The plan that an agent wrote down elsewhere than in its request. */
  planOf(event: DialogEvent): Promise<string | null>;
  /** Whether the person said that they are away. */
  isAway?: (() => boolean) | undefined;
  /** How long to hold a dialog that comes up only after its hook. */
  holdSeconds?: number | undefined;
}
