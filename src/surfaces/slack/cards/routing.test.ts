import { expect, it } from "vitest";
import { endOfQuiet } from "../../../desk/attention/quiet-hours.ts";
import { SlackConfig } from "../setup/config.ts";

const night = (timeZone: string) => ({ from: "22:00", to: "07:00", timeZone });

it.each([
  ["just before it begins", "UTC", "2026-01-01T21:59:59Z", "2026-01-01T21:59:59Z"],
  ["as it begins", "UTC", "2026-01-01T22:00:00Z", "2026-01-02T07:00:00Z"],
  ["at midnight", "UTC", "2026-01-02T00:00:00Z", "2026-01-02T07:00:00Z"],
  ["just before it ends", "UTC", "2026-01-02T06:59:59Z", "2026-01-02T07:00:00Z"],
  ["as it ends", "UTC", "2026-01-02T07:00:00Z", "2026-01-02T07:00:00Z"],
  ["far from Greenwich", "Asia/Seoul", "2026-01-01T15:00:00Z", "2026-01-01T22:00:00Z"],
  ["half an hour off", "Asia/Kolkata", "2026-01-01T18:30:00Z", "2026-01-02T01:30:00Z"],
  [
    "in the night that is an hour short",
    "America/New_York",
    "2026-03-08T04:30:00Z",
    "2026-03-08T11:00:00Z",
  ],
  [
    "in the night that is an hour long",
    "America/New_York",
    "2026-11-01T03:30:00Z",
    "2026-11-01T12:00:00Z",
  ],
])("quiet hours over midnight, %s", (_, timeZone, at, end) => {
  expect(endOfQuiet(night(timeZone), new Date(at))).toEqual(new Date(end));
});

it("an unknown time zone is reported before anybody waits for the end of quiet hours", () => {
  const read = SlackConfig.safeParse({ quietHours: night("Mars/Olympus") });
  expect(read.error?.issues[0]).toMatchObject({ path: ["quietHours", "timeZone"] });
  expect(SlackConfig.safeParse({ quietHours: night("Asia/Seoul") }).success).toBe(true);
});
