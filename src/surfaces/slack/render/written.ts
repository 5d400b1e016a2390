/**
 * An agent's words as blocks: its prose as Slack's Markdown, its code letter by letter. A command
 * to approve is shown letter by letter as a whole, but for our own warning. Pure.
 */
import type { types } from "@slack/bolt";
import { LIMITS } from "./limits.ts";
import { harmless, type Segment, segmentsOf } from "./markdown.ts";
import { type Block, cut, escaped, type Look, pieces, section } from "./text.ts";

/** At most `limit` characters, and at most `most` blocks. */
export function written(text: string, look: Look, limit: number, most = MOST_BLOCKS): Block[] {
  const shown = cut(text, limit, (piece) => lengthWritten(look, piece));
  const segments = segmentsOf(shown);
  // Fences with nothing in them are all there is.
  if (segments.length === 0) return [exactly([{ kind: "prose", text: shown }])];
  if (look === "plain") return [exactly(segments)];
  return segments.length > most ? [markdown(inOne(segments))] : segments.map(blockOf);
}

/** How long a text is at most once it is shown that way: the parts' lengths add up to the whole's. */
export function lengthWritten(look: Look, text: string): number {
  // Made harmless, these take one character more.
  return look === "plain" ? text.length : text.length + (text.match(/[<@\]]/g)?.length ?? 0);
}

export function blockOf({ kind, text }: Segment): Block {
  return kind === "code" ? richText([preformatted(text)]) : markdown(harmless(text));
}

/** Slack shows Markdown in messages alone; in the Home tab it stands in Slack's own markup. */
export function forHome(block: Block): Block[] {
  if (block.type !== "markdown") return [block];
  return pieces(block.text, LIMITS.sectionText, MOST_TEXT, "markup").map((piece) =>
    section({ type: "mrkdwn", text: markupOf(piece), verbatim: true }),
  );
}

/** In Slack's own markup: escaped, with bold words and headings. */
export function markupOf(markdown: string): string {
  return escaped(markdown)
    .replace(/^#{1,6} +(.{1,200})$/gm, "*$1*")
    .replace(/\*\*([^*\n]{1,300})\*\*/g, "*$1*");
}

const MOST_TEXT = 12_000;
const MOST_BLOCKS = 12;

function markdown(text: string): types.MarkdownBlock {
  return { type: "markdown", text };
}

/** Too many parts for blocks of their own. The fences are ours, so each has its end. */
function inOne(segments: readonly Segment[]): string {
  return segments
    .map(({ kind, text }) =>
      kind === "code" ? `${FENCE}\n${harmless(text)}\n${FENCE}` : harmless(text),
    )
    .join("\n\n");
}

const FENCE = "``````";

type RichElement = types.RichTextBlock["elements"][number];

function richText(elements: RichElement[]): types.RichTextBlock {
  return { type: "rich_text", elements };
}

function preformatted(text: string): RichElement {
  return { type: "rich_text_preformatted", elements: [{ type: "text", text }] };
}

function exactly(segments: readonly Segment[]): Block {
  return richText(
    segments.map(({ kind, text }) => (kind === "code" ? preformatted(text) : sentences(text))),
  );
}

/** Our sentences around the code, each a line of its own. */
function sentences(text: string): RichElement {
  const parts = text.split(/\n{2,}/);
  return {
    type: "rich_text_section",
    elements: parts.flatMap((part, at): types.RichTextText[] => [
      ...styled(part),
      { type: "text", text: at === parts.length - 1 ? " " : "\n" },
    ]),
  };
}

/** Our warning begins in bold; a file is named in the style of code. Nothing else has a style. */
function styled(part: string): types.RichTextText[] {
  const [, warning, rest = part] = /^(⚠ \*\*[^*\n]+\*\*)([\s\S]*)$/.exec(part) ?? [];
  const bold: types.RichTextText[] =
    warning === undefined
      ? []
      : [{ type: "text", text: warning.replaceAll("**", ""), style: { bold: true } }];
  const [, before = "", name, after = ""] = /^([^`]*)`([^`\n]+)`([^`]*)$/.exec(rest) ?? [];
  if (name === undefined) return [...bold, ...plainText(rest)];
  return [
    ...bold,
    ...plainText(before),
    { type: "text", text: name, style: { code: true } },
    ...plainText(after),
  ];
}

function plainText(text: string): types.RichTextText[] {
  return text === "" ? [] : [{ type: "text", text }];
}
