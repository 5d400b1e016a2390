/** The figures as one flat table: a line for each row of each split, with lengths in seconds. */
import type { AskedAlike } from "./asked-alike.ts";
import type { Figures, NamedWaits } from "./figures.ts";

const HEAD = [
  ...["split", "name", "asked", "by_rule", "by_person", "by_nobody", "timed_out"],
  ...["waited_seconds", "median_seconds", "p90_seconds"],
];

export function figuresTable(
  figures: Figures,
  askedMost: readonly AskedAlike[],
): (string | number | null)[][] {
  const { all, projects, agents, kinds, surfaces, days } = figures;
  const splits: [string, readonly NamedWaits[]][] = [
    ["all", [{ name: "", ...all }]],
    ["project", projects],
    ["agent", agents],
    ["kind", kinds],
    ["surface", surfaces],
    ["day", days],
  ];
  return [
    HEAD,
    ...splits.flatMap(([split, rows]) => rows.map((row) => [split, ...cellsOf(row)])),
    ...askedMost.map(({ decided, what, times }) => [
      ...[`always_${decided}`, what, times, 0, times, 0, 0],
      ...[null, null, null],
    ]),
  ];
}

function cellsOf(row: NamedWaits): (string | number | null)[] {
  const { name, asked, byRule, byPerson, byNobody, timedOut } = row;
  return [
    ...[name, asked, byRule, byPerson, byNobody, timedOut],
    ...[row.waitedMs, row.medianMs, row.ninetiethMs].map((ms) =>
      ms === null ? null : Math.round(ms / 1000),
    ),
  ];
}
