/** Draws a dialog as a sheet at the foot of the screen. */
import { safeLine } from "../../../core/safety/safe-text.ts";
import { windowed } from "../../../terminal/form/window.ts";
import type { Writing } from "../../../terminal/input/editor.ts";
import { layOut, placeOf } from "../../../terminal/text/layout.ts";
import { type Row, textRows } from "../../../terminal/text/rows.ts";
import { styled } from "../../../terminal/text/style.ts";
import { cutToWidth } from "../../../terminal/text/width.ts";
import type { Pane } from "../list/list-view.ts";
import { filterName, titleOf } from "../model/asks.ts";
import { menuItems } from "../model/menus.ts";
import type { Dialog, InboxState, Moment } from "../model/state.ts";
import { wordsWidth } from "./dialog-keys.ts";

/** At most `rows` rows, the title first. */
export function dialogView(
  state: InboxState,
  dialog: Dialog,
  { width, rows }: Pane,
  moment: Moment,
): Row[] {
  const rule: Row = { line: [styled("─".repeat(width), "dim")] };
  const title = textRows(titleFor(state, dialog, moment), width, "bold").slice(0, 2);
  const room = Math.max(1, rows - title.length - 1);
  return [rule, ...title, ...contentOf(state, dialog, { width, rows: room }, moment)].slice(
    0,
    rows,
  );
}

function titleFor({ asks }: InboxState, dialog: Dialog, { text }: Moment): string {
  const ask = "askId" in dialog ? asks.get(dialog.askId) : undefined;
  const about = ask === undefined ? "" : titleOf(ask);
  if (dialog.kind !== "askBack") return text.dialog[dialog.kind](about);
  const question = ask?.questions[dialog.questionIndex];
  return text.dialog[dialog.wish](safeLine(question?.title ?? ""));
}

function contentOf(
  state: InboxState,
  dialog: Dialog,
  { width, rows }: Pane,
  moment: Moment,
): Row[] {
  const { text } = moment;
  switch (dialog.kind) {
    case "reason":
    case "askBack":
      return wordsRows(
        dialog.writing,
        wordsWidth(state),
        Math.min(rows, MOST_WORD_ROWS),
        text.dialog.mayBeEmpty,
      );
    case "cancel":
      return textRows(text.dialog.cancelMeans, width, "dim");
    case "extend":
    case "snooze":
      return choices(
        menuItems(dialog, moment).map(({ label }) => label),
        dialog.cursor,
      );
    case "filter":
      return choices(
        [
          text.everything,
          ...dialog.filters.map(
            ({ filter, count }) =>
              `${text.filterBy[filter.by]} ${filterName(filter, text)} (${count})`,
          ),
        ],
        dialog.cursor,
      );
  }

  function choices(labels: readonly string[], cursor: number): Row[] {
    const items = labels.map((label, index): Row[] => {
      const isActive = index === cursor;
      const pointer = isActive ? styled("❯ ", "cyan") : { text: "  " };
      const line = [
        pointer,
        styled(cutToWidth(label, width - 2), ...(isActive ? ["bold" as const] : [])),
      ];
      return [isActive ? { line, caret: 0 } : { line }];
    });
    return windowed(items, cursor, rows, text.form);
  }
}

const MOST_WORD_ROWS = 6;
const INDENT = "  ";

export function wordsRows(
  { text, caret }: Writing,
  width: number,
  rows: number,
  hint: string,
): Row[] {
  const laid = layOut(text, width);
  const at = placeOf(laid, caret, text);
  const first = Math.max(0, Math.min(at.row - rows + 1, laid.length - rows));
  return laid.slice(first, first + rows).map(({ shown }, index) => {
    const line = [
      { text: INDENT },
      text === "" ? styled(cutToWidth(hint, width), "dim") : { text: shown },
    ];
    return first + index === at.row ? { line, caret: INDENT.length + at.column } : { line };
  });
}
