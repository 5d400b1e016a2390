/** More deadlines than a process holds: each comes in its time, and the store is asked for the next. */
import { expect, it } from "vitest";
import { handClock, machineAt } from "../../test/support/hand-clock.ts";
import { openSandbox } from "../../test/support/sandbox.ts";
import { isExpired, timedOutAt } from "../core/ask/ask.ts";
import { colourAsk } from "../store/ask-store.contract.ts";
import { openFileStore } from "../store/file/file-store.ts";
import { keepDeadlines } from "./deadlines.ts";
import { keepNearest } from "./nearest-deadlines.ts";

function open() {
  const files = openSandbox({ inMemory: true });
  const clock = handClock();
  const store = openFileStore({ directory: files.at("sessions"), machine: machineAt(clock) });
  const due: string[] = [];
  const asked: string[][] = [];
  const held = new Set<string>();
  const settling: Promise<unknown>[] = [];
  const deadlines = keepDeadlines({
    clock,
    onDue(id) {
      if (nearest.refillsAt(id)) return;
      due.push(id);
      const settled = store.settle(id, (ask) =>
        isExpired(ask, clock.now()) ? timedOutAt(ask, clock.now().toISOString()) : null,
      );
      settling.push(settled.catch(() => undefined));
    },
  });
  const nearest = keepNearest({
    store: {
      async nextDue(most) {
        const found = await store.nextDue(most);
        asked.push(found.map(({ id }) => id));
        return found;
      },
    },
    deadlines: {
      track(ask) {
        held.add(ask.id);
        deadlines.track(ask);
      },
      forget: deadlines.forget,
    },
    clock,
    most: 4,
  });
  return {
    ...{ clock, store, nearest, due, asked, held },
    async put(seconds: number) {
      const ask = colourAsk({
        createdAt: clock.now().toISOString(),
        expiresAt: new Date(clock.now().getTime() + seconds * 1000).toISOString(),
      });
      await store.create(ask);
      return ask;
    },
    async pass(seconds: number) {
      clock.advanceMilliseconds(seconds * 1000);
      await Promise.all(settling);
      // A pause, and then the store is asked again.
      clock.advanceMilliseconds(1000);
      await nearest.refill();
    },
    async [Symbol.asyncDispose]() {
      nearest.rest();
      deadlines.close();
      await store.close();
      files[Symbol.dispose]();
    },
  };
}

it("holds the nearest, and asks for the next ones when half of those have come", async () => {
  await using test = open();
  const asks = [];
  for (const minutes of [1, 2, 3, 4, 5, 6, 7]) asks.push(await test.put(minutes * 60));
  const ids = asks.map(({ id }) => id);
  await test.nearest.refill();
  expect(test.asked).toEqual([ids.slice(0, 4)]);
  expect(ids.filter((id) => test.held.has(id))).toEqual(ids.slice(0, 4));
  for (let minute = 0; minute < 7; minute++) await test.pass(60);
  expect(test.due).toEqual(ids);
  expect(await test.store.count({ status: "pending" }, 10)).toBe(0);
});

it("takes up a nearer one that comes later, and leaves a farther one to the store", async () => {
  await using test = open();
  for (const seconds of [60, 61, 62, 63]) await test.put(seconds);
  await test.nearest.refill();
  const [near, far] = [await test.put(30), await test.put(600)];
  for (const ask of [near, far]) test.nearest.meet(ask);
  expect([test.held.has(near.id), test.held.has(far.id)]).toEqual([true, false]);
  await test.pass(30);
  expect(test.due).toEqual([near.id]);
});

it("takes many that are past in rounds, each once settled", async () => {
  await using test = open();
  for (let count = 0; count < 10; count++) await test.put(5);
  test.clock.advanceMilliseconds(6000);
  for (let round = 0; round < 4; round++) {
    await test.nearest.refill();
    await test.pass(0);
  }
  expect(new Set(test.due).size).toBe(10);
  expect(await test.store.count({ status: "pending" }, 20)).toBe(0);
});
