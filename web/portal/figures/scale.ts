/** Three lines across a plot of lengths of time, at round values. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const ROUND = [
  ...[1, 2, 5, 10, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 8, 12, 24, 48].map((hours) => hours * HOUR),
];

export function scaleFor(most: number): number[] {
  const step =
    ROUND.find((one) => one * 3 >= most) ?? Math.ceil(most / 3 / (24 * HOUR)) * 24 * HOUR;
  const values = [step, 2 * step, 3 * step];
  // A line above the highest column would only take room.
  return values.filter((value) => value - step < most);
}
