import { describe, expect, it } from "vitest";
import { differenceOf } from "./diff.ts";

const lines = (count: number, change: (number: number) => string = String) =>
  Array.from({ length: count }, (_, index) => change(index + 1)).join("\n");

describe("a difference", () => {
  it("shows changes that are far apart without what stays between them", () => {
    const after = lines(20, (number) => (number === 3 || number === 17 ? "X" : String(number)));
    expect(differenceOf(lines(20), after).split("\n")).toEqual([
      ...["  1", "  2", "- 3", "+ X", "  4", "  5", "  6", "  …"],
      ...["  14", "  15", "  16", "- 17", "+ X", "  18", "  19", "  20"],
    ]);
  });

  it("shows all that stays between changes that are near each other, but for a single line", () => {
    expect(differenceOf("a\nb\nc\nd\n", "A\nb\nc\nD\n")).toBe("- a\n+ A\n  b\n  c\n- d\n+ D");
    expect(differenceOf("a\nb\nd\n", "A\nb\nD\n")).toBe("- a\n- b\n- d\n+ A\n+ b\n+ D");
  });

  it("shows what comes into an empty file, what goes from one that is emptied, and the end of one that stays", () => {
    expect(differenceOf("", "a\nb\n")).toBe("+ a\n+ b");
    expect(differenceOf("a\nb\n", "")).toBe("- a\n- b");
    expect(differenceOf("a\nb\nc\nd\n", "a\nb\nc\nd\n")).toBe("  b\n  c\n  d");
  });

  it("does not take a line end of Windows for a change", () => {
    expect(differenceOf("a\r\nb\r\n", "a\nB\n")).toBe("  a\n- b\n+ B");
  });

  it("of texts that have little in common is one block, between what they begin and end with", () => {
    const [before, after] = ["old", "new"].map(
      (word) => `first\n${lines(2_000, (n) => `${word} ${n}`)}\nlast\n`,
    );
    const shown = differenceOf(before ?? "", after ?? "").split("\n");
    expect(shown).toHaveLength(4_002);
    expect([shown[0], shown[1], shown[2_000], shown[2_001], shown.at(-1)]).toEqual([
      ...["  first", "- old 1", "- old 2000", "+ new 1", "  last"],
    ]);
  });
});
