/**
 * Added lines that a person should look at twice: what they would destroy once somebody runs them.
 * Writing them destroys nothing, so they change no judgement.
 */
import { basename, extname } from "node:path";
import type { Locale } from "../../../core/locale.ts";
import type { Danger } from "../../../core/safety/destroys/destructive.ts";
import { dangersOfProgram } from "../../../core/safety/destroys/destructive-code.ts";
import { dangersOfSql } from "../../../core/safety/destroys/destructive-sql.ts";
import { riskMarksIn } from "../../../core/safety/risk-marks.ts";
import { dangersInWords } from "../localized-dialog.ts";
import type { ChangedRow, RowMark } from "./changed-rows.ts";

const SHELL = /^\.(?:sh|bash|zsh)$/;
const CODE = /^\.(?:[cm]?[jt]sx?|py|rb|php|lua|pl|rs|go|java|kt|swift)$/;
const MOST_LOOKED_AT = 3_000;
const LONGEST_LINE = 1_000;
const MOST_MARKS = 20;

/** By the row's place. */
export function addedRisks(
  file: string,
  rows: readonly ChangedRow[],
  locale: Locale,
): Map<number, RowMark> {
  const dangersIn = readerOf(file);
  const marks = new Map<number, RowMark>();
  if (dangersIn === null) return marks;
  for (const [index, row] of rows.slice(0, MOST_LOOKED_AT).entries()) {
    if (row.sign !== "+" || row.text.length > LONGEST_LINE || marks.size === MOST_MARKS) continue;
    const code = row.text.trim().replace(/;$/, "");
    if (/^(?:\/\/|#|\*|import\b|from\b|export\s+\*|use\b)/.test(code)) continue;
    const found = dangersIn(code).filter((danger) => danger !== "unclear");
    if (found.length === 0) continue;
    const from = row.text.indexOf(code);
    const why = dangersInWords([...new Set(found)], locale).join(" ");
    marks.set(index, { from, to: from + code.length, why });
  }
  return marks;
}

function readerOf(file: string): ((line: string) => Danger[]) | null {
  const kind = extname(file).toLowerCase();
  if (SHELL.test(kind) || /^(?:Makefile|Dockerfile|Justfile)$/i.test(basename(file)))
    return (line) => riskMarksIn(line).flatMap(({ reasons }) => reasons);
  if (kind === ".sql") return (line) => dangersOfSql(line);
  return CODE.test(kind) ? dangersOfCode : null;
}

/** Also of a command that the line hands to a shell. */
function dangersOfCode(line: string): Danger[] {
  const { dangers, scripts } = dangersOfProgram(line);
  const handed = scripts.flatMap((script) => riskMarksIn(script)).flatMap(({ reasons }) => reasons);
  return [...dangers, ...handed, ...(DELETES_ALL.test(line) ? (["deletes_files"] as const) : [])];
}

const DELETES_ALL = /\brm\s*\([^)]*\brecursive\b/;
