/** Asking from a program: `import { ask } from "askline"`. */
import type { Ask, SettledAsk } from "./ask.js";
import type { AskInput, Desk } from "./desk.js";

export type {
  Ask,
  AskBack,
  Note,
  Outcome,
  Owner,
  Presentation,
  ProcessIdentity,
  Provenance,
  SettledAsk,
  Source,
} from "./ask.js";
export type {
  AskChange,
  AskInput,
  Decider,
  Desk,
  ListFilter,
  Rejection,
  Watch,
  Withdrawal,
} from "./desk.js";
export * from "./errors.js";
export type {
  Answer,
  Option,
  OptionInput,
  Question,
  QuestionInput,
  Reply,
  SelectionMode,
} from "./question.js";

/**
 * Asks and waits until a person, a deadline or somebody's cancel settles it. An aborted wait withdraws the ask and
 * rejects with the signal's reason.
 *
 * @example
 * const { outcome } = await ask({
 *   questions: [{ prompt: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }],
 *   timeoutSeconds: 600,
 * });
 * if (outcome.status === "completed") console.log(outcome.reply.answers[0]?.optionIds);
 */
export function ask(
  input: AskInput,
  options?: { signal?: AbortSignal | undefined; desk?: Desk | undefined },
): Promise<SettledAsk>;

/** A desk on this person's sessions folder, or on the one given. Close it when done. */
export function openDesk(options?: { sessionsDirectory?: string | undefined }): Desk;

/** How an ask ended, in the words an agent reads: what was decided, and what to do next. */
export function wordOutcome(ask: Pick<Ask, "questions" | "outcome">): string;
