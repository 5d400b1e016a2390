import { describe, expect, it } from "vitest";
import { detectQuestion } from "./intent.ts";
import { PASSAGES } from "./passage.cases.ts";
import { LONGEST_PASSAGE } from "./passage.ts";

describe("the passage of a question", () => {
  it.each(PASSAGES)("has what the question is about, and no more: %j", (message, passage) => {
    expect(detectQuestion(message)?.passage).toBe(passage === "…" ? message : passage);
  });

  it("is known for many messages in both languages", () => {
    expect(PASSAGES.length).toBeGreaterThanOrEqual(40);
    expect(PASSAGES.filter(([message]) => /[가-힣]/.test(message)).length).toBeGreaterThan(12);
  });

  it("of a long list keeps every item's beginning and the question", () => {
    const items = Array.from(
      { length: 8 },
      (_, at) => `${at + 1}. Way ${at} ${"is slow ".repeat(60)}`,
    );
    const passage = passageIn(`Ways to do it:\n\n${items.join("\n")}\n\nWhich one do you want?`);
    expect(passage.length).toBeLessThanOrEqual(LONGEST_PASSAGE);
    expect(passage.endsWith("Which one do you want?")).toBe(true);
    for (const at of items.keys()) expect(passage).toContain(`${at + 1}. Way ${at}`);
  });

  it("of one endless paragraph keeps the sentences next to the question", () => {
    const passage = passageIn(
      `${"This is slow. ".repeat(500)}The last is fast. Which one do you want?`,
    );
    expect(passage.length).toBeLessThanOrEqual(LONGEST_PASSAGE);
    expect(passage.startsWith("…")).toBe(true);
    expect(passage.endsWith("The last is fast. Which one do you want?")).toBe(true);
  });

  it("leaves long code out, and says so", () => {
    const code = `\`\`\`ts\n${"const one = 1;\n".repeat(100)}\`\`\``;
    expect(passageIn(`I would write this:\n\n${code}\n\nIs that okay?`)).toBe(
      "I would write this:\n\n…\n\nIs that okay?",
    );
  });

  it("never cuts a character in half", () => {
    const passage = passageIn(`${"🙂".repeat(2_000)}. Which one do you want?`);
    expect(passage).not.toMatch(/[\ud800-\udfff]/u);
    expect(passage.length).toBeLessThanOrEqual(LONGEST_PASSAGE);
  });
});

function passageIn(message: string): string {
  const found = detectQuestion(message);
  if (found === null) throw new Error("The message asks nothing.");
  return found.passage;
}
