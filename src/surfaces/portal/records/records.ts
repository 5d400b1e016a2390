/** The routes of history and figures: past decisions found, counted and exported. */
import type { Context } from "hono";
import type { z } from "zod";
import { isSettled, type SettledAsk } from "../../../core/ask/ask.ts";
import { searchWords } from "../../../core/ask/history.ts";
import { sentenceOf } from "../../../core/ask/question.ts";
import { csvOf } from "../../../core/records/csv.ts";
import { decisionOf } from "../../../core/records/decision.ts";
import { spanBefore } from "../../../core/records/figures.ts";
import { figuresTable } from "../../../core/records/figures-table.ts";
import { beginOfDay, dayIn, reportOn } from "../../../core/records/report.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Access } from "../../../http/access.ts";
import { UnreadableBody } from "../../../http/body.ts";
import { newRoutes, type RouteEnv, type Routes } from "../../../http/routes.ts";
import { byPlace, cursorOf, placeFrom, placeOf } from "../../../store/ask-order.ts";
import { createDecisionIndex, type Known } from "./decision-index.ts";
import { EXPORT_HEAD, exportedRow, historyRow } from "./history-row.ts";
import {
  type FiguresPage,
  FiguresQuery,
  HistoryFilter,
  type HistoryNames,
  type HistoryPage,
  HistoryQuery,
} from "./records-wire.ts";

interface RecordsParts {
  desk: Pick<Desk, "page">;
  /** The desk as this caller may see it. */
  deskFor: (c: Context<RouteEnv>) => Pick<Desk, "page" | "count">;
  now: () => Date;
}

const DAY_MS = 86_400_000;
const MOST_NAMES = 100;
const MOST_COUNTED = 1_000_000;

export function createRecords({ desk, deskFor, now }: RecordsParts): { routes: Routes } {
  const index = createDecisionIndex({ desk });
  const app = newRoutes();
  app.get("/api/history", async (c) =>
    c.json(await history(queryOf(c, HistoryQuery), deskFor(c), accessOf(c))),
  );
  app.get("/api/history/names", async (c) => c.json(await names(accessOf(c))));
  app.get("/api/history.csv", async (c) => {
    const rows: ReturnType<typeof exportedRow>[] = [];
    for await (const known of walk(queryOf(c, HistoryFilter), accessOf(c)))
      rows.push(exportedRow(known));
    return spreadsheet(csvOf([EXPORT_HEAD, ...rows]), "askline-history.csv");
  });
  app.get("/api/figures", async (c) =>
    c.json(await figures(queryOf(c, FiguresQuery), accessOf(c))),
  );
  app.get("/api/figures.csv", async (c) => {
    const page = await figures(queryOf(c, FiguresQuery), accessOf(c));
    return spreadsheet(csvOf(figuresTable(page.figures, page.askedMost)), "askline-figures.csv");
  });
  return { routes: app };

  /** The decisions that this caller may see. */
  async function* walk(
    query: Parameters<typeof index.walk>[0],
    access: Access,
  ): AsyncGenerator<Known> {
    for await (const one of index.walk(query)) if (access.sees(one.ask)) yield one;
  }

  async function history(
    { after, limit, ...query }: HistoryQuery,
    desk: Pick<Desk, "page" | "count">,
    access: Access,
  ): Promise<HistoryPage> {
    const total = await desk.count({ status: "settled" }, MOST_COUNTED);
    const words = searchWords(query.q ?? "");
    const isPlain = words.length === 0 && Object.keys({ ...query, q: undefined }).length === 1;
    if (isPlain) {
      const { asks, next } = await desk.page({ order: "settled", limit, after });
      const rows = asks.filter(isSettled).map((ask) => historyRow(known(ask), []));
      return { rows, next, found: total, total };
    }
    return { ...(await search(query, words, { after, limit }, access)), total };
  }

  /** Walks everything, because what is found is also counted. */
  async function search(
    query: HistoryFilter,
    words: readonly string[],
    { after, limit }: Pick<HistoryQuery, "after" | "limit">,
    access: Access,
  ): Promise<Omit<HistoryPage, "total">> {
    const shown: Known[] = [];
    let [found, next]: [number, string | null] = [0, null];
    for await (const one of walk(query, access)) {
      found += 1;
      if (after !== undefined && !isBehind(one.ask, after)) continue;
      if (shown.length < limit) shown.push(one);
      else next ??= cursorOf(placeOf((shown.at(-1) as Known).ask, "settled"));
    }
    return { rows: shown.map((one) => historyRow(one, words)), next, found };
  }

  async function names(access: Access): Promise<HistoryNames> {
    const counted = {
      projects: counter(),
      agents: counter(),
      people: counter(),
      places: counter(),
    };
    for await (const { decision } of walk({}, access)) {
      counted.projects.add(decision.project);
      counted.agents.add(decision.agent);
      counted.people.add(decision.who);
      counted.places.add(decision.surface);
    }
    return {
      projects: counted.projects.names(),
      agents: counted.agents.names(),
      people: counted.people.names(),
      places: counted.places.names(),
    };
  }

  async function figures(
    { days, project, zone }: FiguresQuery,
    access: Access,
  ): Promise<FiguresPage> {
    const dayOf = dayIn(zone);
    const until = now();
    const since = beginOfDay(new Date(until.getTime() - (days - 1) * DAY_MS), dayOf);
    const span = { since: since.toISOString(), until: until.toISOString() };
    const asks: SettledAsk[] = [];
    const projects = counter();
    const from = spanBefore(span) ?? undefined;
    for await (const { ask, decision } of walk({ since: from }, access)) {
      asks.push(ask);
      if (decision.settledAt >= span.since) projects.add(decision.project);
    }
    const report = reportOn(asks, { ...span, project, dayOf });
    return { ...report, projects: projects.names(), ...span };
  }
}

function accessOf(c: Context<RouteEnv>): Access {
  return c.get("caller").access;
}

function known(ask: SettledAsk): Known {
  return { ask, decision: decisionOf(ask) };
}

function isBehind(ask: SettledAsk, cursor: string): boolean {
  return byPlace(placeFrom(cursor), placeOf(ask, "settled")) < 0;
}

/** Counts names; the empty one is none. */
function counter() {
  const counts = new Map<string, number>();
  return {
    add: (one: string) => one !== "" && counts.set(one, (counts.get(one) ?? 0) + 1),
    names: () =>
      [...counts]
        .sort(([, one], [, other]) => other - one)
        .slice(0, MOST_NAMES)
        .map(([one]) => one),
  };
}

/** Reads an address. What does not fit is refused in a sentence. */
function queryOf<Schema extends z.ZodType>(c: Context<RouteEnv>, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(c.req.query());
  if (parsed.success) return parsed.data;
  throw new UnreadableBody("unfit", parsed.error.issues.map(sentenceOf).join(" "));
}

/** The mark in front tells a spreadsheet that these are UTF-8 letters. */
function spreadsheet(csv: string, fileName: string): Response {
  return new Response(`\ufeff${csv}`, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}
