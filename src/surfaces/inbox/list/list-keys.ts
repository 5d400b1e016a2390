/** Keys in the list, and the keys that act on an ask both in the list and in its form. */
import type { Ask } from "../../../core/ask/ask.ts";
import { writingOf } from "../../../terminal/input/editor.ts";
import { commandOf, isEnter, type Key } from "../../../terminal/input/key.ts";
import { filtersIn, isSnoozed, listedAsks, selectedAsk } from "../model/asks.ts";
import { geometryOf } from "../model/geometry.ts";
import type { Memory } from "../model/memory.ts";
import {
  EMPTY_HISTORY,
  type InboxState,
  type Moment,
  noticed,
  type Step,
  stay,
  wishing,
} from "../model/state.ts";
import { themeAfter } from "../model/themes.ts";
import { type KeysSection, keysScrollTo, mostKeysScroll } from "./keys-view.ts";

export function pressInList(state: InboxState, key: Key, moment: Moment): Step {
  if (state.page === "keys") return pressOnKeysPage(state, key, moment);
  if (key.ctrl || key.meta) return stay(state);
  const { bodyRows } = geometryOf(state.size);
  if (isEnter(key)) return openForm(state);
  if (key.sequence === "/") return stay({ ...state, search: { ...state.search, isOpen: true } });
  if (key.sequence === "?") return stay(openKeys(state, "list", moment));
  if (key.sequence === "G") return stay(moveTo(state, Number.POSITIVE_INFINITY, moment));
  if (key.sequence === "Z") return stay({ ...state, showsSnoozed: !state.showsSnoozed });
  switch (commandOf(key)) {
    case "up":
    case "k":
      return stay(move(state, -1, moment));
    case "down":
    case "j":
      return stay(move(state, 1, moment));
    case "pageup":
      return stay(move(state, -bodyRows, moment));
    case "pagedown":
      return stay(move(state, bodyRows, moment));
    case "home":
    case "g":
      return stay(moveTo(state, 0, moment));
    case "end":
      return stay(moveTo(state, Number.POSITIVE_INFINITY, moment));
    case "right":
    case "l":
    case "space":
    case "tab":
      return openForm(state);
    case "f":
      return stay(openFilter(state));
    case "s":
      return changeOrder(state, moment);
    case "t":
      return changeTheme(state, moment);
    case "b":
      return toggleBell(state, moment);
    case "a":
      return wishing({ ...state, page: "agents" }, { type: "readAgents" });
    case "h":
      return wishing(
        { ...state, page: "history", history: EMPTY_HISTORY },
        { type: "readHistory" },
      );
    case "escape":
      return stay({ ...state, search: { ...state.search, writing: writingOf("") }, filter: null });
    case "q":
      return wishing(state, { type: "quit" });
    default:
      return pressOnAsk(state, key, moment) ?? stay(state);
  }
}

/** Opens the page of keys at the section of the place where it was asked for. */
export function openKeys(state: InboxState, section: KeysSection, { text }: Moment): InboxState {
  const { width, bodyRows } = geometryOf(state.size);
  const keysFrom = state.page === "keys" ? state.keysFrom : state.page;
  return {
    ...state,
    page: "keys",
    keysFrom,
    keysScroll: keysScrollTo(section, { width, rows: bodyRows }, text),
  };
}

/** Keys that act on an ask as a whole. Null for any other key. */
export function pressOnAsk(state: InboxState, key: Key, moment: Moment): Step | null {
  const ask = selectedAsk(state);
  if (ask === null || key.ctrl || key.meta) return null;
  if (key.sequence === "+" || key.sequence === "=") return openMenu(state, "extend", ask);
  switch (commandOf(key)) {
    case "x":
      return stay({
        ...state,
        dialog: {
          kind: "reason",
          askId: ask.id,
          writing: writingOf(state.forms.get(ask.id)?.reason ?? ""),
        },
      });
    case "c":
      return stay({ ...state, dialog: { kind: "cancel", askId: ask.id } });
    case "z":
      return isSnoozed(state, ask.id, moment.now)
        ? wake(state, ask)
        : openMenu(state, "snooze", ask);
    case "o":
      return wishing(noticed(state, moment.text.opening, moment), { type: "browse", id: ask.id });
    case "y":
      return wishing(noticed(state, moment.text.copied(ask.id), moment, { isWhole: true }), {
        type: "copy",
        text: ask.id,
      });
    default:
      return null;
  }
}

