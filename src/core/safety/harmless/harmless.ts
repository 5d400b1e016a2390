/**
 * Judges a shell script by the grammar of what is known to be harmless. It walks through every
 * command of the script; what nobody taught it is not known.
 */

import { dangersOfScript } from "../destroys/destructive-shell.ts";
import type { JudgedPlace } from "../judge.ts";
import { regex } from "../regex.ts";
import {
  type Assignment,
  type Chain,
  type Command,
  type List,
  NotKnown,
  parseScript,
  type Redirect,
} from "../shell/script-syntax.ts";
import {
  ANY,
  type Argument,
  asArgument,
  beginning,
  either,
  expand,
  known,
  NUMBER,
  type Value,
  valueOfWord,
} from "../shell/script-values.ts";
import { isHarmlessAssignment, isScriptVariable } from "./environment.ts";
import type { Call } from "./grammar.ts";
import { isBuildOutput, isTemporary, whole, writing } from "./harmless-paths.ts";
import { namedIn, onlyText, readWords } from "./harmless-words.ts";
import { keepsLines, NAMES, outputOfWords } from "./outputs.ts";
import { PROGRAMS } from "./programs.ts";
import { isConventional, MORE } from "./project-scripts.ts";
import { isSecret, secretAmong } from "./secrets.ts";
import { checkCondition } from "./shell-itself.ts";

/** The shortest part of the script that is not known to be harmless; null if all of it is. */
export function unknownPart(script: string, place: JudgedPlace): string | null {
  try {
    new Walk(place).wholeScript(script);
    return null;
  } catch (error) {
    if (error instanceof NotKnown) return error.part;
    throw error;
  }
}

const DEEPEST = 8;
const MOST_COMMANDS = 2_000;
const MOST_FOLDERS = 6;

class Walk {
  private variables = new Map<string, Value>();
  /** Functions that are sure to be there, by name. Replaced as a whole, never changed. */
  private functions: ReadonlyMap<string, List> = new Map();
  /** Where the script may be: a `cd` may have failed. Null is a folder that is not known. */
  private folders: (string | null)[] = [""];
  /** What runs code of the project, and a file that such code may read, written by the script. */
  private runs: string | null = null;
  private wrote: string | null = null;
  private wasAway = false;
  private commands = 0;
  private depth = 0;
  private scriptDepth = 0;
  private readonly place: JudgedPlace;

  constructor(place: JudgedPlace) {
    this.place = place;
  }

  wholeScript(script: string): void {
    this.list(parseScript(script));
    // A script that writes a file and runs the project may run what it wrote.
    if (this.runs !== null && this.wrote !== null) throw new NotKnown(this.wrote);
    // A folder that is not known, or that anybody may fill, is no project to trust.
    if (this.runs !== null && this.wasAway) throw new NotKnown(this.runs);
  }

  private list(list: List): void {
    for (const chain of list)
      if (chain.isBeside) this.apart(() => this.chain(chain));
      else this.chain(chain);
  }

  private chain({ commands }: Chain): Value {
    const [first, ...rest] = commands;
    const output = first === undefined ? ANY : this.command(first.command);
    // Behind `&&` each one runs only if all before it did.
    if (rest.every(({ joint }) => joint === "&&")) {
      this.perhaps(() => {
        for (const { command } of rest) this.command(command);
      });
      return rest.length === 0 ? output : ANY;
    }
    const others = rest.map(({ command }) => this.perhaps(() => this.command(command)));
    const areNames = [output, ...others].every((one) => one.begins === "x" && one.texts === null);
    return areNames ? NAMES : ANY;
  }

  /** Runs through a part that may run or not: afterwards either is possible. */
  private perhaps<Result>(part: () => Result): Result {
    const before = new Map(this.variables);
    const { folders, functions } = this;
    const result = part();
    this.functions = functions;
    for (const [name, value] of this.variables) {
      const old = before.get(name) ?? outside(name);
      if (old !== value) this.variables.set(name, either(old, value));
    }
    this.folders = limited([...folders, ...this.folders]);
    return result;
  }

