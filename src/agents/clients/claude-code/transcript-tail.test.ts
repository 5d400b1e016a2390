/** Refusals that stand in the transcript a moment after the hook that comes behind them. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import type { AgentEvent } from "../../../core/agent/agent-event.ts";
import { refusedAt, soonRefusedAt } from "./transcript-tail.ts";

const folder = mkdtempSync(join(tmpdir(), "askline-test-"));
const transcriptPath = join(folder, "session.jsonl");
const event = { client: "claude-code", transcriptPath } as AgentEvent;
beforeEach(() => writeFileSync(transcriptPath, ""));
afterAll(() => rmSync(folder, { recursive: true }));

function writeRefusal(toolUseId: string) {
  const content = [
    { type: "tool_result", tool_use_id: toolUseId, content: "Denied.", is_error: true },
  ];
  const line = {
    ...{ type: "user", uuid: "u1", sessionId: "s", isSidechain: false },
    ...{ timestamp: "2026-03-01T12:00:00.000Z", message: { role: "user", content } },
  };
  appendFileSync(transcriptPath, `${JSON.stringify(line)}\n`);
}

it("is found though its line comes after the first look", async () => {
  const found = soonRefusedAt(event, "toolu_1");
  expect(await refusedAt(event, "toolu_1")).toBeNull();
  writeRefusal("toolu_1");
  expect(await found).toBe("2026-03-01T12:00:00.000000Z");
});

it("is looked for only so long, and of its own call alone", async () => {
  writeRefusal("toolu_2");
  expect(await soonRefusedAt(event, "toolu_1")).toBeNull();
});
