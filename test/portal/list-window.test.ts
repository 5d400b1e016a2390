/** The part of the list that a page has: every difference leaves it as the hub would have sent it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Row, RowPage } from "../../src/surfaces/portal/rows/row-wire.ts";
import { inSight, layOut } from "../../web/portal/triage/layout.ts";
import {
  comesBefore,
  type RowWindow,
  shownRow,
  withNew,
  without,
  withPage,
} from "../../web/portal/triage/row-window.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const EMPTY: RowWindow = { rows: [], groups: [] };
const ORDER = { sort: "deadline", group: "none" } as const;

function row(number: number, remainingSeconds: number | null = null): Row {
  return {
    ...{ id: `id-${number}`, kind: "question", title: `Row ${number}`, questions: 1, options: [] },
    ...{ project: "shop", agent: "Codex", client: "codex", urgency: "normal" },
    createdAt: new Date(NOW + number).toISOString(),
    remainingSeconds,
    givenSeconds: remainingSeconds,
  };
}

function page(rows: Row[], offset = 0, total = rows.length): RowPage {
  const rest = { open: total, snoozed: 0, groups: [], projects: [], agents: [], revision: 1 };
  return { rows, offset, total, ...rest };
}

const ids = ({ rows }: RowWindow) => rows.map((one) => one?.id);

describe("the window", () => {
  it("has every new row where the order wants it", () => {
    const seconds = fc.option(fc.integer({ min: 1, max: 50 }).map((count) => count * 10));
    fc.assert(
      fc.property(fc.array(seconds, { maxLength: 20 }), (all) => {
        const rows = all.map((left, index) => row(index, left));
        const window = rows.reduce(
          (before: RowWindow, one) => withNew(before, shownRow(one, NOW), ORDER) ?? before,
          EMPTY,
        );
        const shown = rows.map((one) => shownRow(one, NOW));
        const sorted = shown.sort((one, other) => (comesBefore(one, other, "deadline") ? -1 : 1));
        expect(ids(window)).toEqual(sorted.map(({ id }) => id));
      }),
    );
  });

  it("keeps holes for what was not sent, and a row that moved is there once", () => {
    let window = withPage(EMPTY, page([row(1), row(2)], 0, 5), NOW);
    expect(ids(window)).toEqual(["id-1", "id-2", undefined, undefined, undefined]);
    window = withPage(window, page([row(2), row(3)], 3, 5), NOW);
    expect(ids(window)).toEqual(["id-1", undefined, undefined, "id-2", "id-3"]);
    expect(ids(without(window, "id-2"))).toEqual(["id-1", undefined, undefined, "id-3"]);
  });

  it("counts a group's rows, drops an empty one, and leaves a new one to the hub", () => {
    const groups = [{ name: "shop", count: 1 }];
    const window = withPage(EMPTY, { ...page([row(1)]), groups }, NOW);
    const byProject = { sort: "deadline", group: "project" } as const;
    const more = withNew(window, shownRow(row(2), NOW), byProject);
    expect(more?.groups).toEqual([{ name: "shop", count: 2 }]);
    expect(without(window, "id-1").groups).toEqual([]);
    expect(withNew(window, shownRow({ ...row(3), project: "new" }, NOW), byProject)).toBeNull();
  });
});

it("only the rows near the window are in sight, in each group", () => {
  const groups = [
    { name: "one", count: 100 },
    { name: "two", count: 100 },
  ];
  const layout = layOut(groups, 200, () => 50);
  const [one, two] = layout.sections;
  expect(layout.height).toBe(200 * 50 + 2 * 31);
  expect(one && inSight(layout, one, 1000, 1200)).toEqual({ from: 19, to: 24 });
  expect(two && inSight(layout, two, 1000, 1200)).toEqual({ from: 100, to: 100 });
});
