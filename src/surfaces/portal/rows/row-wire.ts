/**
 * The list of open questions between the portal's server and its page: what a row shows, and how the
 * list is asked for. The browser loads nothing of this file.
 */
import { z } from "zod";
import type { Snooze } from "../../../core/ask/snooze.ts";
import type { Locale } from "../../../core/locale.ts";
import type { Interaction } from "../../../desk/interaction.ts";
import type { LiveAsk } from "../wire.ts";

export type RowKind = "question" | "several" | "command" | "edit" | "plan" | "permission";

/**
 * What picking an option in the list does: `at_once` sends it, `opens` shows the question with it
 * picked, `confirms` also asks whether it is meant, since it may destroy something.
 */
type RowPick = "at_once" | "opens" | "confirms";

export interface RowOption {
  id: string;
  label: string;
  isRecommended?: true;
  pick: RowPick;
}

/** One open ask as far as its row shows it. Texts of agents are made safe for a line. */
export interface Row {
  id: string;
  kind: RowKind;
  /** The question's first line; of a permission the reason that the agent gives, or nothing. */
  title: string;
  /** The title that the agent gave, where the row shows the question itself instead. */
  header?: string;
  /** The command that would run, or the file that would change. */
  code?: string;
  questions: number;
  options: RowOption[];
  /** How many options there are beyond those. */
  moreOptions?: number;
  /** Empty where there is none. */
  project: string;
  agent: string;
  /** The program that the agent runs in, for its colour; or the kind of source. */
  client: string;
  createdAt: string;
  /** Whole seconds until the deadline by the server's clock; null without one. */
  remainingSeconds: number | null;
  /** How long it had from the start; null without a deadline. */
  givenSeconds: number | null;
  urgency: "low" | "normal" | "high";
  risk?: "destroys" | "unclear";
  /** Put off until then, which a deadline may have moved to the front. */
  snoozed?: Snooze;
}

export const RowSort = z.enum(["deadline", "urgency", "newest"]);
export type RowSort = z.infer<typeof RowSort>;
/** `time` tells what ends within minutes from the rest: `soon` and `waiting`. */
export const RowGroup = z.enum(["none", "project", "agent", "time"]);
export type RowGroup = z.infer<typeof RowGroup>;
export const RowKindFilter = z.enum(["all", "permissions", "questions"]);
export type RowKindFilter = z.infer<typeof RowKindFilter>;

const MOST_ROWS = 200;

/** `GET /api/rows`. What is left out does not matter. */
export const RowQuery = z.object({
  project: z.string().max(500).optional(),
  agent: z.string().max(500).optional(),
  kind: RowKindFilter.catch("all").default("all"),
  q: z.string().max(500).default(""),
  /** Only what is put off; else only what is not. */
  snoozed: z.string().optional(),
  sort: RowSort.catch("deadline").default("deadline"),
  group: RowGroup.catch("none").default("none"),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MOST_ROWS).default(100),
  locale: z.enum(["en", "ko"]).optional(),
  /** Beside the rows what a page needs once: settings and what was settled last. */
  first: z.string().optional(),
});
export type RowQuery = z.infer<typeof RowQuery>;

export interface RowGroupCount {
  /** Empty for those without a project or agent. */
  name: string;
  count: number;
}

export interface RowPage {
  rows: Row[];
  offset: number;
  /** How many fit what was asked for. */
  total: number;
  /** How many are open at all, without those that are put off. */
  open: number;
  /** How many are put off. */
  snoozed: number;
  /** In order; empty unless grouped. */
  groups: RowGroupCount[];
  /** Of everything that is open, for the filters. */
  projects: string[];
  agents: string[];
  /** Grows with every change: see `hello` of the live connection. */
  revision: number;
  /** With `first` only. */
  start?: { settled: LiveAsk[]; saved: Interaction; locale: Locale };
}

/** What the WebSocket pushes to `/live?rows={locale}`, beside `settings` and `notice`. */
export type RowMessage =
  /** After connecting. A list with an older revision may have missed something. */
  | ({ type: "hello" } & Counts)
  | ({ type: "row"; row: Row } & Counts)
  /** Settled or removed; `settled` says how it ended. */
  | ({ type: "row_gone"; id: string; settled: LiveAsk | null } & Counts);

interface Counts {
  open: number;
  snoozed: number;
  revision: number;
}
