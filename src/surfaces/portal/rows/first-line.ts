/** The first line of an agent's text as plain words, for a list. */
import { safeLine } from "../../../core/safety/safe-text.ts";

export function firstLine(markdown: string): string {
  let isCode = false;
  for (const line of markdown.slice(0, LONGEST_READ).split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode && /[\p{L}\p{N}]/u.test(line)) return plain(line);
  }
  return "";
}

const LONGEST_READ = 4_000;

/** "DB" or "Test runner" says nothing of what is asked, where the text goes on. */
export function isMereHeader(title: string, asked: string): boolean {
  if (/[?？؟!.:…]$/.test(title) || asked.length <= title.length) return false;
  return asked.startsWith(title.replace(/…$/, "")) || title.split(/\s+/).length <= MOST_WORDS;
}

const MOST_WORDS = 4;

function plain(line: string): string {
  const text = line
    .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+|\d+[.)]\s+)+/, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|`)(.+?)\1/g, "$2");
  return safeLine(text).trim();
}
