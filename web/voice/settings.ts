/**
 * How this device talks and looks. Stored here only: a phone in a pocket and a tablet on a desk
 * need different settings.
 */
import { type Locale, localeFrom } from "../../src/core/locale.ts";
import type { Verbosity } from "../../src/surfaces/voice/wire/wire.ts";
import { keep, recall } from "../shared/memory.ts";
import { createStore, type Store } from "../shared/store.ts";

export interface VoiceSettings {
  language: "auto" | Locale;
  theme: "system" | "light" | "dark";
  /** Whether replies are read aloud. */
  isSpoken: boolean;
  rate: number;
  verbosity: Verbosity;
  /** Whether the microphone opens by itself when an agent has asked. */
  autoListen: boolean;
}

export const RATES = [0.8, 1, 1.25, 1.5, 2] as const;

const KEY = "askline:voice";
const FRESH: VoiceSettings = {
  language: "auto",
  theme: "system",
  isSpoken: true,
  rate: 1,
  verbosity: "concise",
  autoListen: false,
};

export const settings: Store<VoiceSettings> = createStore({ ...FRESH, ...remembered() });

export function change(some: Partial<VoiceSettings>) {
  settings.set(some);
  keep(KEY, settings.get());
}

export function localeNow({ language }: Pick<VoiceSettings, "language">): Locale {
  return localeFrom(language, navigator.language);
}

/** The settings that every request carries. */
export function requestSettings(): { verbosity: Verbosity; lang: Locale } {
  const now = settings.get();
  return { verbosity: now.verbosity, lang: localeNow(now) };
}

/** Fires when another tab of this browser changed something. */
addEventListener("storage", ({ key }) => {
  if (key === KEY) settings.set(remembered());
});

function remembered(): Partial<VoiceSettings> {
  const kept = recall(KEY);
  if (typeof kept !== "object" || kept === null) return {};
  const { language, theme, isSpoken, rate, verbosity, autoListen } = kept as Record<
    string,
    unknown
  >;
  return {
    ...(language === "en" || language === "ko" || language === "auto" ? { language } : {}),
    ...(theme === "light" || theme === "dark" || theme === "system" ? { theme } : {}),
    ...(typeof isSpoken === "boolean" ? { isSpoken } : {}),
    ...(RATES.some((one) => one === rate) ? { rate: Number(rate) } : {}),
    ...(verbosity === "concise" || verbosity === "normal" || verbosity === "detailed"
      ? { verbosity }
      : {}),
    ...(typeof autoListen === "boolean" ? { autoListen } : {}),
  };
}
