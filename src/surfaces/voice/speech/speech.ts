/** Agent text made fit for listening: safe, without markup, no longer than somebody wants to hear. Pure. */
import { safeLine, safeText } from "../../../core/safety/safe-text.ts";
import type { Verbosity } from "../wire/wire.ts";

/** How many characters of an agent's own words are read aloud at once. */
const MOST_SPOKEN: Record<Verbosity, number> = { concise: 160, normal: 500, detailed: 2_000 };

const LEAST_REST = 300;
const MOST_CODE = 300;

// Nobody listens for longer than this, and agents may say megabytes.
const MOST_READ = 20_000;

/**
 * Markdown as one would read it aloud: the words, no marks, no code, and a pause wherever the eye makes one. Linear, since
 * agents write it.
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

/** Items, headings and rows stand for themselves, and so does the last line before one of them or before nothing. */
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

/** The same, cut at a sentence or a word where it is longer than this verbosity bears. */
export function spokenUpTo(verbosity: Verbosity, markdown: string): string {
  return cutAtWord(spoken(markdown), MOST_SPOKEN[verbosity]);
}

export function cutAtWord(words: string, most: number): string {
  if (words.length <= most) return words;
  const room = words.slice(0, most);
  const sentence = /^.*[.!?。](?=\s)/s.exec(room)?.[0] ?? "";
  if (sentence.length > most / 3) return sentence;
  // Never half of a character that takes two.
  const cut = room.replace(/[\ud800-\udbff]$/, "");
  return `${cut.replace(/\s+\S*$/, "").replace(/[,;:\s]+$/, "")}…`;
}

/** One sentence, for the status line: whatever was said up to its first end. */
export function firstSentence(words: string, most = 200): string {
  const [sentence = words] = /^.+?[.!?。](?=\s|$)/s.exec(words) ?? [];
  return cutAtWord(sentence, most);
}

/** What the first sentence leaves unsaid. The end of it is kept whatever its length: that is where the question stands. */
export function afterFirstSentence(words: string, verbosity: Verbosity): string {
  const first = firstSentence(words);
  const rest = words.startsWith(first) ? words.slice(first.length).trim() : words;
  const most = Math.max(LEAST_REST, MOST_SPOKEN[verbosity]);
  return rest.length <= most ? rest : `…${rest.slice(-most).replace(/^\S*\s+/, " ")}`;
}

/** A command as it stands, on one line. Beginning and end, since what matters may stand at either. */
export function spokenCode(code: string, leftOut: (count: number) => string): string {
  const words = safeLine(code);
  if (words.length <= MOST_CODE) return words;
  const half = MOST_CODE / 2;
  return `${words.slice(0, half)} … ${leftOut(words.length - 2 * half)} … ${words.slice(-half)}`;
}

/** Ends as a sentence does, so that a voice makes a pause. */
export function ended(words: string): string {
  return /[.!?。…]$/.test(words) ? words : `${words}.`;
}

/** The first block of code in a text of ours, as it stands: what somebody is asked to allow. */
export function codeIn(markdown: string): { code: string; language: string } | null {
  const [, , language = "", code] = /^(`{3,})([^\n`]*)\n([\s\S]*?)\n\1$/m.exec(markdown) ?? [];
  return code === undefined ? null : { code, language };
}

const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\1[`~]*[^\S\n]*$|$(?![\s\S]))/gm;
const RULE = /^[ \t:|-]+$/gm;
const MARKER = /^ {0,3}(?:#{1,6}|>{1,9}|[-*+]|\d{1,3}[.)])[^\S\n]+/;
const APART = /^ {0,3}(?:\||(?:#{1,6}|[-*+]|\d{1,3}[.)])[^\S\n])/;
