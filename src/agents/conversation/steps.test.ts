/** What a transcript's entries say of an agent's work. */
import { expect, it } from "vitest";
import type { Entry } from "../clients/common/transcript-entry.ts";
import { changedFilesIn, stepsFrom } from "./steps.ts";

const head = { uuid: null, promptId: null, at: Date.parse("2026-03-01T11:20:00.000Z") * 1_000 };
const call = (toolUseId: string, toolName: string, input: Record<string, unknown>): Entry => ({
  ...head,
  ...{ type: "call", toolUseId, toolName, input },
});
const result = (toolUseId: string, text: string, hasFailed = false): Entry => ({
  ...head,
  ...{
    type: "result",
    toolUseId,
    text,
    hasFailed,
    answers: null,
    annotations: null,
    decision: null,
  },
});

it("a call is a line with its result, a path relative to the project", () => {
  const steps = stepsFrom(
    [
      { ...head, type: "prompt", text: "Keep recent caches", isSteering: false },
      { ...head, type: "text", text: "The cache can lie elsewhere.\n\nI look.", isFinal: false },
      call("1", "Read", { file_path: "/home/ada/shop/clean-cache.ts" }),
      result("1", "import …"),
      call("2", "Bash", { command: "npm test -- cache\necho done" }),
      result("2", "✓ 42 passed\u001b[31m", true),
      call("3", "mcp__git__log", { query: "main" }),
    ],
    "/home/ada/shop",
    10,
  );
  expect(steps.map(({ kind, what }) => `${kind} ${what}`)).toEqual([
    "prompt Keep recent caches",
    "said The cache can lie elsewhere.",
    "read clean-cache.ts",
    "ran npm test -- cache",
    "did mcp__git__log: main",
  ]);
  expect(steps[3]).toMatchObject({
    hasFailed: true,
    isOpen: false,
    at: "2026-03-01T11:20:00.000Z",
  });
  expect(steps[3]?.more).toContain("42 passed");
  expect(steps[3]?.more).not.toContain("\u001b");
  expect(steps[4]?.isOpen).toBe(true);
});

it("counts the lines of what was really written, the last file first", () => {
  const steps = stepsFrom(
    [
      call("1", "Edit", { file_path: "/p/a.ts", old_string: "a\nb", new_string: "a\nb\nc" }),
      result("1", "ok"),
      call("2", "Write", { file_path: "/p/b.ts", content: "one\ntwo\n" }),
      result("2", "ok"),
      call("3", "Edit", { file_path: "/p/a.ts", edits: [{ old_string: "x", new_string: "y" }] }),
      result("3", "ok"),
      call("4", "Write", { file_path: "/p/refused.ts", content: "no" }),
      result("4", "The user doesn't want to proceed", true),
      call("5", "Write", { file_path: "/p/waits.ts", content: "not yet" }),
    ],
    "/p",
    10,
  );
  expect(changedFilesIn(steps)).toEqual([
    { path: "a.ts", added: 4, removed: 3 },
    { path: "b.ts", added: 2, removed: 0 },
  ]);
});
