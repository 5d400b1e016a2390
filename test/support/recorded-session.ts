/** Sessions of a real Claude Code as they were recorded: what its hooks received, and the transcript it wrote. */
import { readFileSync } from "node:fs";
import { fromClaudeCode } from "../../src/agents/clients/claude-code.ts";
import type { AgentEvent } from "../../src/agents/events.ts";

export const SCENES = [
  "ask-single",
  "ask-two-questions",
  "permission-bash",
  "plan-approval",
  "clear-and-exit",
  "print-session",
] as const;
export type Scene = (typeof SCENES)[number];

export interface RecordedHook {
  event: string;
  stdin: Record<string, unknown>;
}

/** Each hook a little after the last, with the transcript at that path. */
export function recordedEvents(scene: Scene, transcriptPath: string, from = "2026-11-15T01:00:00Z"): AgentEvent[] {
  return recordedHooks(scene).flatMap(({ event, stdin }, index) => {
    const at = new Date(Date.parse(from) + 100 * index);
    const isMain = stdin["session_id"] === "00000000-0000-4000-8000-000000000001";
    const payload = { ...stdin, transcript_path: isMain ? transcriptPath : null };
    return fromClaudeCode(event, payload, { at, pane: null }) ?? [];
  });
}

export function recordedHooks(scene: Scene): RecordedHook[] {
  return fileOf(scene, "hooks.jsonl")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RecordedHook);
}

/** The main session's; the recording of `print-session` also has that of its sub-agent. */
export function recordedTranscript(scene: Scene): string {
  return fileOf(scene, scene === "print-session" ? "transcript1.jsonl" : "transcript.jsonl");
}

function fileOf(scene: Scene, name: string): string {
  return readFileSync(new URL(`../fixtures/claude-code/${scene}/${name}`, import.meta.url), "utf8");
}
