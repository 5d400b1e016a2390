/** How many of a row's options have room beside each other. */
import type { RowOption } from "../../../src/surfaces/portal/rows/row-wire.ts";

const AROUND_PX = 60;
const CHIP_PX = 30;
const LONGEST_CHIP_PX = 192;
const MORE_PX = 40;

/** The last one may shrink to a part of its words; at least one is shown. */
export function chipsThatFit(options: readonly RowOption[], width: number): number {
  let room = width - AROUND_PX;
  let shown = 0;
  for (const { label } of options) {
    const isLast = shown === options.length - 1;
    const least = Math.min(widthOf(label), LEAST_PX);
    if (shown > 0 && room < (isLast ? least : widthOf(label) + MORE_PX)) break;
    room -= widthOf(label) + GAP_PX;
    shown += 1;
  }
  return Math.max(1, shown);
}

const LEAST_PX = 64;
const GAP_PX = 4;

function widthOf(label: string): number {
  let letters = 0;
  for (const letter of label) letters += /[\u1100-\uffdc]/.test(letter) ? 11.5 : 6.4;
  return Math.min(CHIP_PX + letters, LONGEST_CHIP_PX);
}
