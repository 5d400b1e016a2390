/** Compares the words of a command with what the grammar knows about its program. */

import { NotKnown } from "../shell/script-syntax.ts";
import { type Argument, asArgument, known } from "../shell/script-values.ts";
import type { Call, Given, Grammar, Program } from "./grammar.ts";
import { isOfKind } from "./harmless-kinds.ts";
import { isSecret } from "./secrets.ts";

/** Throws `NotKnown` unless every word is known to be harmless. */
export function readWords(program: Program, words: readonly Argument[], call: Call): void {
  if (program.runsProject) call.runProject();
  if (program.visitsRepository) call.visitRepository();
  if (program.isOpen) return;
  if (program.read !== undefined) {
    program.read(words, call);
    return;
  }
  const { given, rest } = readOptions(program, words, call);
  if (program.startsCommand) {
    if (rest.length === 0) throw new NotKnown(call.name);
    call.startCommand(rest);
  } else if (program.subcommands !== undefined) {
    const [first, ...more] = rest;
    if (first === undefined) {
      if (!program.isFineAlone && !isAsked(given)) throw new NotKnown(call.name);
      return;
    }
    const name = onlyText(first);
    const next =
      name === null ? undefined : (namedIn(program.subcommands, name) ?? program.others?.(name));
    if (next === undefined && isOnlyHelp(program, name, more)) return;
    if (next === undefined) throw new NotKnown(`${call.name} ${first.source}`);
    const runsProject = call.isRunner || program.runsProject === true;
    readWords(next, more, { ...call, name: `${call.name} ${first.source}`, isRunner: runsProject });
  }
  if (program.needs !== undefined && !isAsked(given) && !isFed(program, call)) {
    const needed = program.needs.split(" ");
    if (!needed.some((option) => given.options.has(option))) throw new NotKnown(call.name);
  }
  program.check?.(given, call);
}

/** The one text that a word can be; null if it can be another. */
export function onlyText({ texts, isSplit, isMany }: Argument): string | null {
  const [only] = texts ?? [];
  return texts?.length === 1 && only !== undefined && !isSplit && !isMany ? only : null;
}

export function namedIn(grammar: Grammar, name: string): Program | undefined {
  let names = NAMES.get(grammar);
  if (names === undefined) {
    const entries = Object.entries(grammar);
    names = new Map(entries.flatMap(([all, one]) => all.split("|").map((key) => [key, one])));
    NAMES.set(grammar, names);
  }
  return names.get(name);
}

const NAMES = new WeakMap<Grammar, Map<string, Program>>();

/** Whether the program reads what it is to do from a text that is seen, and that is harmless. */
function isFed({ feeds }: Program, call: Call): boolean {
  if (feeds === undefined || call.fed === null) return false;
  return isOfKind(asArgument(known(call.fed), call.name), feeds, call);
}

/** `docker run --help`. Runners of scripts would hand it on to a script of that name. */
function isOnlyHelp(program: Program, name: string | null, more: readonly Argument[]): boolean {
  const [only] = more;
  const isHelp = more.length === 1 && only !== undefined && onlyText(only) === "--help";
  const runsScripts =
    program.runsProject || namedIn(program.subcommands ?? {}, "run-script") !== undefined;
  return isHelp && name !== null && /^[a-z][a-z-]*$/.test(name) && !runsScripts;
}

/** Every program can say what it is. */
function isAsked({ options }: Given): boolean {
  return ["--help", "--version", "-h", "-V"].some((option) => options.has(option));
}

