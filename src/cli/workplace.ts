/** What every command needs: the settings, a desk on the sessions folder, the person and their language. */
import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { type Locale, localeFrom } from "../core/locale.ts";
import { systemClock } from "../desk/clock.ts";
import { createDesk, type Desk } from "../desk/desk.ts";
import { type LoadedSettings, loadSettings } from "../desk/settings.ts";
import { openFileStore } from "../store/file/file-store.ts";
import { lifeOf, thisProcess } from "../store/process-identity.ts";

export interface CommonOptions {
  json?: boolean;
  stateDir?: string;
}

export interface Workplace {
  settings: LoadedSettings;
  desk: Desk;
  locale: Locale;
  /** The name of whoever sits at this terminal. */
  person: string;
}

/** Opens it for one piece of work and closes it afterwards, whatever happens. */
export async function atDesk<T>(options: CommonOptions, work: (workplace: Workplace) => Promise<T>): Promise<T> {
  const settings = loadSettings({ stateDirectory: options.stateDir });
  const onWarning = (message: string) => process.stderr.write(`${message}\n`);
  const store = openFileStore({ directory: settings.values.sessionsDirectory, onWarning });
  const desk = createDesk({ store, clock: systemClock, newId: randomUUID, owner: thisProcess(), lifeOf, onWarning });
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  const locale = localeFrom(settings.values.language, LC_ALL, LC_MESSAGES, LANG);
  try {
    return await work({ settings, desk, locale, person: userInfo().username });
  } finally {
    await desk.close();
  }
}
