/** The command line as a shell needs to know it, read from the program itself. */
import type { Argument, Command, Option } from "commander";

export interface CommandLine {
  /** Flags that stand before any command. */
  options: OptionShape[];
  commands: CommandShape[];
}

export interface CommandShape {
  name: string;
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

/** `asks` and `projects` are looked up when the key is pressed; `text` can be anything. */
export type Value =
  | { kind: "choices"; name: string; choices: string[] }
  | { kind: "asks" | "projects" | "folder" | "text"; name: string };

export function commandLineOf(program: Command): CommandLine {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const names = commands.map((command) => command.name());
  const optionsOf = (command: Command) => help.visibleOptions(command).map(optionShape);
  return {
    options: optionsOf(program),
    commands: commands.map((command) => ({
      name: command.name(),
      description: command.description(),
      options: optionsOf(command),
      argument: argumentValue(command.registeredArguments[0], names),
    })),
  };
}

function optionShape(option: Option): OptionShape {
  const [, name] = /[<[](\w+)/.exec(option.flags) ?? [];
  return {
    names: [option.short, option.long].filter((flag) => flag !== undefined),
    description: option.description,
    value:
      name === undefined ? null : valueCalled(name, option.argChoices, option.long === "--project"),
    // Commander does not know which flags are collected; their descriptions say so.
    isRepeatable: option.variadic || option.description.endsWith("(repeat it)"),
  };
}

function argumentValue(argument: Argument | undefined, commandNames: string[]): Value | null {
  if (argument === undefined) return null;
  // The only command with a command as its argument is commander's own `help`.
  if (argument.name() === "command") return valueCalled("command", commandNames);
  return valueCalled(argument.name(), argument.argChoices);
}

function valueCalled(
  name: string,
  choices: readonly string[] | undefined,
  isProject = false,
): Value {
  if (choices !== undefined) return { kind: "choices", name, choices: [...choices] };
  if (isProject) return { kind: "projects", name };
  if (name === "id") return { kind: "asks", name };
  return { kind: name === "folder" ? "folder" : "text", name };
}

/** Every flag of a command that takes a value. */
export function namesWithValue(command: CommandShape): string[] {
  return command.options.filter(({ value }) => value !== null).flatMap(({ names }) => names);
}
