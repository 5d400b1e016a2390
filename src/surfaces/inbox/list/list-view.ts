/** Draws the list: one ask a row, with as many columns as there is room for. */
import type { Ask } from "../../../core/ask/ask.ts";
import { rowTitle } from "../../../core/ask/row-title.ts";
import type { Row } from "../../../terminal/text/rows.ts";
import { type Line, restyled, type Span, styled } from "../../../terminal/text/style.ts";
import { cellWidth, cutToWidth } from "../../../terminal/text/width.ts";
import { fitLine, wrap } from "../../../terminal/text/wrap.ts";
import { agentOf, isNarrowed, isSnoozed, isUnread, listedAsks, projectOf } from "../model/asks.ts";
import { topFor } from "../model/geometry.ts";
import type { InboxState, Moment } from "../model/state.ts";
import { ageOf, haste, leftOf } from "../model/time.ts";
import { cutTitle } from "./cut-title.ts";

export interface Pane {
  readonly width: number;
  readonly rows: number;
}

export function listView(state: InboxState, { width, rows }: Pane, moment: Moment): Row[] {
  const listed = listedAsks(state, moment.now);
  if (listed.length === 0) return emptyView(state, { width, rows }, moment);
  const selected = listed.findIndex(({ id }) => id === state.selectedId);
  const top = topFor(state.top, Math.max(0, selected), listed.length, rows);
  return listed.slice(top, top + rows).map((ask, index) => {
    const isSelected = top + index === selected;
    const line = askLine(state, ask, isSelected, width, moment);
    return isSelected ? { line: restyled(line, "selected"), caret: 0 } : { line };
  });
}

/** An empty list is good news, so its text is calm. */
function emptyView(state: InboxState, { width, rows }: Pane, moment: Moment): Row[] {
  const [first, second] = emptyWords(state, moment);
  const lines = [first, second].flatMap((sentence, index) =>
    wrap(
      [styled(sentence, ...(index === 0 ? ["bold" as const] : ["dim" as const]))],
      Math.min(width, 60),
    ),
  );
  const above = Math.max(0, Math.floor((rows - lines.length) / 3));
  const centred = lines.map((line) => {
    const cells = line.reduce((sum, { text: part }) => sum + cellWidth(part), 0);
    return { line: [{ text: " ".repeat(Math.max(0, Math.floor((width - cells) / 2))) }, ...line] };
  });
  return [...Array.from({ length: above }, () => ({ line: [] })), ...centred];
}

function emptyWords(state: InboxState, { text, now }: Moment): readonly [string, string] {
  if (!state.isLoaded) return ["", ""];
  const isOnlySnoozed = listedAsks({ ...state, showsSnoozed: true }, now).length > 0;
  if (isNarrowed(state)) return isOnlySnoozed ? text.onlySnoozedFits : text.nothingFound;
  return state.asks.size === 0 ? text.nothingOpen : text.allSnoozed;
}

function askLine(
  state: InboxState,
  ask: Ask,
  isSelected: boolean,
  width: number,
  moment: Moment,
): Line {
  const isActive = isSelected && state.focus === "list";
  const marks: Line = [
    isActive ? styled("❯ ", "cyan") : { text: isSelected ? "› " : "  " },
    isUnread(state, ask.id) ? styled("● ", "cyan") : { text: "  " },
    ...(ask.urgency === "high" ? [styled("! ", "red", "bold")] : []),
  ];
  const right = columnsFor(state, ask, width, moment);
  const rightWidth = right.reduce((sum, { text }) => sum + cellWidth(text), 0);
  const more = ask.questions.length > 1 ? ` (+${ask.questions.length - 1})` : "";
  const room = Math.max(4, width - rightWidth - 2 - (ask.urgency === "high" ? 6 : 4) - more.length);
  const title = styled(cutTitle(rowTitle(ask), room), ...titleStyles(state, ask));
  return fitLine(
    [
      ...fitLine([...marks, title, styled(more, "dim")], width - rightWidth - 1),
      { text: " " },
      ...right,
    ],
    width,
  );
}

function titleStyles(state: InboxState, ask: Ask): ("bold" | "dim")[] {
  if (isUnread(state, ask.id)) return ["bold"];
  return ask.urgency === "low" ? ["dim"] : [];
}

const WITH_AGENT = 64;
const WITH_PROJECT = 42;

function columnsFor(state: InboxState, ask: Ask, width: number, { now, text }: Moment): Span[] {
  const age = ageOf(ask.createdAt, now, text);
  const left = ask.expiresAt === null ? "" : `◷ ${leftOf(ask.expiresAt, now, text)}`;
  const snoozed = isSnoozed(state, ask.id, now) ? [styled("zz ", "magenta")] : [];
  const due = ask.expiresAt === null ? styled("", "dim") : styled(left, haste(ask.expiresAt, now));
  if (width < WITH_PROJECT)
    return [...snoozed, left === "" ? styled(alignRight(age, 5), "dim") : due];
  const project = styled(column(projectOf(ask), width < WITH_AGENT ? 12 : 16), "dim");
  if (width < WITH_AGENT)
    return [
      ...snoozed,
      project,
      left === "" ? styled(alignRight(age, 8), "dim") : rightAligned(due, 8),
    ];
  const agent = styled(column(text.asker(agentOf(ask)), 14), "dim");
  return [...snoozed, project, agent, styled(alignRight(age, 6), "dim"), rightAligned(due, 9)];
}

function column(value: string, width: number): string {
  const cut = cutToWidth(value, width - 1);
  return cut + " ".repeat(width - cellWidth(cut));
}

function alignRight(value: string, width: number): string {
  return " ".repeat(Math.max(0, width - cellWidth(value))) + value;
}

function rightAligned(span: Span, width: number): Span {
  return { ...span, text: alignRight(span.text, width) };
}
