/**
 * `askline coverage`: which prompts of the clients on this machine can be seen and answered, and
 * from where.
 */
import { printableJson } from "../../core/json.ts";
import { clientName } from "../../core/names.ts";
import { loadSettings } from "../../desk/settings.ts";
import type { CommonOptions } from "../context.ts";
import { type ClientCoverage, COVERAGE, PROMPTS } from "../coverage/coverage.ts";
import { type CoverageMessages, coverageMessages } from "../coverage/messages.ts";
import { installedVersion } from "../doctor/client-version.ts";
import { EXIT } from "../exit-codes.ts";
import { languageBy } from "../language.ts";
import { prose } from "../prose.ts";
import { tableHere } from "../table.ts";

/** A client here: its version, null where it does not say one. */
type Found = ClientCoverage & { readonly installed: string | null | undefined };

export async function coverage(options: CommonOptions & { all?: boolean }): Promise<number> {
  const settings = loadSettings({ stateDirectory: options.stateDir });
  const text = coverageMessages(languageBy(settings.values.language));
  const found = await foundHere();
  const shown = options.all ? found : found.filter(({ installed }) => installed !== undefined);
  process.stdout.write(
    `${options.json ? printableJson({ clients: shown.map(forPrograms) }) : await inWords(shown, text)}\n`,
  );
  return EXIT.ok;
}

function foundHere(): Promise<Found[]> {
  return Promise.all(
    COVERAGE.map(async (one) => ({ ...one, installed: await installedVersion(one.client) })),
  );
}

function forPrograms({ installed, version, ...rest }: Found) {
  return { ...rest, tried: version, isHere: installed !== undefined, version: installed ?? null };
}

async function inWords(found: readonly Found[], text: CoverageMessages): Promise<string> {
  if (found.length === 0) return prose(text.none);
  const parts = await Promise.all(found.map((one) => partOf(one, text)));
  return [...parts, await prose(text.asks)].join("\n\n");
}

async function partOf(found: Found, text: CoverageMessages): Promise<string> {
  const rows = PROMPTS.map((prompt) => [
    `  ${text.prompt[prompt]}`,
    text.reach[found.prompts[prompt].reach],
  ]);
  return [`${titleOf(found, text)} (${text.through[found.through]})`, await tableHere(rows)].join(
    "\n",
  );
}

function titleOf({ client, version, installed }: Found, text: CoverageMessages): string {
  const name = clientName(client);
  if (installed === undefined || installed === version) return text.tried(name, version);
  return installed === null ? text.unknown(name, version) : text.other(name, installed, version);
}
