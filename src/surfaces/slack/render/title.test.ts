/** Titles are words, also where they were cut. */
import { expect, it } from "vitest";
import { titleWords } from "./title.ts";

it.each([
  ["This is **hard** to change", "This is hard to change"],
  ["This is **hard to change la…", "This is hard to change la…"],
  ["Run `make` or `npm te…", "Run make or npm te…"],
  ["2 ** 3 is 8", "2 ** 3 is 8"],
])("of %j is %j", (title, words) => {
  expect(titleWords(title)).toBe(words);
});
