/**
 * Hears what a person says, with the browser's own recognition. From `start` to `onEnd` is one
 * piece of listening. While the button is held, it continues over pauses until release; otherwise
 * it ends with the first thing said.
 */
import type { Locale } from "../../src/core/locale.ts";
import { LANGUAGE_TAGS } from "./speaker.ts";

export interface Listening {
  /** While held, a pause does not end the listening. */
  hold(isHeld: boolean): void;
  /** Ends the listening and keeps what was said. */
  finish(): void;
  /** Ends the listening and discards what was said. */
  cancel(): void;
}

export type ListeningProblem = "not-allowed" | "nothing-heard" | "unavailable";

export interface ListenOptions {
  locale: Locale;
  /** The words recognised so far. */
  onWords(text: string): void;
  /**
   * Called once. Empty if nothing was said or it was cancelled; with a problem it may be
   * only part of what was said.
   */
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
    if (Recogniser === undefined)
      throw new Error("This browser does not listen; canListen says so.");
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
      // Phones end recognition with every pause, even while the button is held.
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

/** The part of the browser's interface that we use; it has no types of its own yet. */
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
