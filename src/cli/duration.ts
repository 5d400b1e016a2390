/** A length of time on the command line: at most a leap year. */
import { secondsIn } from "../core/duration.ts";
import { UsageError } from "./failure.ts";

const LONGEST_SECONDS = 366 * 86_400;

export function secondsFrom(text: string): number {
  const seconds = secondsIn(text);
  if (seconds !== null && seconds <= LONGEST_SECONDS) return seconds;
  throw new UsageError((usage) => usage.notATime(text));
}
