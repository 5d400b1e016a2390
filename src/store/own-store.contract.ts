/** What a store promises beside the contract of all whose records are this machine's own to move. */
import { expect, it } from "vitest";
import { completedBy } from "../core/ask/ask.ts";
import { colourAsk, type OpenedStore } from "./ask-store.contract.ts";

export function ownStoreContract(prepare: () => Promise<OpenedStore>) {
  it("takes an ask with all that another store noted on it", async () => {
    const prepared = await prepare();
    const [one, other] = [await prepared.open(), await prepared.open()];
    const at = "2026-01-02T03:04:05.000Z";
    const by = { by: "person", surface: "test", who: "Ada", at } as const;
    const terminal = { pid: 1, host: "elsewhere", startedAt: "1" };
    const attachment = { ...terminal, at, closedAt: at };
    const left = colourAsk({ attachment, ownerGoneAt: at, leftOpenAt: at });
    const taken = [{ by: "hook", at }];
    const done = colourAsk({ taken, effect: { kind: "overruled", did: "declined", at } });
    const reply = { answers: [{ optionIds: ["2"] }] };
    try {
      for (const ask of [left, { ...done, outcome: completedBy(done, reply, by) }]) {
        await one.create(ask);
        expect(await other.load(ask.id)).toEqual(ask);
      }
    } finally {
      await one.close();
      await other.close();
      await prepared.dispose();
    }
  });
}
