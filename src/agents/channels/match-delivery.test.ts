import { expect, it } from "vitest";
import type { Delivery, DeliveryState } from "../../core/agent.ts";
import { matchDelivery } from "./match-delivery.ts";

const SENT = "2026-05-01T10:00:00.000Z";

it.each([
  ["the same words, however they are wrapped", "run  the\ntests ", 1],
  ["the same letters, however they are composed", "run the tests".normalize("NFD"), 1],
  ["other words", "run the test", null],
  ["nothing", "", null],
])("finds a delivery by %s", (_what, text, id) => {
  expect(matchDelivery([delivery(1, "typed")], text, after(1))?.id ?? null).toBe(id);
});

it("takes the oldest first, and those in doubt last", () => {
  const all = [
    delivery(4, "typed"),
    delivery(1, "indeterminate"),
    delivery(3, "accepted"),
    delivery(2, "indeterminate"),
  ];
  const order: number[] = [];
  for (let left = all; left.length > 0; left = left.filter(({ id }) => id !== order.at(-1))) {
    order.push(matchDelivery(left, "run the tests", after(5))?.id ?? 0);
  }
  expect(order).toEqual([3, 4, 1, 2]);
});

it("leaves a delivery alone that was not yet sent, or long ago, when the text was heard", () => {
  const sent = [delivery(1, "indeterminate")];
  expect(matchDelivery(sent, "run the tests", after(-60))).toBeNull();
  expect(matchDelivery(sent, "run the tests", after(-1))).not.toBeNull();
  expect(matchDelivery(sent, "run the tests", after(3_600))).toBeNull();
});

function delivery(id: number, state: DeliveryState): Delivery {
  return { id, agentId: 1, turnId: null, text: "run the tests", state, detail: null, createdAt: SENT, updatedAt: SENT };
}

function after(seconds: number): string {
  return new Date(Date.parse(SENT) + seconds * 1000).toISOString();
}
