/**
 * A busy team within Slack's limits, in Slack's own clock: ten agents write, fifty cards are open,
 * and people click thirty times a minute. Prints what was measured.
 */
import { expect, it } from "vitest";
import { startBusySlack } from "../support/busy-slack.ts";

it.each([
  ["streamed", true],
  ["changed, in a workspace without streams", false],
] as const)("clicks stay quick while ten agents write (%s)", async (_, hasStreams) => {
  await using busy = await startBusySlack({ hasStreams, agents: 10, cards: 50 });
  await busy.work({ seconds: 120, clicksPerMinute: 30 });
  await busy.finish();

  const { clicks, table } = busy.measured();
  console.info(table);
  expect(clicks.length).toBe(60);
  expect(Math.max(...clicks.map(({ acknowledgedMs }) => acknowledgedMs))).toBeLessThan(1_000);
  expect(Math.max(...clicks.map(({ changedMs }) => changedMs))).toBeLessThan(3_000);
  expect(busy.errors()).toEqual([]);
  expect(busy.limited()).toEqual([]);
  expect(busy.unsaid()).toEqual([]);
});
