/** Tells apart what comes from the terminal's keyboard: keys, pastes, and the window's focus. */
import { emitKeypressEvents, type Interface } from "node:readline";
import { pasted } from "./editor.ts";
import type { Key } from "./key.ts";

export type TerminalInput =
  | { type: "key"; key: Key }
  | { type: "paste"; text: string }
  | { type: "focus"; isFocused: boolean };

// Node would wait half a second after Esc, but a terminal sends all of a key at once.
const ESCAPE_MS = 50;
const FOCUSED = "\u001b[I";
const UNFOCUSED = "\u001b[O";

/**
 * Returns the function that stops listening. A paste is reported whole, so that none of it can act
 * as keys. Node reports Esc as Alt with nothing; here it is plain Esc.
 */
export function listenToKeyboard(
  input: NodeJS.ReadStream,
  { onInput, onGone }: { onInput: (input: TerminalInput) => void; onGone: () => void },
): () => void {
  let paste: string | null = null;
  // Only this one property of the interface is read.
  emitKeypressEvents(input, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  input.on("keypress", hear);
  input.on("end", onGone);
  input.on("error", onGone);
  input.resume();
  return () => {
    input.off("keypress", hear);
    input.off("end", onGone);
    input.off("error", onGone);
    input.pause();
  };

  function hear(character: string | undefined, key: Key) {
    // A start mark inside a paste does not begin another one.
    if (key.name === "paste-start") paste ??= "";
    else if (key.name === "paste-end") {
      if (paste !== null) onInput({ type: "paste", text: pasted(paste) });
      paste = null;
    } else if (paste !== null) paste += key.sequence ?? character ?? "";
    else if (key.sequence === FOCUSED || key.sequence === UNFOCUSED) {
      onInput({ type: "focus", isFocused: key.sequence === FOCUSED });
    } else onInput({ type: "key", key: key.name === "escape" ? { ...key, meta: false } : key });
  }
}
