/** Every sentence about a delivery exists in Korean too. */
import { expect, it } from "vitest";
import { DETAILS, type Detail, detailIn } from "./delivery-words.ts";

it.each(Object.keys(DETAILS) as Detail[])("why a text did not arrive: %s", (reason) => {
  expect(detailIn("en", DETAILS[reason])).toBe(DETAILS[reason]);
  expect(detailIn("ko", DETAILS[reason])).toMatch(/^[^a-z]*(?:Askline|tmux)?[^a-z]*[가-힣]\.$/);
});

it("a sentence that nobody knows stays as it is", () => {
  expect(detailIn("ko", "Something new.")).toBe("Something new.");
});
