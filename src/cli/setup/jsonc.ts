/** Reads JSON as clients' settings have it, with comments and trailing commas, and remembers where everything stands. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: Json;
  /** Of an object or array, in their order. */
  readonly entries: readonly JsonEntry[] | null;
}

export interface JsonEntry {
  /** Null in an array. */
  readonly key: string | null;
  readonly start: number;
  readonly node: JsonNode;
  /** Where the comma behind it is. */
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

// Nobody's settings are nested like this, but a damaged file may be.
const DEEPEST = 200;

export function readJsonc(text: string): JsonNode {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  skip();
  const root = value(0);
  skip();
  if (at < text.length) fail();
  return root;

  function value(depth: number): JsonNode {
    if (depth > DEEPEST) fail();
    const start = at;
    const letter = text[at];
    if (letter === "{" || letter === "[") return container(letter === "{", depth);
    const [token] = match(letter === '"' ? STRING : SCALAR);
    return { start, end: at, value: parsed(token, start), entries: null };
  }

  function container(isObject: boolean, depth: number): JsonNode {
    const start = at;
    const closing = isObject ? "}" : "]";
    const entries: JsonEntry[] = [];
    at += 1;
    skip();
    while (text[at] !== closing) {
      if (entries.length > 0 && entries.at(-1)?.comma === null) fail();
      const begin = at;
      const key = isObject ? keyHere() : null;
      const node = value(depth + 1);
      skip();
      const comma = text[at] === "," ? at : null;
      if (comma !== null) at += 1;
      skip();
      entries.push({ key, start: begin, node, comma });
    }
    at += 1;
    return { start, end: at, value: valueFrom(isObject, entries), entries };
  }

  function keyHere(): string {
    const start = at;
    const [token] = match(STRING);
    skip();
    if (text[at] !== ":") fail();
    at += 1;
    skip();
    return String(parsed(token, start));
  }

  function skip() {
    match(TRIVIA);
  }

  function match(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? fail();
    at = pattern.lastIndex;
    return found;
  }

  function parsed(token: string, offset: number): Json {
    try {
      return JSON.parse(token) as Json;
    } catch {
      throw new NotJson(text, offset);
    }
  }

  function fail(): never {
    throw new NotJson(text, at);
  }
}

const TRIVIA = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const SCALAR = /-?[\w.+-]+/y;

/** The node at the end of a path of keys, or undefined where it is not; the last of doubled keys, as clients read them. */
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
