/** Which of the settled asks are shown. */
import type { SettledAsk } from "../../../core/ask/ask.ts";
import { matchesSearch, searchWords } from "../../../core/ask/history.ts";
import type { History } from "./state.ts";

/** Kept until other words are searched for: every key and every screen asks for it. */
export function foundIn({ asks, search }: History): readonly SettledAsk[] {
  const words = search.writing.text;
  if (asks === null || words === "") return asks ?? [];
  if (lastFound?.asks === asks && lastFound.words === words) return lastFound.found;
  const wanted = searchWords(words);
  const found = asks.filter((ask) => matchesSearch(ask, wanted));
  lastFound = { asks, words, found };
  return found;
}

let lastFound: { asks: readonly SettledAsk[]; words: string; found: readonly SettledAsk[] } | undefined;
