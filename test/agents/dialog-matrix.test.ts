/**
 * Agents' dialogs through every fate of the hub, with real hook processes: the record says what the
 * agent was told and did. Here each agent, action and fate occurs; `npm run soak` runs them all.
 */
import { describe, expect, it } from "vitest";
import { ACTIONS, AGENTS, type Cell, HUBS, runCells } from "../support/dialog-cells.ts";

const DELAYS = [0, 200, 800];

describe.each(HUBS.map((fate, index) => [fate, index] as const))("hub %s", (fate, index) => {
  it("leaves a record that agrees with what each agent did", async () => {
    expect(await runCells(fate, cellsFor(index))).toEqual([]);
  });
});

/** Two of three cells leave out a third each time, and every pair of values occurs. */
function cellsFor(fate: number): Cell[] {
  return AGENTS.flatMap((agent, row) =>
    ACTIONS.flatMap((action, column): Cell[] => {
      if (agent !== "claude" && (row + column + fate) % 3 === 0) return [];
      const delayMs = DELAYS[(row + fate) % DELAYS.length] ?? 0;
      return [{ agent, action, delayMs, says: (column + fate) % 2 === 0 ? "deny" : "allow" }];
    }),
  );
}
