/**
 * Styled text as data: no escape sequence exists before
 * `paint`, so text can be measured, cut and wrapped safely.
 */

export type Style = keyof typeof CODES;

export interface Span {
  readonly text: string;
  readonly styles?: readonly Style[];
}

export type Line = readonly Span[];

/** The codes that begin and end each style on the terminal. Null leaves the text unstyled. */
export type Palette = Readonly<
  Partial<Record<Style, readonly [on: number | string, off: number | string] | null>>
>;

/** How styles look on this terminal. */
export interface Look {
  readonly isPlain: boolean;
  readonly palette?: Palette;
}

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  selected: [1, 22],
  // Grounds, for those terminals that have more than sixteen colours.
  added: null,
  removed: null,
} as const;

export function styled(text: string, ...styles: Style[]): Span {
  return { text, styles };
}

/** The same line with more styles on every part of it. */
export function restyled(line: Line, ...styles: Style[]): Line {
  return line.map((span) => styled(span.text, ...(span.styles ?? []), ...styles));
}

/**
 * The bytes for the terminal, with no control characters
 * but our own. A plain terminal gets the text alone.
 */
export function paint(line: Line, { isPlain, palette = {} }: Look): string {
  return line
    .map(({ text, styles = [] }) =>
      (isPlain ? [] : styles).reduce(
        (inner, style) => painted(inner, style, palette),
        text.replace(CONTROL, ""),
      ),
    )
    .join("");
}

const CONTROL = /\p{Cc}/gu;

/** Whether this environment asks for text without styles (no-color.org), or cannot show any. */
export function wantsPlain({ NO_COLOR = "", TERM = "" }: NodeJS.ProcessEnv): boolean {
  return NO_COLOR !== "" || TERM === "dumb";
}

function painted(text: string, style: Style, palette: Palette): string {
  const codes = palette[style] === undefined ? CODES[style] : palette[style];
  if (codes === null || text === "") return text;
  return `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m`;
}
