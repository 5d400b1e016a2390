/**
 * Shows a reply while it is still being written, and holds a choice inside it back,
 * so that it is never seen.
 */
import { createFenceScanner } from "./fence-scanner.ts";
import { createRawScanner } from "./raw-scanner.ts";
import type { Choice } from "./user-choice.ts";

export interface ChoiceStream {
  /** Takes the next piece of the reply and returns the text that may be shown now. */
  push(chunk: string): string;
  /** Ends the reply. Returns the rest that may be shown, and the choice that was in it. */
  end(): { text: string; choice: Choice | null };
}

/**
 * All text shown, together, is what `extractUserChoice` leaves of the whole reply, and the choice
 * is the same. Text is held only while it may be part of a choice. After a bare choice all text is
 * held, because a block further down would win.
 */
export function createChoiceStream(): ChoiceStream {
  const fences = createFenceScanner();
  const raw = createRawScanner({ readings: fences.readings });
  let held: string[] = [];
  let heldStart = 0;
  let length = 0;
  let fenced: Choice | null = null;
  let bare: { choice: Choice; start: number } | null = null;

  return { push, end };

  function push(chunk: string): string {
    if (fenced !== null) return chunk;
    held.push(chunk);
    length += chunk.length;
    const found = fences.read(chunk);
    if (found !== null) {
      fenced = found.choice;
      return release(found.start) + drop(found.end);
    }
    bare ??= raw.read(chunk);
    return release(Math.min(fences.heldFrom() ?? length, bare?.start ?? raw.heldFrom() ?? length));
  }

  function end(): { text: string; choice: Choice | null } {
    if (fenced === null) bare ??= raw.end();
    return { text: release(bare?.start ?? length), choice: fenced ?? bare?.choice ?? null };
  }

  function release(until: number): string {
    if (until <= heldStart) return "";
    const text = held.join("");
    const shown = text.slice(0, until - heldStart);
    held = [text.slice(shown.length)];
    heldStart += shown.length;
    return shown;
  }

  /** Drops all held text up to that place, and returns the text after it. */
  function drop(until: number): string {
    const rest = held.join("").slice(until - heldStart);
    held = [];
    heldStart = length;
    return rest;
  }
}
