/** Following asks: what there was, what comes, in which order, and what a failure costs. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { handClock, machineAt } from "../../test/support/hand-clock.ts";
import { openSandbox } from "../../test/support/sandbox.ts";
import { type Ask, statusOf } from "../core/ask/ask.ts";
import type { PageQuery } from "../store/ask-store.ts";
import { openFileStore } from "../store/file/file-store.ts";
import { thisProcess } from "../store/process-identity.ts";
import { createDesk, type Desk } from "./desk.ts";
import { type Following, type FollowParts, followAsks, type Step } from "./follow-asks.ts";

const colour = { prompt: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] };
const by = { surface: "test" };

function gate() {
  let open = () => {};
  const opened = new Promise<undefined>((resolve) => {
    open = () => resolve(undefined);
  });
  return { opened, open };
}

describe("following asks", () => {
  function open(
    take: (step: Step) => ReturnType<FollowParts["take"]>,
    change: (desk: Desk) => Partial<Desk> = () => ({}),
  ) {
    const files = openSandbox({ inMemory: true });
    const clock = handClock();
    const store = openFileStore({ directory: files.at("sessions"), machine: machineAt(clock) });
    const desk = createDesk({
      store,
      clock,
      newId: randomUUID,
      owner: thisProcess,
      lifeOf: () => "alive",
    });
    const failures: string[] = [];
    const following: Following = followAsks({
      desk: { ...desk, ...change(desk) },
      clock,
      take,
      onFailure: (error, id) => failures.push(`${id === null ? "all" : "one"}: ${error.message}`),
    });
    return {
      ...{ clock, desk, following, failures },
      ask: () => desk.ask({ questions: [colour], source: { kind: "test" }, mode: "detached" }),
      answer: ({ id }: Ask) => desk.answer(id, { answers: [{ optionIds: ["1"] }] }, by),
      async [Symbol.asyncDispose]() {
        await following.close();
        await desk.close();
        files[Symbol.dispose]();
      },
    };
  }

  it("takes what is open, then what comes, and what becomes of both", async () => {
    const taken: string[] = [];
    await using test = open(
      ({ id, ask }) => void taken.push(`${id} ${ask === null ? "gone" : statusOf(ask)}`),
    );
    const first = await test.ask();
    await test.following.start();
    expect(taken).toEqual([`${first.id} pending`]);
    const second = await test.ask();
    await expect.poll(() => taken.at(-1)).toBe(`${second.id} pending`);
    expect(test.following.open().map(({ id }) => id)).toEqual([first.id, second.id]);
    await test.answer(first);
    await expect.poll(() => taken.at(-1)).toBe(`${first.id} completed`);
    expect(test.following.known(first.id)).toBeUndefined();
  });

  it("takes one step at a time for an ask, the next with the ask's latest state", async () => {
    const steps: Step[] = [];
    const hold = gate();
    await using test = open((step) => {
      steps.push(step);
      return steps.length === 1 ? hold.opened : undefined;
    });
    const ask = await test.ask();
    await test.following.start();
    await test.desk.extend(ask.id, 60);
    await test.answer(ask);
    await expect.poll(() => test.following.known(ask.id)?.outcome?.status).toBe("completed");
    expect(steps).toHaveLength(1);
    hold.open();
    await test.following.idle();
    expect(
      steps.map(({ ask: now, before }) => [now && statusOf(now), before && statusOf(before)]),
    ).toEqual([
      ["pending", null],
      ["completed", "pending"],
    ]);
  });

  it("tries a step that failed again, later each time, until it goes well", async () => {
    let tries = 0;
    await using test = open(async () => {
      tries += 1;
      if (tries < 4) throw new Error(`try ${tries}`);
      return undefined;
    });
    await test.ask();
    await test.following.start();
    const pass = async (seconds: number) => {
      await test.following.idle();
      test.clock.advanceMilliseconds(seconds * 1000);
      await test.following.idle();
      return tries;
    };
    expect(await pass(1.9)).toBe(1);
    expect(await pass(0.1)).toBe(2);
    expect(await pass(3.9)).toBe(2);
    expect(await pass(0.1)).toBe(3);
    expect(await pass(8)).toBe(4);
    expect(await pass(3600)).toBe(4);
    expect(test.failures).toEqual(["one: try 1", "one: try 2", "one: try 3"]);
  });

  it("takes an ask again after the time that a step asked for, and at once for none", async () => {
    const waits = [0, 30_000];
    let taken = 0;
    await using test = open(() => waits[taken++]);
    await test.ask();
    await test.following.start();
    expect(taken).toBe(2);
    test.clock.advanceMilliseconds(29_999);
    expect(taken).toBe(2);
    test.clock.advanceMilliseconds(1);
    expect(taken).toBe(3);
  });

  it.each(["watch", "page"] as const)(
    "begins again when the store cannot be read at first (%s)",
    async (failing) => {
      const taken: string[] = [];
      let hasFailed = false;
      const change = (desk: Desk) => ({
        // biome-ignore lint/suspicious/noExplicitAny: the arguments of either method are handed on
        [failing]: async (...args: any[]) => {
          if (hasFailed) return (desk[failing] as (...given: unknown[]) => unknown)(...args);
          hasFailed = true;
          throw new Error("not now");
        },
      });
      await using test = open(({ id }) => void taken.push(id), change);
      const ask = await test.ask();
      await test.following.start();
      expect(test.failures).toEqual(["all: not now"]);
      test.clock.advanceMilliseconds(2_000);
      await expect.poll(() => taken).toContain(ask.id);
      const next = await test.ask();
      await expect.poll(() => taken).toContain(next.id);
    },
  );

  it("does not take for open what was settled while the list was read", async () => {
    const taken: string[] = [];
    const read = gate();
    const change = (desk: Desk) => ({
      async page(query: PageQuery) {
        const page = await desk.page(query);
        await read.opened;
        return page;
      },
    });
    await using test = open(
      ({ ask }) => void taken.push(ask === null ? "gone" : statusOf(ask)),
      change,
    );
    const ask = await test.ask();
    const started = test.following.start();
    await test.answer(ask);
    await expect.poll(() => taken).toContain("completed");
    read.open();
    await started;
    expect(taken.at(-1)).toBe("completed");
    expect(test.following.open()).toEqual([]);
  });
});
