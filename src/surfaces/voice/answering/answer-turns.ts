/** The turn that an answer becomes, which other parts write once they see the ask settled. */
import type { LogEvent } from "../../../core/agent/log-event.ts";

export interface AnswerTurns {
  /** To be called before the ask is settled. */
  expect(askId: string): Expected;
}

export interface Expected {
  /** Its id, or null when it has not been written within a moment: it will be, and the events tell of it. */
  found(): Promise<number | null>;
  stop(): void;
}

const WITHIN_MS = 1_000;

export function createAnswerTurns(
  onEvent: (listener: (event: LogEvent) => void) => () => void,
): AnswerTurns {
  return { expect };

  function expect(askId: string): Expected {
    let resolve: (turnId: number) => void = () => undefined;
    const heard = new Promise<number>((done) => (resolve = done));
    const stop = onEvent((event) => {
      if (event.type !== "turn_created") return;
      if (event.turn.askId === askId && event.turn.actor === "USER") resolve(event.turn.id);
    });
    return { found, stop };

    async function found(): Promise<number | null> {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<null>((done) => (timer = setTimeout(() => done(null), WITHIN_MS)));
      return Promise.race([heard, late]).finally(() => clearTimeout(timer));
    }
  }
}