  /** Runs through a part in a shell of its own, which leaves this one as it is. */
  private apart<Result>(part: () => Result): Result {
    const before = new Map(this.variables);
    const { folders, functions } = this;
    const result = part();
    this.variables = before;
    this.folders = folders;
    this.functions = functions;
    return result;
  }

  private command(command: Command): Value {
    if (++this.commands > MOST_COMMANDS) throw new NotKnown("…");
    const output = this.node(command);
    for (const redirect of command.redirects) this.redirect(redirect);
    return output;
  }

  private node(node: Command): Value {
    switch (node.kind) {
      case "simple":
        return this.simple(node.assignments, this.wordsOf(node.words), node.redirects);
      case "pipeline":
        return this.pipeline(node.commands);
      case "for":
        this.forLoop(node.name, this.wordsOf(node.words), node.body);
        return ANY;
      case "count":
        for (const step of node.steps) this.calculate(step);
        this.loop([], node.body);
        return ANY;
      case "loop":
        this.loop(node.condition, node.body);
        return ANY;
      case "if":
        for (const part of node.parts) this.perhaps(() => this.list(part));
        return ANY;
      case "case":
        expand(node.subject, this);
        for (const branch of node.branches) this.perhaps(() => this.list(branch));
        return ANY;
      case "group":
        if (node.isSubshell) this.apart(() => this.list(node.body));
        else this.list(node.body);
        return ANY;
      case "condition":
        checkCondition(this.wordsOf(node.words), node.source);
        return ANY;
      case "arithmetic":
        this.calculate(node.text);
        return ANY;
      case "function":
        this.define(node.name, node.body, node.source);
        return ANY;
    }
  }

  private pipeline(commands: readonly Command[]): Value {
    let printed = ANY;
    for (const [index, command] of commands.entries()) {
      const value = this.perhaps(() => this.command(command));
      const isKept = index > 0 && command.kind === "simple" && this.isFilter(command);
      if (!isKept || !(printed.isList || printed.isPlain)) printed = value;
    }
    return printed;
  }

  private isFilter({ words, assignments }: Command & { kind: "simple" }): boolean {
    return (
      assignments.length === 0 && keepsLines(words.map((word) => asArgument(ANY, word.source)))
    );
  }

  /** A name that means nothing to any shell, so that it is called only where the script says it. */
  private define(name: string, body: List, source: string): void {
    const isTaken = namedIn(PROGRAMS, name) !== undefined || NOT_FUNCTIONS.test(name);
    if (isTaken || !isScriptVariable(name)) throw new NotKnown(source);
    this.functions = new Map([...this.functions, [name, body]]);
  }

  /** Runs through a function with its words as `$1` and so on. */
  private callFunction(body: List, words: readonly Argument[], source: string): void {
    if (++this.depth > DEEPEST) throw new NotKnown(source);
    const secret = words.find(isSecret);
    if (secret !== undefined) throw new NotKnown(secret.source);
    for (const word of words) this.refuseOwn(word);
    const outer = POSITIONS.map((name) => this.variables.get(name) ?? ANY);
    const isSeen = words.every((word) => !word.isSplit && !word.isMany && !word.mayVanish);
    for (const [index, name] of POSITIONS.entries())
      this.variables.set(name, (isSeen ? words[index] : null) ?? ANY);
    this.perhaps(() => this.list(body));
    for (const [index, name] of POSITIONS.entries()) this.variables.set(name, outer[index] ?? ANY);
    this.depth--;
  }

  private wordsOf(words: Parameters<typeof expand>[0][]): Argument[] {
    return words.flatMap((word) => expand(word, this));
  }

  private forLoop(name: string, words: Argument[], body: List): void {
    if (!isScriptVariable(name)) throw new NotKnown(`for ${name}`);
    const values = words.map((word): Value => {
      if (/^\$\(seq [\d ]+\)$/.test(word.source)) return NUMBER;
      if (word.isList) return { ...word, isList: undefined, isPlain: true };
      return word.isSplit ? ANY : word;
    });
    const value = values.reduce(
      (all: Value | null, one) => (all === null ? one : either(all, one)),
      null,
    );
    this.loop([], body, [name, value ?? known("")]);
  }

