/** The agents page: one agent a row, and below them the field to write to one. */
import type { AgentLine } from "../../../agents/roster.ts";
import type { AgentState } from "../../../core/agent/agent.ts";
import { clientName } from "../../../core/names.ts";
import { safeLine } from "../../../core/safety/safe-text.ts";
import { type Row, textRows } from "../../../terminal/text/rows.ts";
import { restyled, type Style, styled } from "../../../terminal/text/style.ts";
import { cellWidth, cutToWidth } from "../../../terminal/text/width.ts";
import { fitLine } from "../../../terminal/text/wrap.ts";
import { wordsWidth } from "../dialogs/dialog-keys.ts";
import { wordsRows } from "../dialogs/dialog-view.ts";
import type { Pane } from "../list/list-view.ts";
import { topFor } from "../model/geometry.ts";
import type { AgentsPage, InboxState, Moment } from "../model/state.ts";
import { ageOf } from "../model/time.ts";
import { textFor } from "./agents-keys.ts";

const LOOKS: Record<AgentState, readonly [mark: string, style: Style]> = {
  AWAITING_INPUT: ["?", "yellow"],
  PROCESSING: ["▸", "green"],
  COMMANDED: ["▸", "green"],
  COMPLETE: ["✔", "dim"],
  FAILED: ["✖", "red"],
  LIMITED: ["◷", "yellow"],
  IDLE: ["·", "dim"],
  ENDED: ["∅", "dim"],
};
const MOST_TEXT_ROWS = 6;

export function agentsView(state: InboxState, { width, rows }: Pane, moment: Moment): Row[] {
  const { agents: page } = state;
  const { text } = moment;
  if (page.lines === null) return textRows(text.readingHistory, width, "dim");
  if (page.lines.length === 0) return textRows(text.noAgents, width, "dim");
  const sheet = page.isWriting ? writingRows(state, page, { width, rows }, moment) : [];
  const room = Math.max(1, rows - sheet.length);
  const top = topFor(page.top, page.cursor, page.lines.length, room);
  const shown = page.lines.slice(top, top + room).map((line, index) => {
    const isSelected = top + index === page.cursor;
    const row = agentRow(line, isSelected, width, moment);
    return isSelected
      ? { line: restyled(row, "selected"), ...(page.isWriting ? {} : { caret: 0 }) }
      : { line: row };
  });
  const gap = Array.from({ length: Math.max(0, room - shown.length) }, (): Row => ({ line: [] }));
  return sheet.length === 0 ? shown : [...shown, ...gap, ...sheet];
}

function agentRow(agent: AgentLine, isSelected: boolean, width: number, { now, text }: Moment) {
  const [mark, style] = LOOKS[agent.state];
  const age = ageOf(agent.lastSeenAt, now, text);
  const state = cutToWidth(text.agentState(agent, new Date(now)), Math.floor(width / 2));
  const right = `  ${state}  ${" ".repeat(Math.max(0, 4 - cellWidth(age)))}${age}`;
  const name = cutToWidth(safeLine(agent.project), Math.floor(width < 64 ? width / 3 : width / 4));
  const left = [
    isSelected ? styled("❯ ", "cyan") : { text: "  " },
    styled(`${mark} `, style),
    styled(name, ...(isSelected ? ["bold" as const] : [])),
    styled(
      `  ${width < 64 ? "" : `${safeLine(clientName(agent.client))}  `}${safeLine(agent.question ?? agent.task ?? "")}`,
      "dim",
    ),
  ];
  return fitLine([...fitLine(left, width - cellWidth(right)), styled(right, style)], width);
}

function writingRows(
  state: InboxState,
  page: AgentsPage,
  { width, rows }: Pane,
  { text }: Moment,
): Row[] {
  const agent = page.lines?.[page.cursor];
  if (agent === undefined) return [];
  const room = Math.max(1, Math.min(MOST_TEXT_ROWS, rows - 3));
  return [
    { line: [styled("─".repeat(width), "dim")] },
    ...textRows(text.writeTo(safeLine(agent.project)), width, "bold").slice(0, 1),
    ...wordsRows(textFor(page, agent), wordsWidth(state), room, text.writeHint),
  ];
}
