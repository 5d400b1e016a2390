/**
 * Text for Slack: made safe, shortened at a readable place, and escaped where Slack would interpret
 * it.
 */
import type { types } from "@slack/bolt";
import { safeLine, safeText } from "../../../core/safety/safe-text.ts";

export type Block = types.KnownBlock;
export type TextObject = types.TextObject;

/**
 * How an agent's text is shown: `plain` exactly as it is, for commands and risky asks; `markup` as
 * Slack's markup.
 */
export type Look = "plain" | "markup";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
// A longer grapheme need not be kept whole.
const LONGEST_GRAPHEME = 64;

/** At most `limit` long, cut between graphemes. `cost` is the length of a piece after escaping. */
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

/** Escaped, and cut so that the escaped text fits. */
export function cutMarkup(text: string, limit: number): string {
  return escaped(cut(text, limit, (piece) => escaped(piece).length));
}

/** Words that are no markup, within markup: their stars and backticks stay to be seen. */
export function unmarked(text: string): string {
  return text.replaceAll("*", "∗").replaceAll("`", "ˋ");
}

/** Slack refuses empty text, so an empty text becomes a dot. */
export function line(text: string): string {
  return safeLine(text) || "·";
}

export function lines(text: string): string {
  return safeText(text).trim() || "·";
}

export function plain(text: string, limit: number): types.PlainTextElement {
  return { type: "plain_text", text: cut(text, limit), emoji: false };
}

/** For our own text: emoji codes in it are meant as emoji. */
export function label(text: string, limit: number): types.PlainTextElement {
  return { type: "plain_text", text: cut(text, limit), emoji: true };
}

/** For others' text: `verbatim` keeps Slack from turning words into links. */
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

/** Small grey text, in our own markup. */
export function remark(...texts: string[]): types.ContextBlock {
  return {
    type: "context",
    elements: texts.map((text) => ({ type: "mrkdwn", text: text || "·", verbatim: true })),
  };
}

/** How long a text is once it is shown that way. */
export function lengthAs(look: Look, text: string): number {
  return look === "plain" ? text.length : escaped(text).length;
}

/** Pieces of at most `size` characters, cut at line ends if possible; `limit` characters in all. */
export function pieces(text: string, size: number, limit: number, look: Look): string[] {
  const cost = (piece: string) => lengthAs(look, piece);
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
