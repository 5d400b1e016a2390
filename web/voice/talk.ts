/**
 * Push-to-talk: held, it listens until release; tapped, until the person
 * stops talking or taps again.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { useStore } from "../shared/store.ts";
import { type Listening, type ListeningProblem, listen } from "./listener.ts";
import { localeNow, settings } from "./settings.ts";
import { speaker } from "./speaker.ts";

export interface Talk {
  isListening: boolean;
  /** The words recognised so far. */
  words: string;
  problem: ListeningProblem | null;
  start(): void;
  press(): void;
  release(): void;
  finish(): void;
  cancel(): void;
}

// A shorter touch is a tap.
const HOLD_MS = 350;

/**
 * `isWhole` is false if the listening broke off, so that more may have been said than was heard.
 */
export function useTalk(onSaid: (text: string, isWhole: boolean) => void): Talk {
  const { language } = useStore(settings);
  const [words, setWords] = useState<string | null>(null);
  const [problem, setProblem] = useState<ListeningProblem | null>(null);
  const listening = useRef<Listening | null>(null);
  const pressedAt = useRef<number | null>(null);
  const latest = useRef(onSaid);
  latest.current = onSaid;
  useEffect(() => {
    // A hidden page does not listen.
    const silence = () => document.hidden && listening.current?.cancel();
    document.addEventListener("visibilitychange", silence);
    return () => {
      document.removeEventListener("visibilitychange", silence);
      listening.current?.cancel();
    };
  }, []);
  return {
    isListening: words !== null,
    words: words ?? "",
    problem,
    start,
    press,
    release,
    finish,
    cancel,
  };

  function start() {
    if (listening.current !== null || document.hidden) return;
    speaker.hush(true);
    setProblem(null);
    setWords("");
    listening.current = listen({ locale: localeNow({ language }), onWords: setWords, onEnd });
  }

  function onEnd(text: string, why: ListeningProblem | null) {
    listening.current = null;
    pressedAt.current = null;
    speaker.hush(false);
    setWords(null);
    setProblem(why);
    if (text !== "") latest.current(text, why === null);
  }

  function press() {
    if (listening.current !== null) return finish();
    start();
    pressedAt.current = performance.now();
    hold(true);
  }

  function release() {
    const held = pressedAt.current === null ? null : performance.now() - pressedAt.current;
    pressedAt.current = null;
    if (held === null) return;
    if (held >= HOLD_MS) finish();
    else hold(false);
  }

  function hold(isHeld: boolean) {
    listening.current?.hold(isHeld);
  }

  function finish() {
    pressedAt.current = null;
    listening.current?.finish();
  }

  function cancel() {
    listening.current?.cancel();
  }
}
