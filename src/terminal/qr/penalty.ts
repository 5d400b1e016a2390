/** How hard a QR code would be to read, by the standard's four rules; the mask with the least is taken. */

type Modules = readonly (readonly boolean[])[];

const LIKE_A_FINDER = ["10111010000", "00001011101"];

export function penaltyOf(modules: Modules): number {
  const columns = modules.map((_, column) => modules.map((row) => row[column] === true));
  const lines = [...modules, ...columns].map((line) => line.map((isDark) => (isDark ? "1" : "0")).join(""));
  return sum(lines.map(runs)) + sum(lines.map(finderLikes)) + squares(modules) + imbalance(modules);
}

function runs(line: string): number {
  return sum([...line.matchAll(/0{5,}|1{5,}/g)].map(([run]) => run.length - 2));
}

function finderLikes(line: string): number {
  let count = 0;
  for (let start = 0; start <= line.length - 11; start++)
    if (LIKE_A_FINDER.includes(line.slice(start, start + 11))) count += 1;
  return 40 * count;
}

function squares(modules: Modules): number {
  let count = 0;
  for (const [index, row] of modules.entries()) {
    const below = modules[index + 1];
    for (let column = 0; below !== undefined && column < row.length - 1; column++) {
      const corner = row[column];
      if (row[column + 1] === corner && below[column] === corner && below[column + 1] === corner) count += 1;
    }
  }
  return 3 * count;
}

function imbalance(modules: Modules): number {
  const dark = sum(modules.map((row) => row.filter(Boolean).length));
  const percent = (100 * dark) / modules.length ** 2;
  return 10 * Math.floor(Math.abs(percent - 50) / 5);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
