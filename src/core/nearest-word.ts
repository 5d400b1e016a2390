/** Finds the known word that a person probably meant by an unknown one. */

const LEAST_PART = 3;

/**
 * Forgives case and underscores, one typing error in a short word, two in a longer
 * one, and a part of a word.
 */
export function nearestWord(given: string, known: readonly string[]): string | undefined {
  const word = plain(given);
  const slips = word.length <= LEAST_PART ? 1 : 2;
  const near = known
    .map((candidate) => ({ candidate, distance: distanceOf(word, plain(candidate)) }))
    .filter(({ distance }) => distance <= slips)
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.candidate;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[_-]/g, "");
}

function distanceOf(one: string, other: string): number {
  if (one === other) return 0;
  return one.length >= LEAST_PART && other.includes(one) ? 1 : editDistance(one, other);
}

/** How many letters must be added, removed or changed to turn one word into the other. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [index, against] of [...other].entries()) {
      const changed = (row[index] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
