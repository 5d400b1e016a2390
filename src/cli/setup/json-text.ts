/**
 * Small edits to the text of a JSON file: everything around them, also comments and layout, stays
 * as it was. The edits are our own, because `modify` of jsonc-parser drops comments beside an entry
 * that it removes, puts a new entry before the comment behind the last one, and lays out a value
 * either in one line or with every level on lines of its own.
 */
import { applyEdits, type Edit } from "jsonc-parser";
import type { Json, JsonEntry, JsonNode } from "./jsonc.ts";

interface Layout {
  eol: string;
  /** One step of indentation. */
  unit: string;
}

const LINE_WIDTH = 160;

/**
 * Adds an entry at the end of an object, or, without a key, of an array. Its outermost
 * levels get lines of their own.
 */
export function insertEntry(
  text: string,
  container: JsonNode,
  key: string | null,
  value: Json,
  levels = 0,
): string {
  const layout = layoutOf(text);
  const last = container.entries?.at(-1);
  const closing = container.end - 1;
  const inside = text.slice(container.start + 1, closing);
  if (isOneLine(text, inside, last)) {
    return applyEdits(text, [inlineEntry(text, container, named(key, JSON.stringify(value), ":"))]);
  }
  const outer = indentationAt(text, container.start);
  const indent =
    last !== undefined && startsLine(text, last.start)
      ? indentationAt(text, last.start)
      : outer + layout.unit;
  const entry = layout.eol + indent + named(key, written(value, indent, layout, levels), ": ");
  if (last === undefined) {
    const kept = container.start + 1 + inside.trimEnd().length;
    return applyEdits(text, [replacement(kept, closing, entry + layout.eol + outer)]);
  }
  const place = endOfLastLine(text, closing);
  if (last.comma !== null) return applyEdits(text, [insertion(place, `${entry},`)]);
  return applyEdits(text, [insertion(last.node.end, ","), insertion(place, entry)]);
}

/** Removes an entry with its comma and its line. */
export function removeEntry(text: string, container: JsonNode, index: number): string {
  const entries = container.entries ?? [];
  const entry = entries[index];
  return entry === undefined
    ? text
    : applyEdits(text, removal(text, container, entry, entries[index - 1], entries[index + 1]));
}

export function replaceNode(text: string, node: JsonNode, value: Json, levels = 0): string {
  const isInline = !text.trim().includes("\n");
  const indent = indentationAt(text, node.start);
  const now = isInline ? JSON.stringify(value) : written(value, indent, layoutOf(text), levels);
  return applyEdits(text, [replacement(node.start, node.end, now)]);
}

function inlineEntry(text: string, { start, end, entries }: JsonNode, entry: string): Edit {
  const last = entries?.at(-1);
  if (last === undefined) return replacement(start + 1, end - 1, entry);
  const space = /[:,] /.test(text.slice(start, end)) ? " " : "";
  if (last.comma !== null) return insertion(last.comma + 1, `${space}${entry},`);
  return insertion(last.node.end, `,${space}${entry}`);
}

function removal(
  text: string,
  container: JsonNode,
  entry: JsonEntry,
  before: JsonEntry | undefined,
  next: JsonEntry | undefined,
): Edit[] {
  const end = entry.comma === null ? entry.node.end : entry.comma + 1;
  const start = startsLine(text, entry.start) ? lineBreakBefore(text, entry.start) : entry.start;
  if (before === undefined && next === undefined) {
    const around =
      text.slice(container.start + 1, entry.start) + text.slice(end, container.end - 1);
    const isBare = around.trim() === "";
    return [isBare ? replacement(container.start + 1, container.end - 1) : replacement(start, end)];
  }
  if (start !== entry.start) {
    const isCommaLeft = next === undefined && entry.comma === null && before?.comma != null;
    return [
      ...(isCommaLeft ? [replacement(before.comma, before.comma + 1)] : []),
      replacement(start, end),
    ];
  }
  if (next !== undefined) return [replacement(entry.start, next.start)];
  return [replacement(before?.comma ?? entry.start, end)];
}

function insertion(offset: number, content: string): Edit {
  return { offset, length: 0, content };
}

function replacement(start: number, end: number, content = ""): Edit {
  return { offset: start, length: end - start, content };
}

/**
 * A file without a line break, or an object that its owner wrote in one line, stays in one line.
 */
function isOneLine(text: string, inside: string, last: JsonEntry | undefined): boolean {
  if (last !== undefined) return !inside.includes("\n");
  return !text.trim().includes("\n") && !/^\uFEFF?\s*\{\s*\}\s*$/.test(text);
}

function layoutOf(text: string): Layout {
  const [, unit = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit };
}

/** A value that fits into a line is written in one, below the levels that are spread out. */
function written(value: Json, indent: string, layout: Layout, levels: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const line = inOneLine(value);
  const items = Object.entries(value);
  if (items.length === 0 || (levels <= 0 && indent.length + line.length <= LINE_WIDTH)) return line;
  const inner = indent + layout.unit;
  const isList = Array.isArray(value);
  const lines = items.map(
    ([key, item]) =>
      inner + named(isList ? null : key, written(item, inner, layout, levels - 1), ": "),
  );
  const [opening, closing] = isList ? "[]" : "{}";
  return [opening, lines.join(`,${layout.eol}`), indent + closing].join(layout.eol);
}

function inOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const items = Object.entries(value).map(([key, item]) => named(key, inOneLine(item), ": "));
  return items.length === 0 ? "{}" : `{ ${items.join(", ")} }`;
}

function named(key: string | null, value: string, colon: string): string {
  return key === null ? value : JSON.stringify(key) + colon + value;
}

function indentationAt(text: string, offset: number): string {
  const [indent = ""] =
    /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset)) ?? [];
  return indent;
}

function startsLine(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1);
  return start !== -1 && text.slice(start, offset).trim() === "";
}

function lineBreakBefore(text: string, offset: number): number {
  const feed = text.lastIndexOf("\n", offset - 1);
  return text[feed - 1] === "\r" ? feed - 1 : feed;
}

/**
 * Before the line of the closing bracket, or right before the bracket if it has no line of its own.
 */
function endOfLastLine(text: string, closing: number): number {
  if (startsLine(text, closing)) {
    const used = text.slice(0, closing).trimEnd().length;
    const rest = text.slice(used, closing);
    return used + rest.search(/\r?\n/);
  }
  return text.slice(0, closing).trimEnd().length;
}