  /** What a loop sets in one round is there in the next, whatever it is. */
  private loop(condition: List, body: List, each?: [name: string, value: Value]): void {
    const names = new Set<string>();
    assignedIn([...condition, ...body], names);
    for (const called of this.functions.values()) assignedIn(called, names);
    for (const name of names) {
      const before = this.valueOf(name);
      this.variables.set(name, before.isNumber && !names.has(`$${name}`) ? CALCULATED : ANY);
    }
    if (each !== undefined) {
      const [name, value] = each;
      this.variables.set(name, names.has(name) ? ANY : value);
    }
    if (names.has(CHANGES_FOLDER)) this.enter(null);
    const started = new Map(this.variables);
    this.perhaps(() => {
      this.list(condition);
      this.list(body);
    });
    for (const name of names) this.variables.set(name, started.get(name) ?? ANY);
    if (each !== undefined) this.variables.set(each[0], ANY);
    if (names.has(CHANGES_FOLDER)) this.folders = [null];
  }

  private simple(
    assignments: Assignment[],
    words: Argument[],
    redirects: readonly Redirect[],
  ): Value {
    const [first] = words;
    if (first === undefined) {
      for (const assignment of assignments) this.assign(assignment);
      return ANY;
    }
    for (const { name, value, isAppended, source } of assignments) {
      const given = asArgument(valueOfWord(value, this), source);
      const isForRead = name === "IFS" && onlyText(first) === "read";
      if (isAppended || (!isForRead && !this.isEnvironment(name, given)))
        throw new NotKnown(source);
    }
    const called = this.functions.get(onlyText(first) ?? "");
    if (called === undefined) return this.start(words, this.fedBy(redirects));
    if (assignments.length > 0) throw new NotKnown(assignments[0]?.source ?? "");
    this.callFunction(called, words.slice(1), first.source);
    return ANY;
  }

  /** The text of a here-document, if it is all that a program reads. */
  private fedBy(redirects: readonly Redirect[]): string | null {
    const inputs = redirects.filter(({ operator }) => operator.startsWith("<"));
    const [only] = inputs;
    if (inputs.length !== 1 || only === undefined || !/^<<[<-]?/.test(only.source)) return null;
    return onlyText(asArgument(valueOfWord(only.target, this), only.source));
  }

  /** Whether `NAME=value program` leaves the program what it is, or makes it load the project. */
  private isEnvironment(name: string, value: Argument): boolean {
    if (name !== "PYTHONPATH") return isHarmlessAssignment(name, value);
    const folders = value.texts?.flatMap((text) => text.split(":"));
    const isOwn = this.isInProject({ ...value, texts: folders ?? null });
    if (!isOwn || folders?.some((folder) => folder === "" || isBuildOutput(folder))) return false;
    this.runs ??= `${name}=${value.texts?.[0] ?? ""}`;
    return true;
  }

  private assign({ name, value, isAppended, source }: Assignment): void {
    if (!isScriptVariable(name)) throw new NotKnown(source);
    const given = valueOfWord(value, this);
    const next = isAppended ? ANY : given;
    this.variables.set(name, next);
  }

