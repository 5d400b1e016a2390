/** Where an object begins in text: a brace, a key and a colon; and whether it can be a choice. */

/** Nothing begins there; the text ends before that is known; an object; one that may be a choice. */
export const NONE = 0;
export const CUT = 1;
export const OBJECT = 2;
export const CHOICE = 3;

/**
 * What begins at the brace at that place. Only an object that begins with "question" or with one
 * of the three kinds as its "type" can be a choice. `endOf` and `kindOf` read the number: a text
 * may hold millions of braces, so there is no object for each.
 */
export function openingAt(text: string, brace: number): number {
  const keyStart = skipSpace(text, brace + 1);
  if (keyStart === text.length) return opening(CUT, keyStart);
  const mark = text.charCodeAt(keyStart);
  const keyEnd =
    mark === QUOTE || mark === APOSTROPHE
      ? endOfQuoted(text, keyStart, mark)
      : endOfBare(text, keyStart);
  if (keyEnd < 0) return opening(NONE, -keyEnd);
  if (keyEnd === text.length) return opening(CUT, keyEnd);
  const colon = skipSpace(text, keyEnd);
  if (colon === text.length) return opening(CUT, colon);
  if (text.charCodeAt(colon) !== COLON) return opening(NONE, colon);
  const end = colon + 1;
  if (text.startsWith(QUESTION, keyStart)) return opening(CHOICE, end);
  return text.startsWith(TYPE, keyStart) ? opening(kindAt(text, end), end) : opening(OBJECT, end);
}

export function endOf(read: number): number {
  return read >> 2;
}

export function kindOf(read: number): number {
  return read & 3;
}

/** Whether a brace with this character behind it can open an object. */
export function canFollowBrace(code: number): boolean {
  return code < 128 && FOLLOWS_BRACE[code] === 1;
}

/** Whether this beginning of an object can still become that of a choice. */
export function mayBecomeChoice(cut: string): boolean {
  const head = cut.replace(/\s+/g, "");
  return KINDS.map((kind) => `{"type":${kind}`)
    .concat('{"question":')
    .some((known) => known.startsWith(head));
}

function opening(kind: number, end: number): number {
  return (end << 2) | kind;
}

function kindAt(text: string, from: number): number {
  const value = skipSpace(text, from);
  if (KINDS.some((kind) => text.startsWith(kind, value))) return CHOICE;
  const isCut =
    text.length - value < LONGEST_KIND && KINDS.some((kind) => kind.startsWith(text.slice(value)));
  return isCut ? CUT : OBJECT;
}

/** Negative if that is no key: the place up to which was looked. The text's length if it ends. */
function endOfQuoted(text: string, from: number, mark: number): number {
  const end = Math.min(text.length, from + LONGEST_KEY);
  for (let at = from + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === mark) return at + 1;
    if (code === LINE_END) return -at;
    if (code === BACKSLASH) at++;
  }
  return end === text.length ? end : -end;
}

function endOfBare(text: string, from: number): number {
  const end = Math.min(text.length, from + LONGEST_KEY);
  let at = from;
  while (at < end && isBareKey(text.charCodeAt(at))) at++;
  return at === from ? -from : at;
}

/** At most so many white spaces as a person would write. */
function skipSpace(text: string, from: number): number {
  const end = Math.min(text.length, from + MOST_SPACE);
  let at = from;
  while (at < end && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isBareKey(code: number): boolean {
  return code < 128 && BARE_KEY[code] === 1;
}

const BARE_KEY = charactersOf(/[\w$-]/);
const FOLLOWS_BRACE = charactersOf(/[\w$\-"'\s]/);

function charactersOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) =>
    pattern.test(String.fromCharCode(code)) ? 1 : 0,
  );
}

const MOST_SPACE = 500;
const LONGEST_KEY = 120;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LINE_END = 0x0a;
const QUESTION = '"question"';
const TYPE = '"type"';
const KINDS = ['"user_choice"', '"user_choices"', '"user_choice_group"'];
const LONGEST_KIND = '"user_choice_group"'.length;
