/**
 * Compilers of C and Java, as far as they check and build. Options that load a plugin, call another
 * program or write beside what is built (`-fplugin`, `-wrapper`, `-B`, `-Wl,…`, `-MF`) are not
 * here.
 */
import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import type { Call, Grammar } from "./grammar.ts";
import { onlyText } from "./harmless-words.ts";

function readCompiler(words: readonly Argument[], call: Call): void {
  let hasOutput = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Argument; // inside the array
    const text = onlyText(word);
    const next = words[at + 1];
    if (text === "-o" && next !== undefined && call.mayWrite(next)) {
      hasOutput = true;
      at++;
    } else if (/^-(?:I|isystem|D|U)$/.test(text ?? "")) {
      if (next === undefined || onlyText(next) === null) throw unknown(word, call);
      at++;
    } else if (!isCompilerOption(word) && !isSource(word, call)) throw unknown(word, call);
  }
  // Without a name of its own, what `-S` makes may replace a source.
  if (!hasOutput && words.some(({ source }) => source === "-S")) throw new NotKnown(call.name);
}

/** An option that only chooses, also behind the dashes of clang-tidy. */
export function isCompilerOption(word: Argument): boolean {
  return OPTION.test(onlyText(word) ?? "");
}

function isSource(word: Argument, call: Call): boolean {
  return !word.source.startsWith("-") && call.isInProject(word);
}

function unknown(word: Argument, call: Call): NotKnown {
  return new NotKnown(`${call.name} ${word.source}`);
}

const OPTION = new RegExp(
  [
    String.raw`^-(?:W[a-z][\w+=-]*|std=[\w+]+|O[0-3sgz]?|g\d?|c|S|E|v|w|pedantic|pthread|pipe`,
    String.raw`f(?:syntax-only|PIC|pic|PIE|no-[\w-]+|sanitize=[\w,]+|exceptions|rtti)`,
    String.raw`fcolor-diagnostics|m(?:64|32|arch=[\w-]+|tune=[\w-]+)|[IL][\w./@+-]+`,
    String.raw`D\w+(?:=[\w."'+-]*)?|U\w+|l[\w+-]+`,
    "-version|-help|dumpversion|dumpmachine)$",
  ].join("|"),
);

export const COMPILERS: Grammar = {
  "gcc|g++|cc|c++|clang|clang++": { read: readCompiler },
  javac: {
    options:
      "-d=output -cp=project -classpath=project -proc:none -nowarn -Xlint -Xlint:all -version",
    arguments: "project…",
    hasLongDashes: true,
    runsProject: true,
  },
};
