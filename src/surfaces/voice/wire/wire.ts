/**
 * The requests and replies of the voice API, declared once: they read requests and make the OpenAPI
 * document, and the voice page uses their types. The browser loads nothing of this file.
 */
import { z } from "zod";
import { AGENT_STATES, TASK_STATES } from "../../../core/agent/agent.ts";
import type { AskStatus, Effect } from "../../../core/ask/ask.ts";

export const Verbosity = z.enum(["concise", "normal", "detailed"]);
export type Verbosity = z.infer<typeof Verbosity>;

/** The three fields to read aloud, in this order, at the beginning of every reply. */
export const Speakable = z.strictObject({
  status_line: z.string().min(1).describe("One sentence that says it all"),
  results: z
    .array(z.string().min(1))
    .min(1)
    .max(3)
    .describe("One to three sentences with the facts"),
  next_action: z
    .union([z.array(z.string().min(1)).max(2), z.literal("none")])
    .describe("What one could do or say now; `none` when there is nothing to do"),
});
export type Speakable = z.infer<typeof Speakable>;

export const VoiceError = Speakable.extend({
  error: z.string().min(1).describe("A short phrase that names what went wrong"),
  suggestion: z.string().min(1).describe("What to do about it"),
}).meta({ id: "VoiceError" });
export type VoiceError = z.infer<typeof VoiceError>;

const AgentId = z.int().min(1);
const Timestamp = z.string().describe("ISO 8601 in UTC");

const AgentState = z.enum(AGENT_STATES);
type AgentState = z.infer<typeof AgentState>;
const Actor = z.enum(["USER", "AGENT"]);
const Intent = z.enum(["COMMAND", "ANSWER", "QUESTION", "PROGRESS", "COMPLETION"]);
const QuestionSourceType = z.enum([
  "ask_user_question",
  "permission",
  "plan_approval",
  "elicitation",
  "user_choice",
  "ask",
  "free_text",
]);

export const VoiceDelivery = z.strictObject({
  delivery_id: z.int(),
  state: z
    .enum(["queued", "typed", "accepted", "consumed", "indeterminate", "refused"])
    .describe("How far the text got on its way to the agent"),
  detail: z.string().nullable(),
});
export type VoiceDelivery = z.infer<typeof VoiceDelivery>;

export const VoiceTurn = z.strictObject({
  turn_id: z.int(),
  task_id: z.int().nullable(),
  task_instruction: z.string().nullable(),
  task_state: z.enum(TASK_STATES).nullable(),
  actor: Actor,
  intent: Intent,
  text: z.string(),
  timestamp: Timestamp,
  timestamp_source: z.enum(["server", "jsonl"]),
  place: z
    .int()
    .nullable()
    .describe("Grows along the agent's transcript, whatever its clock did; null until it is known"),
  question_text: z.string().nullable(),
  question_options: z
    .array(z.strictObject({ label: z.string(), description: z.string().optional() }))
    .nullable(),
  question_source_type: QuestionSourceType.nullable(),
  answered_by_turn_id: z
    .int()
    .nullable()
    .describe("For an answer: the turn of the question it resolves"),
  ask_id: z.string().nullable(),
  delivery: VoiceDelivery.nullable().describe("For a text that Askline typed to the agent"),
});
export type VoiceTurn = z.infer<typeof VoiceTurn>;

export const VoiceFailure = z
  .strictObject({
    kind: z.enum(["limit", "error"]),
    text: z.string().describe("The client's own words"),
    resumes_at: z.string().nullable().describe("When the limit ends, where the client says so"),
    resumes_by_itself: z.boolean(),
  })
  .describe("Why it stopped; null unless it is FAILED or LIMITED");
export type VoiceFailure = z.infer<typeof VoiceFailure>;

export const VoiceOption = z.strictObject({
  number: z.int().min(1),
  option_id: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  recommended: z.boolean(),
});
export type VoiceOption = z.infer<typeof VoiceOption>;

/** An open ask in short, as a list shows it. */
export const VoiceCard = z.strictObject({
  ask_id: z.string(),
  kind: z
    .enum(["question", "several", "permission", "command", "edit", "plan"])
    .describe("What a person decides; the last four allow something"),
  question_text: z.string().describe("In one line; for a command the command itself"),
  options: z.array(VoiceOption).nullable().describe("Null where there are several questions too"),
  question_count: z.int().min(1),
  is_destructive: z.boolean(),
  unclear: z.string().nullable(),
  needs_passkey: z
    .boolean()
    .describe("Whether only a passkey's signature allows it, on the page `/choice/{ask_id}`"),
  can_be_answered: z.boolean().describe("False where only the agent's own terminal can"),
  asked_at: Timestamp,
  expires_at: Timestamp.nullable(),
  snoozed_until: Timestamp.nullable().describe(
    "It was put off until then; null while it is not, and again after that",
  ),
});
export type VoiceCard = z.infer<typeof VoiceCard>;

