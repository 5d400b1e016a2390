/**
 * Dialogs in simulated time, with every process killed at chosen moments: the real store, desk and
 * dialogs. A seed decides the schedule. ASKLINE_SEED=n replays one that failed.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../support/patience.ts";
import { rounds } from "../support/rounds.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";
import { runDialog } from "../support/simulator/dialog-run.ts";

const SCHEDULES = rounds(100, 20_000);
const GIVEN = process.env["ASKLINE_SEED"];

let files: Sandbox;
beforeAll(() => {
  files = openSandbox({ inMemory: true });
});
afterAll(() => files[Symbol.dispose]());

it(`the record is true in ${SCHEDULES} schedules`, { timeout: patient(3_600_000) }, async () => {
  const seeds =
    GIVEN === undefined ? Array.from({ length: SCHEDULES }, (_, seed) => seed) : [Number(GIVEN)];
  for (const seed of seeds) {
    const { complaint, story } = await runDialog(seed, files);
    if (complaint !== "")
      expect.fail(`ASKLINE_SEED=${seed}: ${complaint}\n  ${story.join("\n  ")}`);
  }
});

it("a seed gives the same run again", async () => {
  using again = openSandbox({ inMemory: true });
  using once = openSandbox({ inMemory: true });
  for (const seed of [1, 7, 23])
    expect(await runDialog(seed, again)).toEqual(await runDialog(seed, once));
});
