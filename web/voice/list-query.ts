/**
 * What the list shows: words to look for, and its order. They stand in the address, and stay while
 * this page is open, so that the way back from a question leads to the same list.
 */
import { createStore, type Store } from "../shared/store.ts";
import { QUESTIONS_PATH } from "./route.ts";

export const ORDERS = ["ends", "newest", "project"] as const;
export type Order = (typeof ORDERS)[number];

export interface ListQuery {
  words: string;
  order: Order;
  /** Shows what is put off, in place of what is not. */
  snoozed: boolean;
}

const FRESH: ListQuery = { words: "", order: "ends", snoozed: false };

export const listQuery: Store<ListQuery> = createStore(fromAddress());

export function look(change: Partial<ListQuery>) {
  listQuery.set(change);
  history.replaceState(null, "", listPath());
}

/** Where the list is, as it was left. */
export function listPath(): string {
  const { words, order, snoozed } = listQuery.get();
  const query = new URLSearchParams({
    ...(words === FRESH.words ? {} : { q: words }),
    ...(order === FRESH.order ? {} : { sort: order }),
    ...(snoozed ? { snoozed: "1" } : {}),
  });
  return query.size === 0 ? QUESTIONS_PATH : `${QUESTIONS_PATH}?${query}`;
}

function fromAddress(): ListQuery {
  const query = new URLSearchParams(location.search);
  const order = ORDERS.find((one) => one === query.get("sort"));
  return {
    words: query.get("q") ?? FRESH.words,
    order: order ?? FRESH.order,
    snoozed: query.has("snoozed"),
  };
}

addEventListener("popstate", () => {
  if (location.pathname.replace(/\/$/, "") === QUESTIONS_PATH) listQuery.set(fromAddress());
});