/** An open ask that is not the question an agent waits with. */
export const VoiceAsk = VoiceCard.extend({
  agent_id: AgentId.nullable().describe("The agent that left it open; null where none put it"),
  asked_by: z.string().describe("The program's name, or where it asked: the command line"),
  project_name: z.string().nullable(),
  time_since_asked: z.string().describe("As one would say it"),
});
export type VoiceAsk = z.infer<typeof VoiceAsk>;

export const VoiceAgent = z.strictObject({
  agent_id: AgentId,
  project_id: z.int(),
  project_name: z.string(),
  client: z.enum(["claude-code", "codex", "gemini", "opencode", "other"]),
  state: AgentState,
  state_words: z.string().describe("The state as one would say it"),
  failure: VoiceFailure.nullable(),
  awaiting_input: z.boolean(),
  current_task_summary: z.string().nullable(),
  last_activity_at: Timestamp,
  seconds_since_last_activity: z.int().min(0),
  time_since_last_activity: z.string().describe("As one would say it"),
  question_text: z.string().nullable().describe("The open question in one line"),
  ask_id: z
    .string()
    .nullable()
    .describe("The ask that its open question is, to be given with the answer"),
  can_be_typed_to: z.boolean().describe("Whether text can be typed into its terminal"),
  card: VoiceCard.nullable()
    .optional()
    .describe("In the list of sessions only: its open question in short; null without an ask"),
  task_instruction: z
    .string()
    .nullable()
    .optional()
    .describe("Detailed only: the whole command it works on"),
  recent_turns: z
    .array(VoiceTurn)
    .optional()
    .describe("Detailed only: what was said last, oldest first"),
});
export type VoiceAgent = z.infer<typeof VoiceAgent>;

/** One question of an ask. Several questions are answered one after the other. */
export const VoiceQuestion = z.strictObject({
  question_index: z.int().min(0),
  title: z.string(),
  question_text: z.string(),
  options: z.array(VoiceOption).nullable().describe("Null when there is nothing to select"),
  selection_mode: z.enum(["single", "multi", "text_input", "hybrid"]),
  min_selections: z.int().min(0),
  max_selections: z.int().min(0),
  accepts_text: z.boolean(),
  is_answered: z
    .boolean()
    .describe("Whether it was answered by voice while others of the same ask are still open"),
});
export type VoiceQuestion = z.infer<typeof VoiceQuestion>;

/**
 * An answer that was understood but must be confirmed, because what it allows may destroy
 * something.
 */
export const Confirmation = z.strictObject({
  ask_id: z.string(),
  read_back: z.string().describe("What is about to be allowed, to be read aloud"),
  confirm_with: z.string().describe("The word to send as text to go ahead"),
  expires_at: Timestamp,
});
export type Confirmation = z.infer<typeof Confirmation>;

const MessageId = z
  .string()
  .regex(/^[\w-]{16,100}$/)
  .describe(
    "The device's own random name for this message: sent again with it, also after a restart, it " +
      "is done once, and gets the first reply",
  );

export const CommandBody = z.object({
  text: z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .optional()
    .describe("What the person said; or give option_ids, not both"),
  option_ids: z
    .array(z.string().max(200))
    .min(1)
    .max(100)
    .optional()
    .describe("Options chosen by touch instead of words; needs ask_id"),
  agent_id: z
    .union([AgentId, z.string().regex(/^\d{1,15}$/)])
    .nullish()
    .describe("Whoever waits, where it is left out"),
  ask_id: z
    .string()
    .max(100)
    .optional()
    .describe("Only this ask is meant; another that came meanwhile is not answered"),
  question_index: z
    .int()
    .min(0)
    .optional()
    .describe(
      "Only this question of the ask is meant; " +
        "words for one that was answered meanwhile are not taken",
    ),
  ask_back: z
    .enum(["elaborate", "rephrase"])
    .optional()
    .describe(
      "Instead of an answer: the asker is to say more, or to ask differently; needs ask_id. " +
        "text says what the person wants to know, and may be left out",
    ),
  mode: z
    .enum(["queue", "interrupt"])
    .optional()
    .describe("For an agent that is not waiting: type it all the same, or stop the agent first"),
  message_id: MessageId.optional(),
  verbosity: Verbosity.optional(),
  lang: z.string().max(50).optional(),
});
export type CommandBody = z.input<typeof CommandBody>;

