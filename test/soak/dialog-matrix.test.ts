/**
 * The whole dialog matrix, and rounds of it at random: in `npm run soak` every cell and 1,000
 * rounds; in `npm test` only that a round can be drawn. ASKLINE_SEED=n begins with that round.
 */
import { expect, it } from "vitest";
import { ACTIONS, AGENTS, type Cell, HUBS, runCells } from "../support/dialog-cells.ts";
import { patient } from "../support/patience.ts";
import { seeded } from "../support/simulator/world.ts";

const IS_SOAK = process.env["ASKLINE_SOAK"] !== undefined;
const ROUNDS = IS_SOAK ? 1_000 : 1;
const FIRST = Number(process.env["ASKLINE_SEED"] ?? 0);
// As many processes as two cores bear beside each other.
const AT_ONCE = 6;
const DELAYS = IS_SOAK ? [0, 50, 100, 200, 400, 800] : [0];

const all: Cell[] = AGENTS.flatMap((agent) =>
  ACTIONS.flatMap((action) =>
    (action === "terminal first" ? DELAYS : [0]).flatMap((delayMs) =>
      (["allow", "deny"] as const).map((says) => ({ agent, action, delayMs, says })),
    ),
  ),
);

it.each(IS_SOAK ? HUBS : (["absent"] as const))(
  "every cell with the hub %s",
  { timeout: patient(3_600_000) },
  async (fate) => {
    const cells = IS_SOAK ? all : all.slice(0, 1);
    for (let from = 0; from < cells.length; from += AT_ONCE)
      expect(await runCells(fate, cells.slice(from, from + AT_ONCE))).toEqual([]);
  },
);

it(`${ROUNDS} cells drawn at random`, { timeout: patient(7_200_000) }, async () => {
  for (let round = FIRST; round < FIRST + ROUNDS; round += AT_ONCE) {
    const random = seeded(round);
    const one = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
    const fate = one(HUBS);
    const cells = Array.from({ length: IS_SOAK ? AT_ONCE : 1 }, () => {
      return { ...one(all), delayMs: Math.floor(random() * (IS_SOAK ? 800 : 1)) };
    });
    expect(await runCells(fate, cells), `ASKLINE_SEED=${round}`).toEqual([]);
  }
});
