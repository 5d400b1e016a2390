/** Keys of the pane. They count anywhere on the page, but for the list beside it, which has its own. */
import { useEffect, useRef } from "preact/hooks";
import { isTyping } from "../parts/typing.ts";

export interface Keys {
  onDigit(digit: number): void;
  onSubmit(): void;
  /** A letter or sign, by its key and not by what the keyboard's language makes of it. */
  onLetter(letter: string): void;
}

/** `isBeside`: what is pressed in the list is the list's. */
export function useKeys(keys: Keys, isBeside: boolean) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = isBeside && isInList(event.target) ? null : readKey(event);
      if (key === null) return;
      event.preventDefault();
      if (key === "submit") latest.current.onSubmit();
      else if (typeof key === "number") latest.current.onDigit(key);
      else latest.current.onLetter(key);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isBeside]);
}

function isInList(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".list") !== null;
}

const LETTERS = new Set([..."jktnNiedbxcyzah[]+"]);

/**
 * A digit, a letter of ours, or Ctrl/Cmd+Enter. Null for every other key, and while an input
 * method composes a character.
 */
export function readKey(event: KeyboardEvent): number | string | null {
  if (isComposing(event) || event.repeat || document.querySelector("dialog[open]") !== null)
    return null;
  if (isSubmit(event)) return "submit";
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (isTyping(event.target)) return null;
  if (/^[1-9]$/.test(event.key)) return Number(event.key);
  const letter = letterOf(event);
  return LETTERS.has(letter) ? letter : null;
}

/** On a Korean layout the key of j gives another character. */
function letterOf({ code, key, shiftKey }: KeyboardEvent): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter === undefined || /^[a-z]$/i.test(key)) return key;
  return shiftKey ? letter : letter.toLowerCase();
}

export function isSubmit(event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isComposing(event);
}

/** Older browsers report 229 for the key that ends a composition. */
function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
