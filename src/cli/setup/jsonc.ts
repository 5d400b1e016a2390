/**
 * Reads JSON as clients' settings have it, with comments and trailing commas, and remembers
 * where everything stands.
 */
import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: Json;
  /** The entries of an object or array, in their order. */
  readonly entries: readonly JsonEntry[] | null;
}

export interface JsonEntry {
  /** Null in an array. */
  readonly key: string | null;
  readonly start: number;
  readonly node: JsonNode;
  /** Position of the comma behind it. */
  readonly comma: number | null;
}

export class NotJson extends Error {
  /** Counted from 1. */
  readonly line: number;
  constructor(text: string, offset: number) {
    super("This is not JSON.");
    this.line = text.slice(0, offset).split("\n").length;
  }
}

// No real settings are nested this deeply, but a damaged file may be.
const DEEPEST = 200;

export function readJsonc(text: string): JsonNode {
  // The parser takes a byte order mark for a letter. A space in its place keeps every offset.
  const plain = text.replace(/^\uFEFF/, " ");
  const scanner = createScanner(plain, true);
  return nodeFrom(treeOf(plain), 0);

  function nodeFrom(
    { type, offset: start, length, value, children = [] }: Node,
    depth: number,
  ): JsonNode {
    if (depth > DEEPEST) throw new NotJson(text, start);
    const end = start + length;
    if (type !== "object" && type !== "array") return { start, end, value, entries: null };
    const entries = children.map((child) => entryFrom(child, depth + 1));
    return { start, end, value: valueFrom(type === "object", entries), entries };
  }

  function entryFrom(child: Node, depth: number): JsonEntry {
    const [key, held] = child.type === "property" ? (child.children ?? []) : [null, child];
    if (held === undefined) throw new NotJson(text, child.offset);
    scanner.setPosition(held.offset + held.length);
    scanner.scan();
    const next = scanner.getTokenOffset();
    const comma = plain[next] === "," ? next : null;
    return { key: key?.value ?? null, start: child.offset, node: nodeFrom(held, depth), comma };
  }
}

function treeOf(text: string): Node {
  const errors: ParseError[] = [];
  const root = attempt(() => parseTree(text, errors, { allowTrailingComma: true }));
  const [error] = errors;
  if (root === undefined || error !== undefined) throw new NotJson(text, error?.offset ?? 0);
  return root;

  /** The parser is recursive, and a damaged file may have more levels than the stack can hold. */
  function attempt(parse: () => Node | undefined): Node | undefined {
    try {
      return parse();
    } catch (cause) {
      if (cause instanceof RangeError) return undefined;
      throw cause;
    }
  }
}

/**
 * The node at the end of a path of keys, or undefined. Of doubled keys the last
 * counts, as clients read them.
 */
export function nodeAt(root: JsonNode, path: readonly string[]): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const key of path) node = node?.entries?.findLast((entry) => entry.key === key)?.node;
  return node;
}

export function isObject(node: JsonNode): boolean {
  return node.entries !== null && !Array.isArray(node.value);
}

export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return sorted(one) === sorted(other);
}

function sorted(value: Json | undefined): string {
  return JSON.stringify(value ?? null, (_, inner: Json) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

function valueFrom(isObject: boolean, entries: readonly JsonEntry[]): Json {
  if (!isObject) return entries.map(({ node }) => node.value);
  return Object.fromEntries(entries.map(({ key, node }) => [key ?? "", node.value]));
}
