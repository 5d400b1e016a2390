/** When a question that was put off comes back. */
import { expect, it } from "vitest";
import { snoozeTimes, wakesAt } from "./snooze.ts";

it("a snooze ends a minute before the deadline at the latest", () => {
  const until = Date.parse("2026-01-01T12:00:00.000Z");
  expect(wakesAt({ expiresAt: null }, until)).toBe(until);
  expect(wakesAt({ expiresAt: "2026-01-02T00:00:00.000Z" }, until)).toBe(until);
  expect(wakesAt({ expiresAt: "2026-01-01T11:00:00.000Z" }, until)).toBe(
    Date.parse("2026-01-01T10:59:00.000Z"),
  );
});

it("offers this evening only while it is more than an hour away", () => {
  const names = (hour: number) =>
    snoozeTimes(new Date(2026, 0, 31, hour, 30)).map(({ name }) => name);
  expect(names(9)).toEqual(["hour", "threeHours", "evening", "tomorrow"]);
  expect(names(17)).toEqual(["hour", "threeHours", "tomorrow"]);
  const tomorrow = snoozeTimes(new Date(2026, 0, 31, 9, 30)).at(-1)?.at;
  expect(tomorrow).toEqual(new Date(2026, 1, 1, 9));
});
