import { expect, it } from "vitest";
import { shortened } from "./shortened.ts";

it.each([
  ["what fits", "four", 4, "four"],
  ["what does not", "fives", 4, "fiv…"],
  ["a space before the cut", "one two", 5, "one…"],
  ["a character of two units at the cut", "ab😀cd", 4, "ab…"],
  ["a character of two units before it", "ab😀cd", 5, "ab😀…"],
  ["nothing", "", 3, ""],
])("%s", (_, text, most, short) => {
  expect(shortened(text, most)).toBe(short);
  expect(shortened(text, most).length).toBeLessThanOrEqual(most);
});
