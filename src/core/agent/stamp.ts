/**
 * Moments in whole microseconds, so that transcript lines within one millisecond keep their order.
 */

/** Null for anything that is not a moment. */
export function microsecondsOf(timestamp: string): number | null {
  const milliseconds = Date.parse(timestamp);
  if (Number.isNaN(milliseconds)) return null;
  const finer = /\.\d{3}(\d{1,3})/.exec(timestamp)?.[1];
  return milliseconds * 1000 + (finer === undefined ? 0 : Number(finer.padEnd(3, "0")));
}

export function stampOf(microseconds: number): string {
  const iso = new Date(Math.floor(microseconds / 1000)).toISOString();
  return `${iso.slice(0, -1)}${String(microseconds % 1000).padStart(3, "0")}Z`;
}
