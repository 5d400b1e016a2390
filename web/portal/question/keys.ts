/** Keys that work anywhere on the page. */
import { useEffect, useRef } from "preact/hooks";

export interface Keys {
  onDigit(digit: number): void;
  onSubmit(): void;
}

export function useKeys(keys: Keys) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = readKey(event);
      if (key === null) return;
      event.preventDefault();
      if (key === "submit") latest.current.onSubmit();
      else latest.current.onDigit(key);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/**
 * A digit, or Ctrl/Cmd+Enter. Null for every other key, and while an input
 * method composes a character.
 */
export function readKey(event: KeyboardEvent): number | "submit" | null {
  if (isComposing(event) || event.repeat || document.querySelector("dialog[open]") !== null)
    return null;
  if (isSubmit(event)) return "submit";
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return null;
  return /^[1-9]$/.test(event.key) ? Number(event.key) : null;
}

export function isSubmit(event: KeyboardEvent): boolean {
  return event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isComposing(event);
}

/** Older browsers report 229 for the key that ends a composition. */
function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return target.type !== "radio" && target.type !== "checkbox";
  return target.isContentEditable || target.matches("textarea, select");
}
