import { describe, expect, it } from "vitest";
import { differenceOf } from "./diff.ts";

const lines = (count: number, change: (number: number) => string = String) =>
  Array.from({ length: count }, (_, index) => change(index + 1)).join("\n");

describe("a difference", () => {
  it("leaves out most unchanged lines between changes that are far apart", () => {
    const after = lines(20, (number) => (number === 3 || number === 17 ? "X" : String(number)));
    expect(differenceOf(lines(20), after).split("\n")).toEqual([
      ...["  1", "  2", "- 3", "+ X", "  4", "  5", "  6", "  …"],
      ...["  14", "  15", "  16", "- 17", "+ X", "  18", "  19", "  20"],
    ]);
  });

  it("shows unchanged lines between near changes, but joins changes around a single line", () => {
    expect(differenceOf("a\nb\nc\nd\n", "A\nb\nc\nD\n")).toBe("- a\n+ A\n  b\n  c\n- d\n+ D");
    expect(differenceOf("a\nb\nd\n", "A\nb\nD\n")).toBe("- a\n- b\n- d\n+ A\n+ b\n+ D");
  });

  it("shows a filled file, an emptied file, and the last lines of an unchanged file", () => {
    expect(differenceOf("", "a\nb\n")).toBe("+ a\n+ b");
    expect(differenceOf("a\nb\n", "")).toBe("- a\n- b");
    expect(differenceOf("a\nb\nc\nd\n", "a\nb\nc\nd\n")).toBe("  b\n  c\n  d");
  });

  it("does not take a Windows line end for a change", () => {
    expect(differenceOf("a\r\nb\r\n", "a\nB\n")).toBe("  a\n- b\n+ B");
  });

  it("is one block between the common start and end if texts have little in common", () => {
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
