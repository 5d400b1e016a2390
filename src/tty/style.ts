/** Styled text as data: no escape sequence exists before `paint`, so text can be measured, cut and wrapped safely. */

export type Style = keyof typeof CODES;

export interface Span {
  readonly text: string;
  readonly styles?: readonly Style[];
}

export type Line = readonly Span[];

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export function styled(text: string, ...styles: Style[]): Span {
  return { text, styles };
}

/** The same line with more styles on every part of it. */
export function restyled(line: Line, ...styles: Style[]): Line {
  return line.map((span) => styled(span.text, ...(span.styles ?? []), ...styles));
}

/** The bytes for the terminal, where no control character is but our own. A plain terminal gets the text alone. */
export function paint(line: Line, { isPlain }: { isPlain: boolean }): string {
  return line
    .map(({ text, styles = [] }) => (isPlain ? [] : styles).reduce(painted, text.replace(CONTROL, "")))
    .join("");
}

const CONTROL = /\p{Cc}/gu;

/** Whether this environment asks for text without styles (no-color.org, and terminals that know none). */
export function wantsPlain({ NO_COLOR = "", TERM = "" }: NodeJS.ProcessEnv): boolean {
  return NO_COLOR !== "" || TERM === "dumb";
}

function painted(text: string, style: Style): string {
  const [on, off] = CODES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}