/**
 * `answered`: the ask is settled. `delivered`: the text is on its way, see `delivery`.
 * `next_question`: kept, and another question of the same ask is next. `asked_back`: the words were
 * not clear, or did not fit; nothing was changed. `confirm`: say it once more with the word given.
 * `sent_back`: the asker is to say more or to ask differently.
 * `cancelled`: the question was closed without an answer. `which_agent`: several wait, agents or
 * `asks`. `nobody_waiting`: no agent does. `not_waiting`: that agent does not.
 */
export const CommandOutcome = z.enum([
  ...["answered", "delivered", "next_question", "asked_back", "confirm"],
  ...["sent_back", "cancelled", "which_agent", "nobody_waiting", "not_waiting"],
] as const);
export type CommandOutcome = z.infer<typeof CommandOutcome>;

export const CommandReply = Speakable.extend({
  outcome: CommandOutcome,
  agent_id: AgentId.nullable(),
  project_name: z.string().nullable(),
  state: AgentState.nullable(),
  ask_id: z.string().nullable(),
  turn_id: z.int().nullable().describe("The turn that these words became, if they did already"),
  delivery: VoiceDelivery.nullable(),
  question: VoiceQuestion.nullable().describe(
    "The question to answer now: the next one, or the one asked back",
  ),
  candidates: z
    .array(VoiceOption)
    .nullable()
    .describe("The options between which the words could not decide"),
  confirmation: Confirmation.nullable(),
  agents: z
    .array(VoiceAgent)
    .nullable()
    .describe("Those that wait, those at work when none does, or the one that does not wait"),
  asks: z
    .array(VoiceAsk)
    .nullable()
    .describe("The open asks of no agent, where the words may have been meant for one of them"),
}).meta({ id: "CommandReply" });
export type CommandReply = z.infer<typeof CommandReply>;

export const SessionsQuery = z.object({
  verbosity: Verbosity.optional(),
  lang: z.string().max(50).optional(),
});

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const MOST_ASKS_WANTED = 1_000;

export const ListQuery = SessionsQuery.extend({
  asks_limit: whole(1, MOST_ASKS_WANTED).optional().describe("Open asks; 200 unless given"),
  asks_after: z
    .string()
    .max(500)
    .optional()
    .describe("asks_next of the reply before, for the open asks that follow"),
  q: z
    .string()
    .max(200)
    .optional()
    .describe("Only open asks with all these words in the question, the project or the asker"),
});

/** `until` null brings it back. */
export const SnoozeBody = z.object({
  until: z.iso.datetime().nullable().describe("A deadline is never delayed"),
  lang: z.string().max(50).optional(),
});

export const SnoozeReply = Speakable.extend({
  ask_id: z.string(),
  snoozed_until: Timestamp.nullable().describe("When it really comes back"),
}).meta({ id: "SnoozeReply" });
export type SnoozeReply = z.infer<typeof SnoozeReply>;

export const UploadQuery = SessionsQuery.extend({ message_id: MessageId.optional() });

export const SessionsReply = Speakable.extend({
  agents: z.array(VoiceAgent).describe("Those that wait first, then the most recently active"),
  total: z.int().min(0),
  awaiting: z.int().min(0),
  asks: z
    .array(VoiceAsk)
    .describe(
      "Open asks beside the agents' questions, the nearest deadline first: the newest " +
        "asks_limit, and those of the others that end first",
    ),
  asks_total: z
    .int()
    .min(0)
    .describe("How many such asks are open, or have the words of q, whether listed or not"),
  asks_next: z
    .string()
    .nullable()
    .describe("For asks_after, where more are open than are listed; else null"),
  opens_portal: z.boolean().describe("Whether this caller may open the portal to answer there"),
}).meta({ id: "SessionsReply" });
export type SessionsReply = z.infer<typeof SessionsReply>;

export const VoiceTask = z.strictObject({
  task_id: z.int(),
  task_instruction: z.string(),
  task_state: z.enum(TASK_STATES),
  full_command: z.string(),
  full_output: z.string().nullable(),
  started_at: Timestamp,
  completed_at: Timestamp.nullable(),
});
export type VoiceTask = z.infer<typeof VoiceTask>;

export const OutputQuery = SessionsQuery.extend({
  limit: whole(1, Number.MAX_SAFE_INTEGER).optional().describe("Tasks; 3 unless given, 20 at most"),
});

const AboutAgent = z.strictObject({
  agent_id: AgentId,
  project_name: z.string(),
  state: AgentState,
  failure: VoiceFailure.nullable(),
  awaiting_input: z.boolean(),
});

