/** A conversation as it is shown: what stays in sight, and what folds. */
import { expect, it } from "vitest";
import { partsOf, type Said, type Step, sumOf } from "../../web/conversation/talk.ts";

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
let ids = 0;

function said(minute: number, text: string, intent = "PROGRESS", by: Said["by"] = "agent"): Said {
  return { id: ++ids, by, intent, text, at: `${at(minute).slice(0, -1)}000Z` };
}

function ran(minute: number, what: string, more: Partial<Step> = {}): Step {
  return {
    ...{ kind: "ran", what, at: at(minute), more: "", hasFailed: false, isOpen: false },
    ...more,
  };
}

const shown = (turns: Said[], steps: Step[] = []) =>
  partsOf(turns, steps).map((part) =>
    "turn" in part
      ? part.turn.text
      : part.work.map((one) => ("turn" in one ? one.turn.text : one.step.what)),
  );

it("calls stand between what was said, in the order of time, and fold", () => {
  const turns = [
    said(0, "Do it", "COMMAND", "me"),
    said(1, "I look."),
    said(5, "Done.", "COMPLETION"),
  ];
  const steps = [
    ran(0, "earlier than all", { at: "2025-01-01T00:00:00.000Z" }),
    ran(1, "cat a"),
    ran(2, "npm test"),
    ran(3, "I look.", { kind: "said" }),
  ];
  expect(shown(turns, steps)).toEqual(["Do it", ["I look.", "cat a", "npm test"], "Done."]);
});

it("the last words stay while it goes on, and a single word needs no fold", () => {
  expect(shown([said(0, "One"), said(1, "Two"), said(2, "Three")])).toEqual([
    ["One", "Two"],
    "Three",
  ]);
  expect(shown([said(0, "One"), said(1, "Answer", "ANSWER", "me")])).toEqual(["One", "Answer"]);
  expect(shown([said(0, "One"), said(1, "Two")])).toEqual(["One", "Two"]);
  expect(shown([said(0, "One")], [ran(1, "ls")])).toEqual([["One", "ls"]]);
});

it("a fold says how many, how long and what changed, without what failed", () => {
  const work = [
    { turn: said(0, "I write.") },
    { step: ran(1, "a.ts", { kind: "wrote", added: 41, removed: 12 }) },
    { step: ran(2, "b.ts", { kind: "wrote", added: 7, hasFailed: true }) },
  ];
  expect(sumOf(work)).toEqual({ count: 3, minutes: 2, added: 41, removed: 12 });
});
