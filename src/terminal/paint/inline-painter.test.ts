import { describe, expect, it } from "vitest";
import { createInlinePainter } from "./inline-painter.ts";

const AT_START = { row: 0, column: 0, isShown: false };

function paintings() {
  const written: string[] = [];
  const painter = createInlinePainter((bytes) =>
    written.push(bytes.replaceAll("\u001b", "^").replaceAll("\r", "<")),
  );
  return { painter, written };
}

describe("the inline painter", () => {
  it("makes room by line breaks the first time, then goes to the changed rows", () => {
    const { painter, written } = paintings();
    painter.paint(["one", "two", "three"], AT_START);
    painter.paint(["one", "2", "three"], { row: 2, column: 4, isShown: true });
    expect(written).toEqual([
      "^[?25l<^[2Kone\n<^[2Ktwo\n<^[2Kthree^[2A<^[?25l",
      "^[?25l^[1B<^[2K2^[1B<^[5G^[?25h",
    ]);
  });

  it("leaves no row behind and the cursor where they began", () => {
    const { painter, written } = paintings();
    painter.paint(["one", "two"], { row: 1, column: 1, isShown: false });
    painter.clear();
    painter.paint(["one"], AT_START);
    expect(written.slice(1)).toEqual([
      "^[?25l^[1A<^[2K^[1B<^[2K^[1A<^[?25h",
      "^[?25l<^[2Kone<^[?25l",
    ]);
  });

  it("finds its first row again after a narrower terminal has broken the rows", () => {
    const { painter, written } = paintings();
    painter.paint(["\u001b[1m다섯 글자\u001b[22m", "", "0123456789", "x"], {
      row: 3,
      column: 5,
      isShown: true,
    });
    painter.clearResized(4);
    // Nine cells are three rows, none is one, ten are
    // three, and the cursor is on the second of its own.
    expect(written[1]).toBe("^[8A<^[J");
  });
});
