import { expect, it } from "vitest";
import { wordEffect } from "./effect-words.ts";

const at = "2026-11-18T00:00:00.000Z";

it.each([
  [undefined, null, null],
  [{ kind: "used", at }, null, null],
  [
    { kind: "overruled", did: "allowed", at },
    "Not used: allowed in the agent's terminal",
    "쓰이지 않음: 에이전트의 터미널에서 먼저 허용했습니다",
  ],
  [
    { kind: "in_terminal", did: "answered", answer: "MySQL", at },
    "Answered in the agent's terminal: MySQL",
    "에이전트의 터미널에서 답했습니다: MySQL",
  ],
  [
    { kind: "stopped", at },
    "Stopped in the agent's terminal; it may have begun",
    "에이전트의 터미널에서 중단했습니다. 이미 시작되었을 수 있습니다",
  ],
  [
    { kind: "not_taken", at },
    "Not used: the agent never received it",
    "쓰이지 않음: 에이전트가 받지 못했습니다",
  ],
] as const)("says what became of a decision: %j", (effect, english, korean) => {
  expect(wordEffect({ effect }, "en")).toBe(english);
  expect(wordEffect({ effect }, "ko")).toBe(korean);
});
