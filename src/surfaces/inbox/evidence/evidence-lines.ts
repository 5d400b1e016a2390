/**
 * What a call would do, in the place of its prompt: our warnings, the agent's reason, the command or
 * the changed files, and the rest of the input. Laid out once for each width. Pure.
 */
import type { Evidence, EvidencePart } from "../../../agents/dialogs/evidence/evidence.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import { rowTitle } from "../../../core/ask/row-title.ts";
import { safeText } from "../../../core/safety/safe-text.ts";
import { type Line, styled } from "../../../terminal/text/style.ts";
import { cutToWidth } from "../../../terminal/text/width.ts";
import { fitLine, lineWidth, wrap } from "../../../terminal/text/wrap.ts";
import { changeLines, type Drawing } from "./change-lines.ts";
import { textLines } from "./text-lines.ts";

export function evidenceLines(ask: Ask, evidence: Evidence, width: number, drawing: Drawing) {
  const known = laidOut.get(evidence);
  if (known?.width === width && known.drawing.highlight === drawing.highlight) return known.lines;
  const lines = layOut(ask, evidence, width, drawing);
  laidOut.set(evidence, { width, drawing, lines });
  return lines;
}

const laidOut = new WeakMap<Evidence, { width: number; drawing: Drawing; lines: Line[] }>();

/** Where the first thing to look at twice stands; null if there is none. */
export function firstMark(lines: readonly Line[]): number | null {
  const found = lines.findIndex(([sign]) => sign?.text === "~");
  return found === -1 ? null : found;
}

function layOut(ask: Ask, evidence: Evidence, width: number, drawing: Drawing): Line[] {
  const { notices, remark, parts, rest, question } = evidence;
  // The marks in the command give the reasons in their places.
  const isMarked = parts.some((part) => part.kind === "text" && part.marks.length > 0);
  const reasons = isMarked ? [] : evidence.reasons;
  const said = remark === null ? [] : safeText(remark).trim().split("\n");
  return [
    ...titleLines(rowTitle({ ...ask, questions: [question] }), parts, width),
    ...reasons.flatMap((reason) => wrap([styled(reason, "red", "bold")], width)),
    ...notices.flatMap((notice) => wrap([styled(notice, "yellow", "bold")], width)),
    ...said.flatMap((line) => wrap([styled(line, "dim")], width)),
    ...parts.flatMap((part) => [[], ...partLines(part, parts.length > 1, width, drawing)]),
    ...(rest === null ? [] : [[], ...restLines(rest, width, drawing)]),
  ];
}

/** One file's numbers stand beside the title, where it names the file. */
function titleLines(title: string, parts: readonly EvidencePart[], width: number): Line[] {
  const [part] = parts;
  const rows = wrap([styled(title, "bold")], width);
  if (part?.kind !== "change" || parts.length > 1) return rows;
  const counts = countsOf(part);
  const last = rows.at(-1) ?? [];
  const free = width - lineWidth(counts) - 1;
  if (lineWidth(last) > free) return [...rows, counts];
  return [...rows.slice(0, -1), [...fitLine(last, free + 1), ...counts]];
}

function countsOf({ added, removed }: Extract<EvidencePart, { kind: "change" }>): Line {
  return [styled(`+${added}`, "green"), { text: " " }, styled(`-${removed}`, "red")];
}

function partLines(part: EvidencePart, isNamed: boolean, width: number, drawing: Drawing): Line[] {
  if (part.kind === "text") return textLines(part, width, drawing);
  const lines = changeLines(part, width, drawing);
  if (!isNamed) return lines;
  const counts = countsOf(part);
  const path = cutToWidth(part.path, width - lineWidth(counts) - 1);
  return [[styled(path, "bold"), { text: " " }, ...counts], ...lines];
}

function restLines(rest: string, width: number, drawing: Drawing): Line[] {
  const part = { kind: "text" as const, text: rest, language: "json", marks: [] };
  return [[styled(drawing.text.rest, "dim")], ...textLines(part, width, drawing)];
}
