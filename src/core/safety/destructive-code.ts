/**
 * Judges programs passed to an interpreter on the command line: may they destroy
 * something? When unsure, yes.
 */
import type { Danger } from "./destructive.ts";
import type { Command, Word } from "./shell-words.ts";

/** Null if the command line contains no program, so that it comes from elsewhere. */
export function dangersOfCode(name: string, args: Word[], command: Command): Danger[] | null {
  const words = args.map(({ text }) => text);
  if (/^[gmn]?awk$/.test(name)) return RISKY_AWK.test(words.join("\n")) ? ["unclear"] : [];
  if (/^g?sed$/.test(name)) return words.some((text) => RISKY_SED.test(text)) ? ["unclear"] : [];
  if (!READS_PROGRAMS.test(name)) return [];
  const code = codeIn(name, words) ?? command.fed;
  return code === null ? null : RISKY_CODE.test(code) ? ["unclear"] : [];
}

/** Interpreters that run the program they are fed. */
export const READS_PROGRAMS =
  /^(?:python|pypy|perl|ruby|php|lua|node|nodejs|deno|bun|osascript|Rscript|tclsh)[\d.]*$/i;

function codeIn(name: string, words: string[]): string | null {
  if (words[0] === "eval") return words.slice(1).join("\n");
  const option = /^p(?:ython|ypy)/.test(name)
    ? /^-[a-zA-Z]*c/
    : name === "php"
      ? /^-[a-zA-Z]*[rBRE]/
      : SHORT_OR_LONG;
  for (const [index, text] of words.entries()) {
    if (option.test(text)) return words.slice(index).join("\n");
    // The first plain word is a script file, and the words after it are its arguments.
    if (!text.startsWith("-") && !words[index - 1]?.startsWith("-")) return null;
  }
  return null;
}

const SHORT_OR_LONG = /^-[a-zA-Z0-9.]*[eEp]|^--(?:eval|print)\b/;
const RISKY_CODE =
  /rmtree|unlink|remove|rmdir|rmSync|\brm\b|delete|system|subprocess|popen|exec|spawn|child_process|shutil|write|open\s*\(|eval|urlopen|requests|fetch|drop\s|truncate/i;
const RISKY_AWK = /\bsystem\s*\(|\|&?\s*(?:"|getline)|>\s*"/;
// sed's `e` command and the `e` flag of `s` run commands.
const RISKY_SED =
  /(?:^|[;{}\n\d$/!]\s*)e(?:\s|$)|s([^\w\s])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpIiMm\d]*e/;
