/**
 * `askline uninit`: restores every configuration file, or removes only our parts if a
 * person has edited it since.
 */

import { existsSync } from "node:fs";
import { printableJson } from "../../core/json.ts";
import { loadSettings } from "../../desk/settings.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { prose } from "../prose.ts";
import {
  hashOf,
  readConfig,
  readToChange,
  removeConfig,
  removeFolders,
  sweepBeside,
  writeConfig,
} from "./config-file.ts";
import { confirmHere } from "./confirm.ts";
import { installationHere } from "./installation.ts";
import { removeLeftovers } from "./leftovers.ts";
import { type SetupMessages, setupMessages } from "./messages.ts";
import { orphansBeside } from "./orphans.ts";
import { type Reason, reasonOf, withoutAll } from "./plan.ts";
import { postedHooksInFile } from "./posted-hooks.ts";
import { type FileRecord, openRecords, type SetupRecords } from "./record.ts";

type Undone =
  | { path: string; outcome: "restored" | "removed" | "already" | "no_record" }
  | { path: string; outcome: "only_ours"; backup: string | null }
  | { path: string; outcome: "left"; reason: Reason };

export async function uninit(options: CommonOptions & { yes?: boolean }): Promise<number> {
  const settings = loadSettings({ stateDirectory: options.stateDir });
  const text = setupMessages(languageBy(settings.values.language));
  const records = openRecords(settings.values.stateDirectory);
  const known = await records.load();
  const orphans = orphansBeside(known, {
    ...installationHere(settings),
    posts: postedHooksInFile(),
  });
  const all = [...known, ...orphans];
  if (all.length > 0 && !options.yes && !(await mayUndo(all, options, text))) {
    process.stdout.write(`${text.nothingChanged}\n`);
    return EXIT.rejected;
  }
  const hasWork = orphans.length > 0 || existsSync(records.folder);
  const undone = hasWork ? await records.alone(() => undoAll(records, orphans)) : [];
  const lines =
    undone.length === 0 ? [text.nothingToUndo] : undone.flatMap((one) => inWords(one, text));
  process.stdout.write(
    `${options.json ? printableJson({ files: undone }) : await prose(lines.join("\n"))}\n`,
  );
  return undone.some(({ outcome }) => outcome === "left") ? EXIT.failure : EXIT.ok;
}

async function mayUndo(
  known: readonly FileRecord[],
  { json }: CommonOptions,
  text: SetupMessages,
): Promise<boolean> {
  if (json) throw new UsageError((usage) => usage.needsYes());
  process.stdout.write(`${known.map(({ path }) => path).join("\n")}\n`);
  return confirmHere(text.confirmUndo, text.yes);
}

/**
 * The last one first, so that folders are empty when their turn comes. A failed
 * undo can be tried again.
 */
async function undoAll(records: SetupRecords, orphans: readonly FileRecord[]): Promise<Undone[]> {
  const undone = orphans.map((orphan) => undo(orphan, records));
  for (const record of (await records.load()).toReversed()) {
    const one = undo(record, records);
    undone.push(one);
    if (one.outcome === "left") continue;
    await records.save((await records.load()).filter(({ path }) => path !== record.path));
  }
  return undone;
}

function undo(record: FileRecord, records: SetupRecords): Undone {
  const { path } = record;
  try {
    const outcome = undoFile(record, records);
    const isOrphan = record.existed && record.beforeHash === null;
    if (outcome === "only_ours" && isOrphan) return { path, outcome: "no_record" };
    if (outcome === "only_ours") return { path, outcome, backup: record.backup };
    records.forget(record);
    return { path, outcome };
  } catch (error) {
    return { path, outcome: "left", reason: reasonOf(error) };
  }
}

function undoFile(
  record: FileRecord,
  records: SetupRecords,
): "restored" | "removed" | "already" | "only_ours" {
  const { path, existed, beforeHash, afterHash, isExact, madeFolders, parts, leftovers } = record;
  sweepBeside(path);
  const now = readConfig(path);
  const hash = hashOf(now);
  removeLeftovers(leftovers);
  if (now === null) removeFolders(madeFolders);
  if (now === null || hash === beforeHash) return "already";
  readToChange(path);
  const before = records.backupOf(record);
  const isOurs = isExact && hash === afterHash;
  const after = isOurs ? before : withoutAll(now, parts);
  const isWhole = parts.some(({ kind }) => kind === "whole");
  if (after === null || ((!existed || isWhole) && isEmpty(after))) {
    removeConfig(path, madeFolders);
    return "removed";
  }
  if (after === now) return "already";
  writeConfig(path, after);
  return after === before ? "restored" : "only_ours";
}

function isEmpty(text: string): boolean {
  return /^\s*(\{\s*\})?\s*$/.test(text);
}

function inWords(undone: Undone, text: SetupMessages): string[] {
  const { path } = undone;
  switch (undone.outcome) {
    case "restored":
      return [text.restored(path)];
    case "removed":
      return [text.removed(path)];
    case "already":
      return [text.alreadyBack(path)];
    case "only_ours":
      return [
        text.onlyOurs(path),
        ...(undone.backup === null ? [] : [`  ${text.backupAt(undone.backup)}`]),
      ];
    case "no_record":
      return [text.noRecord(path)];
    case "left":
      return [text.stillThere(path, text.reason(undone.reason))];
  }
}
