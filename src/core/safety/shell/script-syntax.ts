/**
 * Reads a shell script strictly: what is not understood to the last character is `NotKnown`.
 * What it reads means the same in bash, zsh and sh.
 */
import { regex } from "./regex.ts";

export type Part =
  | { text: string; isQuoted: boolean }
  /** An unquoted `*`, `?` or `[`, which the shell replaces by names of files. */
  | { glob: string }
  /** `{a,b}`: the word is written once for each of these. */
  | { choices: string[] }
  /** A value that is known to be a number: `$?`, `{1..9}`. */
  | { number: true; isMany: boolean }
  | { variable: string; isQuoted: boolean; isWhole: boolean }
  | { arithmetic: string }
  | { script: List; isQuoted: boolean }
  /** `<(…)`: the name of a pipe. */
  | { piped: List };

export interface Word {
  parts: Part[];
  source: string;
}

export interface Redirect {
  operator: string;
  target: Word;
  source: string;
}

export interface Assignment {
  name: string;
  value: Word;
  isAppended: boolean;
  source: string;
}

export type Node =
  | { kind: "simple"; assignments: Assignment[]; words: Word[] }
  | { kind: "pipeline"; commands: Command[] }
  | { kind: "for"; name: string; words: Word[]; body: List }
  | { kind: "count"; steps: string[]; body: List }
  | { kind: "loop"; condition: List; body: List }
  | { kind: "if"; parts: List[] }
  | { kind: "case"; subject: Word; branches: List[] }
  | { kind: "group"; body: List; isSubshell: boolean }
  | { kind: "condition"; words: Word[]; source: string }
  | { kind: "arithmetic"; text: string }
  /** `name() { … }` */
  | { kind: "function"; name: string; body: List; source: string };

export type Command = Node & { redirects: Redirect[] };

/** Commands that `&&` and `||` join. Those behind the first may not run. */
export interface Chain {
  commands: { command: Command; joint: "" | "&&" | "||" }[];
  /** `&`: they run beside what follows, in a shell of their own. */
  isBeside: boolean;
}

export type List = Chain[];

/** The part of a script that nobody can tell about, as it is written. */
export class NotKnown extends Error {
  readonly part: string;
  constructor(part: string) {
    super(part);
    this.part = part.trim();
  }
}

export function parseScript(source: string, depth = 0): List {
  if (source.length > LONGEST || depth > DEEPEST) throw new NotKnown(firstWords(source));
  const odd = ODD_CHARACTER.exec(source);
  if (odd !== null) throw new NotKnown(aroundOf(source, odd.index));
  const reader = new Reader(source, depth);
  const list = reader.list();
  reader.end();
  return list;
}

