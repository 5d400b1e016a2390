/** Finds the tables of a TOML file, as far as needed to add another one safely. */

export interface TomlTable {
  /** Empty for the part before the first header. */
  readonly name: readonly string[];
  readonly isArray: boolean;
  /** Start of its header's line, and end of the line of its last value. */
  readonly start: number;
  end: number;
  /** The keys that are set in it; dotted keys as paths. */
  readonly keys: string[][];
}

export class NotToml extends Error {
  /** Counted from 1. */
  readonly line: number;
  constructor(text: string, offset: number) {
    super("This is not TOML.");
    this.line = text.slice(0, offset).split("\n").length;
  }
}

export function scanToml(text: string): TomlTable[] {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  let table: TomlTable = { name: [], isArray: false, start: 0, end: at, keys: [] };
  const tables = [table];
  for (;;) {
    take(BLANK);
    if (at >= text.length) break;
    if (text[at] === "[") openTable();
    else setValue();
    take(SPACE);
    take(COMMENT);
    if (at < text.length && take(LINE_END) === "") fail();
    table.end = at;
  }
  checkDoubles();
  return tables;

  function openTable() {
    const start = text.lastIndexOf("\n", at - 1) + 1;
    const isArray = text.startsWith("[[", at);
    at += isArray ? 2 : 1;
    const name = key();
    const closing = isArray ? "]]" : "]";
    if (!text.startsWith(closing, at)) fail();
    at += closing.length;
    table = { name, isArray, start, end: at, keys: [] };
    tables.push(table);
  }

  function setValue() {
    const name = key();
    if (text[at] !== "=") fail();
    at += 1;
    take(SPACE);
    value();
    table.keys.push(name);
  }

  function key(): string[] {
    const parts: string[] = [];
    for (;;) {
      take(SPACE);
      const part = take(BARE) || take(BASIC) || take(LITERAL);
      if (part === "") fail();
      parts.push(part.replace(/^(["'])([\s\S]*)\1$/, "$2"));
      take(SPACE);
      if (text[at] !== ".") return parts;
      at += 1;
    }
  }

  function value() {
    if (text[at] === "[") return sequence("]", value);
    if (text[at] === "{") return sequence("}", setInline);
    if (take(LONG_BASIC) || take(LONG_LITERAL) || take(BASIC) || take(LITERAL) || take(SCALAR))
      return;
    fail();
  }

  function sequence(closing: string, item: () => void) {
    at += 1;
    for (;;) {
      take(BLANK);
      if (text[at] === closing) break;
      item();
      take(BLANK);
      if (text[at] === ",") at += 1;
      else if (text[at] !== closing) fail();
    }
    at += 1;
  }

  function setInline() {
    key();
    if (text[at] !== "=") fail();
    at += 1;
    take(SPACE);
    value();
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const [found = ""] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  }

  /** Each element of an array of tables may have sub-tables of the same names. */
  function checkDoubles() {
    const seen = new Set<string>();
    for (const { name, isArray, start } of tables) {
      const key = JSON.stringify(name);
      const below = `${key.slice(0, -1)},`;
      if (isArray) for (const one of seen) if (one.startsWith(below)) seen.delete(one);
      if (!isArray && seen.has(key)) throw new NotToml(text, start);
      if (!isArray) seen.add(key);
    }
  }

  function fail(): never {
    throw new NotToml(text, at);
  }
}

const SPACE = /[ \t]*/y;
const COMMENT = /(?:#[^\n]*)?/y;
const LINE_END = /\r?\n/y;
const BLANK = /(?:\s|#[^\n]*)*/y;
const BARE = /[\w-]+/y;
const BASIC = /"(?!"")(?:[^"\\\n]|\\.)*"/y;
const LITERAL = /'(?!'')[^'\n]*'/y;
const LONG_BASIC = /"""(?:[^\\]|\\[\s\S])*?"{3,5}/y;
const LONG_LITERAL = /'''[\s\S]*?'{3,5}/y;
// Numbers, true and false, and dates, which may contain a space.
const SCALAR = /[\w+-][\w:.+-]*(?: \d\d:[\w:.+-]+)?/y;
