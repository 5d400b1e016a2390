/** Prepares an agent's text for listening: safe, without markup, and not too long. Pure. */
import { safeLine, safeText } from "../../../core/safety/safe-text.ts";
import type { Verbosity } from "../wire/wire.ts";

/** How many characters of an agent's text are read aloud at once. */
const MOST_SPOKEN: Record<Verbosity, number> = { concise: 160, normal: 500, detailed: 2_000 };

const LEAST_REST = 300;
const MOST_CODE = 300;

// Agents may write megabytes; nobody listens for longer than this.
const MOST_READ = 20_000;

/**
 * Markdown as one would read it aloud: the words without marks and code, with a pause at every
 * visual break. Runs in linear time, because agents write the text.
 */
export function spoken(markdown: string): string {
  const text = safeText(markdown.slice(0, MOST_READ))
    .replace(FENCED, "\n")
    .replace(RULE, "")
    .trim();
  const lines = text.split("\n");
  const words = lines.map((line, at) => {
    const plain = withoutMarks(line.replace(MARKER, ""));
    return at < lines.length - 1 && isEnd(line, lines[at + 1] ?? "") ? paused(plain) : plain;
  });
  return safeLine(words.join(" "));
}

/**
 * A pause follows list items, headings and table rows, and the line before one of them or before an
 * empty line.
 */
function isEnd(line: string, next: string): boolean {
  return APART.test(line) || APART.test(next) || next.trim() === "";
}

function paused(words: string): string {
  return words === "" || /[.!?。…:;,]$/.test(words) ? words : `${words}.`;
}

function withoutMarks(line: string): string {
  return safeLine(
    line
      .replace(/\|/g, " ")
      .replace(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, "$1")
      .replace(/https?:\/\/([^\s/]{1,300})\S*/g, "$1")
      .replace(/\*\*|~~|`+|(?<!\w)[_*]{1,2}(?=\w)|(?<=\w)[_*]{1,2}(?!\w)/g, ""),
  );
}

/** The same, cut at a sentence or a word to the length for this verbosity. */
export function spokenUpTo(verbosity: Verbosity, markdown: string): string {
  return cutAtWord(spoken(markdown), MOST_SPOKEN[verbosity]);
}

export function cutAtWord(words: string, most: number): string {
  if (words.length <= most) return words;
  const room = words.slice(0, most);
  const sentence = /^.*[.!?。](?=\s)/s.exec(room)?.[0] ?? "";
  if (sentence.length > most / 3) return sentence;
  // Do not cut a surrogate pair in half.
  const cut = room.replace(/[\ud800-\udbff]$/, "");
  return `${cut.replace(/\s+\S*$/, "").replace(/[,;:\s]+$/, "")}…`;
}

/** The first sentence, for the status line. */
export function firstSentence(words: string, most = 200): string {
  const [sentence = words] = /^.+?[.!?。](?=\s|$)/s.exec(words) ?? [];
  return cutAtWord(sentence, most);
}

/**
 * The text after the first sentence. If it is too long its end is kept, because the question
 * usually stands there.
 */
export function afterFirstSentence(words: string, verbosity: Verbosity): string {
  const first = firstSentence(words);
  const rest = words.startsWith(first) ? words.slice(first.length).trim() : words;
  const most = Math.max(LEAST_REST, MOST_SPOKEN[verbosity]);
  return rest.length <= most ? rest : `…${rest.slice(-most).replace(/^\S*\s+/, " ")}`;
}

/** Whether a command is short enough to be read aloud from its beginning to its end. */
export function isReadWhole(code: string): boolean {
  return safeLine(code).length <= MOST_CODE;
}

/**
 * A command as it is, on one line. A long one keeps its beginning and its end, since either may
 * matter.
 */
export function spokenCode(code: string, leftOut: (count: number) => string): string {
  const words = safeLine(code);
  if (words.length <= MOST_CODE) return words;
  const half = MOST_CODE / 2;
  return `${words.slice(0, half)} … ${leftOut(words.length - 2 * half)} … ${words.slice(-half)}`;
}

/** Ends the words like a sentence, so that the voice pauses. */
export function ended(words: string): string {
  return /[.!?。…]$/.test(words) ? words : `${words}.`;
}

/** The first code block of a text of ours, unchanged: what the person is asked to allow. */
export function codeIn(markdown: string): { code: string; language: string } | null {
  const [, , language = "", code] = /^(`{3,})([^\n`]*)\n([\s\S]*?)\n\1$/m.exec(markdown) ?? [];
  return code === undefined ? null : { code, language };
}

const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\1[`~]*[^\S\n]*$|$(?![\s\S]))/gm;
const RULE = /^[ \t:|-]+$/gm;
const MARKER = /^ {0,3}(?:#{1,6}|>{1,9}|[-*+]|\d{1,3}[.)])[^\S\n]+/;
const APART = /^ {0,3}(?:\||(?:#{1,6}|[-*+]|\d{1,3}[.)])[^\S\n])/;
