/** Time as the desk sees it, so that tests can move it by hand. */
import { afterMilliseconds } from "../store/long-timer.ts";

export interface Clock {
  now(): Date;
  /** Calls `run` once after that many milliseconds, unless the returned function is called first. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  after: afterMilliseconds,
};
