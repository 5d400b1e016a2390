/**
 * What every command needs: the settings, a desk on the sessions folder, the
 * person and their language.
 */
import { existsSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Ask } from "../core/ask/ask.ts";
import { once } from "../core/cache.ts";
import type { Locale } from "../core/locale.ts";
import { openPresence, type PresenceFile } from "../desk/attention/presence.ts";
import { createDesk, type Desk } from "../desk/desk.ts";
import { type InteractionSettings, openInteraction } from "../desk/interaction.ts";
import { configDirectory } from "../desk/places.ts";
import { type LoadedSettings, loadSettings, type Settings } from "../desk/settings.ts";
import type { AskStore } from "../store/ask-store.ts";
import { systemClock } from "../store/clock.ts";
import { refuseExposed, writeExposure } from "../store/file/private-file.ts";
import { lifeOf, thisProcess } from "../store/process-identity.ts";
import { languageBy } from "./language.ts";
import { openStoreHere } from "./store-here.ts";

export interface CommonOptions {
  json?: boolean;
  stateDir?: string;
}

export interface Context {
  settings: LoadedSettings;
  desk: Desk;
  /** Where the desk keeps its asks. */
  store: AskStore;
  /** How this person likes to be asked. */
  interaction: InteractionSettings;
  /** Where the person was seen last. */
  presence: PresenceFile;
  locale: Locale;
  /** Hears what a person who started this should know. */
  onWarning: (message: string) => void;
  /** The name of the person at this terminal. */
  person: string;
}

// A command reads a handful of files, so compiling a parser for each schema would
// cost more than it saves. This holds for schemas that are made later; those of the
// session files decide by themselves (store/file/read-session.ts).
z.config({ jitless: true });

/** Opens a context for one piece of work, and closes it afterwards even if the work fails. */
export async function withContext<T>(
  options: Parameters<typeof openContext>[0],
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const context = openContext(options);
  try {
    return await work(context);
  } finally {
    await context.presence.idle();
    await context.desk.close();
  }
}

export function openContext({
  stateDir,
  sessionsDir,
  onWarning = (message) => void process.stderr.write(`${message}\n`),
}: CommonOptions & { sessionsDir?: string } & Partial<Pick<Context, "onWarning">>): Context {
  const settings = loadSettings({ stateDirectory: stateDir, sessionsDirectory: sessionsDir });
  refuseOthersFolders(settings.values);
  const { stateDirectory } = settings.values;
  // A folder that is named for one command is that command's store.
  const isOwnFolder = sessionsDir !== undefined;
  const locale = languageBy(settings.values.language);
  const store = openStoreHere({
    settings: settings.values,
    isOwnFolder,
    locale: () => locale,
    onWarning,
  });
  const newId = () => crypto.randomUUID();
  const presence = openPresence(join(stateDirectory, "presence.json"), systemClock);
  const desk = createDesk({
    ...{ store, clock: systemClock, newId, owner: thisProcess, lifeOf, timeoutFor, onWarning },
    onPerson: presence.mark,
  });
  const interaction = openInteraction(join(stateDirectory, "interaction.json"));
  const person = once(() => userInfo().username);
  return {
    ...{ settings, desk, store, interaction, presence, locale, onWarning },
    get person() {
      return person();
    },
  };
}

/** What other accounts can write is not this person's: questions, answers and tokens alike. */
function refuseOthersFolders({ stateDirectory, sessionsDirectory }: Settings) {
  refuseExposed(writeExposure(stateDirectory));
  refuseExposed(writeExposure(sessionsDirectory));
}

/** Loads the rules only if there are some. */
async function timeoutFor(ask: Pick<Ask, "source">): Promise<number | undefined> {
  if (!existsSync(join(configDirectory(), "rules.json"))) return undefined;
  const { ruledTimeout } = await import("../desk/rules/rules-file.ts");
  return ruledTimeout(ask);
}
