/** The page that lists every key. */
import { type Row, toRows } from "../../../terminal/text/rows.ts";
import { styled } from "../../../terminal/text/style.ts";
import { cellWidth } from "../../../terminal/text/width.ts";
import { wrap } from "../../../terminal/text/wrap.ts";
import type { Messages } from "../model/messages.ts";
import type { Pane } from "./list-view.ts";

/** The first sections of `help` in every language, in this order. */
const SECTIONS = ["list", "question", "review", "history", "agents"] as const;
export type KeysSection = (typeof SECTIONS)[number];

export function keysView(scroll: number, { width, rows }: Pane, text: Messages): Row[] {
  const all = keyRows(width, text);
  const from = Math.min(scroll, Math.max(0, all.length - rows));
  return all.slice(from, from + rows);
}

export function mostKeysScroll({ width, rows }: Pane, text: Messages): number {
  return Math.max(0, keyRows(width, text).length - rows);
}

/** How far to scroll so that this section comes first, or as near to the top as possible. */
export function keysScrollTo(section: KeysSection, pane: Pane, text: Messages): number {
  const above = text.help
    .slice(0, SECTIONS.indexOf(section))
    .flatMap((one) => sectionRows(one, pane.width, text));
  return Math.min(above.length, mostKeysScroll(pane, text));
}

function keyRows(width: number, text: Messages): Row[] {
  return text.help.flatMap((section) => sectionRows(section, width, text)).slice(0, -1);
}

/** The rows of a section, and an empty row below. */
function sectionRows(
  { title, keys }: Messages["help"][number],
  width: number,
  { help }: Messages,
): Row[] {
  const keyWidth =
    Math.max(...help.flatMap((section) => section.keys.map(([key]) => cellWidth(key)))) + 3;
  return [
    { line: [styled(title, "bold")] },
    ...keys.flatMap(([key, what]) => {
      const first = [
        { text: "  " },
        styled(key, "cyan"),
        { text: " ".repeat(keyWidth - cellWidth(key) - 2) },
      ];
      return toRows(
        wrap([{ text: what }], width, { first, rest: [{ text: " ".repeat(keyWidth) }] }),
      );
    }),
    { line: [] },
  ];
}