  /** Judges a command and says what is known of its output. */
  private start(words: readonly Argument[], fed: string | null = null): Value {
    const [first, ...rest] = words;
    const name = first === undefined ? null : onlyText(first);
    // A name that the shell puts together may be another one in each round of a loop.
    if (first === undefined || name === null || /[$`*?{]/.test(first.source))
      throw new NotKnown(first?.source ?? "");
    for (const word of words) this.refuseOwn(word);
    const secret = secretAmong(programName(name), rest);
    if (secret !== undefined) throw new NotKnown(secret.source);
    if (this.scriptDepth > 0 && this.isOwnFile(first, rest)) return ANY;
    const program = namedIn(PROGRAMS, programName(name));
    if (program === undefined) throw new NotKnown(first.source);
    if (++this.depth > DEEPEST) throw new NotKnown(first.source);
    readWords(program, rest, this.callOf(programName(name), first.source, fed));
    this.depth--;
    return outputOfWords(words);
  }

  /** Askline's keys and rules, and the doors of the clients, are no reading matter for agents. */
  private refuseOwn({ texts, begins, source }: Argument): void {
    const project = `${this.place.workingDirectory ?? "\n"}/`;
    const all = (texts ?? [begins]).map((text) => text.replace(project, ""));
    const isHidden = texts === null && OWN_NAME.test(source.replace(/["'\\]/g, ""));
    if (isHidden || all.some((text) => OWN.test(text))) throw new NotKnown(source);
  }

  /** A project's own script may run the project's own files. */
  private isOwnFile(first: Argument, rest: readonly Argument[]): boolean {
    const name = onlyText(first) ?? "";
    const isInterpreter = /^(?:node|tsx|ts-node|bun|deno|python3?|bash|sh|ruby)$/.test(name);
    const [file] = isInterpreter ? rest : [first];
    if (file === undefined) return false;
    const text = onlyText(file) ?? "-";
    if (!/^(?:\.\/)?[\w@-][\w@./-]*\.?\w+$/.test(text) || !this.isInProject(file)) return false;
    if (!isInterpreter && !text.includes("/")) return false;
    this.runs ??= file.source;
    return true;
  }

  private callOf(name: string, source: string, fed: string | null = null): Call {
    return {
      name: source,
      fed,
      mayWrite: (path) => this.mayWrite(path),
      isInProject: (path) => this.isInProject(path),
      isEnvironment: (variable, value) => this.isEnvironment(variable, value),
      visitRepository: () => {
        // Its own settings name programs, and anybody may have left them there.
        if (this.folders.some(isTemporary)) throw new NotKnown(source);
      },
      startCommand: (words) => void this.apart(() => this.start(words, fed)),
      startScript: (text) => this.innerScript(text),
      startProjectScript: (runner, script, more) => this.projectScript(runner, script, more, name),
      runProject: () => {
        this.runs ??= source;
      },
      setVariable: (variable) => this.forget(variable),
      enter: (folder) => this.enter(folder),
      isProjectScript: this.scriptDepth > 0,
    };
  }

  private innerScript(text: string): void {
    if (++this.depth > DEEPEST) throw new NotKnown(text.slice(0, 40));
    const list = parseScript(text, this.depth);
    this.apart(() => {
      // Another shell does not know this one's variables and functions.
      this.variables = new Map();
      this.functions = new Map();
      this.list(list);
    });
    this.depth--;
  }

  private projectScript(
    runner: string,
    script: Argument,
    more: readonly Argument[],
    name: string,
  ): void {
    const said = `${name} ${script.source}`;
    this.runs ??= said;
    if (script.texts === null || script.isSplit || script.isMany) throw new NotKnown(said);
    for (const target of script.texts) this.projectTarget(runner, target, more, name, said);
  }

  private projectTarget(
    runner: string,
    target: string,
    more: readonly Argument[],
    name: string,
    said: string,
  ): void {
    const isAtHome = this.folders.length === 1 && this.folders[0] === "";
    const text = isAtHome ? this.place.scriptText?.(runner, target) : null;
    const isKnown = typeof text === "string";
    if (!isConventional(target) && !(isKnown && this.scriptDepth > 0)) throw new NotKnown(said);
    const isOneLine = isKnown && !text.includes("\n") && runner !== "make";
    if (!isOneLine) readWords(MORE, more, this.callOf(name, name));
    if (!isKnown || this.scriptDepth > 2) return;
    this.scriptDepth++;
    const line = isOneLine ? [text, ...more.map(quoted)].join(" ") : text;
    this.innerScript(line);
    this.scriptDepth--;
    // The grammar lets a project's script delete what it builds, and nothing else.
    const dangers = dangersOfScript(line, this.place).filter((one) => one !== "deletes_files");
    if (dangers.length > 0) throw new NotKnown(said);
  }

  private redirect({ operator, target, source }: Redirect): void {
    if (operator === "<<" || operator === "<<<") {
      valueOfWord(target, this);
      return;
    }
    const [word, ...others] = expand(target, this);
    if (word === undefined || others.length > 0 || operator === "<>") throw new NotKnown(source);
    this.refuseOwn(word);
    const text = onlyText(word);
    if (/^[<>]&$/.test(operator) && text !== null && /^(?:\d|-|\d-)$/.test(text)) return;
    if (operator === "<") {
      if (isSecret(word)) throw new NotKnown(source);
      const isDevice = /^\/dev\/(?!null$|stdin$|fd\/|tty$|urandom$|zero$)/.test(
        text ?? word.begins,
      );
      if (isDevice) throw new NotKnown(source);
      return;
    }
    if (!operator.includes(">") || !this.mayWrite(word)) throw new NotKnown(source);
  }

  private mayWrite(path: Argument): boolean {
    if (path.texts === null || path.isSplit || path.isMany || path.mayVanish) return false;
    return path.texts.every((text) =>
      this.folders.every((folder) => {
        const what = writing(whole(text, folder), this.place);
        if (what === "read by the project") this.wrote ??= `> ${text}`;
        return what !== null;
      }),
    );
  }

  /** Whether a path is in the project, as far as its text says. */
  private isInProject({ texts, isSplit, begins, isMany, isFound }: Argument): boolean {
    if (isSplit) return false;
    const all = texts ?? ((isMany || isFound) && begins !== "" ? [begins] : []);
    const { workingDirectory } = this.place;
    return (
      all.length > 0 &&
      all.every((text) => {
        // Some programs take `@file` for more options, and some settings for code.
        if (/(?:^|\/)\.\.(?:\/|$)/.test(text) || !/^[\w./*[(][\w@./+,=% *?[\]{}()!-]*$/.test(text))
          return false;
        if (!text.startsWith("/")) return true;
        return workingDirectory !== undefined && `${text}/`.startsWith(`${workingDirectory}/`);
      })
    );
  }

  private forget(variable: Argument): void {
    const name = onlyText(variable);
    if (name === null || !isScriptVariable(name)) throw new NotKnown(`read ${variable.source}`);
    this.variables.set(name, ANY);
  }

  private enter(folder: Argument | null): void {
    const isPath = folder?.texts === null && folder.begins.startsWith("/");
    // A folder that a pattern finds in the project is part of it, wherever that is.
    const isFound = folder?.isFound === true && this.folders.every((from) => !isTemporary(from));
    const texts = folder?.texts ?? [isPath ? "/…" : null];
    const next = this.folders.flatMap((from) =>
      texts.map((text) => (text === null ? null : whole(text, from))),
    );
    const isAway = next.some((one) => (one === null ? !isFound : isTemporary(one)));
    if (isAway) this.wasAway = true;
    // It may fail, and the script goes on where it was.
    this.folders = limited([...this.folders, ...next]);
  }

  valueOf(name: string): Value {
    // Where Askline keeps its keys, and the keys themselves.
    if (name.startsWith("ASKLINE_")) throw new NotKnown(`$${name}`);
    return this.variables.get(name) ?? outside(name);
  }

  outputOf(script: List): Value {
    return this.apart(() => {
      const outputs = script.map((chain) => this.chain(chain));
      return outputs.length === 1 ? (outputs[0] ?? ANY) : ANY;
    });
  }

  /** Arithmetic runs what it finds in a variable, so every variable in it must be a number. */
  calculate(arithmetic: string): void {
    const [, begun] = /^\s*([a-z_]\w*)\s*=\s*\d+\s*$/.exec(arithmetic) ?? [];
    if (begun !== undefined && isScriptVariable(begun)) {
      this.variables.set(begun, CALCULATED);
      return;
    }
    // What is printed into it has to be a number, too.
    const bare = arithmetic.replace(/\$\(([^()`]*)\)/g, (whole, script: string) =>
      this.outputOf(parseScript(script, this.depth)).isNumber ? "0" : whole,
    );
    const names = bare.match(/[A-Za-z_]\w*/g) ?? [];
    const isSimple = /^(?:[\w\s+\-*/%<>=!&|?:(),]|\$(?=\w))*$/.test(bare);
    if (!isSimple || !names.every((name) => this.valueOf(name).isNumber))
      throw new NotKnown(`((${arithmetic}))`);
    for (const name of names) if (this.variables.has(name)) this.variables.set(name, CALCULATED);
  }
}

