/** The settled asks that match the search. */
import type { SettledAsk } from "../../../core/ask/ask.ts";
import { matchesSearch, searchWords } from "../../../core/ask/history.ts";
import { keepingLast } from "../../../core/cache.ts";
import type { History } from "./state.ts";

export function foundIn({ asks, search }: History): readonly SettledAsk[] {
  const words = search.writing.text;
  return asks === null || words === "" ? (asks ?? []) : found(asks, words);
}

// Kept for the same asks and words: every key and every screen needs it.
const found = keepingLast((asks: readonly SettledAsk[], words: string): readonly SettledAsk[] => {
  const wanted = searchWords(words);
  return asks.filter((ask) => matchesSearch(ask, wanted));
});
