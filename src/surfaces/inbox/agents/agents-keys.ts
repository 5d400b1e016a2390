/** Keys on the agents page: move among the agents, and write to one of them. */
import type { AgentLine } from "../../../agents/roster.ts";
import { edit, insert, type Writing, writingOf } from "../../../terminal/input/editor.ts";
import { commandOf, isEnter, type Key } from "../../../terminal/input/key.ts";
import type { TerminalInput } from "../../../terminal/input/keyboard.ts";
import { wordsWidth } from "../dialogs/dialog-keys.ts";
import { openKeys } from "../list/list-keys.ts";
import { geometryOf, topFor } from "../model/geometry.ts";
import {
  type AgentsPage,
  type InboxState,
  type Moment,
  noticed,
  type Step,
  stay,
  wishing,
} from "../model/state.ts";

export function pressInAgents(
  state: InboxState,
  page: AgentsPage,
  input: TerminalInput,
  moment: Moment,
): Step {
  const agent = page.lines?.[page.cursor];
  if (page.isWriting && agent !== undefined) return write(state, page, agent, input, moment);
  if (input.type !== "key" || input.key.ctrl || input.key.meta) return stay(state);
  const command = commandOf(input.key) ?? "";
  if (["escape", "q", "a", "left"].includes(command)) return stay({ ...state, page: "asks" });
  if (isEnter(input.key) || ["right", "l", "space", "tab"].includes(command)) {
    return stay(agent === undefined ? state : withPage(state, { ...page, isWriting: true }));
  }
  if (input.key.sequence === "?") return stay(openKeys(state, "agents", moment));
  return stay(withPage(state, moved(state, page, input.key)));
}

export function textFor(page: AgentsPage, { id }: AgentLine): Writing {
  return page.texts.get(id) ?? writingOf("");
}

/** The cursor stays on the same agent when the order changes. */
export function withLines(state: InboxState, lines: readonly AgentLine[]): InboxState {
  const { agents } = state;
  const selected = agents.lines?.[agents.cursor]?.id;
  const place = lines.findIndex(({ id }) => id === selected);
  const cursor = place === -1 ? Math.max(0, Math.min(agents.cursor, lines.length - 1)) : place;
  const isWriting = agents.isWriting && place !== -1;
  return withPage(state, { ...agents, lines, cursor, isWriting });
}

/** Empties the field after its text was sent. A text that could not be sent stays. */
export function withoutText(state: InboxState, agentId: number): InboxState {
  const texts = new Map(state.agents.texts);
  texts.delete(agentId);
  return withPage(state, { ...state.agents, texts });
}

function write(
  state: InboxState,
  page: AgentsPage,
  agent: AgentLine,
  input: TerminalInput,
  moment: Moment,
): Step {
  const writing = textFor(page, agent);
  const typed = (next: Writing) =>
    stay(withPage(state, { ...page, texts: new Map(page.texts).set(agent.id, next) }));
  if (input.type === "paste") return typed(insert(writing, input.text));
  if (input.type !== "key") return stay(state);
  const { key } = input;
  if (key.name === "escape") return stay(withPage(state, { ...page, isWriting: false }));
  if (key.name === "return" && !key.meta) {
    if (writing.text.trim() === "") return stay(noticed(state, moment.text.nothingToSend, moment));
    const left = withPage(state, { ...page, isWriting: false });
    const told = noticed(left, moment.text.sending, moment);
    return wishing(told, { type: "sendText", agentId: agent.id, text: writing.text });
  }
  const next = edit(writing, key, wordsWidth(state));
  return next === null ? stay(state) : typed(next);
}

function moved(state: InboxState, page: AgentsPage, key: Key): AgentsPage {
  const count = page.lines?.length ?? 0;
  const { bodyRows } = geometryOf(state.size);
  const command = commandOf(key) ?? "";
  const by = {
    up: -1,
    k: -1,
    down: 1,
    j: 1,
    pageup: -bodyRows,
    pagedown: bodyRows,
    home: -count,
    end: count,
  }[command];
  if (by === undefined) return page;
  const cursor = Math.max(0, Math.min(page.cursor + by, count - 1));
  return { ...page, cursor, top: topFor(page.top, cursor, count, bodyRows) };
}

function withPage(state: InboxState, agents: AgentsPage): InboxState {
  return { ...state, agents };
}
