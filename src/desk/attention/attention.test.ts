/** Notifying a person, on a clock moved by hand, with the process ended at any point. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HandClock, handClock, machineAt } from "../../../test/support/hand-clock.ts";
import { rounds } from "../../../test/support/rounds.ts";
import { openSandbox } from "../../../test/support/sandbox.ts";
import type { Ask } from "../../core/ask/ask.ts";
import { AskNotFound } from "../../core/ask/errors.ts";
import type { AskChange } from "../../store/ask-store.ts";
import { openFileStore } from "../../store/file/file-store.ts";
import { thisProcess } from "../../store/process-identity.ts";
import { createDesk } from "../desk.ts";
import { type Attention, createAttention, type NotifyingSurface } from "./attention.ts";
import { openNoticeLog } from "./notice-log.ts";
import type { Told } from "./policy.ts";
import { AttentionSettings } from "./settings.ts";

const colour = { prompt: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] };

async function until(isDone: () => boolean) {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe("on real files", () => {
  function open(settings: object = {}, start?: string) {
    const files = openSandbox({ inMemory: true });
    const clock = handClock(start);
    const store = openFileStore({ directory: files.at("sessions"), machine: machineAt(clock) });
    const desk = createDesk({
      store,
      clock,
      newId: randomUUID,
      owner: thisProcess,
      lifeOf: () => "alive",
    });
    const told: string[] = [];
    let attention: Attention | undefined;
    let awaySince: string | null = null;
    const minutes = () =>
      Math.round(
        (clock.now().getTime() - Date.parse(start ?? "2026-01-01T12:00:00.000Z")) / 60_000,
      );
    const surface = (name: string): NotifyingSurface => ({
      name,
      async notify({ questions }, { number }) {
        told.push(`${minutes()} ${name} ${number} ${questions[0]?.title}`);
        return true;
      },
    });
    return {
      ...{ clock, desk, told, files },
      ask: (title: string, more = {}) =>
        desk.ask({
          questions: [{ ...colour, title }],
          source: { kind: "test" },
          mode: "detached",
          ...more,
        }),
      async start(names = ["desktop", "slack"]) {
        attention = createAttention({
          ...{
            desk,
            clock,
            log: openNoticeLog(files.at("notices")),
            onWarning: (message) => told.push(message),
          },
          settings: () => AttentionSettings.parse({ surfaces: ["desktop", "slack"], ...settings }),
          whereabouts: () => ({ lastUsed: null, awaySince }),
        });
        for (const name of names) attention.register(surface(name));
        await attention.start();
      },
      stop: () => attention?.close(),
      away(isAway: boolean) {
        awaySince = isAway ? clock.now().toISOString() : null;
        attention?.reconsider();
      },
      /** Minute by minute, with time for the disk in between. */
      async pass(count: number) {
        for (let minute = 0; minute < count; minute++) {
          await attention?.idle();
          clock.advance(1);
          await attention?.idle();
        }
      },
      async [Symbol.asyncDispose]() {
        await attention?.close();
        await desk.close();
        files[Symbol.dispose]();
      },
    };
  }

  it("a notice, a reminder, the next surface; a restart goes on and repeats nothing", async () => {
    await using test = open();
    await test.ask("Door");
    await test.start();
    await test.pass(5);
    expect(test.told).toEqual(["1 desktop 0 Door"]);
    await test.stop();
    await test.start();
    await test.pass(8);
    await test.stop();
    await test.pass(30);
    await test.start();
    await test.pass(15);
    expect(test.told).toEqual([
      "1 desktop 0 Door",
      "11 desktop 1 Door",
      "43 slack 0 Door",
      "53 slack 1 Door",
    ]);
  });

  it("an ask that comes while open ones are listed is told once, restart or not", async () => {
    await using test = open({ notifyAfterMinutes: 0 });
    const { page } = test.desk;
    // The list is read before the ask exists, and the ask is notified before the list returns.
    test.desk.page = async (query) => {
      const before = await page(query);
      await test.ask("Door");
      await until(
        () => test.told.length > 0 && openNoticeLog(test.files.at("notices")).asks().length > 0,
      );
      return before;
    };
    await test.start();
    test.desk.page = page;
    await test.stop();
    await test.start();
    await test.pass(5);
    expect(test.told).toEqual(["0 desktop 0 Door"]);
  });

  it("an ask that is answered or timed out gets no more notices, and keeps none", async () => {
    await using test = open();
    const answered = await test.ask("Door");
    await test.ask("Wall", { timeoutSeconds: 300 });
    await test.start();
    await test.pass(2);
    await test.desk.answer(answered.id, { answers: [{ optionIds: ["1"] }] }, { surface: "test" });
    await until(() => openNoticeLog(test.files.at("notices")).asks().length === 1);
    await test.pass(40);
    expect(test.told.sort()).toEqual(["1 desktop 0 Door", "1 desktop 0 Wall"]);
    await until(() => openNoticeLog(test.files.at("notices")).asks().length === 0);
  });

  it("quiet hours hold notices back, and after a clock change they come one by one", async () => {
    const quietHours = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" };
    // 29 March 2026: two o'clock is three o'clock. Seven in the morning is five hours UTC, not six.
    await using test = open({ quietHours }, "2026-03-29T00:30:00.000Z");
    await test.ask("Door");
    await test.start();
    await test.pass(269);
    expect(test.told).toEqual([]);
    await test.pass(20);
    expect(test.told).toEqual(["270 desktop 0 Door", "280 desktop 1 Door", "285 slack 0 Door"]);
  });

  it("a person who leaves is told at once, and of nothing twice when they are back", async () => {
    await using test = open({ away: { surfaces: ["slack"] } });
    await test.ask("Door");
    await test.start();
    await test.pass(2);
    test.away(true);
    await test.pass(1);
    await test.ask("Wall");
    await until(() => test.told.includes("3 slack 0 Wall"));
    test.away(false);
    await test.pass(8);
    expect(test.told.slice(0, 3)).toEqual(["1 desktop 0 Door", "2 slack 0 Door", "3 slack 0 Wall"]);
    expect(new Set(test.told.map((line) => line.slice(line.indexOf(" ")))).size).toBe(
      test.told.length,
    );
  });
});

