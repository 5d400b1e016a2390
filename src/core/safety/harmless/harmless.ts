/**
 * Judges a shell script by the grammar of what is known to be harmless. It walks through every
 * command of the script; what nobody taught it is not known.
 */

import type { JudgedPlace } from "../judge.ts";
import { regex } from "../shell/regex.ts";
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
  either,
  expand,
  known,
  NUMBER,
  type Value,
  valueOfWord,
} from "../shell/script-values.ts";
import { assignedIn, CHANGES_FOLDER } from "./assigned-names.ts";
import { isScriptVariable } from "./environment.ts";
import { namedIn, onlyText } from "./harmless-words.ts";
import { keepsLines, NAMES } from "./outputs.ts";
import { refuseOwn } from "./own-words.ts";
import { PROGRAMS } from "./programs.ts";
import { ScriptPrograms } from "./script-programs.ts";
import { CALCULATED, ScriptState } from "./script-state.ts";
import { SHOWING } from "./search.ts";
import { isSecret } from "./secrets.ts";
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

const MOST_COMMANDS = 2_000;

class Walk {
  private commands = 0;
  private readonly place: JudgedPlace;
  private readonly state: ScriptState;
  private readonly programs: ScriptPrograms;

  constructor(place: JudgedPlace) {
    this.place = place;
    this.state = new ScriptState(place);
    this.programs = new ScriptPrograms(place, this.state, (list) => this.list(list));
  }

  wholeScript(script: string): void {
    this.list(parseScript(script));
    const { runs } = this.programs;
    const { wrote } = this.state.folders;
    // A script that writes a file and runs the project may run what it wrote.
    if (runs !== null && wrote !== null) throw new NotKnown(wrote);
  }

  private list(list: List): void {
    for (const chain of list)
      if (chain.isBeside) this.state.apart(() => this.chain(chain));
      else this.chain(chain);
  }

  private chain({ commands }: Chain): Value {
    const [first, ...rest] = commands;
    const output = first === undefined ? ANY : this.command(first.command);
    // Behind `&&` each one runs only if all before it did.
    if (rest.every(({ joint }) => joint === "&&")) {
      this.state.perhaps(() => {
        for (const { command } of rest) {
          this.state.folders.succeed();
          this.command(command);
        }
      });
      return rest.length === 0 ? output : ANY;
    }
    const others = rest.map(({ command }) => this.state.perhaps(() => this.command(command)));
    const areNames = [output, ...others].every((one) => one.begins === "x" && one.texts === null);
    return areNames ? NAMES : ANY;
  }

  private command(command: Command): Value {
    if (++this.commands > MOST_COMMANDS) throw new NotKnown("…");
    this.state.folders.begin();
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
        for (const part of node.parts) this.state.perhaps(() => this.list(part));
        return ANY;
      case "case":
        expand(node.subject, this);
        for (const branch of node.branches) this.state.perhaps(() => this.list(branch));
        return ANY;
      case "group":
        if (node.isSubshell) this.state.apart(() => this.list(node.body));
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
    const { named } = this.programs;
    this.programs.named = null;
    this.programs.foundAll = null;
    for (const [index, command] of commands.entries()) {
      this.refuseNamed(command);
      const value = this.state.perhaps(() => this.command(command));
      const isKept = index > 0 && command.kind === "simple" && this.isFilter(command);
      if (!isKept || !(printed.isList || printed.isPlain)) printed = value;
    }
    this.programs.named ??= named;
    return printed;
  }

  /** What reads names of files, and opens them, must not be given those of secrets. */
  private refuseNamed(command: Command): void {
    const isOpening =
      command.kind === "loop" ||
      (command.kind === "simple" && /^(?:xargs|parallel)$/.test(command.words[0]?.source ?? ""));
    if (isOpening && this.programs.named !== null) throw new NotKnown(this.programs.named);
    const isShowing =
      command.kind === "simple" &&
      command.words.slice(1).some(({ source }) => SHOWING.test(source));
    if (isOpening && isShowing && this.programs.foundAll !== null)
      throw new NotKnown(this.programs.foundAll);
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
    this.state.functions = new Map([...this.state.functions, [name, body]]);
  }

  /** Runs through a function with its words as `$1` and so on. */
  private callFunction(body: List, words: readonly Argument[], source: string): void {
    const secret = words.find(isSecret);
    if (secret !== undefined) throw new NotKnown(secret.source);
    for (const word of words) refuseOwn(word, this.place.workingDirectory);
    const outer = POSITIONS.map((name) => this.state.variables.get(name) ?? ANY);
    const isSeen = words.every((word) => !word.isSplit && !word.isMany && !word.mayVanish);
    for (const [index, name] of POSITIONS.entries())
      this.state.variables.set(name, (isSeen ? words[index] : null) ?? ANY);
    this.state.deeper(source, () => this.state.perhaps(() => this.list(body)));
    for (const [index, name] of POSITIONS.entries())
      this.state.variables.set(name, outer[index] ?? ANY);
  }

