/** Options by which a harmless program starts another one, loads code or writes to a file. */
import type { Danger } from "./destructive.ts";
import { LINE_PATTERNS } from "./line-patterns.ts";
import { OPTION_ROWS } from "./option-rows.ts";
import { valuesOf } from "./option-values.ts";

export interface OptionDangers {
  dangers: Danger[];
  /** Command lines that the program will run. */
  scripts: string[];
  /** Files that the program will write to. */
  written: string[];
}

export function dangersOfOptions(name: string, all: readonly string[]): OptionDangers {
  // Behind the program that these start, the options are that program's.
  const end = STARTERS.test(name) ? all.findIndex(isStarted) : -1;
  const words = end === -1 ? all : all.slice(0, end);
  const found: OptionDangers = { dangers: [], scripts: [], written: [] };
  for (const [, kind, options, usual] of ROWS.get(name) ?? []) {
    const isCluster = !ONE_DASH.test(name);
    const values = valuesOf(words, options, { isCluster }).filter(
      (value) => !(usual?.test(value) ?? false),
    );
    if (values.length === 0) continue;
    if (kind === "writes") found.written.push(...values);
    else if (kind === "loads") found.dangers.push("unclear");
    else {
      found.dangers.push("runs_hidden_program", "unclear");
      found.scripts.push(...values);
    }
  }
  const line = words.join(" ");
  for (const [, pattern, danger] of PATTERNS.get(name) ?? [])
    if (pattern.test(line)) found.dangers.push(danger);
  return found;
}

const STARTERS = /^(?:npx|bunx|uvx|pipx|time|strace|ltrace|valgrind|perf)$/;
/** Programs whose options are words behind one dash. */
const ONE_DASH = /^(?:go|java|javac|terraform|tofu|openssl|mvn|mvnw|ant|gdb|rustc|qemu-img)$/;

/** The first word that is neither an option nor its value. */
function isStarted(word: string, index: number, words: readonly string[]): boolean {
  const isValue = /^-[poepFr]$|^--(?:package|from|with|spec|output|log-file)$/.test(
    words[index - 1] ?? "",
  );
  return !word.startsWith("-") && !isValue;
}

const ROWS = byProgram(OPTION_ROWS);
const PATTERNS = byProgram(LINE_PATTERNS);

function byProgram<Row extends readonly [programs: string, ...unknown[]]>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows)
    for (const program of row[0].split(/\s+/))
      found.set(program, [...(found.get(program) ?? []), row]);
  return found;
}
