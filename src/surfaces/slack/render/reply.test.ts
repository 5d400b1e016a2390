/** Why an agent stopped is told in its client's own words, none of which is markup. */
import { expect, it } from "vitest";
import { activityText } from "./reply.ts";

it("a failure's stars and backticks are seen, and it mentions nobody", () => {
  const failure = { kind: "error" as const, text: "500 *server* `x` <!channel>" };
  const shown = activityText({ ...failure, resumesAt: null, resumesByItself: false }, "en");
  expect(shown).toBe("⛔ stopped: 500 ∗server∗ ˋxˋ &lt;!channel&gt;");
});
