/**
 * Where in a command the risk stands. The judgement of the whole is what counts; the marks only show
 * a person where to look, so what no part of the command explains is marked as a whole.
 */
import type { Danger } from "./destroys/destructive.ts";
import { type JudgedPlace, judge } from "./judge.ts";
import { type Piece, piecesOf } from "./shell/command-pieces.ts";

export interface RiskMark {
  from: number;
  to: number;
  level: "destructive" | "unclear";
  reasons: Danger[];
}

// Each piece is judged by itself. Longer scripts are marked as a whole.
const MOST_PIECES = 100;

export function riskMarksIn(script: string, place: JudgedPlace = {}): RiskMark[] {
  const { verdict, dangers, part } = judgeScript(script, place);
  if (verdict === "harmless") return [];
  if (verdict === "destroys")
    return refined({ from: 0, text: script }, dangers, place, ["command", "pipe"]);
  const at = part === null ? -1 : script.indexOf(part);
  const found = at === -1 || part === null ? { from: 0, text: script } : { from: at, text: part };
  return [markOn(found, "unclear", ["unclear"])];
}

/** Marks the pieces that explain every danger, else the whole. */
function refined(
  whole: Piece,
  dangers: readonly Danger[],
  place: JudgedPlace,
  [by, ...finer]: ("command" | "pipe")[],
): RiskMark[] {
  if (by === undefined) return [markOn(whole, "destructive", dangers)];
  const pieces = piecesOf(whole.text, by).map((piece) => ({
    ...piece,
    from: whole.from + piece.from,
  }));
  if (pieces.length > MOST_PIECES) return [markOn(whole, "destructive", dangers)];
  const marks = pieces.flatMap((piece) => {
    const found = judgeScript(piece.text, place).dangers;
    return found.length === 0 ? [] : refined(piece, found, place, finer);
  });
  const explained = new Set(marks.flatMap(({ reasons }) => reasons));
  return dangers.every((danger) => explained.has(danger))
    ? marks
    : [markOn(whole, "destructive", dangers)];
}

function judgeScript(command: string, place: JudgedPlace) {
  return judge("Bash", { command }, place);
}

/** Without the white space around it. */
function markOn(
  { from, text }: Piece,
  level: RiskMark["level"],
  reasons: readonly Danger[],
): RiskMark {
  const start = from + text.length - text.trimStart().length;
  return { from: start, to: start + text.trim().length, level, reasons: [...reasons] };
}
