import { describe, expect, it } from "vitest";
import { createPainter } from "./painter.ts";

const AT_TOP = { row: 0, column: 0, isShown: false };

function paintings() {
  const written: string[] = [];
  const painter = createPainter((bytes) => written.push(bytes.replaceAll("\u001b", "^")));
  return { painter, written };
}

describe("the painter", () => {
  it("writes everything the first time, and then only rows that have changed", () => {
    const { painter, written } = paintings();
    painter.paint(["one", "two", "three"], AT_TOP);
    painter.paint(["one", "2", "three"], AT_TOP);
    expect(written).toEqual([
      "^[?2026h^[?25l^[2J^[1;1Hone^[K^[2;1Htwo^[K^[3;1Hthree^[K^[1;1H^[?25l^[?2026l",
      "^[?2026h^[?25l^[2;1H2^[K^[1;1H^[?25l^[?2026l",
    ]);
  });

  it("writes nothing if nothing has changed, and moves the cursor if only that has", () => {
    const { painter, written } = paintings();
    painter.paint(["one"], AT_TOP);
    painter.paint(["one"], AT_TOP);
    painter.paint(["one"], { row: 0, column: 2, isShown: true });
    expect(written.slice(1)).toEqual(["^[1;3H^[?25h"]);
  });

  it("clears rows that are gone, and paints everything again after it is told to forget", () => {
    const { painter, written } = paintings();
    painter.paint(["one", "two"], AT_TOP);
    painter.paint(["one"], AT_TOP);
    painter.forget();
    painter.paint(["one"], AT_TOP);
    expect(written.slice(1)).toEqual([
      "^[?2026h^[?25l^[2;1H^[K^[1;1H^[?25l^[?2026l",
      "^[?2026h^[?25l^[2J^[1;1Hone^[K^[1;1H^[?25l^[?2026l",
    ]);
  });
});
