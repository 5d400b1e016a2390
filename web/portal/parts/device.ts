/**
 * How this browser shows things: theme, language, notifications, and the language the server
 * last used. A person's choices are saved with their other settings; the copy here serves until
 * the server has answered.
 */
import { type Locale, localeFrom } from "../../../src/core/locale.ts";
import type { Interaction } from "../../../src/desk/interaction.ts";
import { keep, recall } from "../../shared/memory.ts";
import { createStore, type Store } from "../../shared/store.ts";
import { api } from "./api.ts";

export interface Device {
  theme: "system" | "light" | "dark";
  language: "auto" | Locale;
  notifications: boolean;
  /** Keys of one letter; a person who speaks to the computer turns them off. */
  letterKeys: boolean;
  serverLocale: Locale | null;
}

const KEY = "askline:device";
const FRESH: Device = {
  theme: "system",
  language: "auto",
  notifications: false,
  letterKeys: true,
  serverLocale: null,
};

export const device: Store<Device> = createStore({ ...FRESH, ...remembered() });

export function remember(change: Partial<Device>) {
  device.set(change);
  keep(KEY, device.get());
}

/** A person's choice: applies here at once, and on every other page as soon as it is saved. */
export function choose(change: Pick<Interaction, "theme" | "language" | "notifications">) {
  remember(change as Partial<Device>);
  api.saveSettings(change).catch(() => undefined);
}

/** Applies settings that were saved on any page. */
export function follow({ theme, language, notifications }: Interaction, serverLocale?: Locale) {
  remember({
    ...(serverLocale === undefined ? {} : { serverLocale }),
    ...(theme === undefined ? {} : { theme }),
    ...(language === undefined ? {} : { language }),
    ...(notifications === undefined ? {} : { notifications }),
  });
}

export function localeNow({
  language,
  serverLocale,
}: Pick<Device, "language" | "serverLocale">): Locale {
  return localeFrom(language, navigator.language, serverLocale ?? undefined);
}

/** Fires when another tab of this browser changed something. */
addEventListener("storage", ({ key }) => {
  if (key === KEY) device.set(remembered());
});

function remembered(): Partial<Device> {
  const kept = recall(KEY);
  if (typeof kept !== "object" || kept === null) return {};
  const { theme, language, notifications, letterKeys, serverLocale } = kept as Record<
    string,
    unknown
  >;
  return {
    ...(theme === "light" || theme === "dark" || theme === "system" ? { theme } : {}),
    ...(language === "en" || language === "ko" || language === "auto" ? { language } : {}),
    ...(typeof notifications === "boolean" ? { notifications } : {}),
    ...(typeof letterKeys === "boolean" ? { letterKeys } : {}),
    ...(serverLocale === "en" || serverLocale === "ko" ? { serverLocale } : {}),
  };
}

export function letterKeysAreOn(): boolean {
  return device.get().letterKeys;
}
