/**
 * What the portal's pages and its server say to each other, declared once: the server reads requests with the schemas, the
 * pages take their types. The browser loads nothing of this file.
 */
import { z } from "zod";
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

/** An ask with what the server alone knows: how long is left by its own clock. */
export interface LiveAsk {
  ask: Ask;
  /** Whole seconds until the deadline, rounded up; null without one or once it is settled. */
  remainingSeconds: number | null;
}

/** `GET /api/asks/{id}`: everything the choice page starts from. */
export interface ChoicePage extends LiveAsk {
  draft: FormDraft | null;
  interaction: EffectiveInteraction;
  saved: Interaction;
  locale: Locale;
}

/** `GET /api/asks`: the dashboard. Newest first; settled ones are the most recent fifty. */
export interface Dashboard {
  open: LiveAsk[];
  settled: LiveAsk[];
  saved: Interaction;
  locale: Locale;
}

/** `POST /api/asks/{id}/answer`. */
export const AnswerBody = z.object({ reply: Reply });
export type AnswerBody = z.infer<typeof AnswerBody>;

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

/** `PUT /api/asks/{id}/draft`. Null forgets it. The page's own state is kept as it is: only the page reads it again. */
export const DraftBody = z.object({ draft: z.custom<FormDraft | null>() });
export type DraftBody = z.infer<typeof DraftBody>;

/** `POST /api/settings`: only the keys to change; null takes one back to never set. Answers with what now holds. */
export const SettingsBody = z.record(z.string(), z.unknown());
/** Each key is checked where settings are saved, whoever changes them. */
export type SettingsBody = InteractionChange;

/** Every refusal; `ask` when it was settled already. */
export interface Refused extends PlainRefused {
  ask?: Ask;
}

/**
 * What the WebSocket at `/live` (all asks) or `/live?ask={id}` (one) pushes. The page sends nothing; `notifies` in its
 * address says that it may show notices of the browser.
 */
export type LiveMessage =
  /** At once after connecting, so that a page that was away catches up: every open ask, or the one asked for. */
  | { type: "asks"; asks: LiveAsk[] }
  /** An ask appeared, changed or was settled. */
  | ({ type: "changed" } & LiveAsk)
  | { type: "removed"; id: string }
  /** Time to tell the person of it. Step 0 is the first time on this surface, the others are reminders. */
  | ({ type: "notice"; step: number } & LiveAsk)
  /** Every second: the remaining seconds of every open ask that has a deadline, by id. */
  | { type: "tick"; remaining: Record<string, number> }
  /** The saved settings, to a page that has just come and whenever somebody changed them, there or on any surface. */
  | { type: "settings"; saved: Interaction };
