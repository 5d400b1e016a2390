/**
 * Messages of the pages for history and figures, declared once: the server reads queries with the
 * schemas, and the pages use the types. The browser loads nothing of this file.
 */
import { z } from "zod";
import type { Effect } from "../../../core/ask/ask.ts";
import type { HistoryLine } from "../../../core/ask/history.ts";
import { ASK_KINDS, type AskKind } from "../../../core/records/ask-kind.ts";
import type { AskedAlike } from "../../../core/records/asked-alike.ts";
import { type Decision, RESULTS } from "../../../core/records/decision.ts";
import type { Figures } from "../../../core/records/figures.ts";

const name = z.string().max(300).optional();
const moment = z.iso.datetime().optional();

/** Which decisions are meant, in the address of `GET /api/history` and of the page alike. */
export const HistoryFilter = z.object({
  /** Every word must occur somewhere in what was asked, decided or said. */
  q: z.string().max(1000).optional(),
  project: name,
  agent: name,
  kind: z.enum(ASK_KINDS).optional(),
  result: z.enum([...RESULTS, "differs"]).optional(),
  who: name,
  by: z.enum(["person", "rule", "nobody"]).optional(),
  where: name,
  since: moment,
  until: moment,
});
export type HistoryFilter = z.infer<typeof HistoryFilter>;

export const HistoryQuery = HistoryFilter.extend({
  /** `next` of the page before. */
  after: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/** One decision as a row of the list. Its texts are on one line and safe to show. */
export interface HistoryRow extends HistoryLine {
  kind: AskKind;
  client: string;
  result: Decision["result"];
  decidedBy: Decision["by"];
  waitedMs: number;
  /** Null where nobody waits for the outcome. */
  isTaken: boolean | null;
  effect: Effect["kind"] | null;
  differs: boolean;
  /** Another program wrote the decision. */
  isUnsealed: boolean;
  /** The words around what was searched for, where the row does not show them already. */
  excerpt: string | null;
}

/** `GET /api/history`. */
export interface HistoryPage {
  rows: HistoryRow[];
  next: string | null;
  /** How many fit, and how many there are. */
  found: number;
  total: number;
}

/** `GET /api/history/names`: what filters can be set to, the most frequent first. */
export type HistoryNames = Record<"projects" | "agents" | "people" | "places", string[]>;

/** `GET /api/figures`. `zone` names the time zone in which days begin. */
export const FiguresQuery = z.object({
  days: z.coerce.number().int().min(1).max(366).default(14),
  project: name,
  zone: z.string().max(100).refine(isZone, "There is no such time zone.").optional(),
});
export type FiguresQuery = z.infer<typeof FiguresQuery>;

export interface FiguresPage {
  figures: Figures;
  askedMost: AskedAlike[];
  projects: string[];
  since: string;
  until: string;
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
