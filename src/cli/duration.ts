/** A length of time as people type it: 90, 90s, 5m, 2h, 1d. */
import { UsageError } from "./failure.ts";

const SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

export function secondsFrom(text: string): number {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)\s*([smhd])?$/.exec(text.trim()) ?? [];
  const seconds = Number(amount) * SECONDS[unit as keyof typeof SECONDS];
  if (seconds > 0 && seconds <= 366 * SECONDS.d) return seconds;
  throw new UsageError((usage) => usage.notATime(text));
}
