/** `askline completion`: prints a script that teaches a shell this command line. */
import type { Command } from "commander";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { type CommandLine, commandLineOf } from "./shape.ts";
import { zshScript } from "./zsh.ts";

const SCRIPTS: Record<string, (line: CommandLine) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** The program describes itself, so a new command or flag needs no change here. */
export async function completion(
  shell: string,
  options: CommonOptions,
  program: Command,
): Promise<number> {
  const script = SCRIPTS[shell]?.(commandLineOf(program)) ?? "";
  process.stdout.write(options.json ? `${JSON.stringify({ shell, script })}\n` : script);
  return EXIT.ok;
}
