/**
 * Finds a choice in a ```json block.
 *
 * From `text` a run of backticks leads to `ticks`, the word after three or more of them to `tag`;
 * the white space up to the brace is the `gap`, then comes the `object`, and `after` it as many
 * backticks again (`closing`). Any character that does not fit leads back to `text`. The object is
 * read as JSON, so backticks inside its strings do not end the block.
 */
import { createObjectReader, type ObjectReader } from "./object-reader.ts";
import type { Found, Scanner } from "./scanner.ts";
import { readChoice } from "./user-choice.ts";
import { isWhiteSpace } from "./white-space.ts";

export function createFenceScanner(): Scanner {
  let state: "text" | "ticks" | "tag" | "gap" | "object" | "after" | "closing" = "text";
  let offset = 0;
  let start = 0;
  let ticks = 0;
  let tagLength = 0;
  let closingTicks = 0;
  let object: ObjectReader = createObjectReader({ isStrict: true });

  return { read, heldFrom: () => (state === "text" ? null : start) };

  function read(chunk: string): Found | null {
    let at = 0;
    while (at < chunk.length) {
      if (state === "text") {
        at = openTicks(chunk, at);
      } else if (state === "object") {
        const { end, outcome } = object.read(chunk, at);
        at = end;
        if (outcome === "closed") state = "after";
        if (outcome === "broken") state = "text";
      } else if (state === "gap" && chunk.charAt(at) === "{") {
        state = "object";
        object = createObjectReader({ isStrict: true });
      } else if (fits(chunk.charAt(at))) {
        at++;
        if (state !== "closing" || closingTicks < ticks) continue;
        const choice = readChoice(object.text());
        if (choice !== null) return { choice, start, end: offset + at };
        state = "text";
      } else {
        startAgain(offset + at);
      }
    }
    offset += chunk.length;
    return null;
  }

  function openTicks(chunk: string, from: number): number {
    const at = chunk.indexOf("`", from);
    if (at === -1) return chunk.length;
    let end = at + 1;
    while (chunk.charCodeAt(end) === TICK) end++;
    start = offset + at;
    ticks = end - at;
    if (chunk.length - end < TAG.length) {
      state = "ticks";
      return end;
    }
    const isOurs = ticks >= 3 && chunk.startsWith(TAG, end);
    state = isOurs ? "gap" : "text";
    return isOurs ? end + TAG.length : end;
  }

  /** Whether the character continues the block, outside its object. */
  function fits(character: string): boolean {
    switch (state) {
      case "ticks":
        if (character === "`") ticks++;
        else if (ticks >= 3 && character === TAG[0]) {
          state = "tag";
          tagLength = 1;
        } else return false;
        return true;
      case "tag":
        if (character !== TAG[tagLength]) return false;
        tagLength++;
        if (tagLength === TAG.length) state = "gap";
        return true;
      case "gap":
        return isWhiteSpace(character);
      case "after":
        if (character !== "`") return isWhiteSpace(character);
        state = "closing";
        closingTicks = 1;
        return true;
      case "closing":
        if (character !== "`") return false;
        closingTicks++;
        return true;
      default:
        return false;
    }
  }

  /** Too few backticks to close this block may open the next one. */
  function startAgain(position: number): void {
    if (state !== "closing") {
      state = "text";
      return;
    }
    state = "ticks";
    ticks = closingTicks;
    start = position - closingTicks;
  }
}

const TAG = "json";
const TICK = 0x60;
