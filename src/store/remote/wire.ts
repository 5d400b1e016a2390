/**
 * What a hub and the stores that talk to it say to each other, declared once: the hub reads requests
 * with the schemas, and the store uses the types alone.
 */
import { z } from "zod";
import { Reply } from "../../core/ask/answer.ts";
import {
  type Ask,
  AskBack,
  AskedDialog,
  Attachment,
  Effect,
  Note,
  OnTimeout,
  type Outcome,
  Owner,
  Presentation,
  Provenance,
  ReturnPath,
  Source,
  Urgency,
} from "../../core/ask/ask.ts";
import { Question } from "../../core/ask/question.ts";
import type { AskFilter } from "../ask-filter.ts";
import type { CleanUp, Timed } from "../ask-store.ts";

const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)), "It is no moment");

const OutcomeBody = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("completed"),
    reply: Reply,
    callId: z.string().optional(),
    provenance: Provenance,
  }),
  z.object({
    status: z.literal("rejected"),
    kind: z.enum(["reject", "cancel", "elaborate", "rephrase"]),
    rejectionReason: z.string().nullable(),
    askBack: z.array(AskBack).optional(),
    notes: z.array(Note).optional(),
    reply: Reply.optional(),
    provenance: Provenance,
  }),
  z.object({
    status: z.literal("timed_out"),
    kind: z.enum(["default", "none"]),
    reply: Reply.optional(),
    provenance: Provenance,
  }),
  z.object({
    status: z.literal("abandoned"),
    kind: z.enum(["withdrawn", "owner_gone", "corrupt"]),
    detail: z.string().optional(),
    provenance: Provenance,
  }),
]) satisfies z.ZodType<Outcome>;

export const AskBody = z.object({
  id: z.uuid(),
  questions: z.array(Question).min(1),
  context: z.string().optional(),
  source: Source,
  returnPath: ReturnPath,
  urgency: Urgency,
  createdAt: moment,
  expiresAt: moment.nullable(),
  onTimeout: OnTimeout,
  owner: Owner.nullable(),
  presentation: Presentation.optional(),
  dialog: AskedDialog.optional(),
  attachment: Attachment.optional(),
  outcome: OutcomeBody.nullable(),
}) satisfies z.ZodType<Ask>;

/** By the sender's clock, so that the hub can tell how far it is from its own. */
const Clocked = z.object({ sentAt: moment });

export const CreateBody = Clocked.extend({
  ask: AskBody,
  /** Milliseconds until the deadline; null without one. The hub's clock counts from its arrival. */
  ttl: z.number().nullable(),
  /** The key of the outcome, where it comes settled and may be there already. */
  key: z.uuid().optional(),
});
export type CreateBody = z.infer<typeof CreateBody>;

export const SettleBody = z.object({
  outcome: OutcomeBody,
  key: z.uuid(),
  /** Of the ask that was decided on. The hub asks to decide again if it is another one now. */
  revision: z.string().optional(),
});
export type SettleBody = z.infer<typeof SettleBody>;

export const AmendBody = Clocked.extend({
  revision: z.string().optional(),
  change: z.object({
    expiresAt: moment.nullable().exactOptional(),
    ownerGoneAt: z.string().exactOptional(),
    leftOpenAt: z.string().exactOptional(),
    attachment: Attachment.exactOptional(),
    owner: Owner.exactOptional(),
  }),
  /** In the place of `change.expiresAt`, as in `CreateBody`. */
  ttl: z.number().nullish(),
});
export type AmendBody = z.infer<typeof AmendBody>;

export const TakenBody = z.object({ by: z.string().min(1).max(500) });
export const EffectBody = Effect.omit({ at: true });
export const CleanUpBody = z.object({ createdBefore: moment, open: z.boolean().optional() });
export const CopyBody = z.object({ from: z.uuid() });
export const DraftBody = z.object({ draft: z.unknown() });

/** Every field of a filter: one that is not known is refused, since it would let too much through. */
const FILTER = {
  status: z.enum(["pending", "settled"]).optional(),
  idPrefix: z.string().max(36).optional(),
  asker: z.object({ kind: z.string(), agentId: z.string().optional() }).optional(),
  project: z.string().optional(),
  callId: z.string().optional(),
  hookCall: z.union([z.string(), z.object({ startsWith: z.string() })]).optional(),
  returnPath: ReturnPath.optional(),
  settledSince: z.string().optional(),
  settledBefore: z.string().optional(),
  createdBefore: z.string().optional(),
  isHeld: z.literal(true).optional(),
} satisfies Record<keyof AskFilter, z.ZodType>;

/** `?query=` holds one of these as JSON. */
export const FindQuery = z.strictObject(FILTER);
export const PageQueryBody = z.strictObject({
  ...FILTER,
  order: z.enum(["created", "settled"]).optional(),
  after: z.string().optional(),
  limit: z.int().min(1).max(1_000),
});
export const CountQuery = z.strictObject({ ...FILTER, cap: z.int().min(0) });
export const MostQuery = z.object({ most: z.int().min(0).max(10_000) });
export const WaitQuery = z.object({
  revision: z.string().optional(),
  until: z.enum(["settled", "taken"]).optional(),
  for: z.number().min(0).max(25).default(25),
});
export const DraftQuery = z.object({ surface: z.string(), person: z.string() });

/** An ask, and what names its state. */
export interface AskReply {
  ask: Ask;
  revision: string;
}

export interface FindReply {
  asks: Ask[];
  /** Asks that could not be read. */
  damaged: { id: string; message: string }[];
}

export interface PageReply {
  asks: Ask[];
  next: string | null;
}

export interface SinceReply {
  isGap: boolean;
  changes: { id: string; ask: Ask | null; number: string }[];
}

export interface DueReply {
  due: Timed[];
}

export interface MeReply {
  hub: { version: string };
  token: { name: string; person?: string | undefined } | null;
  scopes: string[];
  projects: string[] | null;
}

export type CleanUpReply = CleanUp;

/** The hub's clock, in milliseconds since 1970, on every reply. */
export const NOW_HEADER = "x-askline-now";
/** Names this run of the hub: a store that was put back in time belongs to another one. */
export const RUN_HEADER = "x-askline-run";
/** How far two clocks may be apart and still count as the same. */
export const SAME_CLOCK_MS = 2_000;
