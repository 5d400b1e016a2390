/** A device's words are about the question that it was told last. */
import { expect, it } from "vitest";
import { createLastQuestionByDevice } from "./last-question-by-device.ts";

const shown = { agentId: 1, question: 10 };

it("a question newer than the one the device heard is another question", () => {
  const told = createLastQuestionByDevice(() => new Date());
  expect(told.isAnother("phone", shown, false)).toBe(false);
  told.tell("phone", shown);
  expect(told.isAnother("phone", shown, false)).toBe(false);
  expect(told.isAnother("phone", { ...shown, question: 11 }, true)).toBe(true);
  expect(told.isAnother("tablet", { ...shown, question: 11 }, true)).toBe(false);
  told.forget("phone");
  expect(told.isAnother("phone", { ...shown, question: 11 }, true)).toBe(false);
});

it("a question of another agent counts as another only if no agent was named", () => {
  const told = createLastQuestionByDevice(() => new Date());
  told.tell("phone", shown);
  expect(told.isAnother("phone", { agentId: 2, question: 12 }, false)).toBe(true);
  expect(told.isAnother("phone", { agentId: 2, question: 12 }, true)).toBe(false);
});

it("a question heard long ago is forgotten", () => {
  let now = new Date("2026-01-01T00:00:00Z");
  const told = createLastQuestionByDevice(() => now);
  told.tell("phone", shown);
  now = new Date("2026-01-01T00:06:00Z");
  expect(told.isAnother("phone", { ...shown, question: 11 }, true)).toBe(false);
});