  private wordsOf(words: Parameters<typeof expand>[0][]): Argument[] {
    return words.flatMap((word) => expand(word, this));
  }

  private forLoop(name: string, words: Argument[], body: List): void {
    if (!isScriptVariable(name)) throw new NotKnown(`for ${name}`);
    const secret = words.find(isSecret);
    if (secret !== undefined) throw new NotKnown(secret.source);
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
    for (const called of this.state.functions.values()) assignedIn(called, names);
    for (const name of names) {
      const before = this.valueOf(name);
      this.state.variables.set(name, before.isNumber && !names.has(`$${name}`) ? CALCULATED : ANY);
    }
    if (each !== undefined) {
      const [name, value] = each;
      this.state.variables.set(name, names.has(name) ? ANY : value);
    }
    if (names.has(CHANGES_FOLDER)) this.state.folders.enter(null);
    const started = new Map(this.state.variables);
    this.state.perhaps(() => {
      this.list(condition);
      this.list(body);
    });
    for (const name of names) this.state.variables.set(name, started.get(name) ?? ANY);
    if (each !== undefined) this.state.variables.set(each[0], ANY);
    if (names.has(CHANGES_FOLDER)) this.state.folders.lose();
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
      if (isAppended || (!isForRead && !this.programs.isEnvironment(name, given)))
        throw new NotKnown(source);
    }
    const called = this.state.functions.get(onlyText(first) ?? "");
    if (called === undefined) return this.programs.start(words, this.fedBy(redirects));
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

  private assign({ name, value, isAppended, source }: Assignment): void {
    if (!isScriptVariable(name)) throw new NotKnown(source);
    const given = valueOfWord(value, this);
    const next = isAppended ? ANY : given;
    this.state.variables.set(name, next);
  }

  private redirect({ operator, target, source }: Redirect): void {
    if (operator === "<<" || operator === "<<<") {
      valueOfWord(target, this);
      return;
    }
    const [word, ...others] = expand(target, this);
    if (word === undefined || others.length > 0 || operator === "<>") throw new NotKnown(source);
    refuseOwn(word, this.place.workingDirectory);
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
    if (!operator.includes(">") || !this.state.folders.mayWrite(word)) throw new NotKnown(source);
  }

  valueOf(name: string): Value {
    return this.state.valueOf(name);
  }

  outputOf(script: List): Value {
    const { named } = this.programs;
    this.programs.named = null;
    return this.state.apart(() => {
      const outputs = script.map((chain) => this.chain(chain));
      if (this.programs.named !== null) throw new NotKnown(this.programs.named);
      this.programs.named = named;
      return outputs.length === 1 ? (outputs[0] ?? ANY) : ANY;
    });
  }

  /** Arithmetic runs what it finds in a variable, so every variable in it must be a number. */
  calculate(arithmetic: string): void {
    const [, begun] = /^\s*([a-z_]\w*)\s*=\s*\d+\s*$/.exec(arithmetic) ?? [];
    if (begun !== undefined && isScriptVariable(begun)) {
      this.state.variables.set(begun, CALCULATED);
      return;
    }
    // What is printed into it has to be a number, too.
    const plain = arithmetic.replaceAll(/\b\d{1,2}#[\da-zA-Z]+\b/g, "0");
    const bare = plain.replace(/\$\(([^()`]*)\)/g, (whole, script: string) =>
      this.outputOf(parseScript(script, this.state.level)).isNumber ? "0" : whole,
    );
    const names = bare.match(/[A-Za-z_]\w*/g) ?? [];
    const isSimple = /^(?:[\w\s+\-*/%<>=!&|?:(),]|\$(?=\w))*$/.test(bare);
    if (!isSimple || !names.every((name) => this.valueOf(name).isNumber))
      throw new NotKnown(`((${arithmetic}))`);
    for (const name of names)
      if (this.state.variables.has(name)) this.state.variables.set(name, CALCULATED);
  }
}

const POSITIONS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

// What shells look for before functions, words of their grammar, and functions that they call.
const NOT_FUNCTIONS = regex()`
  ^(?:eval|exec|readonly|shift|times|trap|alias|declare|typeset|local|let|builtin|enable|hash
  |function|select|coproc|repeat|foreach|end|nocorrect|noglob|precmd|preexec|chpwd|periodic
  |zsh\w*|trap\w*|command_not_found\w*|in|do|done|then|fi|if|else|elif|esac|case|for|while
  |until|time)$
`;
