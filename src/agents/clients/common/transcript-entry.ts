/** The entries of a transcript, in one shape for all clients. */
import type { AgentFailure } from "../../../core/agent/agent.ts";

export type Entry = EntryHead & EntryBody;

export interface EntryHead {
  /** The client's idempotency key: a line written again after a compaction keeps it. */
  readonly uuid: string | null;
  readonly promptId: string | null;
  /** In microseconds; null if the line has no timestamp. */
  readonly at: number | null;
}

export type EntryBody =
  /** A person's text. Text that comes while the agent works steers it and starts no new run. */
  | { readonly type: "prompt"; readonly text: string; readonly isSteering: boolean }
  /** The agent starts to work by itself, for example when a background task has finished. */
  | { readonly type: "woken" }
  /** A slash command that the program itself carried out. */
  | { readonly type: "command"; readonly text: string }
  | { readonly type: "text"; readonly text: string; readonly isFinal: boolean }
  | {
      readonly type: "call";
      readonly toolUseId: string;
      readonly toolName: string;
      readonly input: Readonly<Record<string, unknown>>;
    }
  | ({ readonly type: "result"; readonly toolUseId: string } & Result)
  | { readonly type: "ended" }
  /** An error or a limit ended the run: nothing is completed. */
  | ({ readonly type: "failed" } & AgentFailure)
  /** After a failure: whether the client goes on without anybody's help. */
  | { readonly type: "resumption"; readonly isByItself: boolean }
  | { readonly type: "interrupted" };

export interface Result {
  readonly hasFailed: boolean;
  /** The text that the model reads, cut at a length that no person's answer reaches. */
  readonly text: string;
  readonly answers: Readonly<Record<string, unknown>> | null;
  readonly annotations: unknown;
  /**
   * Who allowed or denied the tool; `person` only if somebody was asked for this call. `other` is
   * the client itself or a saved rule. Null where the transcript does not say.
   */
  readonly decision: {
    readonly isAllowed: boolean;
    readonly by: "person" | "hook" | "other";
  } | null;
}
