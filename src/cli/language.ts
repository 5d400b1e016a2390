/** The language of the person at this terminal. */
import { type Locale, localeFrom } from "../core/locale.ts";
import { loadSettings } from "../desk/settings.ts";

export function languageBy(setting: string | undefined): Locale {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return localeFrom(setting, LC_ALL, LC_MESSAGES, LANG);
}

/** Never throws: reporting wrong settings needs a language too. */
export function languageHere(): Locale {
  try {
    return languageBy(loadSettings().values.language);
  } catch {
    return languageBy(process.env["ASKLINE_LANGUAGE"]);
  }
}
