/**
 * Flags and arguments with words that a shell can offer although others may be typed, or which the
 * command itself refuses in words of its own.
 */
import { Argument, Option } from "commander";

export class OfferedOption extends Option {
  readonly offered: readonly string[];
  /** Several may be given, with commas. */
  readonly isList: boolean;
  constructor(
    flags: string,
    about: string,
    offered: readonly string[],
    { isList = false }: { isList?: boolean } = {},
  ) {
    super(flags, about);
    this.offered = offered;
    this.isList = isList;
  }
}

export class OfferedArgument extends Argument {
  readonly offered: readonly string[];
  constructor(name: string, offered: readonly string[]) {
    super(name);
    this.offered = offered;
  }
}

export function offersOf(declared: Option | Argument): readonly string[] | undefined {
  return declared instanceof OfferedOption || declared instanceof OfferedArgument
    ? declared.offered
    : undefined;
}
