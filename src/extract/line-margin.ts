/** Three backticks that begin a line begin or end a block of code, also where two chunks meet. */
import { IN_LINE, type Progress } from "./object-progress.ts";

/** Whether the backticks that begin at that place begin a line of a block. */
export function isFence(state: Progress, chunk: string, from: number): boolean {
  const end = from + 3 - ticksBefore(state, from);
  for (let at = from; at < end; at++) if (chunk.charCodeAt(at) !== TICK) return false;
  return isMargin(state, chunk, from);
}

/** Backticks of the same run that the last chunk ended in. */
export function ticksBefore({ margin }: Progress, at: number): number {
  return at === 0 && margin > 0 ? margin : 0;
}

export function hasLineEndBefore(state: Progress, chunk: string, at: number): boolean {
  return at > 0 ? chunk.charCodeAt(at - 1) === LINE_END : state.hasEndedLine;
}

export function endChunk(state: Progress, chunk: string, from: number): void {
  const { length } = chunk;
  state.hasEndedLine = chunk.charCodeAt(length - 1) === LINE_END;
  state.margin = isInLine(state, chunk, from) ? IN_LINE : marginAt(state, chunk);
}

/** Whether the line has nothing but white space before that place. */
function isMargin({ margin }: Progress, chunk: string, until: number): boolean {
  let at = until;
  while (at > 0 && isIndent(chunk.charCodeAt(at - 1))) at--;
  if (at > 0) return chunk.charCodeAt(at - 1) === LINE_END;
  return until === 0 ? margin >= 0 : margin === 0;
}

/** Known without a look back over all white space: the engine finds a line's end faster. */
function isInLine({ margin }: Progress, chunk: string, from: number): boolean {
  const before = from === 0 ? 0 : chunk.charCodeAt(from - 1);
  const mayBeMargin = before === LINE_END || before === TICK || isIndent(before);
  const wasInLine = from === 0 ? margin === IN_LINE : !mayBeMargin;
  return wasInLine && chunk.indexOf("\n", from) < 0;
}

function marginAt(state: Progress, chunk: string): number {
  const { length } = chunk;
  let first = length;
  while (first > 0 && length - first < 3 && chunk.charCodeAt(first - 1) === TICK) first--;
  const before = first === 0 && state.margin > 0 ? state.margin : 0;
  const ticks = before + length - first;
  return ticks < 3 && isMargin(state, chunk, first) ? ticks : IN_LINE;
}

function isIndent(code: number): boolean {
  return code === SPACE || code === TAB;
}

const TAB = 0x09;
export const LINE_END = 0x0a;
export const SPACE = 0x20;
export const BRACE = 0x7b;
export const TICK = 0x60;
