/** How far the reader of an object is, between two pieces of its text. */

export interface Progress {
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
  /** Backticks at the start of the line that the last chunk ended in; -1 behind its start. */
  margin: number;
  hasEndedLine: boolean;
  /** Where a line of the last chunk read begins with a brace; -1 if none does. */
  lineStart: number;
  outcome: number;
}

export const OPEN = 0;
export const CLOSED = 1;
export const BROKEN = 2;

/** The line already contains something other than white space or backticks. */
export const IN_LINE = -1;

export function begunObject(): Progress {
  return progressOf(BEGUN);
}

/** A copy. All are made here, because the engine is fast where all have one shape. */
export function progressOf(from: Progress): Progress {
  const { depth, isInString, isEscaped, margin, hasEndedLine, lineStart, outcome } = from;
  return { depth, isInString, isEscaped, margin, hasEndedLine, lineStart, outcome };
}

const BEGUN: Progress = {
  depth: 1,
  isInString: false,
  isEscaped: false,
  margin: IN_LINE,
  hasEndedLine: false,
  lineStart: -1,
  outcome: OPEN,
};
