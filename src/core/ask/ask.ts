/**
 * An ask: one call for human judgement, from the moment it is put until it is settled.
 *
 * An ask is `pending` while `outcome` is null, and leaves that state once: `completed` by a
 * person's reply, `rejected` by a person who declines to answer, `timed_out` by its
 * deadline, `abandoned` when its caller is gone or its files cannot be trusted. No outcome
 * ever changes into another.
 */
import { z } from "zod";
import { alreadySettled } from "./already-settled.ts";
import type { Reply } from "./answer.ts";
import { AlreadySettled, InvalidReply } from "./errors.ts";
import type { Question } from "./question.ts";
import { checkReply, sameReply, tidyReply } from "./selection.ts";

export { RULES_SURFACE, rulingOf } from "./ruling.ts";

/**
 * A passkey's signature over the action that was shown and the answer to it (`signed-action.ts`):
 * all that is needed to check it, but for knowing whose key it is.
 */
export const PasskeyProof = z.object({
  kind: z.literal("passkey"),
  /** The passkey's id, and its public key (COSE, base64url). */
  passkey: z.string(),
  publicKey: z.string(),
  /** The host name it was made for, and the page that asked for the signature. */
  host: z.string(),
  origin: z.string(),
  authenticatorData: z.string(),
  clientData: z.string(),
  signature: z.string(),
});
export type PasskeyProof = z.infer<typeof PasskeyProof>;

/**
 * Who decided and where. A deadline or a vanished owner decides as a `rule`, a
 * preselected answer as a `default`.
 */
export const Provenance = z.object({
  by: z.enum(["person", "default", "rule"]),
  surface: z.string(),
  who: z.string().optional(),
  at: z.string(),
  token: z.string().optional().describe("The name of the token that it came with"),
  proof: PasskeyProof.optional(),
  openedBy: z
    .literal("agent")
    .optional()
    .describe("A prompt in a terminal that the agent itself opened; absent for a person's own"),
});
export type Provenance = z.infer<typeof Provenance>;

export const AskBack = z.object({
  questionIndex: z.int().min(0),
  kind: z.enum(["elaborate", "rephrase"]),
  text: z.string(),
});
export type AskBack = z.infer<typeof AskBack>;

/** A note of a person who decided nothing: on an option, or, without `optionId`, on the whole. */
export const Note = z.object({
  questionIndex: z.int().min(0).optional(),
  optionId: z.string().optional(),
  text: z.string(),
});
export type Note = z.infer<typeof Note>;

/**
 * A type without a schema, like the ask itself: it is put together out of files that have their
 * own schemas, and every command would build this one for nothing.
 */
export type Outcome =
  | {
      status: "completed";
      reply: Reply;
      /** The call it answers, where the answer itself says so. */
      callId?: string | undefined;
      provenance: Provenance;
    }
  | {
      status: "rejected";
      kind: "reject" | "cancel" | "elaborate" | "rephrase";
      rejectionReason: string | null;
      askBack?: AskBack[] | undefined;
      /** What the person noted before; also in the reason. */
      notes?: Note[] | undefined;
      /** What was answered beside it, by way of another program. */
      reply?: Reply | undefined;
      provenance: Provenance;
    }
  | {
      status: "timed_out";
      kind: "default" | "none";
      /** The defaults that now hold, when the ask had some. */
      reply?: Reply | undefined;
      provenance: Provenance;
    }
  | {
      status: "abandoned";
      kind: "withdrawn" | "owner_gone" | "corrupt";
      detail?: string | undefined;
      provenance: Provenance;
    };

export const AskStatus = z.enum(["pending", "completed", "rejected", "timed_out", "abandoned"]);
export type AskStatus = z.infer<typeof AskStatus>;

/** A process and its start time, so that a reused process id is never mistaken for it. */
export const ProcessIdentity = z.object({ pid: z.int(), host: z.string(), startedAt: z.string() });
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/**
 * `blocking` while a call waits in that process; `detached` once the id was handed out and any
 * process may fetch the outcome.
 */
export const Owner = ProcessIdentity.extend({ mode: z.enum(["blocking", "detached"]) });
export type Owner = z.infer<typeof Owner>;

export const Source = z.object({
  kind: z.string(),
  agentId: z.string().optional(),
  client: z
    .string()
    .optional()
    .describe("The program that the agent runs in, where `agentId` is its number in our log"),
  project: z.string().optional(),
  workingDirectory: z.string().optional(),
  callId: z.string().optional(),
});
export type Source = z.infer<typeof Source>;

/** The token that an ask came to a hub with, and whose that is. */
export const AskedBy = z.object({
  tokenId: z.string(),
  token: z.string(),
  person: z.string().optional(),
});
export type AskedBy = z.infer<typeof AskedBy>;

