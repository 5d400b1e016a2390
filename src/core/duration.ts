/** A length of time as people type it: 90, 90s, 5m, 2h, 1d, 5분. */

const SECONDS: Record<string, number> = {
  ...{ s: 1, m: 60, h: 3600, d: 86_400 },
  ...{ 초: 1, 분: 60, 시간: 3600, 일: 86_400 },
};

/** In seconds. Null for what is no length of time; zero is none either. */
export function secondsIn(text: string): number | null {
  const [, amount, unit = "s"] =
    /^(\d+(?:\.\d+)?)\s*(s|m|h|d|초|분|시간|일)?$/.exec(text.trim()) ?? [];
  const seconds = Number(amount) * (SECONDS[unit] ?? Number.NaN);
  return seconds > 0 ? seconds : null;
}
