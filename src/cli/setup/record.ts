/**
 * The record of set-up's changes, kept in the state folder with the original files. It is written
 * before a file is changed, so that everything can be undone even after a crash.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { readJson, uniqueName, writeJson } from "../../store/file/durable-file.ts";
import { withLock } from "../../store/file/lock.ts";
import { thisMachine } from "../../store/machine.ts";
import { CLIENT_IDS } from "./clients.ts";
import { foldersMissingFor, hashOf } from "./config-file.ts";
import type { Json } from "./jsonc.ts";
import type { DonePart, FilePlan } from "./plan.ts";

const Path = z.array(z.string());
const Value = z.custom<Json>((value) => value !== undefined);
const Part = z.union([
  z.object({ kind: z.literal("whole"), path: Path, text: z.string() }),
  z.object({
    kind: z.literal("table"),
    path: Path,
    lines: z.array(z.string()),
    before: z.string().optional(),
  }),
  z.object({
    kind: z.enum(["value", "element"]),
    path: Path,
    value: Value,
    isOurName: z.boolean().optional(),
    before: Value.optional(),
    made: z.array(Path),
  }),
]);

const FileRecord = z.object({
  client: z.enum(CLIENT_IDS),
  path: z.string(),
  at: z.string(),
  /** The original file; null if there was none, or if it was edited between two set-ups. */
  backup: z.string().nullable(),
  existed: z.boolean(),
  beforeHash: z.string().nullable(),
  afterHash: z.string(),
  /** Whether restoring the backup loses nothing that a person wrote. */
  isExact: z.boolean(),
  madeFolders: z.array(z.string()),
  /** What the client may have put beside it since; none of it was there before. */
  leftovers: z.array(z.string()).optional(),
  parts: z.array(Part),
});
export type FileRecord = z.infer<typeof FileRecord>;
const SetupRecord = z.object({ files: z.array(FileRecord) });

export interface SetupRecords {
  readonly folder: string;
  load(): Promise<FileRecord[]>;
  save(files: readonly FileRecord[]): Promise<void>;
  /** Runs the work while no other set-up or undo runs. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Copies a file as it is now. Returns the copy's path. */
  keep(path: string, text: string): string;
  backupOf(record: FileRecord): string | null;
  forget(record: FileRecord): void;
}

export function openRecords(stateDirectory: string): SetupRecords {
  const folder = join(stateDirectory, "setup");
  const file = join(folder, "setup.json");
  return { folder, alone, load, save, keep, backupOf, forget };

  function alone<T>(work: () => Promise<T>): Promise<T> {
    mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
    return withLock(join(stateDirectory, "setup.lock"), work);
  }

  async function load(): Promise<FileRecord[]> {
    const value = await readJson(file);
    return value === null ? [] : SetupRecord.parse(value).files;
  }

  async function save(files: readonly FileRecord[]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (files.length > 0) return writeJson(file, { files });
    rmSync(file, { force: true });
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  }

  function keep(path: string, text: string): string {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const copy = join(folder, `${uniqueName(thisMachine)}-${basename(path)}`);
    writeFileSync(copy, text, { mode: 0o600, flag: "wx", flush: true });
    return copy;
  }

  function backupOf({ backup }: FileRecord): string | null {
    return backup === null ? null : readFileSync(backup, "utf8");
  }

  function forget({ backup }: FileRecord) {
    if (backup !== null) rmSync(backup, { force: true });
  }
}

/**
 * The record of a change that is about to be made, merged with what an earlier
 * set-up did to the same file.
 */
export function recordOf(
  plan: Extract<FilePlan, { action: "change" }>,
  earlier: FileRecord | undefined,
  keep: SetupRecords["keep"],
): FileRecord {
  const { client, path, before, after, done } = plan;
  const beforeHash = hashOf(before);
  const afterHash = hashOf(after) ?? "";
  const at = new Date().toISOString();
  if (earlier !== undefined && beforeHash !== earlier.beforeHash) {
    const isExact = earlier.isExact && beforeHash === earlier.afterHash;
    return { ...earlier, at, afterHash, isExact, parts: [...earlier.parts, ...mutable(done)] };
  }
  const backup = before === null ? null : keep(path, before);
  const existed = before !== null;
  return {
    ...{ client, path, at, backup, existed, beforeHash, afterHash, isExact: true },
    madeFolders: foldersMissingFor(path),
    ...leftoversOf(plan),
    parts: mutable(done),
  };
}

function leftoversOf({ file: { leftovers = [] } }: FilePlan): Pick<FileRecord, "leftovers"> {
  const ours = leftovers.some((path) => existsSync(path)) ? [] : [...leftovers];
  return ours.length === 0 ? {} : { leftovers: ours };
}

/** The same type as zod reads back, only not readonly. */
function mutable(done: readonly DonePart[]): FileRecord["parts"] {
  return structuredClone(done) as FileRecord["parts"];
}
