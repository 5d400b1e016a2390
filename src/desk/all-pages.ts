/** Walks a list page by page, for those who act on each ask: no store gives ten thousand at once. */
import type { Ask } from "../core/ask/ask.ts";
import type { PageQuery } from "../store/ask-store.ts";
import type { Desk } from "./desk.ts";

const ASKS_PER_PAGE = 500;

export async function* pagesOf(
  desk: Pick<Desk, "page">,
  query: Omit<PageQuery, "after" | "limit">,
): AsyncGenerator<Ask[]> {
  for (let after: string | null | undefined; after !== null; ) {
    const { asks, next }: Awaited<ReturnType<Desk["page"]>> = await desk.page({
      ...query,
      limit: ASKS_PER_PAGE,
      after,
    });
    yield asks;
    after = next;
  }
}

export async function everyAsk(
  desk: Pick<Desk, "page">,
  query: Omit<PageQuery, "after" | "limit">,
): Promise<Ask[]> {
  const asks: Ask[] = [];
  for await (const page of pagesOf(desk, query)) asks.push(...page);
  return asks;
}
