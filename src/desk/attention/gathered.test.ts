import { describe, expect, it } from "vitest";
import { handClock } from "../../../test/support/hand-clock.ts";
import { gathered } from "./gathered.ts";

describe("What is gathered", () => {
  it("goes out half a second after the last of it, and after five at the latest", async () => {
    const clock = handClock("2026-01-01T00:00:00.000Z");
    const told: number[][] = [];
    const gather = gathered<number>(clock, async (items) => {
      told.push([...items]);
      return true;
    });
    const { signal } = new AbortController();
    const done = [0, 1, 2].map((item) => {
      clock.advanceMilliseconds(400);
      return gather(item, signal);
    });
    expect(told).toEqual([]);
    clock.advanceMilliseconds(500);
    expect(await Promise.all(done)).toEqual([true, true, true]);
    expect(told).toEqual([[0, 1, 2]]);
    for (let item = 0; item < 14; item += 1) {
      clock.advanceMilliseconds(400);
      void gather(item, signal);
    }
    expect(told.map(({ length }) => length)).toEqual([3, 13]);
  });
});
