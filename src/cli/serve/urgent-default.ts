/**
 * Whether urgent asks pass quiet hours without `urgentPasses`. They do, but hubs of earlier
 * versions held them back. An `attention.json` that such a hub has read is given
 * `"urgentPasses": false` once, so that no update wakes a person.
 *
 * An earlier hub left a log of agents in the state folder, but not the note that every later hub
 * leaves there. Without either, the file is new.
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
  /** Whether a log of agents existed before this start. */
  hasServedBefore: boolean;
  onWarning: (message: string) => void;
}

/** Returns the default for a file without `urgentPasses`. */
export async function urgentDefault(parts: UrgentDefaultParts): Promise<{ urgentPasses: boolean }> {
  const { file, stateDirectory, hasServedBefore, onWarning } = parts;
  const note = join(stateDirectory, "attention", "version.json");
  if (existsSync(note)) return { urgentPasses: true };
  try {
    if (hasServedBefore && !(await keepsOldDefault(file))) return { urgentPasses: false };
    await mkdir(join(stateDirectory, "attention"), { recursive: true, mode: 0o700 });
    await writeJson(note, { version: 2 });
    return { urgentPasses: true };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    onWarning(`Urgent asks wait in quiet hours as before, though ${file} does not say so: ${why}`);
    return { urgentPasses: !hasServedBefore };
  }
}

/**
 * Writes the old behaviour into the file if needed. False for an unreadable
 * file, which cannot state it.
 */
async function keepsOldDefault(file: string): Promise<boolean> {
  const { readToChange, writeConfig } = await import("../setup/config-file.ts");
  const text = readToChange(file);
  if (text === null) return true;
  const written = jsonIn(text);
  if (!isRecord(written)) return false;
  if (!isRecord(written["quietHours"]) || "urgentPasses" in written["quietHours"]) return true;
  const { withParts } = await import("../setup/json-parts.ts");
  const part = { kind: "value", path: ["quietHours", "urgentPasses"], value: false } as const;
  writeConfig(file, withParts(text, [part]).text);
  return true;
}
