/**
 * Hears what a person says, with the browser's own recognition. Between `start` and `onEnd` it is one piece of listening:
 * held, it goes on over pauses until it is let go; otherwise it ends with the first thing said.
 */
import type { Locale } from "../../src/core/locale.ts";
import { LANGUAGE_TAGS } from "./speaker.ts";

export interface Listening {
  /** Whether pauses do not end it. */
  hold(isHeld: boolean): void;
  /** Takes what was said so far. */
  finish(): void;
  /** Forgets what was said. */
  cancel(): void;
}

export type ListeningProblem = "not-allowed" | "nothing-heard" | "unavailable";

export interface ListenOptions {
  locale: Locale;
  /** As far as it is understood by now. */
  onWords(text: string): void;
  /** Called once. Empty when nothing was said or it was cancelled; with a problem it may be only part of what was said. */
  onEnd(text: string, problem: ListeningProblem | null): void;
}

export const canListen: boolean = recognition() !== undefined;

export function listen({ locale, onWords, onEnd }: ListenOptions): Listening {
  let said = "";
  let current = "";
  let isHeld = false;
  let isOver = false;
  let isFinishing = false;
  let problem: ListeningProblem | null = null;
  let ear = open();
  return { hold, finish, cancel };

  function open(): Recognition {
    const Recogniser = recognition();
    if (Recogniser === undefined) throw new Error("This browser does not listen; canListen says so.");
    const opened = new Recogniser();
    opened.lang = LANGUAGE_TAGS[locale];
    opened.interimResults = true;
    opened.continuous = false;
    opened.maxAlternatives = 1;
    opened.onresult = ({ results }) => {
      current = Array.from(results, (result) => result[0]?.transcript ?? "").join("");
      onWords(whole());
    };
    opened.onerror = ({ error }) => {
      if (error !== "aborted") problem = problemOf(error);
    };
    opened.onend = () => {
      said = whole();
      current = "";
      // Phones end it with every pause, also while the button is held.
      if (isHeld && !isFinishing && !isOver && problem === null) ear = open();
      else end(said);
    };
    try {
      opened.start();
    } catch {
      problem = "unavailable";
      queueMicrotask(() => end(said));
    }
    return opened;
  }

  function hold(now: boolean) {
    isHeld = now;
  }

  function finish() {
    isFinishing = true;
    ear.stop();
  }

  function cancel() {
    end("");
    ear.abort();
  }

  function end(text: string) {
    if (isOver) return;
    isOver = true;
    const isSilence = problem === "nothing-heard" && text !== "";
    onEnd(text, isSilence ? null : problem);
  }

  function whole(): string {
    return `${said} ${current}`.replace(/\s+/g, " ").trim();
  }
}

function problemOf(error: string): ListeningProblem {
  if (error === "not-allowed" || error === "service-not-allowed") return "not-allowed";
  return error === "no-speech" ? "nothing-heard" : "unavailable";
}

function recognition(): (new () => Recognition) | undefined {
  const browser = window as {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  return browser.SpeechRecognition ?? browser.webkitSpeechRecognition;
}

/** What we use of the browser's interface, which has no types of its own yet. */
interface Recognition {
  lang: string;
  interimResults: boolean;
  continuous: boolean;
  maxAlternatives: number;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}
