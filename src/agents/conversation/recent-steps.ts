/** The last steps of an agent, read from the end of its transcript when somebody looks. */
import type { Agent } from "../../core/agent/agent.ts";
import { lastLines } from "../clients/claude-code/transcript-tail.ts";
import { entryReaderOf } from "../clients/clients.ts";
import type { Entry } from "../clients/common/transcript-entry.ts";
import { type ChangedFile, changedFilesIn, type Step, stepsFrom } from "./steps.ts";

export interface RecentSteps {
  steps: Step[];
  changed: ChangedFile[];
}

const NOTHING: RecentSteps = { steps: [], changed: [] };
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
  const newestFirst = await lastLines(transcriptPath).catch(() => []);
  const entries = newestFirst.toReversed().flatMap((line) => entriesIn(Buffer.from(line), read));
  const all = stepsFrom(entries, workingDirectory, MOST_LOOKED_AT);
  return { steps: all.slice(-MOST_STEPS), changed: changedFilesIn(all) };
}

/** The oldest line may be cut, and another version's may be unknown; the others are shown. */
function entriesIn(line: Buffer, read: (line: Buffer) => Entry[]): Entry[] {
  try {
    return read(line);
  } catch {
    return [];
  }
}
