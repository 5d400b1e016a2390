import { expect, it } from "vitest";
import { createSparingWarnings } from "./sparing-warnings.ts";

it("one kind of warning is said once in ten minutes, with how often it came", () => {
  let now = 0;
  const said: string[] = [];
  const warn = createSparingWarnings({
    onWarning: (message) => said.push(message),
    clock: { monotonic: () => now },
  });
  const refused = "Slack: Failed to parse and verify the request data: ";
  for (let at = 0; at < 1_000; at++) warn(`${refused}signature ${at}`);
  warn("Slack: something else");
  now = 10 * 60 * 1000;
  warn(`${refused}again`);
  expect(said).toEqual([
    `${refused}signature 0`,
    "Slack: something else",
    `${refused}again (and 999 more like it since the last one)`,
  ]);
});
