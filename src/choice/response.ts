/** The `provide_choice` response: the outcome of an ask, in the contract's words. */
import { z } from "zod";
import { type Ask, type Note, type Outcome, Provenance } from "../core/ask/ask.ts";
import { AsklineError } from "../core/ask/errors.ts";
import { wordAnswer, wordOutcome } from "../core/ask/wording.ts";

export const ActionStatus = z.enum([
  "selected",
  "custom_input",
  "cancelled",
  "timeout",
  "pending_terminal_launch",
  "pending",
]);
export type ActionStatus = z.infer<typeof ActionStatus>;

/** How far a hand-off has come. `opened` holds while its terminal lives. */
export const HandOff = z.object({
  state: z.enum(["not_opened", "opened", "closed"]),
  opened_at: z.string().nullable(),
  closed_at: z.string().nullable(),
});
export type HandOff = z.infer<typeof HandOff>;

export const ProvideChoiceResponse = z.object({
  action_status: ActionStatus,
  selection: z.object({
    selected_ids: z.array(z.string()),
    custom_input: z.string().nullable(),
    option_annotations: z.record(z.string(), z.string()),
    global_annotation: z.string().nullable(),
    summary: z.string().describe("What was decided, or what to do next, in words"),
    url: z.string().nullable(),
  }),
  session_id: z.string(),
  provenance: Provenance.nullable().describe("Who decided, where and when; null while nobody has"),
  hand_off: HandOff.optional().describe(
    "While a hand-off is unfinished: whether its command was run, and whether the terminal was closed without an answer",
  ),
  already_fetched_at: z
    .string()
    .optional()
    .describe("When this result was first given to you; absent the first time"),
});
export type ProvideChoiceResponse = z.infer<typeof ProvideChoiceResponse>;

/** How a handed-off question is opened: the exact command for a terminal, and its page. */
export interface Launch {
  /** Its page on the running hub, without any code; null without a hub. */
  url: string | null;
  command: string;
  /** The page that shows the question meanwhile, if there is one. */
  page?: string | undefined;
}

/**
 * The ask ended without a decision. That is neither a cancel nor a timeout, so it has no response.
 */
export class ChoiceAbandoned extends AsklineError {
  readonly code = "abandoned";
  readonly suggestion = "Ask again if a decision is still needed.";
  constructor(ask: Ask) {
    super(wordOutcome(ask));
  }
}

/** Throws ChoiceAbandoned. An unfinished hand-off needs `launch`. */
export function responseFromAsk(ask: Ask, launch?: Launch): ProvideChoiceResponse {
  const { outcome } = ask;
  if (outcome === null) return pendingResponse(ask, launch);
  if (outcome.status === "abandoned") throw new ChoiceAbandoned(ask);
  const selection = { ...selectionOf(outcome), summary: summaryOf(ask, outcome), url: null };
  return {
    action_status: actionStatusOf(outcome),
    selection,
    session_id: ask.id,
    provenance: outcome.provenance,
  };
}

/** The same result once more. It says so, so that nobody acts on it a second time. */
export function fetchedAgain(
  response: ProvideChoiceResponse,
  firstFetchedAt: string,
): ProvideChoiceResponse {
  const { selection } = response;
  const summary = `This result was already fetched at ${firstFetchedAt}.\n${selection.summary}`;
  return { ...response, selection: { ...selection, summary }, already_fetched_at: firstFetchedAt };
}

function actionStatusOf(outcome: Exclude<Outcome, { status: "abandoned" }>): ActionStatus {
  switch (outcome.status) {
    case "completed":
      return outcome.reply.answers.some((answer) => answer.optionIds.length > 0) ||
        !outcome.reply.answers[0]?.customText
        ? "selected"
        : "custom_input";
    case "rejected":
      return "cancelled";
    case "timed_out":
      return "timeout";
  }
}

function selectionOf(outcome: Outcome) {
  if (outcome.status === "rejected") return notesOnly(outcome.notes ?? []);
  const reply =
    outcome.status === "completed" || outcome.status === "timed_out" ? outcome.reply : undefined;
  const answer = reply?.answers[0];
  return {
    selected_ids: answer?.optionIds ?? [],
    custom_input: answer?.customText ?? null,
    option_annotations: answer?.optionNotes ?? {},
    global_annotation: reply?.globalNote ?? null,
  };
}

/** A cancel selects nothing; what the person noted before still reaches the agent. */
function notesOnly(notes: readonly Note[]) {
  const onOptions = notes.flatMap(({ optionId, text }) =>
    optionId === undefined ? [] : [[optionId, text]],
  );
  return {
    selected_ids: [],
    custom_input: null,
    option_annotations: Object.fromEntries(onOptions) as Record<string, string>,
    global_annotation: notes.find(({ optionId }) => optionId === undefined)?.text ?? null,
  };
}

function summaryOf(ask: Ask, outcome: Outcome): string {
  const [question] = ask.questions;
  if (outcome.status !== "completed" || question === undefined) return wordOutcome(ask);
  return wordAnswer(question, outcome.reply.answers[0] ?? { optionIds: [] }).join("\n");
}

function pendingResponse(ask: Ask, launch: Launch | undefined): ProvideChoiceResponse {
  const nothing = {
    selected_ids: [],
    custom_input: null,
    option_annotations: {},
    global_annotation: null,
  };
  if (ask.presentation?.handOff && launch !== undefined) {
    return {
      action_status: "pending_terminal_launch",
      selection: { ...nothing, summary: handOffInWords(ask, launch.command), url: launch.url },
      session_id: ask.id,
      provenance: null,
      hand_off: handOffOf(ask),
    };
  }
  const summary = `Nobody has answered yet; the question is still open. Call again with session_id ${ask.id} to go on waiting.`;
  return {
    action_status: "pending",
    selection: { ...nothing, summary, url: launch?.page ?? null },
    session_id: ask.id,
    provenance: null,
  };
}

function handOffOf({ attachment }: Ask): HandOff {
  if (attachment === undefined) return { state: "not_opened", opened_at: null, closed_at: null };
  const { at, closedAt = null } = attachment;
  return { state: closedAt === null ? "opened" : "closed", opened_at: at, closed_at: closedAt };
}

/** What to do next. Only a command that still works is named. */
function handOffInWords(ask: Ask, command: string): string {
  const { state, opened_at, closed_at } = handOffOf(ask);
  const callAgain = `call again with session_id ${ask.id}`;
  switch (state) {
    case "not_opened":
      return `Run this command in a terminal the person can use, then ${callAgain}:\n${command}`;
    case "opened":
      return `The question has been open in a terminal since ${opened_at}, and nobody has answered yet. There is nothing to run: ${callAgain}.`;
    case "closed": {
      const until = ask.expiresAt === null ? "" : ` until ${ask.expiresAt}`;
      return `The terminal was closed at ${closed_at} without an answer, and its command works only once. To get a new command and a new session_id, call provide_choice anew with the same question. It can still be answered elsewhere${until}; to fetch that answer, ${callAgain}.`;
    }
  }
}