function outside(name: string): Value {
  return (Object.hasOwn(OUTSIDE, name) ? OUTSIDE[name] : undefined) ?? ANY;
}

function limited(folders: (string | null)[]): (string | null)[] {
  const all = [...new Set(folders)];
  return all.length > MOST_FOLDERS ? [null] : all;
}

/** A number that may have a minus sign. */
const CALCULATED: Value = { ...NUMBER, begins: "" };

/** What the shell's own variables hold, if the script does not set them. */
const OUTSIDE: Record<string, Value> = {
  HOME: beginning("/", true),
  PWD: beginning("/", false),
  OLDPWD: beginning("/", false),
  SHELL: beginning("/", true),
  USER: beginning("x", true),
  DATABASE_URL: beginning("postgres://", true),
  TMPDIR: known("/tmp"),
  RANDOM: NUMBER,
  SECONDS: NUMBER,
  LINENO: NUMBER,
  UID: NUMBER,
  PPID: NUMBER,
};

const OWN = regex("is")`
  ^[~/].*askline|(?:^|/)(?:hub|local-token)\.json$|seal[.-]key|passkeys\.json|ASKLINE_
  |app-server-control|/proc/[^/]+/environ|^[~/].*\.local/state(?:/|$)
`;
const OWN_NAME = /\/askline\/|\.local\/state|\/hub\.json|local-token/i;
const FOLDERS = regex()`
  ^(?:/bin|/usr/bin|/usr/local/bin|/opt/homebrew/bin|(?:\./)?node_modules/\.bin
  |(?:\./)?\.?venv/bin)/([\w.-]+)$
`;

