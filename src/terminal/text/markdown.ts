/**
 * Markdown made readable on a terminal. Nothing an agent wrote
 * is left out: what is not understood is shown as it is.
 */
import { Lexer, type Token, type Tokens } from "marked";
import { safeLine, safeText } from "../../core/safety/safe-text.ts";
import { type Line, restyled, type Span, type Style, styled } from "./style.ts";
import { cellWidth } from "./width.ts";
import { lineWidth, type WrapOptions, wrap } from "./wrap.ts";

/** The lines of some code with its words coloured; null if the language is not known. */
export type Highlight = (code: string, language: string) => Line[] | null;

/** The text in rows of at most that width. Makes it safe first, so it may be handed anything. */
export function markdownRows(
  text: string,
  width: number,
  highlight: Highlight | null = null,
): Line[] {
  const safe = safeText(text).trim();
  const rows = blocksOf(safe, highlight).flatMap((block) =>
    wrap(madeSafe(block.line), width, block),
  );
  return withoutRepeatedBlanks(rows);
}

/** Makes text safe again after the lexer, which turns `&#27;` into the character that it names. */
function madeSafe(line: Line): Line {
  return line.map((span) => ({ ...span, text: safeText(span.text).replaceAll("\n", " ") }));
}

/** One line of text before it is wrapped, with what stands in front of it. */
interface Block extends WrapOptions {
  line: Line;
}

