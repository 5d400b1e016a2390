/**
 * The whole prompt as rows of the screen. Pure: the same
 * state at the same time on the same screen looks the same.
 */

import { type Row, toRows } from "../text/rows.ts";
import { styled } from "../text/style.ts";
import { cellWidth, cutToWidth } from "../text/width.ts";
import { lineWidth, wrap } from "../text/wrap.ts";
import { fieldRows } from "./field.ts";
import { type Footer, footer } from "./footer.ts";
import { header, type Instead, type Markdown } from "./header.ts";
import type { Messages } from "./messages.ts";
import { optionList, type Space } from "./option-list.ts";
import { reviewRows } from "./review.ts";
import { settingsIn } from "./settings-screen.ts";
import type { PromptState } from "./state.ts";
import { windowed } from "./window.ts";

export interface Screen {
  columns: number;
  rows: number;
  now: number;
  text: Messages;
  /** The rows below the options, if not the prompt's own footer. */
  foot?: Footer;
  markdown: Markdown;
  instead?: Instead | undefined;
}

export interface View {
  rows: Row[];
  /** How wide the open field is. */
  fieldWidth: number;
  /** How far the question can be scrolled, and by how much at once. */
  mostScroll: number;
  pageSize: number;
}

export function view(
  state: PromptState,
  { columns, rows, now, text, foot: footOf = footer, markdown, instead }: Screen,
): View {
  // The last column stays free: some terminals wrap as soon as it is filled.
  const width = Math.max(10, columns - 1);
  const height = Math.max(4, rows - 1);
  const head =
    state.page === "review"
      ? reviewRows(state, width, text)
      : header(state, width, text, markdown, instead);
  const whole = middle(state, { width, budget: Number.POSITIVE_INFINITY, text });
  const wholeFoot = footOf(state, { width, now, text, isBrief: false });
  const fits = head.length + whole.length + wholeFoot.length <= height;
  const isBrief = !fits && height < SMALL_SCREEN && !state.showsKeys;
  const foot = isBrief ? footOf(state, { width, now, text, isBrief }) : wholeFoot;
  const available = Math.max(1, height - foot.length);
  const share = Math.max(Math.ceil(available * 0.6), available - head.length);
  const list = fits ? whole : middle(state, { width, budget: share, text });
  const { shown, ...scrolling } = shownOfHead(
    head,
    state.scroll,
    available - list.length,
    width,
    text,
  );
  const free = available - list.length - shown.length;
  const above = free >= 1 && shown.length > 0 ? [EMPTY] : [];
  const below = free >= 2 ? [EMPTY] : [];
  const laid = [...shown, ...above, ...aroundCaret(list, available), ...below, ...foot];
  const fieldWidth = laid.find((row) => row.fieldWidth !== undefined)?.fieldWidth ?? width;
  return { rows: laid, fieldWidth, ...scrolling };
}

// With fewer rows than this, the settings and some keys are named only when asked for.
const SMALL_SCREEN = 20;

/** As much of the question as there is room for, and how much there is above and below. */
function shownOfHead(head: Row[], scroll: number, room: number, width: number, text: Messages) {
  if (head.length <= room) return { shown: head, mostScroll: 0, pageSize: 1 };
  const pageSize = Math.max(1, room - 1);
  const mostScroll = head.length - pageSize;
  const first = Math.min(scroll, mostScroll);
  const more = text.moreLines(first, head.length - first - pageSize);
  const rest: Row = { line: [styled(cutToWidth(more, width), "dim")] };
  return {
    shown: [...head.slice(first, first + pageSize), rest].slice(0, Math.max(0, room)),
    mostScroll,
    pageSize,
  };
}

/** On a screen too small for the list, the rows around the caret. */
function aroundCaret(rows: Row[], room: number): Row[] {
  const at = Math.max(
    0,
    rows.findIndex(({ caret }) => caret !== undefined),
  );
  return rows.slice(rows.length <= room ? 0 : Math.min(at, rows.length - room)).slice(0, room);
}

const EMPTY: Row = { line: [] };

function middle(state: PromptState, space: Space): Row[] {
  if (state.page === "review") return [];
  return state.page === "settings" ? settingsRows(state, space) : optionList(state, space);
}

function settingsRows(state: PromptState, { width, budget, text }: Space): Row[] {
  const settings = settingsIn(state, text);
  const longest = Math.min(
    Math.floor(width / 2),
    Math.max(...settings.map(({ label }) => cellWidth(label))),
  );
  const items = settings.map(({ label, value }, index): Row[] => {
    const isActive = index === state.settingsCursor;
    const name = cutToWidth(label, longest);
    const first = [
      isActive ? styled("❯ ", "cyan") : { text: "  " },
      styled(name, ...(isActive ? ["bold" as const] : [])),
    ];
    const rest = [{ text: " ".repeat(longest + 4) }];
    const padded = [...first, { text: " ".repeat(Math.max(0, longest + 4 - lineWidth(first))) }];
    if (isActive && state.field !== null)
      return fieldRows(state.field, padded, longest + 4, width, text.setting.timeExamples);
    const [line = [], ...more] = wrap([styled(value, "cyan")], width, { first: padded, rest });
    return [isActive ? { line, caret: 0 } : { line }, ...toRows(more)];
  });
  return windowed(items, state.settingsCursor, budget, text);
}
