/** Reads transcripts to their ends in small steps, so that other work is not held up. */
import { setImmediate as nextRound } from "node:timers/promises";
import { createQueue } from "../../core/queue.ts";

export interface CatchingUp {
  /** Resolves at the end of the transcript. A call during a reading extends that reading. */
  catchUp(agentId: number): Promise<void>;
  /** Reads in the background. What fails now is read with the next change. */
  catchUpQuietly(agentId: number): void;
  /** No step begins after this. */
  stop(): void;
  /** Resolves when the readings under way are done. */
  idle(): Promise<void>;
}

export interface Reading {
  /** Reads a piece; true if it was the last one. */
  step(): Promise<boolean>;
  done(): void;
}

interface Reader {
  isAgain: boolean;
  done: Promise<void>;
}

/** `begin` returns null for an unknown agent. */
export function createCatchingUp(begin: (agentId: number) => Promise<Reading | null>): CatchingUp {
  const readers = new Map<number, Reader>();
  const oneAtATime = createQueue();
  let isStopped = false;
  return {
    catchUp,
    catchUpQuietly(agentId) {
      if (!isStopped) catchUp(agentId).catch(() => undefined);
    },
    stop() {
      isStopped = true;
    },
    async idle() {
      await Promise.allSettled([...readers.values()].map(({ done }) => done));
    },
  };

  function catchUp(agentId: number): Promise<void> {
    const reader = readers.get(agentId);
    if (reader !== undefined) {
      reader.isAgain = true;
      return reader.done;
    }
    const fresh = { isAgain: false, done: Promise.resolve() };
    readers.set(agentId, fresh);
    fresh.done = readOn(agentId, fresh).finally(() => readers.delete(agentId));
    return fresh.done;
  }

  async function readOn(agentId: number, reader: { isAgain: boolean }): Promise<void> {
    const reading = await begin(agentId);
    if (reading === null) return;
    for (let isDone = false, isAtEnd = true; !isDone && !isStopped; ) {
      reader.isAgain = false;
      // Long transcripts are read one step at a time, so a hook waits for one step at most.
      isAtEnd = await (isAtEnd ? reading.step() : oneAtATime(reading.step));
      isDone = isAtEnd && !reader.isAgain;
      if (!isDone) await nextRound();
    }
    reading.done();
  }
}
