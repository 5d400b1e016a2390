/**
 * Judges programs passed to an interpreter on the command line: may they destroy
 * something? When unsure, yes.
 */

import { regex } from "../shell/regex.ts";
import type { Command, Word } from "../shell/shell-words.ts";
import type { Danger } from "./destructive.ts";
import { decisionsInText } from "./destructive-decisions.ts";

export interface CodeDangers {
  dangers: Danger[];
  /** Command lines that the program hands to a shell. */
  scripts: string[];
}

/** Null if the command line contains no program, so that it comes from elsewhere. */
export function dangersOfCode(name: string, args: Word[], command: Command): CodeDangers | null {
  const words = args.map(({ text }) => text);
  if (/^[gmn]?awk$/.test(name)) return judged(words.join("\n"), RISKY_AWK);
  if (/^g?sed$/.test(name)) {
    const isRisky = words.some((text) => RISKY_SED.test(text) || WRITING_SED.test(text));
    return { dangers: isRisky ? ["unclear"] : [], scripts: [] };
  }
  if (!READS_PROGRAMS.test(name)) return { dangers: [], scripts: [] };
  const isAsked = words.length > 0 && words.every((word) => PHP_SAYS.test(word));
  if (name === "php" && isAsked) return { dangers: [], scripts: [] };
  const code = codeIn(name, words) ?? command.fed;
  if (code === null) return null;
  // The whole program comes out of a substitution.
  if (/^-\w+\n$/.test(code)) return { dangers: ["unclear"], scripts: [] };
  const isShelling = /^(?:perl|ruby|php)/.test(name) && /`|%x|\bqx\b|\bglob\b|</.test(code);
  const { dangers, scripts } = dangersOfProgram(code);
  return { dangers: isShelling ? [...dangers, "unclear"] : dangers, scripts };
}

/** It says what it is made of. */
const PHP_SAYS = /^(?:-[miv]|--(?:ini|version|modules|info))$/;

/** Dangers of a program's text, in whatever language. */
export function dangersOfProgram(code: string): CodeDangers {
  const { dangers, scripts } = judged(code, RISKY_CODE);
  return { dangers: [...dangers, ...decisionsInText(code)], scripts };
}

function judged(code: string, risky: RegExp): CodeDangers {
  if (!risky.test(code)) return { dangers: [], scripts: [] };
  return {
    dangers: DELETING_CODE.test(code) ? ["deletes_files", "unclear"] : ["unclear"],
    scripts: [...code.matchAll(SHELLED)].map(([, , script = ""]) => script).slice(0, MOST_SCRIPTS),
  };
}

/** Interpreters that run the program they are fed. */
export const READS_PROGRAMS = regex("i")`
  ^(?:python|pypy|perl|ruby|php|lua|node|nodejs|deno|bun|osascript|Rscript|tclsh|tsx|ts-node
  |irb|ipython|luajit|julia|zx|qjs)[\d.]*$
`;

function codeIn(name: string, words: string[]): string | null {
  if (words[0] === "eval") return words.slice(1).join("\n");
  const option = /^i?p(?:ython|ypy)/.test(name)
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

const MOST_SCRIPTS = 5;
const SHORT_OR_LONG = /^-[a-zA-Z0-9.]*[eEp]|^--(?:eval|print)\b/;
const RISKY_CODE = regex("i")`
  rmtree|unlink|remove|rmdir|rmSync|\brm\b|delete|system|subprocess|popen|exec|spawn
  |child_process|shutil|write|\bopen\b|IO::File|eval|urlopen|requests|fetch|drop\s|truncate
  |getattr|__dict__|__import__|__subclasses__|__self__|\bvars\s*\(|globals\s*\(|import_module
  |importlib|runpy|ctypes|\bpickle|marshal|\bchr\b|fromCharCode|fromhex|b64|base64|atob|decode
  |Buffer\.from|\brot13|\bpack\b|reverse|\[::-1\]|\]\s*\(\s*["'\`]|["'\`]\s*[+.]{1,2}\s*["'\`]
  |\.join\s*\(|constructor|Function\s*\(|binding|_load|vm\b|copy|\bcp\b|cpSync|rename
  |replace\s*\(\s*["'\`][^"'\`]*["'\`]\s*\)|\bmove\b|\bkill\b|extractall|FileIO|inplace
  |filemode|createWriteStream|appendFile|openSync|connect|send\s*\(|call_user_func|array_map
  |shell_|passthru|fopen|put_contents|include|\bdo\s+["']
  |require\s*\(?\s*["'\`]\.{1,2}/(?![^"'\`]*\.json["'\`])|import\s*\(?\s*["'\`](?:\.{1,2}/
  |data:)|syscall|breakpoint|tarfile|zipfile|FileUtils|do\.call|Deno\.|Bun\.|\$\`|from\s+posix
  |sys\.modules|timeit|\bload\s*\(\s*["'\`]|:\s*ex\b|os\.(?:rem|ren|exec|kill|trunc|repl)
`;
const DELETING_CODE = regex()`
  \bos\.(?:remove|unlink|rmdir|removedirs)\s*\(|rmtree\s*\(?|\bunlink(?:Sync)?\b|\brm(?:Sync
  |dirSync)\b|File\.(?:delete|unlink|rm)|rm_rf|removeSync|Deno\.remove|file\.remove
  |delete-file|file delete
`;
/** A text in quotes that a function hands to a shell. */
const SHELLED = regex("g")`
  \b(?:system|exec(?:Sync)?|popen|spawn(?:Sync)?|run|call|check_\w+|shell_exec|passthru
  |execute|getoutput|sh|qx|getline)\b\s*\(?\s*(["'\`])((?:(?!\1)[^\\]|\\.){2,400})\1
`;
const RISKY_AWK = regex()`
  \bsystem\s*\(|\|&?\s*(?:"|getline|\w)|>\s*(?:"|[a-zA-Z]\w*\s*[}\n;]?\s*$)|@\w+\s*\(|@load
  |print\w*[^|"]*>\s*[a-zA-Z]\w*\s*\}
`;
// sed's `e` command and the `e` flag of `s` run commands.
const RISKY_SED =
  /(?:^|[;{}\n\d$/!=]\s*)e(?:\s|$)|s([^\w\s])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpIiMm\d]*e/;
/** `w` writes to a file, also as a flag of `s`. */
const WRITING_SED =
  /(?:^|[;{}\n\d$/!]\s*)[wW]\s+[\w./~]|s([^\w\s])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpIiMm\d]*w\s*\S/;
