/** What work costs the processor, in milliseconds. Other programs make this one wait, but they do not make it work. */
export function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
