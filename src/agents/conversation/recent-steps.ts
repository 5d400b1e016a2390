/** The last steps of an agent, read from the end of its transcript when somebody looks. */
import { open } from "node:fs/promises";
import type { Agent } from "../../core/agent/agent.ts";
import { entryReaderOf } from "../clients/clients.ts";
import type { Entry } from "../clients/common/transcript-entry.ts";
import { type ChangedFile, changedFilesIn, type Step, stepsFrom } from "./steps.ts";

export interface RecentSteps {
  steps: Step[];
  changed: ChangedFile[];
}

const NOTHING: RecentSteps = { steps: [], changed: [] };
// Some hundred calls; the beginning of a long session is in its own terminal.
const TAIL_BYTES = 1024 * 1024;
const MOST_STEPS = 40;
const MOST_LOOKED_AT = 2_000;

type Of = Pick<Agent, "client" | "transcriptPath" | "workingDirectory">;

/** Empty where there is no transcript, or none that we can read. */
export async function recentSteps({
  client,
  transcriptPath,
  workingDirectory,
}: Of): Promise<RecentSteps> {
  const read = entryReaderOf(client);
  if (read === null || transcriptPath === null) return NOTHING;
  const lines = await lastLines(transcriptPath).catch(() => []);
  const entries = lines.flatMap((line) => entriesIn(line, read));
  const all = stepsFrom(entries, workingDirectory, MOST_LOOKED_AT);
  return { steps: all.slice(-MOST_STEPS), changed: changedFilesIn(all) };
}

/** Another version's line is no reason to show nothing. */
function entriesIn(line: Buffer, read: (line: Buffer) => Entry[]): Entry[] {
  try {
    return read(line);
  } catch {
    return [];
  }
}

async function lastLines(path: string): Promise<Buffer[]> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(size - start),
      position: start,
    });
    const lines = linesIn(buffer.subarray(0, bytesRead));
    return start === 0 ? lines : lines.slice(1);
  } finally {
    await file.close();
  }
}

/** Whole lines: the last may be half-written. */
function linesIn(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return lines;
}