type Event =
  | { type: "ask" | "settle"; index: number }
  | { type: "pass"; minutes: number }
  | { type: "finish"; operations: number }
  | { type: "crash" | "away" | "back" }
  | { type: "reach"; surface: string; isReachable: boolean };

const SURFACES = ["desktop", "portal", "slack"];

const anEvent: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("ask" as const), index: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("settle" as const), index: fc.nat(3) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("pass" as const),
      minutes: fc.integer({ min: 1, max: 25 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant("finish" as const), operations: fc.nat(4) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom("crash" as const, "away" as const, "back" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("reach" as const),
      surface: fc.constantFrom(...SURFACES),
      isReachable: fc.boolean(),
    }),
  },
);

describe("whatever happens, in whatever order, with the process ended at any point", () => {
  it.each(Array.from({ length: 24 }, (_, count) => count))(
    "ended after %i steps of its work",
    async (operations) => {
      const world = openWorld();
      await world.boot();
      await world.happen({ type: "ask", index: 1 });
      await world.happen({ type: "pass", minutes: 1 });
      await world.happen({ type: "finish", operations: Math.min(operations, 8) });
      await world.happen({ type: "pass", minutes: 10 });
      await world.happen({ type: "finish", operations: Math.max(0, operations - 8) });
      await world.happen({ type: "crash" });
      await world.calmDown();
      expectKept(world);
    },
  );

  it("nobody is told twice or of what is over, and nothing open is forgotten", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anEvent, { minLength: 20, maxLength: 60, size: "max" }),
        async (events) => {
          const world = openWorld();
          await world.boot();
          for (const event of events) await world.happen(event);
          await world.calmDown();
          expectKept(world);
        },
      ),
      { numRuns: rounds(20, 1_000) },
    );
  });
});

