/** Counts the recent wrong guesses of each address. */

import { neighbourhood } from "./network.ts";

export interface GuessLimit {
  count(address: string): void;
  isReached(address: string): boolean;
}

const ALLOWED = 20;
const FORGOTTEN_AFTER_MS = 60_000;
// A caller with very many addresses must not fill the memory; the oldest are forgotten first.
const MOST_ADDRESSES = 10_000;

export function createGuessLimit(): GuessLimit {
  const guesses = new Map<string, { wrong: number; since: number }>();
  return {
    count(given) {
      const address = neighbourhood(given);
      const { wrong, since } = recent(address) ?? { wrong: 0, since: Date.now() };
      guesses.delete(address);
      guesses.set(address, { wrong: wrong + 1, since });
      const [oldest] = guesses.keys();
      if (guesses.size > MOST_ADDRESSES && oldest !== undefined) guesses.delete(oldest);
    },
    isReached: (address) => (recent(neighbourhood(address))?.wrong ?? 0) > ALLOWED,
  };

  function recent(address: string) {
    const known = guesses.get(address);
    return known !== undefined && Date.now() - known.since <= FORGOTTEN_AFTER_MS
      ? known
      : undefined;
  }
}
