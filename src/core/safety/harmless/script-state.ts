/** What a script may have set so far: variables, functions, and the folder it is in. */
import type { JudgedPlace } from "../judge.ts";
import { type List, NotKnown } from "../shell/script-syntax.ts";
import {
  ANY,
  type Argument,
  beginning,
  either,
  known,
  NUMBER,
  type Value,
} from "../shell/script-values.ts";
import { isScriptVariable } from "./environment.ts";
import { onlyText } from "./harmless-words.ts";
import { Folders } from "./script-folders.ts";

const DEEPEST = 8;

export class ScriptState {
  variables = new Map<string, Value>();
  /** Functions that are sure to be there, by name. Replaced as a whole, never changed. */
  functions: ReadonlyMap<string, List> = new Map();
  readonly folders: Folders;
  private depth = 0;

  constructor(place: JudgedPlace) {
    this.folders = new Folders(place);
  }

  /** Runs through a part that may run or not: afterwards either is possible. */
  perhaps<Result>(part: () => Result): Result {
    const before = new Map(this.variables);
    const { functions } = this;
    const { now } = this.folders;
    const result = part();
    this.functions = functions;
    for (const [name, value] of this.variables) {
      const old = before.get(name) ?? outside(name);
      if (old !== value) this.variables.set(name, either(old, value));
    }
    this.folders.orElse(now);
    return result;
  }

  /** Runs through a part in a shell of its own, which leaves this one as it is. */
  apart<Result>(part: () => Result): Result {
    const before = new Map(this.variables);
    const { functions } = this;
    const { now } = this.folders;
    const result = part();
    this.variables = before;
    this.folders.goBack(now);
    this.functions = functions;
    return result;
  }

  /** Runs through a part that may start a part of its own, and so on, but not for ever. */
  deeper<Result>(what: string, part: (depth: number) => Result): Result {
    if (++this.depth > DEEPEST) throw new NotKnown(what);
    const result = part(this.depth);
    this.depth--;
    return result;
  }

  get level(): number {
    return this.depth;
  }

  valueOf(name: string): Value {
    // Where Askline keeps its keys, and the keys themselves.
    if (name.startsWith("ASKLINE_")) throw new NotKnown(`$${name}`);
    return this.variables.get(name) ?? outside(name);
  }

  forget(variable: Argument): void {
    const name = onlyText(variable);
    if (name === null || !isScriptVariable(name)) throw new NotKnown(`read ${variable.source}`);
    this.variables.set(name, ANY);
  }

  /** Another shell does not know this one's variables and functions. */
  forgetAll(): void {
    this.variables = new Map();
    this.functions = new Map();
  }
}

function outside(name: string): Value {
  return (Object.hasOwn(OUTSIDE, name) ? OUTSIDE[name] : undefined) ?? ANY;
}

/** A number that may have a minus sign. */
export const CALCULATED: Value = { ...NUMBER, begins: "" };

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