export const OutputReply = Speakable.extend({
  ...AboutAgent.shape,
  tasks: z.array(VoiceTask).describe("Newest first"),
}).meta({ id: "OutputReply" });
export type OutputReply = z.infer<typeof OutputReply>;

export const QuestionReply = Speakable.extend({
  ...AboutAgent.shape,
  turn_id: z.int().nullable(),
  ask_id: z
    .string()
    .nullable()
    .describe("Null when it can only be answered by a text to the agent"),
  question_text: z.string().nullable(),
  options: z.array(VoiceOption).nullable().describe("Null when there is nothing to select"),
  question_source_type: QuestionSourceType.nullable(),
  questions: z.array(VoiceQuestion).describe("All of them where the agent asked several at once"),
  current_question_index: z.int().min(0).nullable(),
  can_be_answered: z
    .boolean()
    .describe("Whether words or a touch here answer it, or only the agent's own terminal"),
  is_destructive: z.boolean().describe("Whether allowing it takes a read-back and a confirmation"),
  unclear: z
    .string()
    .nullable()
    .describe("What nobody can tell about it, in a few words; one spoken yes does not allow it"),
  needs_passkey: z
    .boolean()
    .describe("Whether only a passkey's signature allows it, on the page `/choice/{ask_id}`"),
  expires_at: Timestamp.nullable(),
}).meta({ id: "QuestionReply" });
export type QuestionReply = z.infer<typeof QuestionReply>;

/** The same for an ask of no agent, or of an agent that went on without its answer. */
export const AskQuestionReply = QuestionReply.extend({
  agent_id: AgentId.nullable().describe("The agent that left it open; null where none put it"),
  asked_by: z.string(),
  state: AgentState.nullable(),
}).meta({ id: "AskQuestionReply" });
export type AskQuestionReply = z.infer<typeof AskQuestionReply>;

export const TranscriptQuery = SessionsQuery.extend({
  before: whole(1, Number.MAX_SAFE_INTEGER).optional().describe("The turn before which to go on"),
  limit: whole(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("Turns; 50 unless given, 200 at most"),
});

export const TranscriptReply = Speakable.extend({
  ...AboutAgent.shape,
  turns: z.array(VoiceTurn).describe("Oldest first, by timestamp and id"),
  has_more: z.boolean().describe("Whether there are older turns than these"),
  agent_ended: z.boolean(),
}).meta({ id: "TranscriptReply" });
export type TranscriptReply = z.infer<typeof TranscriptReply>;

export const VoiceUpload = z.strictObject({
  upload_id: z.string(),
  file_name: z.string(),
  media_type: z.string(),
  size_bytes: z.int().min(0),
  path: z.string().describe("Where the agent finds it on its machine"),
  url: z.string().describe("Where it can be downloaded, as an attachment"),
});
export type VoiceUpload = z.infer<typeof VoiceUpload>;

export const UploadReply = Speakable.extend({
  ...AboutAgent.shape,
  upload: VoiceUpload,
  turn_id: z.int().nullable(),
  delivery: VoiceDelivery.nullable(),
}).meta({ id: "UploadReply" });
export type UploadReply = z.infer<typeof UploadReply>;

/**
 * `turn_created`, `turn_updated` (its time or its intent was corrected) and `turn_removed` at `GET
 * /api/events`.
 */
export type TurnEvent = Omit<VoiceTurn, "task_instruction" | "task_state" | "delivery"> & {
  agent_id: number;
  project_id: number;
  at: string;
};

/**
 * `delivery_updated` at `GET /api/events`: how far a text typed to an agent got; `id` is its
 * `delivery_id`.
 */
export interface DeliveryEvent {
  agent_id: number;
  at: string;
  id: number;
  turn_id: number | null;
  state: VoiceDelivery["state"];
  detail: string | null;
}

/** `agent_updated` at `GET /api/events`. */
export interface AgentEvent {
  agent_id: number;
  project_id: number;
  at: string;
  state: AgentState;
  state_since: string;
  failure: VoiceFailure | null;
  current_task_id: number | null;
  ended_at: string | null;
}

/** `ask_updated` at `GET /api/events`, sent to those who name it. It has no id. */
export interface AskEvent {
  agent_id: null;
  at: string;
  ask_id: string;
  status: AskStatus | "removed";
}

/**
 * `answer_not_used` at `GET /api/events`: a person decided, but the agent had already continued
 * without it.
 */
export interface UnusedAnswerEvent {
  agent_id: number;
  at: string;
  ask_id: string;
  surface: string;
  who: string | null;
  /** What the agent did instead, where that is known. */
  effect: Effect | null;
}
