/** What a transcript tells, in one language for all clients that have one. */

export type Entry = EntryHead & EntryBody;

export interface EntryHead {
  /** The client's idempotency key: a line written again after a compaction keeps it. */
  readonly uuid: string | null;
  readonly promptId: string | null;
  /** In microseconds; null when the line has no moment of its own. */
  readonly at: number | null;
}

export type EntryBody =
  /** A person's words; while the agent works they steer it, without a new run. */
  | { readonly type: "prompt"; readonly text: string; readonly isSteering: boolean }
  /** The agent starts to work by itself, such as on the news of a finished background task. */
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
  | { readonly type: "interrupted" };

export interface Result {
  readonly hasFailed: boolean;
  /** What the model reads, as far as it is text and short enough to hold a person's words. */
  readonly text: string;
  readonly answers: Readonly<Record<string, unknown>> | null;
  readonly annotations: unknown;
  /** Who let the tool run, or did not; `person` only if someone was asked and decided there and then. */
  readonly decision: { readonly isAllowed: boolean; readonly by: "person" | "other" } | null;
}
