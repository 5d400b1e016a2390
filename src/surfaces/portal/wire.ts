/** What the portal's pages and its server say to each other. Types only: the browser loads nothing of this file. */
import type { Reply } from "../../core/ask/answer.ts";
import type { Ask, AskBack } from "../../core/ask/ask.ts";
import type { FormDraft } from "../../core/ask/form.ts";
import type { Locale } from "../../core/locale.ts";
import type { EffectiveInteraction, Interaction, InteractionChange } from "../../desk/interaction.ts";

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
export interface AnswerBody {
  reply: Reply;
}

/** `POST /api/asks/{id}/reject`. */
export interface RejectBody {
  kind: "reject" | "cancel" | "elaborate" | "rephrase";
  reason?: string;
  askBack?: AskBack[];
}

/** `POST /api/asks/{id}/extend`: seconds from now; null takes the deadline away. */
export interface ExtendBody {
  seconds: number | null;
}

/** `PUT /api/asks/{id}/draft`. Null forgets it. */
export interface DraftBody {
  draft: FormDraft | null;
}

/** `POST /api/settings`: only the keys to change; null takes one back to never set. Answers with what now holds. */
export type SettingsBody = InteractionChange;

/** Every refusal: a code for the page, a sentence and a suggestion for the person; `ask` when it was settled already. */
export interface Refused {
  error: { code: string; message: string; suggestion: string };
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
