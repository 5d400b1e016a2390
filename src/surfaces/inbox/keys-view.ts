/** Every key there is. */
import { type Row, toRows } from "../../tty/form/rows.ts";
import { styled } from "../../tty/style.ts";
import { cellWidth } from "../../tty/width.ts";
import { wrap } from "../../tty/wrap.ts";
import type { Pane } from "./list-view.ts";
import type { Messages } from "./messages.ts";

export function keysView(scroll: number, { width, rows }: Pane, text: Messages): Row[] {
  const all = keyRows(width, text);
  const from = Math.min(scroll, Math.max(0, all.length - rows));
  return all.slice(from, from + rows);
}

export function mostKeysScroll({ width, rows }: Pane, text: Messages): number {
  return Math.max(0, keyRows(width, text).length - rows);
}

function keyRows(width: number, { help }: Messages): Row[] {
  const keyWidth = Math.max(...help.flatMap(({ keys }) => keys.map(([key]) => cellWidth(key)))) + 3;
  return help.flatMap(({ title, keys }, index): Row[] => [
    ...(index === 0 ? [] : [{ line: [] }]),
    { line: [styled(title, "bold")] },
    ...keys.flatMap(([key, what]) => {
      const first = [{ text: "  " }, styled(key, "cyan"), { text: " ".repeat(keyWidth - cellWidth(key) - 2) }];
      return toRows(wrap([{ text: what }], width, { first, rest: [{ text: " ".repeat(keyWidth) }] }));
    }),
  ]);
}
