/** Counts how long things took, by the values of one label: for each, how many took at most so long. */
import { type Labels, numberText, type Sample } from "./open-metrics.ts";

/** As the specification wants limits written, so that each is one label value everywhere. */
function canonical(limit: number): string {
  return Number.isInteger(limit) ? `${limit}.0` : numberText(limit);
}

export interface Histogram {
  observe(seconds: number, label: string): void;
  samples(): Sample[];
}

export function createHistogram(label: string, bounds: readonly number[]): Histogram {
  const all = new Map<string, { counts: number[]; sum: number }>();
  const limits = [...bounds, Number.POSITIVE_INFINITY];
  return { observe, samples: () => [...all].flatMap(([value]) => samplesOf(value)) };

  function observe(seconds: number, value: string) {
    // A clock that was set back makes nothing shorter than no time at all.
    const took = Math.max(0, seconds);
    if (Number.isNaN(took)) return;
    const one = all.get(value) ?? { counts: limits.map(() => 0), sum: 0 };
    all.set(value, one);
    for (const [place, limit] of limits.entries())
      if (took <= limit) one.counts[place] = (one.counts[place] ?? 0) + 1;
    one.sum += took;
  }

  function samplesOf(value: string): Sample[] {
    const { counts = [], sum = 0 } = all.get(value) ?? {};
    const labels: Labels = { [label]: value };
    return [
      ...limits.map((limit, place) => ({
        suffix: "_bucket",
        labels: { ...labels, le: canonical(limit) },
        value: counts[place] ?? 0,
      })),
      { suffix: "_count", labels, value: counts.at(-1) ?? 0 },
      { suffix: "_sum", labels, value: sum },
    ];
  }
}
