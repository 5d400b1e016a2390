/** Text for Slack: made safe, cut where a reader would cut it, and escaped where Slack would read more into it. */
import type { types } from "@slack/bolt";
import { safeLine, safeText } from "../../../core/safety/safe-text.ts";

export type Block = types.KnownBlock;
export type TextObject = types.TextObject;

/** How agent-made text is shown: `plain` just as it is, for commands and what may do harm; else as Slack's markup. */
export type Look = "plain" | "markup";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
// No grapheme that is worth keeping whole is longer than this.
const LONGEST_GRAPHEME = 64;

/** At most so long, cut between graphemes. `cost` is what a piece takes up once it is escaped. */
export function cut(
  text: string,
  limit: number,
  cost: (piece: string) => number = (piece) => piece.length,
): string {
  const taken = text.slice(0, limit + LONGEST_GRAPHEME);
  if (taken.length === text.length && cost(text) <= limit) return text;
  let length = 0;
  let end = 0;
  for (const { segment } of graphemes.segment(taken)) {
    length += cost(segment);
    if (length > limit - 1) break;
    end += segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escaped, and cut so that it fits when it is. */
export function cutMarkup(text: string, limit: number): string {
  return escaped(cut(text, limit, (piece) => escaped(piece).length));
}

/** Slack refuses empty text, so nothing is a dot. */
export function line(text: string): string {
  return safeLine(text) || "·";
}

export function lines(text: string): string {
  return safeText(text).trim() || "·";
}

export function plain(text: string, limit: number): types.PlainTextElement {
  return { type: "plain_text", text: cut(text, limit), emoji: false };
}

/** For our own words: the emoji in them are meant. */
export function label(text: string, limit: number): types.PlainTextElement {
  return { type: "plain_text", text: cut(text, limit), emoji: true };
}

/** Without links that nobody wrote (`verbatim`), for text that others made. */
export function looking(look: Look, text: string, limit: number): TextObject {
  return look === "plain"
    ? plain(text, limit)
    : { type: "mrkdwn", text: cutMarkup(text, limit), verbatim: true };
}

export function section(
  text: TextObject,
  accessory?: types.SectionBlock["accessory"],
): types.SectionBlock {
  return { type: "section", text, ...(accessory && { accessory }) };
}

/** Small and grey, in our own markup. */
export function remark(...texts: string[]): types.ContextBlock {
  return {
    type: "context",
    elements: texts.map((text) => ({ type: "mrkdwn", text: text || "·", verbatim: true })),
  };
}

/** Pieces of at most `size` characters, cut at line ends where there are some, `limit` in all. */
export function pieces(text: string, size: number, limit: number, look: Look): string[] {
  const cost =
    look === "plain" ? (piece: string) => piece.length : (piece: string) => escaped(piece).length;
  const whole = cut(text, limit, cost);
  const found: string[] = [];
  let rest = whole;
  while (cost(rest) > size) {
    const head = cut(rest, size, cost).slice(0, -1);
    const lineEnd = head.lastIndexOf("\n");
    const piece = lineEnd > size / 2 ? head.slice(0, lineEnd) : head;
    if (piece === "") break;
    found.push(piece);
    rest = rest.slice(piece.length).replace(/^\n/, "");
  }
  return [...found, rest].filter((piece) => piece.trim() !== "");
}
