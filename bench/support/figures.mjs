/**
 * Timestamps of one clock for all processes of this machine, and statistics over many measurements.
 */

/**
 * Milliseconds on the machine's monotonic clock: comparable between processes,
 * unlike `performance.now()`.
 */
export function stamp() {
  return Number(process.hrtime.bigint()) / 1e6;
}

export async function timed(work) {
  const start = stamp();
  await work();
  return stamp() - start;
}

export function percentile(values, percent) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds of processor time this process has used so far. */
export function cpuMilliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
