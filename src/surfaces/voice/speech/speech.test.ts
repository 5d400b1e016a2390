import { describe, expect, it } from "vitest";
import { spoken } from "./speech.ts";

describe("what is read aloud", () => {
  it.each([
    ["One line", "One line"],
    ["Two\nlines of one sentence", "Two lines of one sentence"],
    ["# Plan\n\n1. Read **it**\n2. Write it!\n- `Done`", "Plan. Read it. Write it! Done"],
    ["Three things:\n\n- a\n- b\n\nThat is all", "Three things: a. b. That is all"],
    ["A paragraph\n\nAnother one", "A paragraph. Another one"],
    ["- only", "only"],
    ["Before\n\n```ts\nconst a = 1;\n```\n\nAfter.", "Before. After."],
    ["| a | b |\n|---|---|\n| 1 | 2 |", "a b. 1 2"],
  ])("%j has a pause at every visual break", (markdown, words) => {
    expect(spoken(markdown)).toBe(words);
  });
});
