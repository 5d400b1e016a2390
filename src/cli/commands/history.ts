/** `askline history`: what was decided, by whom, where and when; the latest first. */

import { isSettled, type SettledAsk } from "../../core/ask/ask.ts";
import { wordDifference, wordEnding } from "../../core/ask/effect-words.ts";
import { historyLine, historyOf, matchesSearch, searchWords } from "../../core/ask/history.ts";
import { smallPrint } from "../../core/ask/seal-words.ts";
import { printableJson } from "../../core/json.ts";
import type { Locale } from "../../core/locale.ts";
import { ASK_BACK_NAMES } from "../../core/names.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import type { Desk } from "../../desk/desk.ts";
import type { AskPage } from "../../store/ask-store.ts";
import { type CommonOptions, withContext } from "../context.ts";
import { askAsJson, shortId, span, statusName } from "../describe.ts";
import { EXIT } from "../exit-codes.ts";
import { messages } from "../messages.ts";
import { fitFacts, table } from "../table.ts";

interface HistoryOptions extends CommonOptions {
  search?: string[];
  project?: string;
  limit: number;
}

export async function history(options: HistoryOptions): Promise<number> {
  return withContext(options, async ({ desk, locale }) => {
    const { asks, total } = await latest(desk, options);
    const forPrograms = () => printableJson({ total, asks: asks.map(askAsJson) });
    process.stdout.write(
      `${options.json ? forPrograms() : await forPeople(asks, total, options, locale)}\n`,
    );
    return EXIT.ok;
  });
}

interface Latest {
  asks: SettledAsk[];
  /** How many fit, of which these are the latest. */
  total: number;
}

/** A search has to read every ask; the latest ones alone are a page. */
async function latest(desk: Pick<Desk, "list" | "page" | "count">, options: HistoryOptions) {
  const { search, project, limit } = options;
  if (search === undefined && project === undefined && limit > 0) return pageOf(desk, limit);
  const found = historyOf(await desk.list({ status: "settled" })).filter(fitting(options));
  return { asks: limit === 0 ? found : found.slice(0, limit), total: found.length };
}

async function pageOf(desk: Pick<Desk, "page" | "count">, limit: number): Promise<Latest> {
  const asks: SettledAsk[] = [];
  // Now and then a page has fewer than it may, though more follow.
  for (let after: string | null | undefined; after !== null && asks.length < limit; ) {
    const query = { order: "settled", limit: limit - asks.length, after } as const;
    const page: AskPage = await desk.page(query);
    asks.push(...page.asks.filter(isSettled));
    after = page.next;
  }
  return { asks, total: await desk.count({ status: "settled" }, Number.MAX_SAFE_INTEGER) };
}

function fitting({ search = [], project }: HistoryOptions): (ask: SettledAsk) => boolean {
  const words = searchWords(search.join(" "));
  const name = project?.toLowerCase();
  return (ask) =>
    (name === undefined || ask.source.project?.toLowerCase() === name) && matchesSearch(ask, words);
}

async function forPeople(
  asks: SettledAsk[],
  total: number,
  options: HistoryOptions,
  locale: Locale,
): Promise<string> {
  const text = messages(locale).history;
  const isNarrowed = options.search !== undefined || options.project !== undefined;
  if (total === 0) return isNarrowed ? text.nothingFound : text.nothingSettled;
  const now = new Date();
  const rows = [text.columns, ...asks.map((ask) => asRow(ask, now, locale))];
  const lines = await table(
    process.stdout.isTTY ? await fitted(rows, process.stdout.columns) : rows,
  );
  return total > asks.length ? `${lines}\n\n${text.more(asks.length, total)}` : lines;
}

function asRow(ask: SettledAsk, now: Date, locale: Locale): string[] {
  const text = messages(locale);
  const line = historyLine(ask);
  return [
    shortId(ask),
    statusName(ask, locale),
    text.ago(span(now.getTime() - Date.parse(line.settledAt), locale)),
    line.who ?? text.history.decider(line.by),
    text.surface(line.surface),
    line.project ?? text.source(line.agent),
    line.title + (line.moreQuestions > 0 ? ` (+${line.moreQuestions})` : ""),
    saidIn(ask, line.said, locale) || "–",
  ];
}

/**
 * What was decided, and behind it what the agent did where that differs. The small print comes
 * first, because a narrow row is cut at its end.
 */
function saidIn(ask: SettledAsk, said: string, locale: Locale): string {
  const decided =
    wordEnding(ask, locale) ?? [askedBack(ask, locale), said].filter(Boolean).join(": ");
  const words = [smallPrint(ask, locale) ?? "", decided, wordDifference(ask, locale) ?? ""];
  return safeLine(words.filter(Boolean).join(" · "));
}

/** That the person asked back, and what they would like; empty if they did not. */
function askedBack({ outcome }: SettledAsk, locale: Locale): string {
  if (outcome.status !== "rejected") return "";
  const { kind } = outcome;
  return kind === "elaborate" || kind === "rephrase" ? ASK_BACK_NAMES[locale][kind] : "";
}

/**
 * On a terminal, long questions and answers share the remaining width, because wrapped rows make no
 * table. Pipes get everything.
 */
async function fitted(all: string[][], columns: number): Promise<string[][]> {
  const { cellWidth, cutToWidth } = await import("../../terminal/text/width.ts");
  const { rows, room } = await fitFacts(all, columns, 2);
  const widest = (column: number) =>
    Math.max(...rows.map((row) => cellWidth(row.at(column) ?? "")));
  const answer = Math.min(widest(-1), Math.max(room - widest(-2), Math.floor(room / 2)));
  return rows.map((row) => [
    ...row.slice(0, -2),
    cutToWidth(row.at(-2) ?? "", room - answer),
    cutToWidth(row.at(-1) ?? "", answer),
  ]);
}
