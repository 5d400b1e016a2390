/** How titles are cut, by a table. */
import { expect, it } from "vitest";
import { cutTitle } from "./cut-title.ts";

it.each([
  ["Which database?", 20, "Which database?"],
  ["Which database should we use?", 12, "Which datab…"],
  ["Edit: scripts/tools/cache/clean-cache.ts", 34, "Edit: scripts/…/clean-cache.ts"],
  ["Edit: scripts/tools/cache/clean-cache.ts", 36, "Edit: scripts/…/cache/clean-cache.ts"],
  ["Edit: scripts/tools/cache/clean-cache.ts", 24, "Edit: …/clean-cache.ts"],
  ["Edit: scripts/tools/cache/clean-cache.ts", 12, "Edit: scrip…"],
  ["Bash: cat src/a.ts | head", 12, "Bash: cat s…"],
])("%j in %i cells is %j", (title, room, shown) => {
  expect(cutTitle(title, room)).toBe(shown);
});
