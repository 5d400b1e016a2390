/**
 * Six themes. Each maps the styles of the screen to terminal colours; the background stays the
 * person's own.
 */
import type { Palette } from "../../../terminal/text/style.ts";

export const THEME_NAMES = ["terminal", "dark", "light", "ember", "contrast", "mono"] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

const foreground = (colour: number) => [`38;5;${colour}`, 39] as const;
const background = (colour: number) => [`48;5;${colour}`, 49] as const;

const PALETTES: Record<ThemeName, Palette> = {
  /** The terminal's own sixteen colours, as the person configured them. */
  terminal: {},
  dark: {
    dim: foreground(248),
    red: foreground(210),
    green: foreground(114),
    yellow: foreground(221),
    blue: foreground(111),
    magenta: foreground(176),
    cyan: foreground(80),
    selected: background(236),
    added: background(22),
    removed: background(52),
  },
  light: {
    dim: foreground(240),
    red: foreground(124),
    green: foreground(22),
    yellow: foreground(94),
    blue: foreground(26),
    magenta: foreground(90),
    cyan: foreground(24),
    selected: background(254),
    added: background(194),
    removed: background(224),
  },
  ember: {
    dim: foreground(144),
    red: foreground(173),
    green: foreground(143),
    yellow: foreground(179),
    blue: foreground(109),
    magenta: foreground(175),
    cyan: foreground(208),
    selected: background(236),
    added: background(22),
    removed: background(52),
  },
  /** No text is faint, and the selection cannot be missed. */
  contrast: {
    dim: null,
    italic: null,
    red: ["1;91", "22;39"],
    green: ["1;92", "22;39"],
    yellow: ["1;93", "22;39"],
    blue: ["1;97", "22;39"],
    magenta: ["1;95", "22;39"],
    cyan: ["1;96", "22;39"],
    selected: [7, 27],
  },
  mono: {
    red: [1, 22],
    green: [1, 22],
    yellow: [4, 24],
    blue: null,
    magenta: null,
    cyan: [1, 22],
    selected: [7, 27],
  },
};

export function paletteOf(theme: ThemeName): Palette {
  return PALETTES[theme];
}

export function themeAfter(theme: ThemeName): ThemeName {
  return THEME_NAMES[(THEME_NAMES.indexOf(theme) + 1) % THEME_NAMES.length] ?? "terminal";
}
