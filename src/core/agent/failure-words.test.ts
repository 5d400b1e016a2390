import { describe, expect, it } from "vitest";
import type { AgentFailure } from "./agent.ts";
import { failureInWords, stateInWords } from "./failure-words.ts";

const NOW = new Date(2026, 10, 18, 20, 30);
const limit = (resumesAt: Date | null, resumesByItself = false): AgentFailure => ({
  ...{ kind: "limit", text: "You've hit your limit", resumesByItself },
  resumesAt: resumesAt?.toISOString() ?? null,
});
const error = (text: string): AgentFailure => ({
  ...{ kind: "error", text, resumesAt: null, resumesByItself: false },
});

describe("A failure in words", () => {
  it.each([
    ["a limit", limit(null), "stopped: usage limit", "멈춤: 사용 한도"],
    [
      "a limit that ends today",
      limit(new Date(2026, 10, 18, 22, 0)),
      "stopped: usage limit until 22:00",
      "멈춤: 22:00까지 사용 한도",
    ],
    [
      "a limit after which the agent goes on",
      limit(new Date(2026, 10, 18, 22, 0), true),
      "stopped: usage limit until 22:00; will go on by itself",
      "멈춤: 22:00까지 사용 한도; 스스로 이어서 함",
    ],
    [
      "a limit that is over",
      limit(new Date(2026, 10, 18, 20, 0)),
      "stopped: usage limit, over since 20:00",
      "멈춤: 사용 한도, 20:00에 풀림",
    ],
    [
      "an error in the client's own words",
      error("API Error: 529 \u001b[31moverloaded"),
      "stopped: API Error: 529 overloaded",
      "멈춤: API Error: 529 overloaded",
    ],
    ["an error without words", error(" "), "stopped by an error", "오류로 멈춤"],
  ])("is told for %s", (_, failure, english, korean) => {
    expect(failureInWords(failure, "en", NOW)).toBe(english);
    expect(failureInWords(failure, "ko", NOW)).toBe(korean);
  });

  it("names the day of a limit that ends on another", () => {
    const failure = limit(new Date(2026, 10, 20, 9, 5));
    expect(failureInWords(failure, "en", NOW)).toMatch(/until 20 Nov,? (?:at )?09:05$/);
    expect(failureInWords(failure, "ko", NOW)).toContain("11월 20일");
  });

  it("is no part of any other state", () => {
    expect(stateInWords({ state: "PROCESSING", failure: null }, "en", NOW)).toBe("working");
  });
});
