/** `askline config`: every setting, its value, and where the value comes from. */
import { printableJson } from "../../core/json.ts";
import {
  loadSettings,
  type Origin,
  type Settings,
  settingSchemas,
  shownValue,
} from "../../desk/settings.ts";
import { unknownKeySentence } from "../../desk/unknown-keys.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { languageBy } from "../language.ts";
import { type Messages, messages } from "../messages.ts";
import { prose } from "../prose.ts";
import { table } from "../table.ts";

export async function config(options: CommonOptions): Promise<number> {
  const { values, origins, file, unknown } = loadSettings({ stateDirectory: options.stateDir });
  const keys = Object.keys(settingSchemas) as (keyof Settings)[];
  if (options.json) {
    const settings = Object.fromEntries(
      keys.map((key) => [key, { value: shownValue(key, values[key]), origin: origins[key] }]),
    );
    process.stdout.write(`${printableJson({ file, settings, unknown })}\n`);
    return EXIT.ok;
  }
  const text = messages(languageBy(values.language));
  const rows = keys.map((key) => [
    key,
    asWritten(shownValue(key, values[key])),
    inWords(origins[key], text),
    text.setting(key, settingSchemas[key]().description ?? ""),
  ]);
  process.stdout.write(`${await shown(rows)}\n\n${await prose(text.changeSettings(file))}\n`);
  for (const one of unknown)
    process.stderr.write(`${await prose(`${file}: ${unknownKeySentence(one)}`)}\n`);
  return EXIT.ok;
}

/** As it may be written in the environment. */
function asWritten(value: Settings[keyof Settings]): string {
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}=${one}`)
    .join(",");
}

/** Columns if they fit, else each setting with its description below. */
async function shown(rows: string[][]): Promise<string> {
  const lines = await table(rows);
  const { isTTY, columns } = process.stdout;
  if (!isTTY || lines.split("\n").every((line) => line.length <= columns)) return lines;
  const settings = rows.map(([key, value, origin, what]) =>
    prose(`${key} = ${value} (${origin})\n    ${what}`),
  );
  return (await Promise.all(settings)).join("\n");
}

function inWords({ kind, name }: Origin, text: Messages): string {
  return name === undefined || kind === "file" ? text.origin(kind) : `${text.origin(kind)} ${name}`;
}
