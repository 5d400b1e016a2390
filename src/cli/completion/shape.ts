/** The command line as a shell needs to know it, read from the program itself. */
import type { Argument, Command, Option } from "commander";
import { OfferedOption, offersOf } from "./offered.ts";

export interface CommandLine {
  /** Flags that stand before any command. */
  options: OptionShape[];
  commands: CommandShape[];
}

export interface CommandShape {
  /** With its parent's in front where it has one: `slack connect`. */
  name: string;
  /** The commands below it. A command with some has no argument of its own. */
  below: CommandShape[];
  description: string;
  options: OptionShape[];
  /** The possible first word behind the command; null if it takes none. */
  argument: Value | null;
}

export interface OptionShape {
  /** `-o` and `--option`, or one of the two. */
  names: string[];
  description: string;
  /** Null for a flag without a value. */
  value: Value | null;
  isRepeatable: boolean;
}

/**
 * `asks` and `projects` are looked up when the key is pressed; `text` can be anything. Several
 * words of a `list` are separated by commas.
 */
export type Value =
  | { kind: "choices" | "list"; name: string; choices: string[] }
  | { kind: "asks" | "projects" | "folder" | "text"; name: string };

export function commandLineOf(program: Command): CommandLine {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const names = commands.map((command) => command.name());
  const optionsOf = (command: Command) => help.visibleOptions(command).map(optionShape);
  return {
    options: optionsOf(program),
    commands: commands.map((command) => shapeOf(command)),
  };

  function shapeOf(command: Command, parent = ""): CommandShape {
    const name = `${parent}${command.name()}`;
    const own = command.commands.map((one) => one.name());
    return {
      name,
      description: command.description(),
      below: command.commands.map((one) => shapeOf(one, `${name} `)),
      options: optionsOf(command),
      argument:
        own.length > 0
          ? { kind: "choices", name: "command", choices: own }
          : argumentValue(command.registeredArguments[0], names),
    };
  }
}

/** Every command, those below others too. */
export function allCommands({ commands }: CommandLine): CommandShape[] {
  return commands.flatMap((command) => [command, ...command.below]);
}

function optionShape(option: Option): OptionShape {
  const [, name] = /[<[](\w+)/.exec(option.flags) ?? [];
  return {
    names: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    value: name === undefined ? null : optionValue(option, name),
    // Commander does not know which flags are collected; their descriptions say so.
    isRepeatable: option.variadic || option.description.endsWith("(repeat it)"),
  };
}

function optionValue(option: Option, name: string): Value {
  if (option.long === "--project") return { kind: "projects", name };
  if (option instanceof OfferedOption && option.isList)
    return { kind: "list", name, choices: [...option.offered] };
  return valueCalled(name, option.argChoices ?? offersOf(option));
}

function argumentValue(argument: Argument | undefined, commandNames: string[]): Value | null {
  if (argument === undefined) return null;
  // The only command with a command as its argument is commander's own `help`.
  if (argument.name() === "command") return valueCalled("command", commandNames);
  return valueCalled(argument.name(), argument.argChoices ?? offersOf(argument));
}

function valueCalled(name: string, choices: readonly string[] | undefined): Value {
  if (choices !== undefined) return { kind: "choices", name, choices: [...choices] };
  if (name === "id") return { kind: "asks", name };
  return { kind: name === "folder" ? "folder" : "text", name };
}

/** Every flag of a command that takes a value. */
export function namesWithValue(command: CommandShape): string[] {
  return command.options.filter(({ value }) => value !== null).flatMap(({ names }) => names);
}
