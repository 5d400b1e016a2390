/** What every surface promises, as far as it has the ability. A new one passes this before anything is built on it. */
import { expect, it } from "vitest";
import type { Ask } from "../core/ask/ask.ts";

export type Ability = keyof typeof PROMISES;

/** A surface on a real desk, as a person meets it. */
export interface SurfaceBench extends AsyncDisposable {
  ask(): Promise<Ask>;
  /** Settles it on another surface. */
  answer(ask: Ask): Promise<unknown>;
  start(): Promise<void>;
  /** The ids of the asks that a person is shown as open there, or was told of. */
  shown(): Promise<string[]> | string[];
  /** The store cannot be read the next time that the surface tries. Only `survives` needs it. */
  failOnce?(): void;
  close(): Promise<void>;
  /** What the surface still follows or waits for. */
  leftovers(): number;
}

export function surfaceContract(
  prepare: () => Promise<SurfaceBench>,
  abilities: readonly Ability[],
) {
  for (const ability of abilities) {
    const { title, check } = PROMISES[ability];
    it(title, async () => {
      await using bench = await prepare();
      await check(bench);
    });
  }
}

const PROMISES = {
  shows: {
    title: "shows an ask that was there before it started",
    async check(bench: SurfaceBench) {
      const ask = await bench.ask();
      await bench.start();
      await expect.poll(() => bench.shown()).toEqual([ask.id]);
    },
  },
  learns: {
    title: "learns of an ask that comes",
    async check(bench: SurfaceBench) {
      await bench.start();
      const ask = await bench.ask();
      await expect.poll(() => bench.shown()).toEqual([ask.id]);
    },
  },
  isTold: {
    title: "is told when an ask settles elsewhere",
    async check(bench: SurfaceBench) {
      const ask = await bench.ask();
      await bench.start();
      await expect.poll(() => bench.shown()).toEqual([ask.id]);
      await bench.answer(ask);
      await expect.poll(() => bench.shown()).toEqual([]);
    },
  },
  survives: {
    title: "survives a store that fails once",
    async check(bench: SurfaceBench) {
      const ask = await bench.ask();
      if (bench.failOnce === undefined) throw new Error("This bench has no store that fails.");
      bench.failOnce();
      await bench.start();
      await expect.poll(() => bench.shown()).toEqual([ask.id]);
      const next = await bench.ask();
      await expect
        .poll(async () => [...(await bench.shown())].sort())
        .toEqual([ask.id, next.id].sort());
    },
  },
  closes: {
    title: "closes without leftovers",
    async check(bench: SurfaceBench) {
      await bench.ask();
      await bench.start();
      await expect.poll(async () => (await bench.shown()).length).toBe(1);
      await bench.close();
      expect(bench.leftovers()).toBe(0);
    },
  },
} as const;