function expectKept(world: ReturnType<typeof openWorld>) {
  const keys = world.shown.map(({ id, surface, step }) => `${id} ${surface} ${step}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(world.shown.filter(({ wasOver }) => wasOver)).toEqual([]);
  for (const id of world.openAsks()) expect(keys.some((key) => key.startsWith(id))).toBe(true);
  expect(world.kept().filter((id) => !world.openAsks().includes(id))).toEqual([]);
}

/**
 * Files and surfaces whose every operation is held until
 * it is let go, so that a crash can come between any two.
 */
function openWorld() {
  const clock: HandClock = handClock();
  const asks = new Map<string, Ask>();
  const disk = new Map<string, Told[]>();
  const shown: { id: string; surface: string; step: number; wasOver: boolean }[] = [];
  const unreachable = new Set<string>();
  let held: (() => void)[] = [];
  let life = 0;
  let attention: Attention | undefined;
  let awaySince: string | null = null;
  let listeners: ((change: AskChange) => void)[] = [];
  return { shown, boot, happen, calmDown, openAsks, kept: () => [...disk.keys()] };

  /** A dead process does nothing more: what it waits for never comes. */
  function operation<T>(born: number, effect: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      held.push(() => {
        if (born !== life) return;
        try {
          const value = effect();
          held.push(() => born === life && resolve(value));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  async function boot() {
    const born = life;
    listeners = [];
    held = [];
    attention = createAttention({
      clock: {
        now: clock.now,
        monotonic: clock.monotonic,
        after: (wait, run) => clock.after(wait, () => born === life && run()),
      },
      desk: {
        load: (id) => operation(born, () => asks.get(id) ?? raise(new AskNotFound(id))),
        page: async () => ({
          asks: [...asks.values()].filter(({ outcome }) => outcome === null),
          next: null,
        }),
        async watch(listener) {
          listeners.push(listener);
          return { close: () => undefined };
        },
      },
      log: {
        load: (id) => disk.get(id) ?? [],
        save: (id, told) => operation(born, () => void disk.set(id, [...told])),
        forget: (id) => void disk.delete(id),
        asks: () => [...disk.keys()],
      },
      settings: () =>
        AttentionSettings.parse({ surfaces: SURFACES, away: { surfaces: ["slack"] } }),
      whereabouts: () => ({ lastUsed: null, awaySince }),
      onWarning: () => undefined,
    });
    for (const name of SURFACES) {
      attention.register({
        name,
        notify({ id }, { number }) {
          const wasOver = asks.get(id)?.outcome !== null;
          return operation(born, () => {
            if (unreachable.has(name)) return false;
            shown.push({ id, surface: name, step: number, wasOver });
            return true;
          });
        },
      });
    }
    await attention.start();
    await turns();
  }

  async function happen(event: Event) {
    switch (event.type) {
      case "ask":
        if (!asks.has(idOf(event.index))) change(anAsk(event.index));
        break;
      case "settle": {
        const ask = asks.get(idOf(event.index));
        if (ask?.outcome === null) change({ ...ask, outcome: SETTLED });
        break;
      }
      case "pass":
        clock.advance(event.minutes);
        break;
      case "finish":
        for (let count = 0; count < event.operations; count++) await letGo();
        break;
      case "crash":
        life += 1;
        await boot();
        break;
      case "away":
      case "back":
        awaySince = event.type === "away" ? clock.now().toISOString() : null;
        attention?.reconsider();
        break;
      case "reach":
        if (event.isReachable) unreachable.delete(event.surface);
        else unreachable.add(event.surface);
    }
    await turns();
  }

  function change(ask: Ask) {
    asks.set(ask.id, ask);
    for (const listener of listeners) listener({ id: ask.id, ask, number: "" });
  }

  function anAsk(index: number): Ask {
    return {
      id: idOf(index),
      // Nothing reads more of the questions here.
      questions: [{ ...colour, title: "Door" }] as unknown as Ask["questions"],
      source: { kind: "test" },
      ...{
        returnPath: "caller",
        urgency: "normal",
        createdAt: clock.now().toISOString(),
        expiresAt: null,
      },
      ...{ onTimeout: "none", owner: null, outcome: null },
    };
  }

  async function letGo() {
    held.shift()?.();
    await turns();
  }

  /** Everything can be reached again, and a day passes. */
  async function calmDown() {
    unreachable.clear();
    for (let quarter = 0; quarter < 4 * 24; quarter++) {
      clock.advance(15);
      await turns();
      while (held.length > 0) await letGo();
    }
  }

  function openAsks(): string[] {
    return [...asks.values()].filter(({ outcome }) => outcome === null).map(({ id }) => id);
  }
}

const SETTLED: Ask["outcome"] = {
  ...{ status: "rejected", kind: "cancel", rejectionReason: null },
  provenance: { by: "person", surface: "test", at: "2026-01-01T12:00:00.000Z" },
};

function idOf(index: number): string {
  return `00000000-0000-4000-8000-00000000000${index}`;
}

async function turns() {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
  await new Promise(setImmediate);
}

function raise(error: Error): never {
  throw error;
}
