/**
 * The rows that this page has of the list, each at its place: the hub has sent some, the others are
 * holes until somebody scrolls there. Every change gives a new window. Pure.
 */
import type {
  Row,
  RowGroup,
  RowGroupCount,
  RowPage,
  RowSort,
} from "../../../src/surfaces/portal/rows/row-wire.ts";

/** A row, and when its time is up by this browser's clock. */
export interface ShownRow extends Row {
  endsAt: number | null;
}

export interface RowWindow {
  /** A hole for each row that was not sent yet. */
  rows: readonly (ShownRow | undefined)[];
  /** In order, with the rows in each; empty unless grouped. */
  groups: readonly RowGroupCount[];
}

export interface Order {
  sort: RowSort;
  group: RowGroup;
}

export function shownRow(row: Row, now: number): ShownRow {
  return {
    ...row,
    endsAt: row.remainingSeconds === null ? null : now + row.remainingSeconds * 1000,
  };
}

/** What the hub sent. A row that stood elsewhere before leaves a hole there. */
export function withPage(window: RowWindow, page: RowPage, now: number): RowWindow {
  const sent = new Set(page.rows.map(({ id }) => id));
  const rows = window.rows.map((row) => (row !== undefined && sent.has(row.id) ? undefined : row));
  rows.length = Math.min(rows.length, page.total);
  while (rows.length < page.total) rows.push(undefined);
  for (const [index, row] of page.rows.entries()) rows[page.offset + index] = shownRow(row, now);
  return { rows, groups: page.groups };
}

export function placeOf({ rows }: RowWindow, id: string | null): number {
  return rows.findIndex((row) => row?.id === id && id !== null);
}

export function withChanged(window: RowWindow, row: ShownRow): RowWindow {
  const at = placeOf(window, row.id);
  return at === -1 ? window : { ...window, rows: window.rows.with(at, row) };
}

export function without(window: RowWindow, id: string): RowWindow {
  const at = placeOf(window, id);
  if (at === -1) return window;
  const groups = window.groups.map((group, index) =>
    index === groupAt(window.groups, at) ? { ...group, count: group.count - 1 } : group,
  );
  return {
    rows: window.rows.toSpliced(at, 1),
    groups: groups.filter(({ count }) => count > 0),
  };
}

/**
 * The window with a row where it belongs; null where only the hub knows the place, because its group
 * is new.
 */
export function withNew(window: RowWindow, row: ShownRow, order: Order): RowWindow | null {
  const { groups, rows } = window;
  if (order.group === "none") return { groups, rows: inserted(window, row, order, 0, rows.length) };
  if (order.group === "time") return null;
  const own = groups.findIndex(({ name }) => name === row[order.group as "project" | "agent"]);
  if (own === -1) return null;
  const start = groups.slice(0, own).reduce((sum, { count }) => sum + count, 0);
  const end = start + (groups[own]?.count ?? 0);
  return {
    rows: inserted(window, row, order, start, end),
    groups: groups.map((group, index) =>
      index === own ? { ...group, count: group.count + 1 } : group,
    ),
  };
}

/** Behind the last row that comes before it. In between there may be holes; then it is one more. */
function inserted({ rows }: RowWindow, row: ShownRow, { sort }: Order, start: number, end: number) {
  let at = start;
  for (let index = start; index < end; index++) {
    const other = rows[index];
    if (other !== undefined && comesBefore(other, row, sort)) at = index + 1;
  }
  const isKnownPlace = at >= end || rows[at] !== undefined;
  return rows.toSpliced(at, 0, isKnownPlace ? row : undefined);
}

const URGENCY = { high: 0, normal: 1, low: 2 };

/** The hub's own order; see `row-entry.ts` there. */
export function comesBefore(one: ShownRow, other: ShownRow, sort: RowSort): boolean {
  const isOlder = one.createdAt < other.createdAt;
  if (sort === "newest") return !isOlder;
  const byUrgency = sort === "urgency" ? URGENCY[one.urgency] - URGENCY[other.urgency] : 0;
  if (byUrgency !== 0) return byUrgency < 0;
  const [ends, otherEnds] = [one.endsAt ?? Infinity, other.endsAt ?? Infinity];
  // Both clocks run alike, but for the part of a second that a message takes.
  return Math.abs(ends - otherEnds) < 1_000 || ends === otherEnds ? isOlder : ends < otherEnds;
}

/** Which group the row at that place is in. */
export function groupAt(groups: readonly RowGroupCount[], place: number): number {
  let end = 0;
  return groups.findIndex(({ count }) => {
    end += count;
    return place < end;
  });
}
