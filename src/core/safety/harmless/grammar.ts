/**
 * The shape of the grammar of harmless commands. A program is data: its options, its arguments and
 * its subcommands. What is not listed is not known.
 *
 * Options are written in one string: `-l` takes no value, `-n=number` takes one (glued or as the
 * next word), `--color?` may have one glued to it, `-NUM` stands for `-20`. Behind `=` or `?`
 * stands the kind of the value (any text if nothing stands there) or the allowed values, such as
 * `json|text`. A value that looks like an option is none, unless its kind is `pattern`. Arguments
 * are kinds in order; `…` behind the last one lets it repeat.
 */
import { regex } from "../shell/regex.ts";
import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";

/** Names of programs or subcommands; `a|b` gives two the same meaning. */
export interface Grammar {
  readonly [names: string]: Program;
}

export interface Program {
  /** No word, whatever it is, makes it write, delete or run anything. */
  isOpen?: true;
  options?: string;
  /** `-name` is one option, as in find, go and terraform; else it is several letters. */
  hasLongDashes?: true;
  /** No argument is allowed if this is left out. */
  arguments?: string;
  /** With one of these options, the first kind of argument is left out. */
  instead?: string;
  /** Words behind the first argument are never options. */
  endsAtFirst?: true;
  subcommands?: Grammar;
  /** A subcommand whose name is in no list. */
  others?: (name: string) => Program | undefined;
  /** It may be called without a subcommand. */
  isFineAlone?: true;
  /** One of these options has to be there. */
  needs?: string;
  /** The kind of the text that a here-document may feed it instead. */
  feeds?: string;
  /** What may stand behind `--`; ordinary arguments if left out. */
  behindDashes?: Program;
  /** The words behind the arguments are a command of their own. */
  startsCommand?: true;
  /** It runs code of the project, such as its tests, hooks and settings. */
  runsProject?: true;
  /** It obeys the settings of the repository in which it is. */
  visitsRepository?: true;
  /** Reads the words by itself. It throws `NotKnown` for what it does not know. */
  read?: (words: readonly Argument[], call: Call) => void;
  /** Looks at the arguments once more, with the options that were given. */
  check?: (given: Given, call: Call) => void;
}

export interface Given {
  options: ReadonlyMap<string, Argument | null>;
  arguments: readonly Argument[];
  behindDashes: readonly Argument[];
}

/** What the grammar may ask about the call that it reads. */
export interface Call {
  /** The program and its subcommands, for a person to read. */
  readonly name: string;
  /** The text that a here-document feeds it; null if there is none, or it is not known. */
  readonly fed: string | null;
  /** Whether something is known to be new, a build output or in the temporary folder. */
  mayWrite(path: Argument): boolean;
  isInProject(path: Argument): boolean;
  isEnvironment(name: string, value: Argument): boolean;
  /** Throws `NotKnown` if the command is not harmless. */
  startCommand(words: readonly Argument[]): void;
  /** The same in a folder that is not known. */
  startElsewhere(words: readonly Argument[]): void;
  startScript(text: string): void;
  /** Takes the name of a project's script; throws if it is not conventional, or not harmless. */
  startProjectScript(runner: string, name: Argument, more: readonly Argument[]): void;
  runProject(): void;
  /** Reads the settings of the repository in which it is. */
  visitRepository(): void;
  /** Sets a variable of the script to something unknown. */
  setVariable(name: Argument): void;
  enter(folder: Argument | null): void;
  /** Whether a folder is the project's, so that nobody else can have filled it. */
  isOwnFolder(path: Argument): boolean;
  isProjectScript: boolean;
  /** Whether the program that was named before the subcommand runs code of the project. */
  isRunner: boolean;
}

/** The same program under several names. */
export function each(names: string, program: Program): Grammar {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, program]));
}

/** Programs that only read and print, whatever their words are. */
export function open(names: string): Grammar {
  return each(names, { isOpen: true });
}

/** A program with these options that reads files or takes names. */
export function reads(options: string, kinds = "text…"): Program {
  return { options, arguments: kinds };
}

/** A program that runs the project's code on files of the project. */
export function runner(options: string, kinds = "tests…"): Program {
  return { options, arguments: kinds, runsProject: true, check: refuseDeed };
}

/** Many runners take a file, or a word by which they do something else. */
function refuseDeed({ arguments: [first] }: Given, call: Call): void {
  if (first?.texts?.some((text) => DEED.test(text)))
    throw new NotKnown(`${call.name} ${first.source}`);
}

const DEED = regex()`
  ^(?:init|install|uninstall|add|remove|link|unlink|plugin|publish|upload|deploy|delete|update
  |upgrade|create|destroy|clean|sync|serve|server|exec|start)$|^(?:clear|reset|clean)-
`;
