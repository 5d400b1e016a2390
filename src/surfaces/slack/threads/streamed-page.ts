/** Which words of a reply are appended to a streamed message next. Pure. */
import { safeText } from "../../../core/safety/safe-text.ts";
import { openFence } from "../render/markdown.ts";
import { cut } from "../render/text.ts";

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
const LONGEST_OPENER = 40;
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
  const end = from + sent.length;
  const before = from === start && sent.trim() !== "" ? reopened(said, from) : "";
  return { words: inMarkdown(before + sent + (isFull ? closing(said, end) : "")), end, isFull };
}

/** What a message that goes on at this place begins with, so that code stays code. */
export function reopened(said: string, at: number): string {
  const opener = openFence(said.slice(0, at));
  return opener === null ? "" : `${cut(opener, LONGEST_OPENER)}\n`;
}

/** What ends the code of a message that breaks off at this place. */
export function closing(said: string, at: number): string {
  const [mark = ""] = /^[`~]+/.exec(openFence(said.slice(0, at)) ?? "") ?? [];
  return mark === "" || said[at - 1] === "\n" ? mark : `\n${mark}`;
}

/** Slack acts upon mentions in Markdown too. */
function inMarkdown(text: string): string {
  return safeText(text).replace(/<(?=[@!#])/g, "&lt;");
}

function atLineEnd(text: string): string {
  const lineEnd = text.lastIndexOf("\n");
  return lineEnd > text.length / 2 ? text.slice(0, lineEnd + 1) : text;
}
