import { expect, it } from "vitest";
import { keepingFor, keepingLast, once } from "./cache.ts";

it("what is made once is made with the first call, also where it is nothing", () => {
  let made = 0;
  const nothing = once(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  nothing();
  nothing();
  expect(made).toBe(1);
});

it("the last result is kept until something else is asked for", () => {
  const made: number[] = [];
  const doubled = keepingLast((one: number, list: readonly number[]) => {
    made.push(one);
    return list.map((other) => one * other);
  });
  const list = [1, 2];
  expect(doubled(2, list)).toBe(doubled(2, list));
  expect(doubled(3, list)).toEqual([3, 6]);
  expect(doubled(3, [1])).toEqual([3]);
  expect(doubled(2, list)).toEqual([2, 4]);
  expect(made).toEqual([2, 3, 3, 2]);
});

it("what is kept for a while is made again after it, and at once when it is to be forgotten", () => {
  let time = 1_000;
  let made = 0;
  const counted = keepingFor(
    500,
    () => new Date(time),
    () => ++made,
  );
  expect([counted.now(), counted.now()]).toEqual([1, 1]);
  time += 500;
  expect(counted.now()).toBe(1);
  time += 1;
  expect(counted.now()).toBe(2);
  counted.forget();
  expect(counted.now()).toBe(3);
});
