/** Reads aloud, and falls silent at once when told to. A browser without a voice says nothing. */
import type { Locale } from "../../src/core/locale.ts";
import type { Speakable } from "../../src/surfaces/voice/wire/wire.ts";
import { localeNow, settings } from "./settings.ts";

export interface Speaker {
  readonly isAble: boolean;
  /** Resolves with true once all of it was heard, false if it was cut off or could not be said. */
  say(words: Speakable): Promise<boolean>;
  stop(): void;
  /** Says nothing while the microphone is open: it would take our own words for an answer. */
  hush(isHushed: boolean): void;
}

export const LANGUAGE_TAGS: Record<Locale, string> = { en: "en-US", ko: "ko-KR" };

export const speaker: Speaker = createSpeaker();

function createSpeaker(): Speaker {
  const voice = "speechSynthesis" in window ? window.speechSynthesis : null;
  let turn = 0;
  let isHushed = false;
  // Without this reference, browsers may drop the utterance and its end event.
  let current: SpeechSynthesisUtterance | null = null;
  // A touch or a key interrupts the reading.
  addEventListener("pointerdown", stop, { capture: true });
  // Some phones let a page speak only after it spoke during a touch. An empty utterance is enough.
  addEventListener("pointerdown", unlock, { once: true, capture: true });
  addEventListener("keydown", stop, { capture: true });
  addEventListener("pagehide", stop);
  return { isAble: voice !== null, say, stop, hush };

  async function say(words: Speakable): Promise<boolean> {
    const now = settings.get();
    if (voice === null || !now.isSpoken || isHushed) return false;
    stop();
    turn += 1;
    const mine = turn;
    for (const line of linesOf(words)) {
      const isHeard = mine === turn && (await utter(line, now.rate, localeNow(now)));
      if (!isHeard) return false;
    }
    return mine === turn;
  }

  function utter(line: string, rate: number, locale: Locale): Promise<boolean> {
    const utterance = new SpeechSynthesisUtterance(line);
    utterance.lang = LANGUAGE_TAGS[locale];
    utterance.rate = rate;
    const fitting =
      voice?.getVoices().find(({ lang }) => lang.toLowerCase().startsWith(locale)) ?? null;
    if (fitting !== null) utterance.voice = fitting;
    current = utterance;
    return new Promise((resolve) => {
      utterance.onend = () => resolve(current === utterance);
      utterance.onerror = () => resolve(false);
      voice?.speak(utterance);
    });
  }

  function stop() {
    turn += 1;
    current = null;
    voice?.cancel();
  }

  function hush(now: boolean) {
    isHushed = now;
    if (now) stop();
  }

  function unlock() {
    if (voice === null || !settings.get().isSpoken) return;
    const silence = new SpeechSynthesisUtterance("");
    silence.volume = 0;
    voice.speak(silence);
  }
}

/** Always in this order: the status, the facts, the possible next step. */
function linesOf({ status_line, results, next_action }: Speakable): string[] {
  return [status_line, ...results, ...(next_action === "none" ? [] : next_action)].flatMap(breaths);
}

// Some voices fall silent in the middle of a long text.
const LONGEST_BREATH = 200;

function breaths(line: string): string[] {
  return line.length <= LONGEST_BREATH ? [line] : line.split(/(?<=[.!?。…])\s+/);
}