/** A program's name without the usual folders of programs. */
function programName(name: string): string {
  return FOLDERS.exec(name)?.[1] ?? name;
}

function quoted({ texts }: Argument): string {
  const [text] = texts ?? [];
  if (texts?.length !== 1 || text === undefined) throw new NotKnown("--");
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Stands among the names that a loop assigns if the loop changes the folder. */
const CHANGES_FOLDER = "cd";

const POSITIONS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

// What shells look for before functions, words of their grammar, and functions that they call.
const NOT_FUNCTIONS = regex()`
  ^(?:eval|exec|readonly|shift|times|trap|alias|declare|typeset|local|let|builtin|enable|hash
  |function|select|coproc|repeat|foreach|end|nocorrect|noglob|precmd|preexec|chpwd|periodic
  |zsh\w*|trap\w*|command_not_found\w*|in|do|done|then|fi|if|else|elif|esac|case|for|while
  |until|time)$
`;

/** Names that a list assigns; `$name` too if one of its values is no number. */
function assignedIn(list: List, names: Set<string>): void {
  for (const { commands } of list) for (const { command } of commands) visit(command);

  function visit(node: Command): void {
    if (node.kind === "simple") {
      for (const { name, value, isAppended } of node.assignments) {
        names.add(name);
        const isNumber =
          !isAppended &&
          value.parts.every(
            (part) => "arithmetic" in part || ("text" in part && /^\d*$/.test(part.text)),
          );
        if (!isNumber) names.add(`$${name}`);
      }
      const texts = node.words.map(({ parts }) =>
        parts.map((part) => ("text" in part ? part.text : "")).join(""),
      );
      if (texts.some((text) => /^(?:cd|pushd|popd)$/.test(text))) names.add(CHANGES_FOLDER);
      if (texts.includes("read")) for (const text of texts) names.add(text).add(`$${text}`);
    } else if (node.kind === "pipeline") node.commands.forEach(visit);
    else if (node.kind === "for") {
      names.add(node.name).add(`$${node.name}`);
      assignedIn(node.body, names);
    } else if (node.kind === "loop") assignedIn([...node.condition, ...node.body], names);
    else if (node.kind === "group" && node.isSubshell) return;
    else if (node.kind === "count" || node.kind === "group") assignedIn(node.body, names);
    else if (node.kind === "if") for (const part of node.parts) assignedIn(part, names);
    else if (node.kind === "case") for (const branch of node.branches) assignedIn(branch, names);
    else if (node.kind === "function") assignedIn(node.body, names);
  }
}