const LONGEST = 20_000;
const DEEPEST = 12;
// Control characters, spaces that only look like one, and characters that change the direction.
const ODD_CHARACTER = regex()`
  [\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f
  \u205f-\u206f\u3000\ufeff]
`;
const RESERVED = new Set(["then", "do", "done", "fi", "elif", "else", "esac", "}", "in"]);
const NAME = /[A-Za-z_]\w*/y;
const FUNCTION = /([a-z_][a-z0-9_]*)[ \t]*\(\)[ \t\n]*(?=\{\s)/y;
const ASSIGNMENT = /([A-Za-z_]\w*)(\+?)=/y;
const REDIRECT = /(?:\d{0,2}(?:<<<|<<-|<<|>>|>\||>&|<&|<>|>|<)|&>>|&>)/y;
const HERE_END = /[ \t]*(?:'(\w+)'|"(\w+)"|(\w+))/y;
const CHOICES = /\{[\w./@+-]*(?:,[\w./@+-]*)+\}/y;
const SEQUENCE = /\{(?:\d{1,6}\.\.\d{1,6}|[a-z]\.\.[a-z])(?:\.\.\d{1,3})?\}/y;
const PLAIN_BRACES = /\{[^\s{},;&|()<>'"$`\\*?[]*\}/y;
const EXPANSION = regex("y")`
  \{(?:(?:PIPESTATUS|pipestatus)\[\d\]|#?([A-Za-z_]\w*|[?#@*\d])
  |([A-Za-z_]\w*)(?::?[-+?][\w./:@, =%+-]*|(?:##?|%%?)[\w./*?:@, +=~-]*
  |//?[\w./*?:@, -]*(?:/[\w./:@, -]*)?|:\d+(?::\d+)?|\^\^?|,,?))\}
`;
const CASE_PATTERN = /[ \t\n]*\(?((?:[\w.*?[\]|:/@, +=-]|"[^"$`\\]*"|'[^']*')+)\)/y;
const IN_CONDITION = /[()|<>]+|&&/y;
const GLOB = /[*?]+|\[/y;
const PLAIN = /[^\s'"\\$`*?[{;&|()<>]+/y;
const ANSI_ESCAPES: Record<string, string> = {
  ...{ n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"' },
};

class Reader {
  private at = 0;
  private readonly waiting: { redirect: Redirect; end: string; kind: string; isQuoted: boolean }[] =
    [];
  private readonly source: string;
  /** How many lists are open around this place. */
  private depth: number;

  constructor(source: string, depth: number) {
    this.source = source;
    this.depth = depth;
  }

  /** Commands up to one of these reserved words or an unmatched `)`. */
  list(...ends: string[]): List {
    if (++this.depth > DEEPEST) throw this.problem();
    const list: List = [];
    let chain: Chain = { commands: [], isBeside: false };
    let joint: "" | "&&" | "||" = "";
    for (;;) {
      this.skipLines();
      if (this.isAtEnd() || this.peek() === ")" || this.source.startsWith(";;", this.at)) break;
      if (ends.some((end) => this.isWord(end))) break;
      const command = this.pipeline();
      this.blanks();
      const next = this.source.slice(this.at, this.at + 2);
      chain.commands.push({ command, joint });
      if (joint === "") list.push(chain);
      joint = next === "&&" || next === "||" ? next : "";
      if (joint !== "") {
        this.at += 2;
        continue;
      }
      const isBeside = next.startsWith("&");
      if (isBeside) chain.isBeside = true;
      chain = { commands: [], isBeside: false };
      if (next === ";;") break;
      else if (next.startsWith(";") || isBeside) this.at++;
      else if (!next.startsWith("\n") && next !== "" && !next.startsWith(")")) {
        if (!next.startsWith("#")) throw this.problem();
      }
    }
    if (joint !== "") throw this.problem();
    this.depth--;
    return list;
  }

  /** Nothing may be left, and no here-document open. */
  end(): void {
    this.skipLines();
    if (!this.isAtEnd() || this.waiting.length > 0) throw this.problem();
  }

  private pipeline(): Command {
    let isTurned = false;
    while (this.isWord("!") || this.isWord("time")) {
      if (this.isWord("!")) isTurned = true;
      this.at += this.isWord("!") ? 1 : 4;
      this.blanks();
      if (this.isWord("-p")) this.at += 2;
      this.blanks();
    }
    const commands = [this.command()];
    for (;;) {
      this.blanks();
      if (this.peek() !== "|" || this.source[this.at + 1] === "|") break;
      this.at += this.source[this.at + 1] === "&" ? 2 : 1;
      this.skipLines();
      commands.push(this.command());
    }
    const [only] = commands;
    if (commands.length === 1 && only !== undefined && !isTurned) return only;
    return { kind: "pipeline", commands, redirects: [] };
  }

  private command(): Command {
    this.blanks();
    const node = this.compound();
    if (node === null) return this.simple();
    const redirects: Redirect[] = [];
    for (;;) {
      this.blanks();
      const operator = this.match(REDIRECT);
      if (operator === null) break;
      redirects.push(this.redirect(operator));
    }
    return { ...node, redirects };
  }

  private compound(): Node | null {
    const start = this.at;
    const heading = this.match(FUNCTION);
    if (heading !== null) {
      this.expectWord("{");
      const body = this.list("}");
      this.expectWord("}");
      const source = this.source.slice(start, this.at);
      return { kind: "function", name: heading.replace(/[^a-z0-9_]/g, ""), body, source };
    }
    if (this.source.startsWith("((", this.at)) return this.arithmeticCommand();
    if (this.peek() === "(") {
      this.at++;
      const body = this.list();
      this.expect(")");
      return { kind: "group", body, isSubshell: true };
    }
    if (this.word("{")) {
      const body = this.list("}");
      this.expectWord("}");
      return { kind: "group", body, isSubshell: false };
    }
    if (this.word("for")) return this.forLoop();
    if (this.word("while") || this.word("until")) {
      const condition = this.list("do");
      return { kind: "loop", condition, body: this.doBody() };
    }
    if (this.word("if")) return this.ifElse();
    if (this.word("case")) return this.caseOf();
    if (this.word("[[")) return this.condition();
    return null;
  }

  private forLoop(): Node {
    this.blanks();
    if (this.source.startsWith("((", this.at)) {
      const command = this.arithmeticCommand();
      this.separator();
      const steps = command.text.split(";");
      if (steps.length !== 3) throw this.problem();
      return { kind: "count", steps, body: this.doBody() };
    }
    const name = this.match(NAME);
    this.skipLines();
    if (name === null || !this.word("in")) throw this.problem();
    const words: Word[] = [];
    for (this.blanks(); !this.isSeparator(); this.blanks()) words.push(this.readWord());
    this.separator();
    return { kind: "for", name, words, body: this.doBody() };
  }

  private doBody(): List {
    this.skipLines();
    this.expectWord("do");
    const body = this.list("done");
    this.expectWord("done");
    return body;
  }

  private ifElse(): Node {
    const parts = [this.list("then")];
    this.expectWord("then");
    for (;;) {
      parts.push(this.list("elif", "else", "fi"));
      if (this.word("elif")) {
        parts.push(this.list("then"));
        this.expectWord("then");
      } else if (!this.word("else")) break;
    }
    this.expectWord("fi");
    return { kind: "if", parts };
  }

  private caseOf(): Node {
    this.blanks();
    const subject = this.readWord();
    this.skipLines();
    this.expectWord("in");
    const branches: List[] = [];
    for (;;) {
      this.skipLines();
      if (this.word("esac")) break;
      if (this.match(CASE_PATTERN) === null) throw this.problem();
      branches.push(this.list("esac"));
      this.skipLines();
      if (this.source.startsWith(";;", this.at)) this.at += 2;
      else if (!this.isWord("esac")) throw this.problem();
    }
    return { kind: "case", subject, branches };
  }

  private condition(): Node {
    const start = this.at;
    const words: Word[] = [];
    for (;;) {
      while (/[ \t\n]/.test(this.peek())) this.at++;
      if (this.isAtEnd()) throw this.problem();
      if (this.word("]]")) break;
      words.push(this.readWord(true));
    }
    return { kind: "condition", words, source: `[[${this.source.slice(start, this.at)}` };
  }

  private arithmeticCommand(): { kind: "arithmetic"; text: string } {
    const end = this.source.indexOf("))", this.at);
    if (end === -1) throw this.problem();
    const text = this.source.slice(this.at + 2, end);
    this.at = end + 2;
    return { kind: "arithmetic", text };
  }

  private simple(): Command {
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    for (;;) {
      this.blanks();
      const operator = this.match(REDIRECT, true);
      if (operator !== null && !/^[<>]\($/.test(this.source.slice(this.at, this.at + 2))) {
        this.at += operator.length;
        redirects.push(this.redirect(operator));
      } else if (this.isSeparator() || ")|".includes(this.peek())) break;
      else if (words.length === 0 && this.match(ASSIGNMENT, true) !== null)
        assignments.push(this.assignment());
      else if (words.length === 0 && [...RESERVED].some((word) => this.isWord(word)))
        throw this.problem();
      else words.push(this.readWord());
    }
    if (assignments.length + words.length + redirects.length === 0) throw this.problem();
    return { kind: "simple", assignments, words, redirects };
  }

  private assignment(): Assignment {
    const start = this.at;
    const [, name = "", plus] = /([A-Za-z_]\w*)(\+?)=/.exec(this.match(ASSIGNMENT) ?? "") ?? [];
    const isEmpty = this.isSeparator() || /[ \t]/.test(this.peek());
    const value = isEmpty ? { parts: [], source: "" } : this.readWord();
    const source = this.source.slice(start, this.at);
    return { name, value, isAppended: plus === "+", source };
  }

  private redirect(text: string): Redirect {
    const start = this.at - text.length;
    const operator = text.replace(/^\d+/, "");
    if (operator === "<<" || operator === "<<-") return this.hereDocument(operator, start);
    this.blanks();
    const target = this.readWord();
    return { operator, target, source: this.source.slice(start, this.at) };
  }

  private hereDocument(kind: string, start: number): Redirect {
    const found = this.match(HERE_END);
    if (found === null || !this.isSeparatorOrBlank()) throw this.problem();
    const end = found.trim().replace(/['"]/g, "");
    const target: Word = { parts: [], source: "" };
    const source = this.source.slice(start, this.at);
    const redirect = { operator: "<<", target, source };
    this.waiting.push({ redirect, end, kind, isQuoted: /['"]/.test(found) });
    return redirect;
  }

  private readHereDocuments(): void {
    for (const { redirect, end, kind, isQuoted } of this.waiting.splice(0)) {
      const start = this.at;
      let isClosed = false;
      while (!isClosed && !this.isAtEnd()) {
        const stop = this.source.indexOf("\n", this.at);
        const lineEnd = stop === -1 ? this.source.length : stop;
        const line = this.source.slice(this.at, lineEnd);
        const bodyEnd = this.at;
        this.at = Math.min(lineEnd + 1, this.source.length);
        if ((kind === "<<-" ? line.replace(/^\t+/, "") : line) !== end) continue;
        isClosed = true;
        const body = this.source.slice(start, bodyEnd);
        // Shells disagree on whether a continued line ends the here-document.
        if (!isQuoted && body.includes("\\\n")) throw new NotKnown(redirect.source);
        redirect.target = isQuoted
          ? { parts: [{ text: body, isQuoted: true }], source: body }
          : new Reader(body, this.depth + 1).hereBody();
      }
      if (!isClosed) throw new NotKnown(redirect.source);
    }
  }

  private hereBody(): Word {
    if (this.depth > DEEPEST) throw new NotKnown(firstWords(this.source));
    const parts: Part[] = [];
    while (!this.isAtEnd()) this.inQuotes(parts, "`$\\");
    return { parts, source: this.source };
  }

  private readWord(isCondition = false): Word {
    const start = this.at;
    const parts: Part[] = [];
    while (!this.isAtEnd() && !/[ \t\n]/.test(this.peek())) {
      const character = this.peek();
      if (isCondition && this.match(IN_CONDITION, true) !== null)
        parts.push({ text: this.match(IN_CONDITION) ?? "", isQuoted: false });
      else if (/[<>]/.test(character)) {
        if (this.at > start || this.source.slice(this.at, this.at + 2) !== "<(") break;
        this.at += 2;
        parts.push({ piped: this.inner() });
      } else if (";&|()".includes(character)) break;
      else this.unquoted(parts, character);
    }
    if (this.at === start) throw this.problem();
    return { parts, source: this.source.slice(start, this.at) };
  }

  private unquoted(parts: Part[], character: string): void {
    if (character === "'") parts.push({ text: this.singleQuoted(), isQuoted: true });
    else if (character === '"') {
      this.at++;
      parts.push({ text: "", isQuoted: true });
      while (this.peek() !== '"') {
        if (this.isAtEnd()) throw this.problem();
        this.inQuotes(parts, '`$\\"');
      }
      this.at++;
    } else if (character === "\\") {
      const next = this.source.charAt(this.at + 1);
      if (next === "" || next === "\n") throw this.problem();
      parts.push({ text: next, isQuoted: true });
      this.at += 2;
    } else if (character === "$") this.dollar(parts, false);
    else if (character === "`") parts.push({ script: this.ticks(), isQuoted: false });
    else if (character === "[" && /^\s?$/.test(this.source.charAt(this.at + 1))) {
      parts.push({ text: "[", isQuoted: true });
      this.at++;
    } else if ("*?[".includes(character)) {
      parts.push({ glob: this.match(GLOB) ?? "" });
    } else if (character === "{") this.braces(parts);
    else parts.push({ text: this.match(PLAIN) ?? "", isQuoted: false });
  }

  private braces(parts: Part[]): void {
    const choices = this.match(CHOICES);
    const sequence = choices === null ? this.match(SEQUENCE) : null;
    const plain = choices === null && sequence === null ? this.match(PLAIN_BRACES) : null;
    if (choices !== null) parts.push({ choices: choices.slice(1, -1).split(",") });
    else if (sequence !== null) parts.push(sequenceOf(sequence));
    else if (plain !== null && !plain.includes("..")) parts.push({ text: plain, isQuoted: false });
    else throw this.problem();
  }

  /** One step inside double quotes or a here-document. */
  private inQuotes(parts: Part[], special: string): void {
    const character = this.peek();
    if (character === "`") parts.push({ script: this.ticks(), isQuoted: true });
    else if (character === "$") this.dollar(parts, true);
    else if (character === "\\") {
      const next = this.source.charAt(this.at + 1);
      const text = next === "\n" ? "" : special.includes(next) ? next : `\\${next}`;
      parts.push({ text, isQuoted: true });
      this.at += 2;
    } else {
      let end = this.at + 1;
      while (end < this.source.length && !special.includes(this.source.charAt(end))) end++;
      parts.push({ text: this.source.slice(this.at, end), isQuoted: true });
      this.at = end;
    }
  }

  private singleQuoted(): string {
    const end = this.source.indexOf("'", this.at + 1);
    if (end === -1) throw this.problem();
    const text = this.source.slice(this.at + 1, end);
    this.at = end + 1;
    return text;
  }

  private dollar(parts: Part[], isQuoted: boolean): void {
    const next = this.source.charAt(this.at + 1);
    if (next === "'" && !isQuoted) this.ansiQuoted(parts);
    else if (next === "(") this.dollarParenthesis(parts, isQuoted);
    else if (next === "{") this.expansion(parts, isQuoted);
    else if (/[?#$]/.test(next)) {
      this.at += 2;
      parts.push({ number: true, isMany: false });
    } else this.variable(parts, isQuoted, next);
  }

  private variable(parts: Part[], isQuoted: boolean, next: string): void {
    this.at++;
    const name = this.match(NAME) ?? this.match(/[\d@*!]/y);
    if (name === null) {
      // zsh and bash have many meanings for what may follow the sign.
      if (!/^[\s"'/.,)|]?$/.test(next) || (next === '"' && !isQuoted)) throw this.problem();
      parts.push({ text: "$", isQuoted: true });
      return;
    }
    // In zsh an index or a modifier may follow, and an index is calculated.
    if (this.peek() === "[") throw new NotKnown(`$${name}[`);
    // zsh reads more than one digit as one number.
    const isWhole = !/[:\d]/.test(this.peek()) && !/[@*!0]/.test(name);
    parts.push({ variable: name, isQuoted, isWhole });
  }

  private expansion(parts: Part[], isQuoted: boolean): void {
    const start = this.at;
    this.at++;
    const found = this.match(EXPANSION);
    if (found === null) throw new NotKnown(aroundOf(this.source, start));
    if (/^\{#/.test(found) && found.length > 3) parts.push({ number: true, isMany: false });
    else {
      const isWhole = /^\{[A-Za-z_]\w*\}$/.test(found);
      const name = isWhole ? found.slice(1, -1) : found;
      parts.push({ variable: name, isQuoted, isWhole });
    }
    if (this.peek() === "[") throw new NotKnown(`$${found}[`);
  }

  private ansiQuoted(parts: Part[]): void {
    let text = "";
    for (this.at += 2; this.peek() !== "'"; this.at++) {
      if (this.isAtEnd()) throw this.problem();
      if (this.peek() === "\\") {
        this.at++;
        const meant = ANSI_ESCAPES[this.peek()];
        if (meant === undefined) throw this.problem();
        text += meant;
      } else text += this.peek();
    }
    this.at++;
    parts.push({ text, isQuoted: true });
  }

  private dollarParenthesis(parts: Part[], isQuoted: boolean): void {
    if (this.source.startsWith("$((", this.at)) {
      const end = this.source.indexOf("))", this.at);
      if (end === -1) throw this.problem();
      parts.push({ arithmetic: this.source.slice(this.at + 3, end) });
      this.at = end + 2;
      return;
    }
    this.at += 2;
    parts.push({ script: this.inner(), isQuoted });
  }

  /** The script up to the closing parenthesis. */
  private inner(): List {
    // A here-document that is still open would begin in the middle of this script.
    if (this.waiting.length > 0) throw this.problem();
    const list = this.list();
    if (this.waiting.length > 0) throw this.problem();
    this.expect(")");
    return list;
  }

  private ticks(): List {
    let end = this.at + 1;
    while (end < this.source.length && this.source[end] !== "`") end++;
    const inside = this.source.slice(this.at + 1, end);
    // A backslash within means another thing in each shell.
    if (end >= this.source.length || inside.includes("\\")) throw this.problem();
    this.at = end + 1;
    return parseScript(inside, this.depth + 1);
  }

  private skipLines(): void {
    for (;;) {
      this.blanks();
      if (this.peek() === "#") {
        const end = this.source.indexOf("\n", this.at);
        this.at = end === -1 ? this.source.length : end;
      } else if (this.peek() === "\n") {
        this.at++;
        this.readHereDocuments();
      } else break;
    }
  }

  private blanks(): void {
    for (;;) {
      const character = this.peek();
      if (character === " " || character === "\t") this.at++;
      else if (character === "\\" && this.source[this.at + 1] === "\n" && this.isApart())
        this.at += 2;
      else break;
    }
  }

  /** Whether a continued line stands between two words and not in the middle of one. */
  private isApart(): boolean {
    return this.at === 0 || /[\s|&;]/.test(this.source.charAt(this.at - 1));
  }

  private separator(): void {
    this.blanks();
    if (this.peek() === ";") this.at++;
    else if (this.peek() !== "\n") throw this.problem();
    this.skipLines();
  }

  private isSeparator(): boolean {
    return this.isAtEnd() || /[\n;&]/.test(this.peek()) || this.isComment();
  }

  private isSeparatorOrBlank(): boolean {
    return this.isSeparator() || /[ \t)|<>]/.test(this.peek());
  }

  private isComment(): boolean {
    return this.peek() === "#" && /^$|\s/.test(this.source.charAt(this.at - 1));
  }

  private word(text: string): boolean {
    if (!this.isWord(text)) return false;
    this.at += text.length;
    return true;
  }

  private isWord(text: string): boolean {
    return (
      this.source.startsWith(text, this.at) &&
      /^(?:[\s;&|()<>]|$)/.test(this.source.charAt(this.at + text.length))
    );
  }

  private expectWord(text: string): void {
    if (!this.word(text)) throw this.problem();
  }

  private expect(text: string): void {
    if (!this.source.startsWith(text, this.at)) throw this.problem();
    this.at += text.length;
  }

  private match(pattern: RegExp, isOnlySeen = false): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source)?.[0] ?? null;
    if (found !== null && !isOnlySeen) this.at += found.length;
    return found;
  }

  private peek(): string {
    return this.source.charAt(this.at);
  }

  private isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  private problem(): NotKnown {
    return new NotKnown(aroundOf(this.source, Math.min(this.at, this.source.length - 1)));
  }
}

function sequenceOf(text: string): Part {
  if (/\d/.test(text.slice(0, 4))) return { number: true, isMany: true };
  const [from = 0, to = 0] = [text.charCodeAt(1), text.charCodeAt(4)];
  const letters = Array.from({ length: Math.abs(to - from) + 1 }, (_, index) =>
    String.fromCharCode(Math.min(from, to) + index),
  );
  return { choices: letters };
}

/** The words around a position, for a person to find it. */
function aroundOf(source: string, at: number): string {
  const start = source.lastIndexOf("\n", at - 1) + 1;
  const from = Math.max(start, source.lastIndexOf(" ", at - 1) + 1, at - 30);
  const [found = ""] = /^[^\n]{1,40}/.exec(source.slice(from, from + 60)) ?? [];
  return found;
}

function firstWords(source: string): string {
  return source.slice(0, 40).split("\n")[0] ?? "";
}
