/** Which words of a reply are appended to a streamed message next. Pure. */
import { safeText } from "../../../core/safety/safe-text.ts";

/** One streamed message of a reply: what of the reply it holds, in places of the whole text. */
export interface StreamedPage {
  ts: string;
  start: number;
  /** The place behind its last words. */
  end: number;
  /** In milliseconds of the clock that nobody can set. */
  since: number;
  isFull: boolean;
  /** Slack may show something else than was meant. */
  isDoubtful: boolean;
}

export interface Piece {
  words: string;
  end: number;
  isFull: boolean;
}

// Fits one message also when it is changed to sections, with room for what is escaped.
const PER_PAGE = 6_000;
// What these begin is only known with the next words: a mention, a control sequence, an emoji.
const UNFINISHED = /(?:<|(?![\n\t])\p{Cc}[^A-Za-z]{0,40}|\p{Surrogate})$/u;

export function nextPiece(
  said: string,
  from: number,
  page: Pick<StreamedPage, "start"> | null,
  isLast: boolean,
): Piece {
  const start = page?.start ?? from;
  const room = PER_PAGE - (from - start);
  const isFull = said.length - from > room;
  const raw = isFull ? atLineEnd(said.slice(from, from + room)) : said.slice(from);
  const sent = isLast && !isFull ? raw : raw.replace(UNFINISHED, "");
  return { words: inMarkdown(sent), end: from + sent.length, isFull };
}

/** Slack acts upon mentions in Markdown too. */
function inMarkdown(text: string): string {
  return safeText(text).replace(/<(?=[@!#])/g, "&lt;");
}

function atLineEnd(text: string): string {
  const lineEnd = text.lastIndexOf("\n");
  return lineEnd > text.length / 2 ? text.slice(0, lineEnd + 1) : text;
}
