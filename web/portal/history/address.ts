/** The filters and the chosen decision in the page's address, so that Back and a link restore them. */
import type { HistoryFilter } from "../../../src/surfaces/portal/records/records-wire.ts";

export const FILTER_KEYS = [
  ...["project", "agent", "kind", "result", "who", "by", "where", "since", "until"],
] as (keyof Omit<HistoryFilter, "q">)[];
export type FilterKey = (typeof FILTER_KEYS)[number];

export const HISTORY_PATH = "/history";

export interface Address {
  /** As it stands in the address; the server refuses what it does not know. */
  filter: Partial<Record<FilterKey | "q", string>>;
  ask: string | null;
}

export function addressIn(search: string): Address {
  const given = new URLSearchParams(search);
  const filter: Address["filter"] = {};
  for (const key of ["q", ...FILTER_KEYS] as const) {
    const value = given.get(key);
    if (value !== null && value !== "") filter[key] = value;
  }
  return { filter, ask: given.get("ask") };
}

export function pathOf({ filter, ask }: Address): string {
  const query = new URLSearchParams(queryOf(filter));
  if (ask !== null) query.set("ask", ask);
  const search = query.toString();
  return search === "" ? HISTORY_PATH : `${HISTORY_PATH}?${search}`;
}

/** For the server: the same keys. */
export function queryOf(filter: Address["filter"]): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
}
