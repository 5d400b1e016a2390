/**
 * Group commit. All that is written goes into one queue: while one batch commits, the next one
 * gathers, so an idle store adds no delay and a busy one pays for one commit, one lock and one
 * wake-up for hundreds of writes. Writes of one ask are never in the same batch.
 */
import { type Write, type Written, weightOf } from "./writes.ts";

export interface CommitQueue {
  /** The number of the change; null if the write did not apply any more. */
  write(write: Write): Promise<number | null>;
  /** Resolves once nothing waits or is under way. */
  idle(): Promise<void>;
}

interface Waiting {
  write: Write;
  resolve(number: number | null): void;
  reject(error: unknown): void;
}

const MOST_AT_ONCE = 500;
const BIG = 256 * 1024;

export function createCommitQueue({
  commit,
  isDataError,
}: {
  commit: (batch: readonly Write[]) => Promise<Written>;
  isDataError: (error: unknown) => boolean;
}): CommitQueue {
  let waiting: Waiting[] = [];
  let working: Promise<void> | null = null;
  return {
    write: (write) =>
      new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject });
        working ??= work();
      }),
    async idle() {
      await working;
    },
  };

  async function work(): Promise<void> {
    // Everything that is put in the same turn goes together.
    await undefined;
    while (waiting.length > 0) {
      const { batch, rest } = nextBatch(waiting);
      waiting = rest;
      await commitAll(batch);
    }
    working = null;
  }

  async function commitAll(batch: Waiting[]): Promise<void> {
    try {
      const numbers = await commit(batch.map(({ write }) => write));
      for (const [place, { resolve }] of batch.entries()) resolve(numbers[place] ?? null);
    } catch (error) {
      if (batch.length === 1 || !isDataError(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // One of them is refused, and that must not harm the others.
      const middle = batch.length >>> 1;
      await commitAll(batch.slice(0, middle));
      await commitAll(batch.slice(middle));
    }
  }
}

/** A big write goes alone: those of others need not wait for it. */
function nextBatch(waiting: readonly Waiting[]): { batch: Waiting[]; rest: Waiting[] } {
  const batch: Waiting[] = [];
  const rest: Waiting[] = [];
  const ids = new Set<string>();
  let isFull = false;
  for (const one of waiting) {
    const isBig = weightOf(one.write) > BIG;
    const fits = !isFull && batch.length < MOST_AT_ONCE && !ids.has(one.write.id);
    if (fits && (!isBig || batch.length === 0)) {
      batch.push(one);
      isFull = isBig;
    } else rest.push(one);
    ids.add(one.write.id);
  }
  return { batch, rest };
}