export const Urgency = z.enum(["low", "normal", "high"]);
export const ReturnPath = z.enum(["caller", "hook", "channel"]);
export const OnTimeout = z.enum(["default", "none"]);

/**
 * What our own check found in what is asked: that it destroys something, with the codes of
 * destructive.ts as reasons, or that nobody can tell what a part of it does. The asker cannot set
 * it.
 */
export const Risk = z.object({
  level: z.enum(["destructive", "unclear"]),
  reasons: z.array(z.string()),
  part: z.string().optional().describe("For `unclear`: the part that nobody can tell"),
});
export type Risk = z.infer<typeof Risk>;

/**
 * What of an agent's call the person may change before they allow it, where its client takes that.
 */
export const EditableCall = z.object({
  field: z
    .string()
    .nullable()
    .describe("The text of the input that is edited alone; null: the whole input as JSON"),
  passkey: z
    .boolean()
    .optional()
    .describe("A changed call that destroys something needs a passkey"),
});
export type EditableCall = z.infer<typeof EditableCall>;

/**
 * How the asker would like the ask to be shown. A person's saved settings may overrule
 * it (desk/interaction.ts).
 */
export const Presentation = z.object({
  transport: z.enum(["terminal", "web"]).optional(),
  handOff: z
    .boolean()
    .optional()
    .describe("It waits for one terminal to attach, and for no second one"),
  autoSubmit: z.boolean().optional(),
  showPlaceholder: z.boolean().optional(),
  offerOptionNotes: z.boolean().optional(),
  offerGlobalNote: z.boolean().optional(),
  startingNotes: z
    .record(z.string(), z.string())
    .optional()
    .describe("Notes to start from, by option id of the first question"),
  startingGlobalNote: z.string().optional(),
  risk: Risk.optional(),
  passkey: z
    .boolean()
    .optional()
    .describe("It can only be allowed with a passkey's signature, whatever the surface"),
  editable: EditableCall.optional(),
  surface: z.string().optional().describe("Where a rule would have a person told of it first"),
});
export type Presentation = z.infer<typeof Presentation>;

/** The terminal that a handed-off ask was opened in. */
export const Attachment = ProcessIdentity.extend({
  at: z.string(),
  closedAt: z
    .string()
    .optional()
    .describe("When the terminal was closed, or found to be gone, without an answer"),
});
export type Attachment = z.infer<typeof Attachment>;

/**
 * Somebody who waits for the agent has received the outcome: the caller by its name, or `hook`,
 * `socket`, `command`, `program`, `channel`. It says nothing about what the agent made of it.
 */
export const Taken = z.object({ by: z.string(), at: z.string() });
export type Taken = z.infer<typeof Taken>;

/**
 * What the agent then really did. It did as decided (`used`); its own terminal was first and said
 * otherwise (`overruled`); it had just heard a yes when its terminal stopped it, and its client does
 * not say whether it had begun (`stopped`); the outcome never reached it (`not_taken`); or only its
 * terminal was asked (`in_terminal`). `did` is what was decided there.
 */
export const Effect = z.object({
  kind: z.enum(["used", "overruled", "stopped", "not_taken", "in_terminal"]),
  did: z.enum(["allowed", "declined", "answered"]).optional(),
  answer: z.string().optional().describe("The answer that was given there, in words"),
  at: z.string(),
});
export type Effect = z.infer<typeof Effect>;

/**
 * The agent's own dialog that this ask stands for: everything that its hook's reply is made of
 * beside the outcome, so that any process can make the reply.
 */
export const AskedDialog = z.object({
  client: z.string(),
  kind: z.enum(["ask_user_question", "permission", "plan_approval", "server_form"]),
  input: z.record(z.string(), z.unknown()).describe("What the tool was called with"),
  updates: z
    .array(z.array(z.unknown()))
    .describe("The client's own permission updates that `always-1` and so on hand back"),
  toolName: z.string(),
  sessionId: z.string().describe("The agent's session, as its client names it"),
  subagentId: z.string().nullable(),
  hookCall: z.string().optional().describe("The hook process's own name for its call"),
  askedAt: z.string().optional().describe("When the agent's client asked, by its hook's clock"),
});
export type AskedDialog = z.infer<typeof AskedDialog>;

