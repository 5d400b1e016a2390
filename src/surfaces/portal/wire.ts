/**
 * Messages between the portal's pages and its server, declared once: the server reads requests with
 * the schemas, and the pages use the types. The browser loads nothing of this file.
 */
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { Evidence } from "../../agents/dialogs/evidence/evidence.ts";
import { Reply } from "../../core/ask/answer.ts";
import { type Ask, AskBack, Note } from "../../core/ask/ask.ts";
import type { FormDraft } from "../../core/ask/form.ts";
import type { Locale } from "../../core/locale.ts";
import type {
  EffectiveInteraction,
  Interaction,
  InteractionChange,
} from "../../desk/interaction.ts";
import type { Refused as PlainRefused } from "../../http/refused.ts";
import type { KnownClient } from "../surface.ts";
import type { RowMessage } from "./rows/row-wire.ts";

/** An ask with the time left by the server's clock. */
export interface LiveAsk {
  ask: Ask;
  /**
   * Whole seconds until the deadline, rounded up; null if there is no deadline or the ask is
   * settled.
   */
  remainingSeconds: number | null;
}

/** `GET /api/asks/{id}`: everything the choice page starts from. */
export interface ChoicePage extends LiveAsk {
  draft: FormDraft | null;
  interaction: EffectiveInteraction;
  saved: Interaction;
  locale: Locale;
}

/**
 * `GET /api/asks/{id}/evidence?locale=`: what the call would do; null where the ask is no
 * permission, is settled, or says it all itself. `POST` with the call as the person changed it.
 */
export type EvidenceReply = { evidence: Evidence | null };
export const EvidenceBody = z.object({ input: z.record(z.string(), z.unknown()) });
export type EvidenceBody = z.infer<typeof EvidenceBody>;

/** Somebody else who looks at a question; `isYou` in another browser of the same person. */
export interface Looker {
  name: string;
  isYou: boolean;
}

/** `GET /api/welcome`: what could ask here, and whether it is set up. */
export interface Welcome {
  clients: KnownClient[];
}

/** `GET /api/asks`: the dashboard. Newest first; settled ones are the most recent fifty. */
export interface Dashboard {
  open: LiveAsk[];
  settled: LiveAsk[];
  saved: Interaction;
  locale: Locale;
}

/**
 * `POST /api/asks/{id}/answer`. `confirmed` says that the person was asked once more; without it
 * nothing is allowed that may destroy something. `signed` is the passkey's response, where the ask
 * needs one; its library checks it.
 */
export const AnswerBody = z.object({
  reply: Reply,
  confirmed: z.boolean().optional(),
  signed: z.custom<AuthenticationResponseJSON>().optional(),
});
export type AnswerBody = z.infer<typeof AnswerBody>;

/** `POST /api/asks/{id}/files?name=`: bytes in, and where they are kept. */
export interface Attached {
  fileName: string;
  path: string;
}

/** `POST /api/asks/{id}/reject`. */
export const RejectBody = z.object({
  kind: z.enum(["reject", "cancel", "elaborate", "rephrase"]),
  reason: z.string().max(10_000).optional(),
  askBack: z.array(AskBack).optional(),
  notes: z.array(Note).optional(),
});
export type RejectBody = z.infer<typeof RejectBody>;

/** `POST /api/asks/{id}/extend`: seconds from now; null takes the deadline away. */
export const ExtendBody = z.object({ seconds: z.number().positive().max(604_800).nullable() });
export type ExtendBody = z.infer<typeof ExtendBody>;

/**
 * `POST /api/asks/{id}/snooze`: until then it is in no list; null brings it back. The reply says
 * until when, which is before its deadline.
 */
export const SnoozeBody = z.object({ until: z.iso.datetime().nullable() });
export type SnoozeBody = z.infer<typeof SnoozeBody>;
export type Snoozed = { until: string | null };

/**
 * `PUT /api/asks/{id}/draft`. Null deletes the draft. Its content is not checked: only the page
 * reads it. A page numbers what it sends: requests can overtake each other, and the highest number
 * is the one to keep.
 */
export const DraftBody = z.object({
  draft: z.custom<FormDraft | null>(),
  revision: z.object({ page: z.string().max(100), number: z.number().int() }).optional(),
});
export type DraftBody = z.infer<typeof DraftBody>;

/**
 * `POST /api/settings`: only the keys to change; null unsets one. The reply holds the saved
 * settings.
 */
export const SettingsBody = z.record(z.string(), z.unknown());
/** The settings check each key when they are saved, for every surface. */
export type SettingsBody = InteractionChange;

/** Every refusal; `ask` is present if it was already settled. */
export interface Refused extends PlainRefused {
  ask?: Ask;
}

/**
 * What the WebSocket pushes: all asks at `/live`, one at `/live?ask={id}`, rows of the list at
 * `/live?rows={locale}` (`hello` and rows, and neither asks nor ticks). With
 * `browser` in its address, a page of one ask hears who else looks at it, and sends `seen` and
 * `hidden` as its window comes and goes; `notifies` says that it may show browser notices.
 */
export type LiveMessage =
  | RowMessage
  /**
   * Sent right after connecting, so that a page that was away catches up: every open ask, or the
   * one it shows.
   */
  | { type: "asks"; asks: LiveAsk[] }
  /** An ask appeared, changed or was settled. */
  | ({ type: "changed" } & LiveAsk)
  | { type: "removed"; id: string }
  /**
   * It is time to notify the person. Step 0 is the first notice on this surface, later steps are
   * reminders.
   */
  | ({ type: "notice"; step: number } & LiveAsk)
  /** Every second: the remaining seconds of every open ask that has a deadline, by id. */
  | { type: "tick"; remaining: Record<string, number> }
  /** To a page of one ask, whenever it changes: who else has it before their eyes. */
  | { type: "looking"; others: Looker[] }
  /** The saved settings, sent after connecting and whenever they change on any surface. */
  | { type: "settings"; saved: Interaction };