// Marked searches for the ends of emphasis and links again
// and again, which takes seconds in a long hostile paragraph.
const LONGEST_MARKED_PARAGRAPH = 4_000;
const DEEPEST_NESTING = 12;
const MOST_COLUMNS = 50;
const MAYBE_MARKDOWN = /[*_`~[\]#>|<&\\-]|^\s*\d+[.)]|https?:/m;
const DEEP_QUOTE = new RegExp(`^[ \\t]*(?:>[ \\t]*){${DEEPEST_NESTING}}`, "m");

function blocksOf(text: string, highlight: Highlight | null): Block[] {
  if (!MAYBE_MARKDOWN.test(text) || DEEP_QUOTE.test(text)) return plainBlocks(text);
  const lexer = new Lexer({ gfm: true });
  try {
    return lexer
      .blockTokens(text)
      .flatMap((token) => blocksOfToken(token, { lexer, highlight }, 0));
  } catch {
    // The lexer fails on extreme nesting; then the plain text is shown.
    return plainBlocks(text);
  }
}

function plainBlocks(text: string): Block[] {
  return text.split("\n").map((line) => ({ line: [{ text: line }] }));
}

const BLANK: Block = { line: [] };

interface Reading {
  lexer: Lexer;
  highlight: Highlight | null;
}

function blocksOfToken(token: Token, reading: Reading, depth: number): Block[] {
  const { lexer } = reading;
  if (depth > DEEPEST_NESTING) return plainBlocks(token.raw);
  switch (token.type) {
    case "space":
      return [BLANK];
    case "heading":
      return [...inline(token.text, lexer, ["bold", "underline"]), BLANK];
    case "paragraph":
      return [...inline(token.text, lexer), BLANK];
    case "text":
      return inline(token.text, lexer);
    case "checkbox":
      return [];
    case "code":
      return [...codeBlocks(token as Tokens.Code, reading.highlight), BLANK];
    case "hr":
      return [{ line: [styled("────────", "dim")] }, BLANK];
    case "blockquote":
      return [...prefixed(nested(token.tokens, reading, depth), [styled("│ ", "dim")]), BLANK];
    case "list":
      return [...listBlocks(token as Tokens.List, reading, depth), ...(depth === 0 ? [BLANK] : [])];
    case "table":
      if (token.header.length > MOST_COLUMNS) return plainBlocks(token.raw);
      return [...tableBlocks(token as Tokens.Table, lexer), BLANK];
    default:
      return [...plainBlocks(token.raw.trimEnd()), BLANK];
  }
}

function nested(tokens: readonly Token[] | undefined, reading: Reading, depth: number): Block[] {
  const blocks = (tokens ?? []).flatMap((token) => blocksOfToken(token, reading, depth + 1));
  while (blocks.at(-1) === BLANK) blocks.pop();
  return blocks;
}

function prefixed(blocks: Block[], first: Line, rest: Line = first): Block[] {
  return blocks.map((block, index) => ({
    ...block,
    first: [...(index === 0 ? first : rest), ...(block.first ?? [])],
    rest: [...rest, ...(block.rest ?? block.first ?? [])],
  }));
}

function listBlocks(list: Tokens.List, reading: Reading, depth: number): Block[] {
  return list.items.flatMap((item, index) => {
    const bullet = list.ordered ? `${Number(list.start || 1) + index}. ` : "• ";
    const box = item.task ? (item.checked ? "[x] " : "[ ] ") : "";
    const mark = `${bullet}${box}`;
    const blocks = nested(item.tokens, reading, depth);
    return prefixed(
      blocks.length === 0 ? [BLANK] : blocks,
      [styled(mark, "cyan")],
      [{ text: " ".repeat(mark.length) }],
    );
  });
}

// Agents do not always label a diff as one.
const LOOKS_LIKE_DIFF = /^(?:diff --git |--- .*\n\+\+\+ |@@ -\d)/m;

const DIFF_STYLES: [RegExp, Style][] = [
  [/^(?:diff|index|\+\+\+|---) /, "bold"],
  [/^\+/, "green"],
  [/^-/, "red"],
  [/^@@/, "cyan"],
];

const INDENT: Line = [{ text: "    " }];
// The row goes on with the line above it: the agent wrote no break there.
const WRAPPED: Line = [styled("  ↳ ", "dim")];
const CODE: WrapOptions = { first: INDENT, rest: WRAPPED, keepSpaces: true };

function codeBlocks({ text, lang = "" }: Tokens.Code, highlight: Highlight | null): Block[] {
  const isDiff = /^(diff|patch)\b/.test(lang) || LOOKS_LIKE_DIFF.test(text);
  const coloured = isDiff ? null : (highlight?.(text.replaceAll("\t", "    "), lang) ?? null);
  if (coloured !== null) return coloured.map((line) => ({ line, ...CODE }));
  return text.split("\n").map((line) => {
    const style = isDiff ? DIFF_STYLES.find(([start]) => start.test(line))?.[1] : undefined;
    const code = line.replaceAll("\t", "    ");
    return { line: [styled(code, style ?? "dim")], ...CODE };
  });
}

/** Pads the cells into columns. A row that is wider than the screen is broken like code. */
function tableBlocks({ header, rows }: Tokens.Table, lexer: Lexer): Block[] {
  const cells = [header, ...rows].map((row) =>
    row.map((cell) => inline(cell.text, lexer).flatMap(({ line }) => line)),
  );
  const widths = header.map((_, column) =>
    Math.max(...cells.map((row) => lineWidth(row[column] ?? []))),
  );
  return cells.map((row, index) => {
    const line = row.flatMap((cell, column) => {
      const padding = " ".repeat((widths[column] ?? 0) - lineWidth(cell));
      return [...(column === 0 ? [] : [styled(" │ ", "dim")]), ...cell, { text: padding }];
    });
    return { line: index === 0 ? restyled(line, "bold") : line, keepSpaces: true };
  });
}

function inline(text: string, lexer: Lexer, styles: Style[] = []): Block[] {
  if (text.length > LONGEST_MARKED_PARAGRAPH) return plainBlocks(text);
  const spans = lexer.inlineTokens(text).flatMap((token) => spansOf(token, styles));
  return linesOf(spans).map((line) => ({ line }));
}

const INLINE_STYLES: Record<string, Style> = { strong: "bold", em: "italic", del: "strike" };

function spansOf(token: Token, styles: readonly Style[]): Span[] {
  const style = INLINE_STYLES[token.type];
  const inner = (more: Style[]) =>
    ("tokens" in token && token.tokens ? token.tokens : []).flatMap((part) =>
      spansOf(part, [...styles, ...more]),
    );
  if (style !== undefined) return inner([style]);
  switch (token.type) {
    case "link":
      return [...inner(["underline"]), ...addressOf(token as Tokens.Link, styles)];
    case "image":
      return [styled(token.text, ...styles), ...addressOf(token as Tokens.Image, styles)];
    case "codespan":
      return [styled(token.text, ...styles, "cyan")];
    case "br":
      return [{ text: "\n" }];
    case "text":
    case "escape":
      return [styled(readable(token.text), ...styles)];
    default:
      return [styled(token.raw, ...styles)];
  }
}

/** A link's words may say anything; the address it really leads to stands beside them. */
function addressOf({ href, text }: Tokens.Link | Tokens.Image, styles: readonly Style[]): Span[] {
  const address = safeLine(href);
  const isSaid = text === href || `mailto:${text}` === href || `http://${text}` === href;
  return isSaid ? [] : [styled(` (${address})`, ...styles, "dim")];
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

function readable(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Agents mean the line breaks they write, so these are kept, unlike in HTML. */
function linesOf(spans: readonly Span[]): Line[] {
  const lines: Span[][] = [[]];
  for (const span of spans) {
    for (const [index, text] of span.text.split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ ...span, text });
    }
  }
  return lines;
}

function withoutRepeatedBlanks(rows: Line[]): Line[] {
  const isBlank = (row: Line | undefined) =>
    row === undefined || row.every(({ text }) => cellWidth(text.trim()) === 0);
  const kept = rows.filter((row, index) => !isBlank(row) || !isBlank(rows[index - 1]));
  if (isBlank(kept.at(-1))) kept.pop();
  return kept;
}
