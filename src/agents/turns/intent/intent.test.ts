import { describe, expect, it } from "vitest";
import { ASKING, MISSED, TELLING } from "./intent.cases.ts";
import { detectQuestion } from "./intent.ts";

describe("a message", () => {
  it("that asks nothing is never taken for a question", () => {
    expect(TELLING.filter((message) => detectQuestion(message) !== null)).toEqual([]);
  });

  it("that asks is found, with the text that asks", () => {
    const missed = ASKING.filter(
      ([message, words]) => !detectQuestion(message)?.question.includes(words),
    );
    expect(missed).toEqual([]);
  });

  it("that reads like an offer is ignored", () => {
    expect(MISSED.filter((message) => detectQuestion(message) !== null)).toEqual([]);
  });

  it("is judged in both languages by many examples of either kind", () => {
    const messages = [...ASKING.map(([message]) => message), ...TELLING];
    expect(new Set(messages).size).toBe(messages.length);
    expect(messages.length).toBeGreaterThanOrEqual(240);
    expect(
      messages.filter((message) => /[가-힣]/.test(message)).length / messages.length,
    ).toBeGreaterThan(1 / 3);
  });
});

describe("the question", () => {
  it.each([
    ["Done. All tests pass. Should I push?", "Should I push?"],
    [
      'Done.\n\n**Question:** keep `a` or "b"?\n\nLet me know if you need anything else!',
      'Question: keep `a` or "b"?',
    ],
    [
      "Two questions before I go on:\n1. Is it UTC?\n2. Who may see it?",
      "Is it UTC?\nWho may see it?",
    ],
    ["Which one?\nThe first is faster.\n\nShall I measure both?", "Shall I measure both?"],
    ["완료했습니다. 푸시할까요? 아니면 더 볼까요?", "푸시할까요? 아니면 더 볼까요?"],
  ])("yields the question and nothing else: %j", (message, question) => {
    expect(detectQuestion(message)?.question).toBe(question);
  });

  it("is the same however often a long message is quoted around it", () => {
    const log = "2026-01-01 12:00:00 Proceed? [y/N]\n".repeat(2_000);
    expect(detectQuestion(`\`\`\`\n${log}\`\`\`\n${log}\nShould I push?`)).toEqual({
      question: "Should I push?",
      passage: "Should I push?",
    });
  });
});

it.each([
  "더",
  "a? ",
  "Should I? ",
  "'",
  '"',
  "`",
  "**",
  "? ",
  "please ",
  "x\n",
  "- Should I?\n",
  "어느 쪽 ",
])("a megabyte of %j is no trouble", (unit) => {
  expect(() => detectQuestion(unit.repeat(Math.ceil(1_000_000 / unit.length)))).not.toThrow();
});
