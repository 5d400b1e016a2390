/**
 * What the end of a transcript says about a dialog, and no hook does: which calls began, when one
 * was refused in the terminal, and whether anybody attends the run.
 */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import type { AgentEvent, DialogEvent } from "../../../core/agent/agent-event.ts";
import { stampOf } from "../../../core/agent/stamp.ts";
import { isRecord, jsonIn } from "../../../core/json.ts";
import { isSameCall } from "../common/call-hash.ts";
import { entriesIn } from "./transcript-entries.ts";

// What matters to a dialog was written moments ago.
const TAIL_BYTES = 512 * 1024;
// The call was made moments ago too, and its line may not be in the file yet.
const TRIES = 3;
const BETWEEN_TRIES_MS = 100;
// Results come within 0.3 s of their hooks on a quiet machine.
const LATE_TRIES = 11;

/**
 * The calls that a permission request, which names none, may be about: the ids of equal calls without
 * a result, oldest first. Read where nobody remembers that they began: the hub that was told has died.
 */
export async function begunCalls(event: DialogEvent): Promise<string[]> {
  const { client, transcriptPath } = event;
  if (client !== "claude-code" || transcriptPath === null) return [];
  for (let tried = 1; ; tried++) {
    const calls = callsIn(await lastLines(transcriptPath), event);
    if (calls.length > 0 || tried === TRIES) return calls;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
}

/**
 * When a call was refused or interrupted in the agent's terminal, which no hook reports. Null for a
 * call that ran, that the client refused by itself, or that is not in the transcript.
 */
export async function refusedAt(
  { client, transcriptPath }: AgentEvent,
  toolUseId: string,
): Promise<string | null> {
  if (client !== "claude-code" || transcriptPath === null) return null;
  const result = await resultOf(toolUseId, transcriptPath);
  if (result === null) return null;
  // A call that ran and failed says who allowed it. A run that nobody attends refuses by itself
  // what nobody allowed, which is no person's no.
  const { isAllowed = false, by = "person" } = result.decision ?? {};
  const isRefused = result.hasFailed && !isAllowed && by !== "other";
  return isRefused && result.at !== null ? stampOf(result.at) : null;
}

/**
 * The same where nobody looks again later. Claude Code calls its hooks before the lines of what it
 * tells of are in the file; on a quick machine the end of a run is told before its last results.
 */
export async function soonRefusedAt(event: AgentEvent, toolUseId: string): Promise<string | null> {
  const { client, transcriptPath } = event;
  if (client !== "claude-code" || transcriptPath === null) return null;
  for (let tried = 1; tried < LATE_TRIES; tried++) {
    if ((await resultOf(toolUseId, transcriptPath)) !== null) break;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
  return refusedAt(event, toolUseId);
}

async function resultOf(toolUseId: string, transcriptPath: string) {
  const lines = (await lastLines(transcriptPath)).filter((line) => line.includes(toolUseId));
  for (const entry of lines.flatMap(entriesIn))
    if (entry.type === "result" && entry.toolUseId === toolUseId) return entry;
  return null;
}

/**
 * Whether the run is headless. A posted hook has no environment that would say so, and its payload is
 * the same as an attended agent's. False where nothing says so.
 */
export async function isHeadlessRun({ client, transcriptPath }: DialogEvent): Promise<boolean> {
  if (client !== "claude-code" || transcriptPath === null) return false;
  // A session may go on in another way than it began, so the newest line counts.
  for (const line of await lastLines(transcriptPath)) {
    const entrypoint = entrypointIn(line);
    if (entrypoint !== null) return entrypoint.startsWith("sdk-");
  }
  return false;
}

/** Newest first. The oldest may be cut. Empty if there is no file. */
export async function lastLines(path: string): Promise<string[]> {
  const text = await tailOf(path).catch(() => "");
  return text.split("\n").reverse();
}

async function tailOf(path: string): Promise<string> {
  // Without O_NONBLOCK, opening a pipe that has no writer would hang.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile()) return "";
    const { size } = found;
    const length = Math.min(size, TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function callsIn(newestFirst: readonly string[], event: DialogEvent): string[] {
  const lines = newestFirst.filter((line) => line.includes('"tool_'));
  const entries = lines.flatMap(entriesIn);
  const done = new Set(entries.map((one) => one.type === "result" && one.toolUseId));
  return entries
    .flatMap((one) => (one.type === "call" && isSameCall(one, event) ? [one.toolUseId] : []))
    .filter((id) => !done.has(id))
    .reverse();
}

/** `cli` for a terminal, `sdk-cli` for `claude -p`. Lines about the program itself have none. */
function entrypointIn(line: string): string | null {
  if (!line.includes('"entrypoint"')) return null;
  const parsed = jsonIn(line);
  const entrypoint = isRecord(parsed) ? parsed["entrypoint"] : undefined;
  return typeof entrypoint === "string" ? entrypoint : null;
}
