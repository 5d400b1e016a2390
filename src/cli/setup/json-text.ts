/** Small changes to the text of a JSON file: everything around them, comments and layout too, stays as it was. */
import type { Json, JsonEntry, JsonNode } from "./jsonc.ts";

interface Layout {
  eol: string;
  /** One step of indentation. */
  unit: string;
}

const LINE_WIDTH = 160;

/** Adds an entry at the end of an object, or, without a key, of an array. Its outermost levels get lines of their own. */
export function insertEntry(text: string, container: JsonNode, key: string | null, value: Json, levels = 0): string {
  const layout = layoutOf(text);
  const last = container.entries?.at(-1);
  const closing = container.end - 1;
  const inside = text.slice(container.start + 1, closing);
  if (isOneLine(text, inside, last)) return insertInline(text, container, last, named(key, JSON.stringify(value), ":"));
  const outer = indentationAt(text, container.start);
  const indent =
    last !== undefined && startsLine(text, last.start) ? indentationAt(text, last.start) : outer + layout.unit;
  const entry = layout.eol + indent + named(key, written(value, indent, layout, levels), ": ");
  if (last === undefined) {
    const kept = container.start + 1 + inside.trimEnd().length;
    return text.slice(0, kept) + entry + layout.eol + outer + text.slice(closing);
  }
  const place = endOfLastLine(text, closing);
  if (last.comma !== null) return `${text.slice(0, place)}${entry},${text.slice(place)}`;
  return `${text.slice(0, last.node.end)},${text.slice(last.node.end, place)}${entry}${text.slice(place)}`;
}

/** Takes an entry out with its comma and its line. */
export function removeEntry(text: string, container: JsonNode, index: number): string {
  const entries = container.entries ?? [];
  const entry = entries[index];
  if (entry === undefined) return text;
  const before = entries[index - 1];
  const next = entries[index + 1];
  const end = entry.comma === null ? entry.node.end : entry.comma + 1;
  if (before === undefined && next === undefined) return withoutOnly(text, container, entry, end);
  if (startsLine(text, entry.start)) {
    const start = lineBreakBefore(text, entry.start);
    const rest = text.slice(0, start) + text.slice(end);
    return next === undefined && entry.comma === null ? withoutCharacter(rest, before?.comma) : rest;
  }
  if (next !== undefined) return text.slice(0, entry.start) + text.slice(next.start);
  return text.slice(0, before?.comma ?? entry.start) + text.slice(end);
}

export function replaceNode(text: string, node: JsonNode, value: Json, levels = 0): string {
  const isInline = !text.trim().includes("\n");
  const indent = indentationAt(text, node.start);
  const now = isInline ? JSON.stringify(value) : written(value, indent, layoutOf(text), levels);
  return text.slice(0, node.start) + now + text.slice(node.end);
}

function insertInline(text: string, container: JsonNode, last: JsonEntry | undefined, entry: string): string {
  if (last === undefined) return text.slice(0, container.start + 1) + entry + text.slice(container.end - 1);
  const space = /[:,] /.test(text.slice(container.start, container.end)) ? " " : "";
  if (last.comma !== null) return `${text.slice(0, last.comma + 1)}${space}${entry},${text.slice(last.comma + 1)}`;
  return `${text.slice(0, last.node.end)},${space}${entry}${text.slice(last.node.end)}`;
}

function withoutOnly(text: string, container: JsonNode, entry: JsonEntry, end: number): string {
  const around = text.slice(container.start + 1, entry.start) + text.slice(end, container.end - 1);
  const isBare = around.trim() === "";
  if (isBare) return text.slice(0, container.start + 1) + text.slice(container.end - 1);
  const start = startsLine(text, entry.start) ? lineBreakBefore(text, entry.start) : entry.start;
  return text.slice(0, start) + text.slice(end);
}

/** A file without a line break, or an object that its owner wrote in one line, is left in one. */
function isOneLine(text: string, inside: string, last: JsonEntry | undefined): boolean {
  if (last !== undefined) return !inside.includes("\n");
  return !text.trim().includes("\n") && !/^\uFEFF?\s*\{\s*\}\s*$/.test(text);
}

function layoutOf(text: string): Layout {
  const [, unit = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit };
}

/** What fits into a line is one, below the levels that are to be spread out. */
function written(value: Json, indent: string, layout: Layout, levels: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const line = inOneLine(value);
  const items = Object.entries(value);
  if (items.length === 0 || (levels <= 0 && indent.length + line.length <= LINE_WIDTH)) return line;
  const inner = indent + layout.unit;
  const isList = Array.isArray(value);
  const lines = items.map(
    ([key, item]) => inner + named(isList ? null : key, written(item, inner, layout, levels - 1), ": "),
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
  const [indent = ""] = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset)) ?? [];
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

/** Before the line of the closing bracket, or right before the bracket where that has no line of its own. */
function endOfLastLine(text: string, closing: number): number {
  if (startsLine(text, closing)) {
    const used = text.slice(0, closing).trimEnd().length;
    const rest = text.slice(used, closing);
    return used + rest.search(/\r?\n/);
  }
  return text.slice(0, closing).trimEnd().length;
}

function withoutCharacter(text: string, at: number | null | undefined): string {
  return at === null || at === undefined ? text : text.slice(0, at) + text.slice(at + 1);
}
