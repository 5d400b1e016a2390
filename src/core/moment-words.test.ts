/** How deadlines and ends are said, by a table. The dates are local, so any zone passes. */
import { describe, expect, it } from "vitest";
import { leftInWords, momentInWords } from "./moment-words.ts";

const now = new Date(2026, 10, 19, 15, 30, 0);
const at = (day: number, hour: number, minute = 0, second = 0) =>
  new Date(2026, 10, day, hour, minute, second);

describe("momentInWords", () => {
  it.each([
    [at(19, 17), "17:00", "17:00"],
    [at(19, 9, 5), "09:05", "09:05"],
    [at(20, 0), "tomorrow, 00:00", "내일 00:00"],
    [at(20, 17), "tomorrow, 17:00", "내일 17:00"],
    [at(21, 8), "Sat, 08:00", "토요일 08:00"],
    [at(25, 8), "Wed, 08:00", "수요일 08:00"],
    [at(26, 8), "26 Nov, 08:00", "11월 26일 08:00"],
    [at(18, 8), "18 Nov, 08:00", "11월 18일 08:00"],
    [new Date(2027, 0, 2, 8), "2 Jan 2027, 08:00", "2027년 1월 2일 08:00"],
  ])("%s is %j and %j", (moment, english, korean) => {
    expect(momentInWords(moment, now, "en")).toBe(english);
    expect(momentInWords(moment, now, "ko")).toBe(korean);
  });
});

describe("leftInWords", () => {
  it.each([
    [at(19, 15, 29), "0s", "0초"],
    [at(19, 15, 30, 42), "42s", "42초"],
    [at(19, 15, 31, 1), "2m", "2분"],
    [at(19, 16, 30), "60m", "60분"],
    [at(19, 16, 31), "until 16:31", "16:31까지"],
    [at(20, 17), "until tomorrow, 17:00", "내일 17:00까지"],
  ])("until %s it is %j and %j", (end, english, korean) => {
    const left = end.getTime() - now.getTime();
    expect(leftInWords(left, now, "en")).toBe(english);
    expect(leftInWords(left, now, "ko")).toBe(korean);
  });
});