function readOptions(
  program: Program,
  words: readonly Argument[],
  call: Call,
): { given: Given; rest: readonly Argument[] } {
  const table = tableOf(program);
  const options = new Map<string, Argument | null>();
  const plain: Argument[] = [];
  const behindDashes: Argument[] = [];
  const given: Given = { options, arguments: plain, behindDashes };
  const kinds = (program.arguments ?? "").split(" ").filter(Boolean);
  const isLed = program.subcommands !== undefined || program.startsCommand === true;
  const instead = program.instead?.split(" ") ?? [];
  const isRunner = call.isRunner || program.runsProject === true;
  let at = 0;
  while (at < words.length) {
    const word = words[at] as Argument; // inside the array
    if (isLed && plain.length >= kinds.length && !mayBeOption(word)) break;
    const isEnd = onlyText(word) === "--";
    if (isEnd) {
      at++;
      if (isLed) break;
      if (program.behindDashes !== undefined) {
        behindDashes.push(...words.slice(at));
        readWords(program.behindDashes, behindDashes, call);
      } else for (const each of words.slice(at)) take(each);
      at = words.length;
    } else if (mayBeOption(word)) {
      const wasThere = instead.some((option) => options.has(option));
      at = readOption(at);
      // Some systems end the options at the first argument, and then that one is the script.
      const isLate = !wasThere && plain.length > 0;
      if (isLate && instead.some((option) => options.has(option))) throw unknown(word);
    } else {
      take(word);
      at++;
      if (program.endsAtFirst) {
        for (const each of words.slice(at)) take(each);
        at = words.length;
      }
    }
  }
  if (!isLed) checkArguments();
  else for (const [index, kind] of kinds.entries()) checkKind(plain[index], kind);
  return { given, rest: words.slice(at) };

  function take(word: Argument): void {
    plain.push(word);
  }

  /** Reads an option with its value and says where the next word is. */
  function readOption(position: number): number {
    const word = words[position] as Argument; // the caller saw it
    if (word.texts === null) return readFilledIn(word, position);
    const text = onlyText(word);
    if (text === null) throw unknown(word);
    const [, name = text, value] = /^(--?[^=]+)=(.*)$/s.exec(text) ?? [];
    const exact = table.get(name);
    if (text.startsWith("--") || program.hasLongDashes || table.has(text)) {
      if (exact === undefined) throw unknown(word);
      return takeValue(name, exact, value, word, position);
    }
    if (/^-\d+$/.test(text) && table.has("-NUM")) {
      options.set("-NUM", word);
      return position + 1;
    }
    return readLetters(text, word, position);
  }

  /** `--filter=$name`: the option is known, its value is not. */
  function readFilledIn(word: Argument, position: number): number {
    // `-j$(nproc)`
    const [, letter = ""] = /^(-[A-Za-z])0$/.exec(word.begins) ?? [];
    const short = table.get(letter);
    if (word.isPlain && !word.isSplit && short?.takes === "?" && short.kind === "number")
      return position + 1;
    const [, name = ""] = /^(--[^=]+)=/.exec(word.begins) ?? [];
    const option = table.get(name);
    if (word.isSplit || word.isMany || option?.takes === undefined) throw unknown(word);
    const value = { ...word, begins: word.begins.slice(name.length + 1) };
    const isAway = leadsAway(name, option.kind, value);
    if (!isOfKind(value, option.kind, call) || isShownSecret(name, value) || isAway)
      throw unknown(word);
    options.set(name, value);
    return position + 1;
  }

  function readLetters(text: string, word: Argument, position: number): number {
    for (let index = 1; index < text.length; index++) {
      const name = `-${text[index]}`;
      const option = table.get(name);
      if (option === undefined) throw unknown(word);
      const glued = text.slice(index + 1);
      if (option.takes !== undefined)
        return takeValue(name, option, glued === "" ? undefined : glued, word, position);
      options.set(name, null);
    }
    return position + 1;
  }

  function takeValue(
    name: string,
    { takes, kind }: Option,
    glued: string | undefined,
    word: Argument,
    position: number,
  ): number {
    const isJobs = takes === "?" && /^(?:-j|--jobs|--parallel)$/.test(name) && glued === undefined;
    // `-j 8`: where that is no value, the number is an argument that does nothing.
    if (isJobs && /^\d+$/.test(onlyText(words[position + 1] ?? word) ?? "")) {
      options.set(name, words[position + 1] ?? null);
      return position + 2;
    }
    if (takes === undefined || (takes === "?" && glued === undefined)) {
      if (glued !== undefined) throw unknown(word);
      options.set(name, null);
      return position + 1;
    }
    const next = glued === undefined ? words[position + 1] : asArgument(known(glued), word.source);
    // Names of files that a pattern finds begin as it does: the others are arguments, no options.
    const isOne = next !== undefined && (!next.isMany || isFoundText(next, kind));
    const isThere = next !== undefined && !next.isSplit && isOne && !next.mayVanish;
    // Where a program takes no value there, the next word is an option of its own.
    const isOption =
      glued === undefined && kind !== "pattern" && next?.texts?.some(looksLikeOption);
    const isOdd = glued !== undefined && kind === "text" && isLongName(name, glued);
    const isFit = isThere && !isOption && !isOdd && isOfKind(next, kind, call);
    if (!isFit || isShownSecret(name, next) || leadsAway(name, kind, next)) {
      const value = glued === undefined ? ` ${next?.source ?? ""}` : "";
      throw new NotKnown(`${call.name} ${word.source}${value}`);
    }
    options.set(name, next);
    return position + (glued === undefined ? 2 : 1);
  }

  /** A project is not run with what lies elsewhere: settings, packages, code. */
  function leadsAway(name: string, kind: string, { texts, begins }: Argument): boolean {
    if (!isRunner || kind !== "text" || SOUGHT.test(name)) return false;
    return (texts ?? [begins]).some((text) => /^(?:~?\/|\.\.\/|@\/|https?:)/.test(text));
  }

  function isFoundText({ begins, texts }: Argument, kind: string): boolean {
    return (
      /^(?:text|form)$/.test(kind) &&
      texts === null &&
      /^[^-]/.test(begins) &&
      kinds.at(-1) === "text…"
    );
  }

  function checkArguments(): void {
    const isLeftOut = instead.some((option) => options.has(option));
    const left = isLeftOut ? kinds.slice(1) : kinds;
    const last = left.at(-1);
    for (const [index, word] of plain.entries()) {
      const kind = left[index] ?? (last?.endsWith("…") ? last : undefined);
      const isRepeated = kind?.endsWith("…") ?? false;
      if (kind === undefined || ((word.isMany || word.isSplit) && !isRepeated)) throw unknown(word);
      checkKind(word, kind);
    }
  }

  function checkKind(word: Argument | undefined, kind: string): void {
    if (word === undefined) throw new NotKnown(call.name);
    // Many programs read more options from a file that is called so.
    if (
      isRunner &&
      /^(?:text|unsent)/.test(kind) &&
      (onlyText(word) ?? word.begins).startsWith("@")
    )
      throw unknown(word);
    if (!isOfKind(word, kind.replace("…", ""), call)) throw unknown(word);
  }

  function unknown(word: Argument): NotKnown {
    return new NotKnown(`${call.name} ${word.source}`);
  }
}

