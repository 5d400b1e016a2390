/**
 * Processor time of a piece of work in milliseconds. Other programs make this one wait,
 * but do not add to its work.
 */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
