import { describe, expect, it } from "vitest";
import { cellWidth, graphemesOf } from "./width.ts";

describe("graphemesOf", () => {
  it.each([
    ["a finger and its colour", "☝", "🏽"],
    ["a letter and its marks", "e", "\u0301\u{1d185}"],
    ["the two letters of a flag", "🇰", "🇷"],
  ])("keeps %s together wherever in a long text they stand", (_, first, second) => {
    for (let before = 240; before < 270; before += 1) {
      const text = `é${"a".repeat(before)}${first}${second}b`;
      expect(graphemesOf(text).slice(-2)).toEqual([first + second, "b"]);
    }
  });
});

describe("cellWidth", () => {
  it("measures a character alone as within a text", () => {
    for (const character of ["é", "👩‍👩‍👧", "☝🏽", "❤️", "漢", "\u0301"]) {
      expect(cellWidth(`a${character}`)).toBe(1 + cellWidth(character));
    }
  });
});
