/**
 * The keys of the list, and those that work everywhere on its page. A letter is read by its place on
 * the keyboard where the layout writes another script, so that the key of ㅓ is j.
 */
import { useEffect, useRef } from "preact/hooks";
import { letterKeysAreOn } from "../parts/device.ts";
import { isTyping } from "../parts/typing.ts";

export interface PressedKey {
  /** "j", "N", "1", "+", "Enter", "ArrowDown" and so on. */
  name: string;
  isInField: boolean;
  event: KeyboardEvent;
}

/** `take` says whether it did something with the key; then nobody else hears of it. */
export function useListKeys(take: (key: PressedKey) => boolean) {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = readListKey(event);
      if (key === null || !latest.current(key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    // Before the question's own keys, which are heard anywhere on the page too.
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, []);
}

function readListKey(event: KeyboardEvent): PressedKey | null {
  // Older browsers report 229 for the key that ends a composition.
  if (event.isComposing || event.keyCode === 229) return null;
  if (document.querySelector("dialog[open]") !== null) return null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const isInField = isTyping(event.target);
  if (isInField && event.key !== "Escape") return null;
  const name = nameOf(event);
  if (/^\p{L}$/u.test(name) && !letterKeysAreOn()) return null;
  return { name, isInField, event };
}

function nameOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (/^[a-z]$/i.test(key)) return shiftKey ? key.toUpperCase() : key.toLowerCase();
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase();
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(code) ?? [];
  return digit !== undefined && /^\d$/.test(key) ? digit : key;
}
