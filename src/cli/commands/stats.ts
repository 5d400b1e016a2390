/** `askline stats`: how long agents waited for people, and what rules decided in their place. */
import { isSettled, type SettledAsk } from "../../core/ask/ask.ts";
import { secondsIn } from "../../core/duration.ts";
import { printableJson } from "../../core/json.ts";
import type { Locale } from "../../core/locale.ts";
import { csvOf } from "../../core/records/csv.ts";
import { type NamedWaits, spanBefore } from "../../core/records/figures.ts";
import { figuresTable } from "../../core/records/figures-table.ts";
import { KIND_NAMES, lengthInWords, shareInWords } from "../../core/records/record-words.ts";
import { dayIn, type Report, reportOn } from "../../core/records/report.ts";
import type { Desk } from "../../desk/desk.ts";
import { type CommonOptions, withContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { messages } from "../messages.ts";
import { table } from "../table.ts";
import { NotASpan, statsMessages } from "./stats-messages.ts";

interface StatsOptions extends CommonOptions {
  csv?: boolean;
  since: string;
  project?: string;
}

// A table in a terminal is for looking; --json and --csv have every row.
const MOST_ROWS = 15;
const CENTURY = 100 * 365 * 86_400;

export async function stats(options: StatsOptions): Promise<number> {
  const now = new Date();
  const span = { since: momentFrom(options.since, now), until: now.toISOString() };
  return withContext(options, async ({ desk, locale }) => {
    const asks = await settledSince(desk, spanBefore(span));
    const report = reportOn(asks, { ...span, project: options.project, dayOf: dayIn(undefined) });
    process.stdout.write(await written({ ...report, ...span }, options, locale));
    return EXIT.ok;
  });
}

async function settledSince(desk: Pick<Desk, "find">, since: string | null): Promise<SettledAsk[]> {
  const found = await desk.find({ status: "settled", ...(since && { settledSince: since }) });
  return found.filter(isSettled);
}

type Span = { since: string | null; until: string };

async function written(report: Report & Span, options: StatsOptions, locale: Locale) {
  if (options.csv) return csvOf(figuresTable(report.figures, report.askedMost));
  if (options.json) return `${printableJson(report)}\n`;
  return `${await forPeople(report, locale)}\n`;
}

async function forPeople(report: Report & Span, locale: Locale): Promise<string> {
  const { figures, askedMost, since } = report;
  const say = statsMessages(locale);
  if (figures.all.asked === 0) return say.nothing;
  const words = messages(locale);
  const surfaces = figures.surfaces.map((row) => ({ ...row, name: words.surface(row.name) }));
  const kinds = figures.kinds.map((row) => ({ ...row, name: KIND_NAMES[locale][row.name] }));
  const parts = [
    say.summary({ ...figures, since: since === null ? null : dayIn(undefined)(since) }),
    await split(say.project, figures.projects, locale),
    await split(say.agent, figures.agents, locale),
    await split(say.kind, kinds, locale),
    await split(say.surface, surfaces, locale),
    await split(say.day, figures.days.slice(-MOST_ROWS).reverse(), locale),
  ];
  if (askedMost.length > 0) {
    const rows = askedMost.map((one) => [
      ...[one.what, one.project || say.severalProjects, String(one.times), say[one.decided]],
    ]);
    parts.push(`${say.askedMost}\n${await table([say.askedColumns, ...rows])}`);
  }
  return parts.filter(Boolean).join("\n\n");
}

async function split(head: string, rows: readonly NamedWaits[], locale: Locale): Promise<string> {
  if (rows.length === 0) return "";
  const say = statsMessages(locale);
  const length = (ms: number | null) => (ms === null ? "–" : lengthInWords(ms, locale));
  const lines = rows
    .slice(0, MOST_ROWS)
    .map((row) => [
      row.name || say.noName,
      String(row.asked),
      shareInWords(row.byRule, row.asked),
      ...[String(row.timedOut), length(row.medianMs), length(row.ninetiethMs)],
      length(row.waitedMs),
    ]);
  const left = rows.length - lines.length;
  const more = left > 0 ? `\n${say.more(left)}` : "";
  return `${await table([[head, ...say.columns], ...lines])}${more}`;
}

/** A length of time back from now, a day, or `all`; null for everything. */
function momentFrom(text: string, now: Date): string | null {
  if (text === "all") return null;
  const seconds = secondsIn(text);
  if (seconds !== null)
    return new Date(now.getTime() - Math.min(seconds, CENTURY) * 1000).toISOString();
  // Without a zone, a time of day counts where the person is.
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00`) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()) || at > now) throw new NotASpan(text);
  return at.toISOString();
}
