/**
 * `askline migrate`: copies every ask from one place to another, such as files to the database and
 * back, or into a file as a backup. The place that it reads is left as it is.
 */
import { isAbsolute, join, resolve } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import { printableJson } from "../../core/json.ts";
import type { Settings } from "../../desk/settings.ts";
import { findHub } from "../../hub/address.ts";
import type { AskStore } from "../../store/ask-store.ts";
import { type Copied, copyAsks } from "../../store/copy-asks.ts";
import { openSeals, SEAL_KEY } from "../../store/file/seals.ts";
import { openStore } from "../../store/open/open-store.ts";
import { redactor } from "../../store/redacting-store.ts";
import { type CommonOptions, type Context, withContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { CommandError, UsageError } from "../failure.ts";
import { hubFile } from "../hub-parts/web-page.ts";
import { prose } from "../prose.ts";
import { migrateMessages } from "./migrate-messages.ts";

interface MigrateFlags extends CommonOptions {
  from: string;
  to: string;
  dryRun?: boolean;
}

/** A folder of sessions, or the address of a database. */
interface Place {
  readonly directory: string;
  readonly databaseUrl: string;
}

class HubRuns extends CommandError {
  readonly code = "hub_runs";
}

const DRAFT_SURFACES = ["prompt", "inbox", "portal", "slack", "voice"];

export async function migrate(options: MigrateFlags): Promise<number> {
  return withContext(options, async (context) => {
    const { values } = context.settings;
    const [from, to] = [placeOf(options.from, values), placeOf(options.to, values)];
    if (from.directory === to.directory && from.databaseUrl === to.databaseUrl)
      throw new UsageError((usage) => usage.samePlace);
    const hub = await findHub(hubFile(context));
    if (hub !== null) throw new HubRuns((usage) => usage.endHubFirst(hub.pid));
    const open = (place: Place) => openAt(place, context);
    const [source, target] = [open(from), open(to)];
    try {
      const copied = await copyAsks({
        ...{ from: source, to: target, isDryRun: options.dryRun },
        as: await redactionFor(options.to, context),
        draftKeys: DRAFT_SURFACES.map((surface) => ({ surface, person: context.person })),
        onProgress: (done) => say(context, (words) => words.progress(done)),
      });
      return await report(copied, options, context);
    } finally {
      await source.close();
      await target.close();
    }
  });
}

async function report(copied: Copied, options: MigrateFlags, { locale }: Context) {
  const isWhole = copied.different.length === 0;
  const words = migrateMessages(locale);
  const sentences = options.dryRun === true ? words.planned(copied) : words.copied(copied);
  const text = options.json ? printableJson({ ...copied, isWhole }) : await prose(sentences);
  process.stdout.write(`${text}\n`);
  return isWhole ? EXIT.ok : EXIT.failure;
}

/** `files`, `database`, a folder, or `sqlite:` with the path of a file. */
function placeOf(name: string, { sessionsDirectory, databaseUrl }: Settings): Place {
  if (name === "files") return { directory: resolve(sessionsDirectory), databaseUrl: "" };
  if (name === "database") {
    if (databaseUrl === "") throw new UsageError((usage) => usage.noDatabase);
    return { directory: "", databaseUrl };
  }
  // What stands in a command can be read by every account of this machine.
  if (/^postgres/i.test(name)) throw new UsageError((usage) => usage.databaseInCommand);
  if (/^sqlite:/i.test(name)) {
    const path = name.slice("sqlite:".length);
    return { directory: "", databaseUrl: `sqlite:${isAbsolute(path) ? path : resolve(path)}` };
  }
  return { directory: resolve(name), databaseUrl: "" };
}

function openAt(place: Place, { settings: { values }, onWarning }: Context): AskStore {
  const { stateDirectory, databaseListenUrl } = values;
  const sealKey = join(stateDirectory, SEAL_KEY);
  return openStore({ ...place, databaseListenUrl, sealKey, onWarning });
}

/**
 * A file as a backup is as private as what it is a backup of. A signature is over the words that
 * were signed, so these stay as they are.
 */
async function redactionFor(
  to: string,
  { settings: { values }, locale }: Context,
): Promise<((ask: Ask) => Ask) | undefined> {
  if (values.redact === "never" || (values.redact === "shared" && to !== "database"))
    return undefined;
  const seals = openSeals(join(values.stateDirectory, SEAL_KEY));
  const redacted = await redactor({ seals, locale: () => locale }, new Date().toISOString());
  return (ask) => (ask.outcome?.provenance.proof === undefined ? redacted(ask) : ask);
}

function say({ locale }: Context, words: (all: ReturnType<typeof migrateMessages>) => string) {
  if (process.stderr.isTTY) process.stderr.write(`${words(migrateMessages(locale))}\r`);
}
