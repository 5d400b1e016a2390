/** Quiet hours over midnight and over the days on which clocks change. */
import { describe, expect, it } from "vitest";
import { awakeFrom, endOfQuiet, isQuiet, QuietHours } from "./quiet-hours.ts";

const night = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" };

describe("quiet hours", () => {
  it.each([
    ["2026-01-15T20:59:00Z", false],
    ["2026-01-15T21:00:00Z", true],
    ["2026-01-15T23:30:00Z", true],
    ["2026-01-16T05:59:00Z", true],
    ["2026-01-16T06:00:00Z", false],
    ["2026-07-15T20:00:00Z", true],
    ["2026-07-16T04:59:00Z", true],
    ["2026-07-16T05:00:00Z", false],
  ])("over midnight, by the wall of their zone: %s %s", (at, quiet) => {
    expect(isQuiet(night, new Date(at))).toBe(quiet);
  });

  it.each([
    ["an ordinary night", night, "2026-01-15T22:10:30Z", "2026-01-16T06:00:00Z"],
    ["the night that loses an hour", night, "2026-03-28T22:10:00Z", "2026-03-29T05:00:00Z"],
    ["the night that gains an hour", night, "2026-10-24T21:10:00Z", "2026-10-25T06:00:00Z"],
    [
      "an end that is skipped",
      { ...night, to: "02:30" },
      "2026-03-28T22:10:00Z",
      "2026-03-29T01:00:00Z",
    ],
    [
      "an end that comes twice",
      { ...night, to: "02:30" },
      "2026-10-24T21:10:00Z",
      "2026-10-25T00:30:00Z",
    ],
    [
      "hours within a day",
      { ...night, from: "12:00", to: "13:30" },
      "2026-01-15T11:10:00Z",
      "2026-01-15T12:30:00Z",
    ],
    [
      "nearly the whole day",
      { ...night, from: "07:01", to: "07:00" },
      "2026-01-15T06:01:00Z",
      "2026-01-16T06:00:00Z",
    ],
    [
      "a zone of quarters",
      { ...night, timeZone: "Asia/Kathmandu" },
      "2026-01-15T20:00:00Z",
      "2026-01-16T01:15:00Z",
    ],
    ["a time that is not quiet", night, "2026-01-15T12:00:20Z", "2026-01-15T12:00:20Z"],
  ])("end on time: %s", (_, hours, at, end) => {
    expect(endOfQuiet(hours, new Date(at)).toISOString()).toBe(new Date(end).toISOString());
  });

  it.each([
    ["a normal ask waits", "normal", {}, "2026-01-16T06:00:00Z"],
    ["an urgent one passes", "high", {}, "2026-01-15T22:10:00Z"],
    [
      "an urgent one waits where that is wished",
      "high",
      { urgentPasses: false },
      "2026-01-16T06:00:00Z",
    ],
  ] as const)("%s", (_, urgency, more, from) => {
    const hours = QuietHours.parse({ ...night, ...more });
    expect(awakeFrom(new Date("2026-01-15T22:10:00Z"), urgency, hours)).toEqual(new Date(from));
  });
});
