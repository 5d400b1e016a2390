/**
 * Recognises lines of a transcript that its client writes again, as after a compaction. They keep
 * their ids and their times, and tell nothing new. A line that is merely older than the one before
 * it may also come from a clock that was set back, and is new.
 */
import type { Entry } from "../../clients/common/transcript-entry.ts";

/** Clocks step back a little, and hooks and transcripts differ a little. In microseconds. */
export const CLOCK_STEP = 2_000_000;

export interface ReadLines {
  /** Whether the last line was written before. */
  readonly isRepeating: boolean;
  /** `isKnown` tells whether the log has the line's turn; undefined for a line that is no turn. */
  note(entry: Entry, newest: number, isKnown: boolean | undefined): void;
}

// A client repeats the last lines before a compaction.
const REMEMBERED = 5_000;

export function rememberLines(): ReadLines {
  const ids = new Set<string>();
  let isRepeating = false;
  let isFromBefore = false;
  return {
    get isRepeating() {
      return isRepeating;
    },
    note(entry, newest, isKnown) {
      const { at } = entry;
      const id = idOf(entry);
      const isRemembered = id !== null && ids.has(id);
      if (id !== null) remember(id);
      const isOld = at !== null && at < newest;
      if (isRemembered || isKnown === true) {
        isRepeating = true;
        isFromBefore = !isRemembered;
      } else if (!isOld || !isFromBefore || isKnown === false) isRepeating = false;
      // Among lines from before all that is remembered, an old line that is no turn is one of them.
    },
  };

  function remember(id: string): void {
    ids.delete(id);
    ids.add(id);
    const [oldest] = ids;
    if (ids.size > REMEMBERED && oldest !== undefined) ids.delete(oldest);
  }
}

/** One line may hold the results of several calls. */
function idOf(entry: Entry): string | null {
  if (entry.uuid === null) return null;
  return entry.type === "result" ? `${entry.uuid} ${entry.toolUseId}` : entry.uuid;
}