function looksLikeOption(text: string): boolean {
  // Several options in one word are a value.
  return /^-[-A-Za-z]/.test(text) && !/^-\w+ -/.test(text);
}

/** A file with keys in it, where an option does not merely leave it out or look for its name. */
function isShownSecret(option: string, value: Argument): boolean {
  return !NAMING.test(option) && isSecret(value);
}

/** `-chdir=x`: an option of several letters behind one dash, where the first is one of its own. */
function isLongName(name: string, glued: string): boolean {
  return /^-[A-Za-z]$/.test(name) && /^[\w-]+=/.test(glued);
}

/** Options whose value is looked for, or left out. */
const SOUGHT = /^-[tkgen]$|ignore|exclude|include|glob|name|pattern|filter|skip|grep|match|only/i;
const NAMING =
  /^-[egnkmiIxXTtwb]$|ignore|exclude|include|glob|name|pattern|filter|skip|grep|regexp/;

function mayBeOption({ texts, begins, isSplit }: Argument): boolean {
  if (isSplit) return true;
  if (texts === null) return begins === "" || begins.startsWith("-");
  return texts.some((text) => text.startsWith("-") && text !== "-");
}

interface Option {
  /** `=`: it needs a value. `?`: it may have one glued to it. */
  takes: "=" | "?" | undefined;
  kind: string;
}

/** Each program's options are read from its text once. */
function tableOf(program: Program): ReadonlyMap<string, Option> {
  let table = TABLES.get(program);
  if (table === undefined) {
    table = new Map();
    const text = `${program.options ?? ""} --help --version`;
    for (const token of text.split(/\s+/)) {
      const [, name, takes, kind = ""] = /^(-[^=?]*)([=?])?(.*)$/.exec(token) ?? [];
      if (name === undefined) continue;
      table.set(name, { takes: takes as Option["takes"], kind: kind || "text" }); // by the pattern
    }
    TABLES.set(program, table);
  }
  return table;
}

const TABLES = new WeakMap<Program, Map<string, Option>>();