export interface Ask {
  id: string;
  /** One at least. */
  questions: Question[];
  context?: string | undefined;
  source: Source;
  /** Set by the hub that it came to with a token; absent for what was asked on its machine. */
  askedBy?: AskedBy | undefined;
  returnPath: z.infer<typeof ReturnPath>;
  urgency: z.infer<typeof Urgency>;
  createdAt: string;
  expiresAt: string | null;
  onTimeout: z.infer<typeof OnTimeout>;
  owner: Owner | null;
  presentation?: Presentation | undefined;
  attachment?: Attachment | undefined;
  dialog?: AskedDialog | undefined;
  /** Who received the outcome, in order. */
  taken?: Taken[] | undefined;
  effect?: Effect | undefined;
  /** When the owner's process was first found dead. */
  ownerGoneAt?: string | undefined;
  /** When a client last gave up a call that waited for it, though no person cancelled. */
  leftOpenAt?: string | undefined;
  /**
   * Whether one of our own surfaces wrote the decision; null where that cannot be told. Absent
   * while it is open, and where seals are not looked at.
   */
  sealed?: boolean | null | undefined;
  outcome: Outcome | null;
}
export type SettledAsk = Ask & { outcome: Outcome };

/** How long a blocking owner must have been dead before its ask is abandoned. */
export const OWNER_GRACE_MS = 30_000;

export function statusOf(ask: Ask): AskStatus {
  return ask.outcome?.status ?? "pending";
}

export function isSettled(ask: Ask): ask is SettledAsk {
  return ask.outcome !== null;
}

/** The only way out of `pending`. */
export function settle(ask: Ask, outcome: Outcome): SettledAsk {
  if (isSettled(ask)) throw alreadySettled(ask);
  return { ...ask, outcome };
}

/**
 * The outcome of a person's reply in its canonical shape. Throws InvalidReply,
 * which leaves the ask pending.
 */
export function completedBy(
  ask: Ask,
  reply: Reply,
  provenance: Provenance,
  callId?: string,
): Outcome {
  const tidy = tidyReply(ask.questions, reply);
  const problems = checkReply(ask.questions, tidy);
  if (problems.length > 0) throw new InvalidReply(problems);
  const isOwnCall = callId === undefined || callId === ask.source.callId;
  return { status: "completed", reply: tidy, ...(isOwnCall ? {} : { callId }), provenance };
}

/**
 * The same answer again is accepted quietly, however late; a different one finds
 * the ask already settled.
 */
export async function quietlyAgain(
  replyTo: (ask: Ask) => Reply,
  settling: () => Promise<Ask>,
): Promise<Ask> {
  try {
    return await settling();
  } catch (error) {
    if (!(error instanceof AlreadySettled) || error.ask.outcome.status !== "completed") throw error;
    if (isSameReply(error.ask, error.ask.outcome.reply, replyTo)) return error.ask;
    throw error;
  }
}

/** False for a reply that does not fit the questions: an invalid reply is never the same one. */
function isSameReply(ask: Ask, given: Reply, replyTo: (ask: Ask) => Reply): boolean {
  try {
    return sameReply(given, tidyReply(ask.questions, replyTo(ask)));
  } catch {
    return false;
  }
}

/**
 * The outcome at the deadline: the defaults, if the ask asked for them and they make a
 * whole reply; else no reply.
 */
export function timedOutAt(ask: Ask, at: string): Outcome {
  const provenance = { surface: "deadline", at };
  const reply = defaultReply(ask);
  if (ask.onTimeout === "none" || reply === null) {
    return { status: "timed_out", kind: "none", provenance: { by: "rule", ...provenance } };
  }
  return {
    status: "timed_out",
    kind: "default",
    reply,
    provenance: { by: "default", ...provenance },
  };
}

export function isExpired(ask: Ask, now: Date): boolean {
  return !isSettled(ask) && ask.expiresAt !== null && Date.parse(ask.expiresAt) <= now.getTime();
}

/**
 * Milliseconds until the deadline; infinity without one. An ask that was put in the future shows that
 * the clock was set back since: then it has at most the time that it was given. A deadline before
 * that moment was moved since then.
 */
export function timeLeftOf(
  { expiresAt, createdAt }: Pick<Ask, "expiresAt"> & { createdAt?: string | undefined },
  now: Date,
): number {
  if (expiresAt === null) return Number.POSITIVE_INFINITY;
  const [due, asked] = [Date.parse(expiresAt), Date.parse(createdAt ?? "")];
  return due - (asked > now.getTime() && asked < due ? asked : now.getTime());
}

/** Whether a blocking owner has been gone for longer than the grace period. */
export function isOrphaned(ask: Ask, now: Date): boolean {
  if (isSettled(ask) || ask.owner?.mode !== "blocking" || ask.ownerGoneAt === undefined)
    return false;
  return now.getTime() - Date.parse(ask.ownerGoneAt) >= OWNER_GRACE_MS;
}

function defaultReply(ask: Ask): Reply | null {
  if (!ask.questions.some((question) => question.defaultOptionIds.length > 0)) return null;
  const reply = {
    answers: ask.questions.map((question) => ({ optionIds: question.defaultOptionIds })),
  };
  return checkReply(ask.questions, reply).length === 0 ? reply : null;
}
