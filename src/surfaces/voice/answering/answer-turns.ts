/** Waits for the turn of an answer, which another part writes once the ask is settled. */
import type { LogEvent } from "../../../core/agent/log-event.ts";

export interface AnswerTurns {
  /** Call it before the ask is settled. */
  expect(askId: string): Expected;
}

export interface Expected {
  /**
   * The turn's id; null if it is not written within a second. It will be, and the events report it.
   */
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
