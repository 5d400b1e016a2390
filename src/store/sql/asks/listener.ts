/** One who watches: hears of changes in their order, and of none before it is told where it begins. */
import type { AskChange } from "../../ask-store.ts";
import type { NumberedChange } from "./reads.ts";

export interface ChangeListener {
  /** Changes up to this number are replayed, later ones are live. */
  from: number;
  isOver: boolean;
  readonly onGap: (() => void) | undefined;
  /** A live change: heard at once, or once the replay is done. */
  take(change: NumberedChange, epoch: string): void;
  /** A change of the replay. */
  hear(change: NumberedChange, epoch: string): void;
  goLive(epoch: string): void;
}

export function newListener({
  hear: tell,
  onGap,
}: {
  hear: (change: AskChange) => void;
  onGap: (() => void) | undefined;
}): ChangeListener {
  let waiting: NumberedChange[] | null = [];
  const listener: ChangeListener = { from: 0, isOver: false, onGap, take, hear, goLive };
  return listener;

  function take(change: NumberedChange, epoch: string) {
    if (change.n <= listener.from) return;
    if (waiting === null) hear(change, epoch);
    else waiting.push(change);
  }

  function hear({ id, stored, n }: NumberedChange, epoch: string) {
    if (listener.isOver) return;
    // One that throws changes nothing in the database, and the others must still be told.
    try {
      tell({ id, ask: stored?.ask ?? null, number: `${epoch}:${n}` });
    } catch (error) {
      process.emitWarning(error as Error);
    }
  }

  function goLive(epoch: string) {
    const missed = waiting ?? [];
    waiting = null;
    for (const change of missed) hear(change, epoch);
  }
}
