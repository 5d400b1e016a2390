/**
 * How a person wants to be reached: `attention.json` in the config folder. If the file cannot be
 * used, its problems are reported and the defaults apply.
 */
import { join } from "node:path";
import { z } from "zod";
import { sentenceOf } from "../../core/ask/question.ts";
import { isRecord } from "../../core/json.ts";
import { stampOf } from "../../store/file-stamp.ts";
import { type Disk, thisMachine } from "../../store/machine.ts";
import { configDirectory } from "../places.ts";
import { unknownKey, unknownKeySentence } from "../unknown-keys.ts";
import { QuietHours } from "./quiet-hours.ts";

const minutes = z.number().min(0).max(10_080);
const surfaces = z.array(z.string().trim().min(1).max(40)).max(20);

export const AttentionSettings = z.strictObject({
  surfaces: surfaces
    .default(["desktop", "portal", "push", "slack", "ntfy"])
    .describe("Where to tell, first to last"),
  notifyAfterMinutes: minutes.default(1).describe("What is answered sooner disturbs nobody"),
  remindAfterMinutes: minutes.min(0.1).default(10),
  reminders: z.int().min(0).max(20).default(1).describe("How often to remind on each surface"),
  escalateAfterMinutes: minutes
    .min(0.1)
    .default(15)
    .describe("Without an answer, the next surface is told too"),
  presentMinutes: minutes.default(10).describe("The surface used within that time is told first"),
  quietHours: QuietHours.optional(),
  away: z
    .strictObject({ surfaces: surfaces.default(["push", "slack", "ntfy"]) })
    .prefault({})
    .describe("Where to tell while the person is away"),
});
export type AttentionSettings = z.infer<typeof AttentionSettings>;

export interface LoadedAttention {
  settings: AttentionSettings;
  problems: string[];
}

export function attentionPath(environment?: Record<string, string | undefined>): string {
  return join(configDirectory(environment), "attention.json");
}

/** `urgentPasses` is the default for quiet hours that do not set it. */
export function loadAttention(
  file: string = attentionPath(),
  { urgentPasses = true, disk = thisMachine.disk }: { urgentPasses?: boolean; disk?: Disk } = {},
): LoadedAttention {
  const usual = AttentionSettings.parse({});
  try {
    const written: unknown = JSON.parse(disk.readFileSync(file, "utf8"));
    const { known, told } = withoutUnknown(withDefault(written, urgentPasses));
    const read = AttentionSettings.safeParse(known);
    const problems = [...told, ...(read.error?.issues.map(sentenceOf) ?? [])];
    return {
      settings: read.data ?? usual,
      problems: problems.map((sentence) => `${file}: ${sentence}`),
    };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return {
      settings: usual,
      problems: isMissing ? [] : [`${file} cannot be read: ${(error as Error).message}.`],
    };
  }
}

/** The settings as the file has them now. What is wrong with it is said once. */
export function followAttention(parts: {
  file: string;
  byDefault: { urgentPasses?: boolean };
  onWarning: (message: string) => void;
}): () => AttentionSettings {
  const { file, byDefault, onWarning } = parts;
  let lastProblem = "";
  let known = { stamp: stampOf(file), settings: read() };
  return () => {
    const stamp = stampOf(file);
    if (stamp !== known.stamp) known = { stamp, settings: read() };
    return known.settings;
  };

  function read(): AttentionSettings {
    const { settings, problems } = loadAttention(file, byDefault);
    const problem = problems.join(" ");
    if (problem !== "" && problem !== lastProblem) onWarning(`${problem} The usual settings hold.`);
    lastProblem = problem;
    return settings;
  }
}

/** A mistyped key is told of, and does not cost the person the rest of the file. */
function withoutUnknown(written: unknown): { known: unknown; told: string[] } {
  if (!isRecord(written)) return { known: written, told: [] };
  const names = Object.keys(AttentionSettings.shape);
  const unknown = Object.keys(written).filter((name) => !names.includes(name));
  const known = Object.entries(written).filter(([name]) => names.includes(name));
  return {
    known: Object.fromEntries(known),
    told: unknown.map((name) => unknownKeySentence(unknownKey(name, names))),
  };
}

function withDefault(written: unknown, urgentPasses: boolean): unknown {
  if (!isRecord(written) || !isRecord(written["quietHours"])) return written;
  return { ...written, quietHours: { urgentPasses, ...written["quietHours"] } };
}
