/**
 * The rows of a benchmark: made in one line each, judged against their goals, printed as a table.
 */

/**
 * `goal` is the maximum for the figure. Figures without a goal are for comparison or information.
 */
export function row(what, figure, unit, { goal, note } = {}) {
  const judged = goal === undefined ? {} : { goal, isMet: figure <= goal };
  return { what, figure, unit, ...judged, ...(note === undefined ? {} : { note }) };
}

export function printTable(name, rows) {
  const cells = [["", "figure", "goal", ""], ...rows.map(cellsOf)];
  const widths = cells[0].map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  console.log(`\n${name}`);
  for (const [what, figure, goal, remark] of cells) {
    const line = `  ${what.padEnd(widths[0])}  ${figure.padStart(widths[1])}  ${goal.padStart(widths[2])}  ${remark}`;
    console.log(line.trimEnd());
  }
  for (const missed of rows.filter(({ isMet }) => isMet === false)) {
    const { what, figure, goal, unit } = missed;
    console.log(
      `  goal missed: ${what} is ${inWords(figure, unit)}, the goal is at most ${inWords(goal, unit)}`,
    );
  }
}

function cellsOf({ what, figure, unit, goal, isMet, note = "" }) {
  if (goal === undefined) return [what, inWords(figure, unit), "", note];
  return [
    what,
    inWords(figure, unit),
    `<= ${inWords(goal, unit)}`,
    `${isMet ? "met" : "MISSED"}  ${note}`,
  ];
}

function inWords(figure, unit) {
  const digits = Number.isInteger(figure) || figure >= 1000 ? 0 : figure >= 100 ? 1 : 2;
  return `${figure.toFixed(digits)} ${unit}`;
}
