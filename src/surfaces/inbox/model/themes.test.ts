/** The colours of the themes are readable, measured by the web's accessibility guidelines. */
import { expect, it } from "vitest";
import { paletteOf } from "./themes.ts";

const READABLE = 4.5;
const STYLES = ["dim", "red", "green", "yellow", "blue", "magenta", "cyan"] as const;

it.each([
  ["dark", 234],
  ["ember", 234],
  ["light", 231],
] as const)("every colour of %s can be read, on the selected row too", (theme, background) => {
  const palette = paletteOf(theme);
  const selected = colourIn(palette.selected);
  for (const style of STYLES) {
    for (const behind of [background, selected]) {
      const contrast = contrastOf(colourIn(palette[style]), behind);
      expect(contrast, `${style} on ${behind}`).toBeGreaterThanOrEqual(READABLE);
    }
  }
});

function colourIn(codes: readonly [number | string, number | string] | null | undefined): number {
  return Number(/\d+$/.exec(String(codes?.[0]))?.[0]);
}

function contrastOf(one: number, other: number): number {
  const [dark = 0, bright = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/**
 * Of one of the terminal's 256 colours: a cube of 6 by 6 by 6 behind the first 16, then 24 greys.
 */
function luminanceOf(colour: number): number {
  const level = (step: number) => (step === 0 ? 0 : 55 + 40 * step);
  const grey = 8 + (colour - 232) * 10;
  const at = colour - 16;
  const parts =
    colour >= 232
      ? [grey, grey, grey]
      : [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(level);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