// Far more asks than are ever open, and the file stays small.
const MOST_SEEN = 1_000;

export function openForm(state: InboxState): Step {
  const ask = selectedAsk(state);
  if (ask === null) return stay(state);
  const opened: InboxState = {
    ...state,
    focus: "form",
    search: { ...state.search, isOpen: false },
  };
  if (state.memory.seen.includes(ask.id)) return stay(opened);
  return remembering(opened, ({ seen }) => ({ seen: [...seen, ask.id].slice(-MOST_SEEN) }));
}

export function leaveForm(state: InboxState): InboxState {
  return { ...state, focus: "list", waiting: [] };
}

/** Changes what the inbox remembers, on the screen at once and on disk. */
export function remembering(state: InboxState, change: (memory: Memory) => Partial<Memory>): Step {
  const how = (memory: Memory): Memory => ({ ...memory, ...change(memory) });
  return wishing({ ...state, memory: how(state.memory) }, { type: "remember", how });
}

export function move(state: InboxState, by: number, moment: Pick<Moment, "now">): InboxState {
  const index = listedAsks(state, moment.now).findIndex(({ id }) => id === state.selectedId);
  return moveTo(state, index + by, moment);
}

function moveTo(state: InboxState, index: number, { now }: Pick<Moment, "now">): InboxState {
  const listed = listedAsks(state, now);
  const ask = listed[Math.max(0, Math.min(index, listed.length - 1))];
  return ask === undefined ? state : { ...state, selectedId: ask.id };
}

function openMenu(state: InboxState, kind: "extend" | "snooze", ask: Ask): Step {
  return stay({ ...state, dialog: { kind, askId: ask.id, cursor: 0, minutes: "" } });
}

function openFilter(state: InboxState): InboxState {
  const filters = filtersIn(state);
  const { filter } = state;
  const at = filters.findIndex(
    (one) => one.filter.by === filter?.by && one.filter.name === filter.name,
  );
  return { ...state, dialog: { kind: "filter", cursor: at + 1, filters } };
}

function wake(state: InboxState, { id }: Ask): Step {
  return remembering(state, ({ snoozed: { [id]: _, ...others } }) => ({ snoozed: others }));
}

function changeOrder(state: InboxState, moment: Moment): Step {
  const order = state.memory.order === "newest" ? "urgent" : "newest";
  return remembering(noticed(state, moment.text.sorted(order), moment), () => ({ order }));
}

function changeTheme(state: InboxState, moment: Moment): Step {
  if (state.isColourless) return stay(noticed(state, moment.text.noColour, moment));
  const theme = themeAfter(state.memory.theme);
  return remembering(noticed(state, moment.text.theme(theme), moment), () => ({ theme }));
}

function toggleBell(state: InboxState, moment: Moment): Step {
  const notifies = !state.memory.notifies;
  return remembering(noticed(state, moment.text.bell(notifies), moment), () => ({ notifies }));
}

function pressOnKeysPage(state: InboxState, key: Key, { text }: Moment): Step {
  const { width, bodyRows } = geometryOf(state.size);
  const by = {
    up: -1,
    k: -1,
    down: 1,
    j: 1,
    pageup: -bodyRows,
    pagedown: bodyRows,
    space: bodyRows,
  }[commandOf(key) ?? ""];
  if (by === undefined) return back(state);
  const most = mostKeysScroll({ width, rows: bodyRows }, text);
  return stay({ ...state, keysScroll: Math.max(0, Math.min(state.keysScroll + by, most)) });
}

/** Agents are read again and again only while their page is shown, so reading starts again here. */
function back(state: InboxState): Step {
  const there: InboxState = { ...state, page: state.keysFrom };
  return there.page === "agents" ? wishing(there, { type: "readAgents" }) : stay(there);
}
