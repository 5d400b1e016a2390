/** The whole screen of the inbox. Pure: the same state at the same moment gives the same screen. */

import { safeLine } from "../../core/safety/safe-text.ts";
import { type Frame, frameFrom } from "../../terminal/paint/frame.ts";
import { layOut, placeOf } from "../../terminal/text/layout.ts";
import { type Row, toRows } from "../../terminal/text/rows.ts";
import { type Line, type Look, styled } from "../../terminal/text/style.ts";
import { cellWidth, cutToWidth } from "../../terminal/text/width.ts";
import { clip, fitLine, lineWidth, wrap } from "../../terminal/text/wrap.ts";
import { agentsView } from "./agents/agents-view.ts";
import { dialogView } from "./dialogs/dialog-view.ts";
import { formView } from "./form/form-view.ts";
import { headerLine } from "./header-line.ts";
import { historyView } from "./history/history-view.ts";
import { keysView } from "./list/keys-view.ts";
import { listView, type Pane } from "./list/list-view.ts";
import { agentOf, listedAsks, projectOf, selectedAsk } from "./model/asks.ts";
import { GAP, geometryOf, listRowsIn } from "./model/geometry.ts";
import { hintLine, hintsFor } from "./model/hints.ts";
import { foundIn } from "./model/history-search.ts";
import type { InboxState, Moment, Search } from "./model/state.ts";
import { ageOf, shownNow } from "./model/time.ts";

export function frameOf(state: InboxState, at: Moment, look: Look): Frame {
  const moment = { ...at, now: shownNow(at.now) };
  const { width, bodyRows } = geometryOf(state.size);
  const sheet =
    state.dialog === null
      ? []
      : dialogView(state, state.dialog, { width, rows: Math.max(3, bodyRows - 2) }, moment);
  const status = statusRows(
    state,
    width,
    Math.max(1, Math.floor((bodyRows - sheet.length) / 2)),
    moment,
  );
  const left = bodyRows - sheet.length - (status.length - 1);
  const body = bodyView(state, { width, rows: left }, moment);
  const rows: Row[] = [
    { line: headerLine(state, width, moment) },
    ...filled(body, left),
    ...sheet,
    ...status,
    { line: hintLine(hintsFor(state, moment.text), width) },
  ];
  return frameFrom(rows.slice(0, state.size.rows), look, isTyping(state));
}

function isTyping(state: InboxState): boolean {
  const { dialog, search, history, page, focus, selectedId, forms } = state;
  if (dialog !== null) return "writing" in dialog;
  if (page === "history") return history?.search.isOpen === true;
  if (page === "agents") return state.agents.isWriting;
  if (page === "keys") return false;
  if (focus === "list") return search.isOpen;
  return (
    selectedId !== null && forms.get(selectedId)?.form.field != null && state.farewell === null
  );
}

function bodyView(state: InboxState, pane: Pane, moment: Moment): Row[] {
  if (state.page === "keys") return keysView(state.keysScroll, pane, moment.text);
  if (state.page === "agents") return agentsView(state, pane, moment);
  if (state.page === "history" && state.history !== null)
    return historyView(state.history, pane, moment, state.markdown);
  const { isWide, listWidth, formWidth } = geometryOf(state.size);
  if (!isWide)
    return state.focus === "form"
      ? formView(state, pane, moment)
      : listWithPreview(state, pane, moment);
  const list = listView(state, { width: listWidth, rows: pane.rows }, moment);
  const form = formView(state, { width: formWidth, rows: pane.rows }, moment);
  return Array.from({ length: pane.rows }, (_, index) => beside(list[index], form[index]));

  function beside(left: Row | undefined, right: Row | undefined): Row {
    const line = [
      ...fitLine(left?.line ?? [], listWidth),
      styled(GAP, "dim"),
      ...(right?.line ?? []),
    ];
    const inForm = right?.caret === undefined ? undefined : listWidth + GAP.length + right.caret;
    const caret = state.focus === "form" ? inForm : left?.caret;
    return caret === undefined ? { line } : { line, caret };
  }
}

/** The preview is what opens with Enter, below the line that says who asks. */
function listWithPreview(state: InboxState, { width, rows }: Pane, moment: Moment): Row[] {
  const listRows = listRowsIn(rows, listedAsks(state, moment.now).length, state.size);
  const list = listView(state, { width, rows: listRows }, moment);
  if (listRows === rows || selectedAsk(state) === null) return list;
  const [about, ...form] = formView(state, { width, rows: rows - listRows - 1 }, moment);
  return [...filled(list, listRows), { line: ruleWith(about?.line ?? [], width) }, ...form];
}

/** A rule across the screen that begins with some words. */
function ruleWith(words: Line, width: number): Line {
  const said = lineWidth(words) === 0 ? [] : [...trimmed(words), { text: " " }];
  const line = [styled("─ ", "dim"), ...said];
  return fitLine([...line, styled("─".repeat(Math.max(0, width - lineWidth(line))), "dim")], width);
}

function trimmed(line: Line): Line {
  const kept = [...line];
  while (kept.at(-1)?.text.trim() === "") kept.pop();
  return kept;
}

function filled(rows: readonly Row[], height: number): Row[] {
  return Array.from({ length: height }, (_, index) => rows[index] ?? { line: [] });
}

/** One row, unless the notice must be readable to its end. */
function statusRows(state: InboxState, width: number, most: number, moment: Moment): Row[] {
  const { notice } = state;
  if (notice === null) return [statusRow(state, width, moment)];
  const styles = notice.isBad ? (["yellow", "bold"] as const) : (["green"] as const);
  const words = safeLine(notice.text);
  if (!notice.isWhole) return [{ line: [styled(cutToWidth(words, width), ...styles)] }];
  return toRows(clip(wrap([styled(words, ...styles)], width), most, width));
}

/** The words searched for, or where the selected ask comes from. */
function statusRow(state: InboxState, width: number, moment: Moment): Row {
  const { text, now } = moment;
  const { page, history, search, focus, sendingId } = state;
  if (sendingId !== null) return { line: [styled(text.sending, "dim")] };
  if (page === "history" && history !== null)
    return searchRow(history.search, foundIn(history).length, width, moment);
  if (page === "keys" || page === "agents") return { line: [] };
  if (search.isOpen && focus === "list")
    return searchRow(search, listedAsks(state, now).length, width, moment);
  const ask = selectedAsk(state);
  const { isWide, bodyRows } = geometryOf(state.size);
  const isPreviewed = listRowsIn(bodyRows, state.asks.size, state.size) < bodyRows;
  if (focus === "form" || ask === null || isWide || isPreviewed) return { line: [] };
  const parts = [
    projectOf(ask),
    text.asker(agentOf(ask)),
    text.ago(ageOf(ask.createdAt, now, text)),
  ].filter((part) => part !== "");
  return { line: [styled(cutToWidth(parts.join(" · "), width), "dim")] };
}

/** Search words that are longer than the row are shown around the caret. */
function searchRow(
  { writing, isOpen }: Search,
  found: number,
  width: number,
  { text }: Moment,
): Row {
  if (!isOpen && writing.text === "") return { line: [] };
  const right = `  ${text.found(found)}`;
  const laid = layOut(writing.text, Math.max(1, width - cellWidth(right) - 2));
  const { row, column } = placeOf(laid, isOpen ? writing.caret : 0, writing.text);
  const line = [
    styled(row === 0 ? "/" : "…", "cyan"),
    { text: laid[row]?.shown ?? "" },
    styled(right, "dim"),
  ];
  return isOpen ? { line, caret: 1 + column } : { line };
}
