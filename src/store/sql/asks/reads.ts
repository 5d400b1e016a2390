/** The queries of the asks. Every one has an index, and none counts or skips what it does not give. */
import { type Kysely, sql } from "kysely";
import type { Ask } from "../../../core/ask/ask.ts";
import { type AskFilter, fits } from "../../ask-filter.ts";
import { cursorOf, placeFrom, placeOf } from "../../ask-order.ts";
import type { AskPage, PageQuery, Timed } from "../../ask-store.ts";
import type { Seals } from "../../file/seals.ts";
import { conditionsOf, isBehind } from "./filters.ts";
import { type ReadRow, type Stored, storedFrom } from "./rows.ts";
import type { AskTables } from "./tables.ts";

/** A change as it is followed: an ask as it is now, or that it is gone. */
export interface NumberedChange {
  n: number;
  id: string;
  stored: Stored | null;
}

export interface AskReads {
  one(id: string): Promise<Stored | null>;
  all(filter: AskFilter): Promise<Ask[]>;
  page(query: PageQuery): Promise<AskPage>;
  count(filter: AskFilter, cap: number): Promise<number>;
  nextDue(most: number): Promise<Timed[]>;
  glance(most: number): Promise<Ask[]>;
  /** The number of the last change that is committed. */
  lastNumber(): Promise<number>;
  /** The changes behind a number in their order, up to so many, up to a last one if given. */
  changes(after: number, most: number, upTo?: number): Promise<NumberedChange[]>;
  /** Page by page, the oldest first. */
  createdBefore(moment: Date): AsyncGenerator<Stored[]>;
  /** Which of these asks changed behind a number, or are gone. */
  changedOf(ids: readonly string[], after: number): Promise<string[]>;
}

const COLUMNS = [
  ...(["id", "n", "version", "ask", "state", "outcome", "settled_at"] as const),
  ...(["settlement", "change_key", "seal"] as const),
];
const IDS_AT_ONCE = 500;
const ROWS_AT_ONCE = 500;

export function askReads(db: Kysely<AskTables>, seals: Seals | undefined): AskReads {
  const askOf = (row: ReadRow) => storedFrom(row, seals).ask;
  return {
    ...{ one, all, page, count, nextDue, glance, lastNumber, changes, changedOf },
    createdBefore,
  };

  async function one(id: string): Promise<Stored | null> {
    const row = await asks().where("id", "=", id).executeTakeFirst();
    return row === undefined ? null : storedFrom(row, seals);
  }

  async function all(filter: AskFilter): Promise<Ask[]> {
    const rows = await matching(filter)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    return rows.map(askOf).filter((ask) => fits(ask, filter));
  }

  async function page(query: PageQuery): Promise<AskPage> {
    const { order = "created", limit, after, ...filter } = query;
    const column = order === "settled" ? "settled_at" : "created_at";
    const place = after === undefined ? undefined : placeFrom(after);
    if (order === "settled" && filter.status === "pending") return { asks: [], next: null };
    const from = matching(order === "settled" ? { ...filter, status: "settled" } : filter);
    const behind = place === undefined ? from : from.where(isBehind(column, place));
    const ordered = behind.orderBy(column, "desc").orderBy("id", "desc");
    const rows = await ordered.limit(Math.max(0, limit) + 1).execute();
    const found = rows.slice(0, limit).map(askOf);
    const last = rows.length > limit ? found.at(-1) : undefined;
    return {
      asks: found.filter((ask) => fits(ask, filter)),
      next: last === undefined ? null : cursorOf(placeOf(last, order)),
    };
  }

  async function count(filter: AskFilter, cap: number): Promise<number> {
    const some = db
      .selectFrom("asks")
      .select((row) => row.lit(1).as("one"))
      .where((row) => row.and(conditionsOf(filter, row)))
      .limit(cap)
      .as("some");
    const counted = db.selectFrom(some).select(({ fn }) => fn.countAll<number>().as("many"));
    return Number((await counted.executeTakeFirstOrThrow()).many);
  }

  async function nextDue(most: number): Promise<Timed[]> {
    const rows = await matching({ status: "pending" })
      .where("due", "is not", null)
      .orderBy("due")
      .limit(most)
      .execute();
    return rows.map(askOf);
  }

  async function glance(most: number): Promise<Ask[]> {
    return (await page({ status: "pending", limit: most })).asks;
  }

  async function lastNumber(): Promise<number> {
    const lastOf = (table: "asks" | "removed_asks") =>
      db.selectFrom(table).select("n").orderBy("n", "desc").limit(1).executeTakeFirst();
    const [asked, removed] = await Promise.all([lastOf("asks"), lastOf("removed_asks")]);
    return Math.max(asked?.n ?? 0, removed?.n ?? 0);
  }

  async function changes(after: number, most: number, upTo?: number): Promise<NumberedChange[]> {
    // Removals first: an ask that goes between the two reads is found by the next round.
    const end = upTo ?? (await lastNumber());
    const gone = await db
      .selectFrom("removed_asks")
      .select(["n", "id"])
      .where("n", ">", after)
      .where("n", "<=", end)
      .orderBy("n")
      .limit(most)
      .execute();
    const changed = await asks()
      .where("n", ">", after)
      .where("n", "<=", end)
      .orderBy("n")
      .limit(most)
      .execute();
    const all: NumberedChange[] = [
      ...gone.map(({ n, id }) => ({ n, id, stored: null })),
      ...changed.map((row) => ({ n: row.n, id: row.id, stored: storedFrom(row, seals) })),
    ];
    return all.sort((one, other) => one.n - other.n).slice(0, most);
  }

  async function changedOf(ids: readonly string[], after: number): Promise<string[]> {
    const found: string[] = [];
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      const some = ids.slice(from, from + IDS_AT_ONCE);
      const rows = await db
        .selectFrom("asks")
        .select(["id", "n"])
        .where("id", "in", some)
        .execute();
      const numbers = new Map(rows.map(({ id, n }) => [id, n]));
      found.push(...some.filter((id) => (numbers.get(id) ?? Number.POSITIVE_INFINITY) > after));
    }
    return found;
  }

  async function* createdBefore(moment: Date): AsyncGenerator<Stored[]> {
    if (Number.isNaN(moment.getTime())) return;
    for (let after = ["", ""]; ; ) {
      const rows = await asks()
        .where("created_at", "<", moment.toISOString())
        .where(sql<boolean>`(created_at, id) > (${after[0]}, ${after[1]})`)
        .orderBy("created_at")
        .orderBy("id")
        .limit(ROWS_AT_ONCE)
        .execute();
      yield rows.map((row) => storedFrom(row, seals));
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      after = [storedFrom(last, undefined).ask.createdAt, last.id];
    }
  }

  function matching(filter: AskFilter) {
    return asks().where((row) => row.and(conditionsOf(filter, row)));
  }

  function asks() {
    return db.selectFrom("asks").select(COLUMNS);
  }
}
