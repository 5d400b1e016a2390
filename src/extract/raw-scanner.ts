/**
 * Finds a choice that stands in the text without a fence.
 *
 * From `text` an opening brace leads through `brace`, `key` and `colon` to an `object`, whose end
 * is found by balancing braces. Only an object that begins with "type" or "question" can be a
 * choice; after "type" its `kind` is checked first. Every other object is read to its end as well,
 * because a choice nested inside it does not count. An object that never ends contains the rest of
 * the text, or of its block of code.
 */
import { createObjectReader, type ObjectReader } from "./object-reader.ts";
import type { Found, Scanner } from "./scanner.ts";
import { readChoice } from "./user-choice.ts";
import { isWhiteSpace } from "./white-space.ts";

export function createRawScanner(): Scanner {
  let state: "text" | "brace" | "key" | "colon" | "kind" | "object" | "found" = "text";
  let offset = 0;
  let start = 0;
  let opening: string[] = [];
  let head = "";
  let quote = "";
  let isEscaped = false;
  let object: ObjectReader = createObjectReader({ isStrict: false });

  return { read, heldFrom: () => (state !== "text" && mayBeChoice() ? start : null) };

  function read(chunk: string): Found | null {
    let at = 0;
    while (at < chunk.length && state !== "found") {
      if (state === "text") {
        at = openBrace(chunk, at);
      } else if (state === "object") {
        const { end, outcome } = object.read(chunk, at);
        at = end;
        const choice = outcome === "closed" && mayBeChoice() ? readChoice(object.text()) : null;
        if (outcome !== "open") state = choice === null ? "text" : "found";
        if (choice !== null) return { choice, start, end: offset + at };
      } else {
        at = readOpening(chunk, at);
      }
    }
    offset += chunk.length;
    return null;
  }

  function openBrace(chunk: string, from: number): number {
    let at = chunk.indexOf("{", from);
    // Of braces in a row only the last can open an object.
    while (at !== -1 && chunk.charCodeAt(at + 1) === OPENING) at++;
    if (at === -1) return chunk.length;
    state = "brace";
    start = offset + at;
    opening = ["{"];
    head = "{";
    NO_CHOICE_BEGINS.lastIndex = at;
    if (NO_CHOICE_BEGINS.test(chunk)) {
      head = NO_CHOICE;
      openObject();
    }
    return at + 1;
  }

  function readOpening(chunk: string, from: number): number {
    let at = from;
    while (at < chunk.length && fits(chunk.charAt(at))) at++;
    opening.push(chunk.slice(from, at));
    if (at === chunk.length && state !== "object") return at;
    if (state === "kind" || state === "object") openObject();
    else state = "text";
    return at;
  }

  /**
   * Whether the character continues the opening. An unknown kind ends it, and so
   * does the end of the kind.
   */
  function fits(character: string): boolean {
    const isSpace = isWhiteSpace(character);
    switch (state) {
      case "brace":
        if (isSpace) return true;
        if (!startsKey(character)) return false;
        quote = character === '"' || character === "'" ? character : "";
        isEscaped = false;
        state = "key";
        grow(character);
        return true;
      case "key":
        return fitsKey(character, isSpace);
      case "colon":
        if (isSpace) return true;
        if (character !== ":") return false;
        grow(character);
        state = head === '{"type":' ? "kind" : "object";
        return true;
      case "kind":
        if (isSpace) return true;
        if (!HEADS.some((known) => known.startsWith(head + character))) return false;
        grow(character);
        return true;
      default:
        return false;
    }
  }

  function fitsKey(character: string, isSpace: boolean): boolean {
    if (quote === "" && (isSpace || character === ":")) {
      state = "colon";
      return isSpace || fits(character);
    }
    if (quote === "") return startsKey(character) && character !== '"' && character !== "'";
    if (character === "\n") return false;
    grow(character);
    if (character === quote && !isEscaped) state = "colon";
    isEscaped = character === "\\" && !isEscaped;
    return true;
  }

  function openObject(): void {
    object = createObjectReader({ isStrict: false });
    object.read(opening.join(""), 0);
    if (state === "kind" && !HEADS.includes(head)) head = NO_CHOICE;
    state = "object";
  }

  /**
   * Adds to what has been read of the opening, without white space, as long as it can
   * still be that of a choice.
   */
  function grow(character: string): void {
    head =
      mayBeChoice() && HEADS.some((known) => known.startsWith(head + character))
        ? head + character
        : NO_CHOICE;
  }

  function mayBeChoice(): boolean {
    return head !== NO_CHOICE;
  }
}

const HEADS = [
  '{"question":',
  '{"type":"user_choice"',
  '{"type":"user_choices"',
  '{"type":"user_choice_group"',
];
const NO_CHOICE = "";
const OPENING = 0x7b;

// Most objects show at a glance that they are no choice. An opening cut by the end of this chunk
// is read letter by letter.
const NO_CHOICE_BEGINS =
  /\{\s*"(?:(?!type"|question")[^"\\\n]{0,60}"\s*:|type"\s*:\s*"(?!user_choice)[^"\\\n]{0,60}")/y;

function startsKey(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 128 && KEY_START[code] === 1;
}

const KEY_START = new Uint8Array(128);
for (let code = 0; code < 128; code++)
  KEY_START[code] = /["'\w$-]/.test(String.fromCharCode(code)) ? 1 : 0;
