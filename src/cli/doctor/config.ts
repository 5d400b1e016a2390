/** Checks the configuration files: keys that mean nothing, and files that cannot be used. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, jsonIn } from "../../core/json.ts";
import { attentionPath, loadAttention } from "../../desk/attention/settings.ts";
import { Interaction } from "../../desk/interaction.ts";
import { openRules } from "../../desk/rules/rules-file.ts";
import type { LoadedSettings } from "../../desk/settings.ts";
import { unknownKeySentence, unknownKeysIn } from "../../desk/unknown-keys.ts";
import { type Finding, problem, warning, well } from "./finding.ts";

export function examineConfig({ file, unknown, values }: LoadedSettings): Finding[] {
  const rules = openRules().load();
  return [
    ...unknown.map((one) => told(file, unknownKeySentence(one))),
    ...retention(values.retentionByProject),
    ...loadAttention().problems.map((sentence) => told(attentionPath(), sentence)),
    ...unknownPreferences(join(values.stateDirectory, "interaction.json")),
    ...rules.problems.map((sentence) =>
      problem("rules", (words) => words.inFile(rules.file, sentence)),
    ),
  ];
}

/** Nothing is said where nothing is removed by itself. */
function retention(days: LoadedSettings["values"]["retentionByProject"]): Finding[] {
  const rules = Object.entries(days);
  return rules.length === 0 ? [] : [well("retention", (words) => words.retention(rules))];
}

function unknownPreferences(path: string): Finding[] {
  const written = jsonIn(textOf(path));
  if (!isRecord(written)) return [];
  return unknownKeysIn(written, Object.keys(Interaction.shape)).map((one) =>
    told(path, unknownKeySentence(one)),
  );
}

function told(file: string, sentence: string): Finding {
  return warning("config", (words) => words.inFile(file, sentence));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
