/**
 * Whether urgent asks pass quiet hours that do not say so. They do; but for hubs of earlier versions they did not, so an
 * `attention.json` that such a hub has read is given `"urgentPasses": false` once: no update wakes anybody.
 *
 * Such a hub has left a log of agents in the state folder, and not the note that every later one leaves there. Where there
 * is neither, the file is as new as everything else.
 */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isRecord, jsonIn } from "../../core/json.ts";
import { writeJson } from "../../store/file/durable-file.ts";

export interface UrgentDefaultParts {
  /** `attention.json` of this person. */
  file: string;
  stateDirectory: string;
  /** Whether there was a log of agents before this start. */
  hasServedBefore: boolean;
  onWarning: (message: string) => void;
}

/** Gives back what holds where the file says nothing. */
export async function urgentDefault(parts: UrgentDefaultParts): Promise<{ urgentPasses: boolean }> {
  const { file, stateDirectory, hasServedBefore, onWarning } = parts;
  const note = join(stateDirectory, "attention", "version.json");
  if (existsSync(note)) return { urgentPasses: true };
  try {
    if (hasServedBefore && !(await heldBack(file))) return { urgentPasses: false };
    await mkdir(join(stateDirectory, "attention"), { recursive: true, mode: 0o700 });
    await writeJson(note, { version: 2 });
    return { urgentPasses: true };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    onWarning(`Urgent asks wait in quiet hours as before, though ${file} does not say so: ${why}`);
    return { urgentPasses: !hasServedBefore };
  }
}

/** Whether the file says now what held until now. One that cannot be read says nothing. */
async function heldBack(file: string): Promise<boolean> {
  const { readConfig, writeConfig } = await import("../setup/config-file.ts");
  const text = readConfig(file);
  if (text === null) return true;
  const written = jsonIn(text);
  if (!isRecord(written)) return false;
  if (!isRecord(written["quietHours"]) || "urgentPasses" in written["quietHours"]) return true;
  const { withParts } = await import("../setup/json-parts.ts");
  const part = { kind: "value", path: ["quietHours", "urgentPasses"], value: false } as const;
  writeConfig(file, withParts(text, [part]).text);
  return true;
}
