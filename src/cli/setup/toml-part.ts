/**
 * The part that Askline puts into a TOML file: one table of its own, below a line
 * that says whose it is. Pure.
 */
import { scanToml, type TomlTable } from "./toml-scan.ts";

export interface TomlPart {
  readonly kind: "table";
  readonly path: readonly string[];
  /** The table with its header, without a line break at its end. */
  readonly lines: readonly string[];
}

export interface DoneTomlPart extends TomlPart {
  /** The table it replaced. */
  readonly before?: string | undefined;
}

/** The file is TOML, but written in a way that leaves no room for a table. */
export class UnusualToml extends Error {
  readonly path: readonly string[];
  constructor(path: readonly string[]) {
    super(`${path.join(".")} has an unusual shape.`);
    this.path = path;
  }
}

const MARK = "# Added by `askline init`; `askline uninit` takes it out again.";

export function withTable(text: string, part: TomlPart): { text: string; done: DoneTomlPart[] } {
  const tables = scanToml(text);
  checkShape(tables, part.path);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const block = [MARK, ...part.lines].join(eol) + eol;
  const { rest, taken, place } = withoutTables(text, tables, part.path);
  if (taken === block) return { text, done: [] };
  if (taken === "") {
    const gap = text === "" ? "" : text.endsWith("\n") ? eol : eol + eol;
    return { text: text + gap + block, done: [part] };
  }
  const isOurs = taken.startsWith(MARK);
  return {
    text: rest.slice(0, place) + block + rest.slice(place),
    done: [{ ...part, ...(!isOurs && { before: taken }) }],
  };
}

/** Removes the table even if a person changed it. Other text below it stays. */
export function withoutTable(text: string, { path, before = "" }: DoneTomlPart): string {
  const { rest, taken, place } = withoutTables(text, scanToml(text), path);
  if (taken === "") return text;
  const head = rest.slice(0, place);
  const gapless = before === "" ? head.replace(/(^|\n)\r?\n$/, "$1") : head;
  return gapless + before + rest.slice(place);
}

/** The text without the table and its sub-tables, their text, and where the first of them was. */
function withoutTables(text: string, tables: readonly TomlTable[], path: readonly string[]) {
  const ours = tables.filter(({ name }) => isWithin(name, path));
  let rest = text;
  let taken = "";
  let place = text.length;
  for (const { start, end } of ours.toReversed()) {
    const begin = startWithMark(text, start);
    taken = text.slice(begin, end) + taken;
    rest = rest.slice(0, begin) + rest.slice(end);
    place = begin;
  }
  return { rest, taken, place };
}

function startWithMark(text: string, start: number): number {
  const [line = ""] = /[^\n]*\n$/.exec(text.slice(0, start)) ?? [];
  return line.trim() === MARK ? start - line.length : start;
}

/**
 * `mcp_servers = { … }`, `[[mcp_servers]]` and `mcp_servers.askline.command = …`
 * leave no room for a table.
 */
function checkShape(tables: readonly TomlTable[], path: readonly string[]) {
  for (const { name, isArray, keys } of tables) {
    if (isArray && isWithin(path, name)) throw new UnusualToml(name);
    for (const key of keys) {
      const whole = [...name, ...key];
      const isOurTable = isWithin(name, path);
      if (!isOurTable && (isWithin(path, whole) || isWithin(whole, path)))
        throw new UnusualToml(whole);
    }
  }
}

function isWithin(name: readonly string[], outer: readonly string[]): boolean {
  return outer.length > 0 && outer.every((word, index) => name[index] === word);
}
