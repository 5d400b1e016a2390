import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Line, paint } from "./style.ts";
import { cellWidth, cutToWidth, graphemesOf } from "./width.ts";
import { clip, lineWidth, wrap } from "./wrap.ts";

const texts = (rows: Line[]) => rows.map((row) => paint(row, { isPlain: true }));

describe("wrap", () => {
  it.each([
    ["between words", "one two three", 8, ["one two", "three"]],
    ["inside a word that is longer than a row", "abcdefghij kl", 4, ["abcd", "efgh", "ij", "kl"]],
    ["by cells, not by characters", "안녕 하세요", 6, ["안녕", "하세요"]],
    ["never inside an emoji", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", 4, ["👨‍👩‍👧👨‍👩‍👧", "👨‍👩‍👧"]],
  ])("breaks %s", (_, text, width, rows) => {
    expect(texts(wrap([{ text }], width))).toEqual(rows);
  });

  it("keeps a word together when its style changes half-way", () => {
    expect(texts(wrap([{ text: "see foo" }, { text: "bar", styles: ["bold"] }], 8))).toEqual([
      "see",
      "foobar",
    ]);
  });

  it("puts a hanging indent before the rows that follow", () => {
    const rows = wrap([{ text: "one two three" }], 8, {
      first: [{ text: "- " }],
      rest: [{ text: "  " }],
    });
    expect(texts(rows)).toEqual(["- one", "  two", "  three"]);
  });

  it("loses nothing but spaces, and is never wider than it may be", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.integer({ min: 2, max: 20 }),
        (text, width) => {
          const rows = wrap([{ text }], width);
          expect(texts(rows).join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
          // One character that is wider than the row has to stand somewhere.
          const widest = Math.max(width, ...graphemesOf(text).map(cellWidth));
          for (const row of rows) expect(lineWidth(row)).toBeLessThanOrEqual(widest);
        },
      ),
    );
  });
});

describe("clip", () => {
  it("says with an ellipsis that there is more", () => {
    const rows = wrap([{ text: "abcd efgh ijkl" }], 4);
    expect(texts(clip(rows, 2, 4))).toEqual(["abcd", "efg…"]);
    expect(texts(clip(rows, 3, 4))).toEqual(["abcd", "efgh", "ijkl"]);
  });
});

describe("cutToWidth", () => {
  it("cuts by cells and never through a wide character", () => {
    expect(cutToWidth("안녕하세요", 6)).toBe("안녕…");
    expect(cutToWidth("short", 5)).toBe("short");
  });
});

describe("graphemesOf", () => {
  it("takes a long text in pieces without breaking a character in two", () => {
    const family = "👨‍👩‍👧";
    expect(graphemesOf(family.repeat(500))).toEqual(Array(500).fill(family));
    expect(cellWidth(family.repeat(500))).toBe(1000);
  });
});
