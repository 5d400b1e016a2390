/** Keys among the settled asks. */
import { commandOf, isEnter } from "../../../terminal/input/key.ts";
import type { TerminalInput } from "../../../terminal/input/keyboard.ts";
import { openKeys } from "../list/list-keys.ts";
import { typeInSearch } from "../list/search-keys.ts";
import { geometryOf, topFor } from "../model/geometry.ts";
import { foundIn } from "../model/history-search.ts";
import {
  EMPTY_SEARCH,
  type History,
  type InboxState,
  type Moment,
  noticed,
  type Step,
  stay,
  wishing,
} from "../model/state.ts";
import { mostScrollOf } from "./history-view.ts";

export function pressInHistory(
  state: InboxState,
  history: History,
  input: TerminalInput,
  moment: Moment,
): Step {
  if (history.search.isOpen) {
    const search = typeInSearch(history.search, input);
    if (search !== null) return stay(withHistory(state, { ...history, search, cursor: 0, top: 0 }));
  }
  if (input.type !== "key" || input.key.ctrl || input.key.meta) return stay(state);
  const { key } = input;
  const shown = foundIn(history);
  const { width, bodyRows } = geometryOf(state.size);
  const command = commandOf(key) ?? "";
  const isOpen = history.openId !== null;
  const by = { up: -1, k: -1, down: 1, j: 1, pageup: -bodyRows, pagedown: bodyRows }[command];
  if (by !== undefined && isOpen) {
    const most = mostScrollOf(history, { width, rows: bodyRows }, moment, state.markdown);
    return stay(
      withHistory(state, { ...history, scroll: Math.max(0, Math.min(history.scroll + by, most)) }),
    );
  }
  if (by !== undefined) return moveTo(history.cursor + by);
  if (key.sequence === "?") return stay(openKeys(state, "history", moment));
  if (key.sequence === "/")
    return stay(
      withHistory(state, { ...history, openId: null, search: { ...history.search, isOpen: true } }),
    );
  if (command === "y") {
    const id = shown[history.cursor]?.id;
    if (id === undefined) return stay(state);
    return wishing(noticed(state, moment.text.copied(id), moment, { isWhole: true }), {
      type: "copy",
      text: id,
    });
  }
  if (isEnter(key) || command === "right" || command === "l") {
    const openId = shown[history.cursor]?.id ?? null;
    return stay(withHistory(state, { ...history, openId, scroll: 0 }));
  }
  if (command === "escape" && !isOpen && history.search.writing.text !== "") {
    return stay(withHistory(state, { ...history, search: EMPTY_SEARCH, cursor: 0 }));
  }
  if (["escape", "q", "h", "left"].includes(command)) {
    return stay(
      isOpen
        ? withHistory(state, { ...history, openId: null })
        : { ...state, page: "asks", history: null },
    );
  }
  if (command === "home" || command === "g") return moveTo(key.sequence === "G" ? shown.length : 0);
  return command === "end" ? moveTo(shown.length) : stay(state);

  function moveTo(index: number): Step {
    const cursor = Math.max(0, Math.min(index, shown.length - 1));
    return stay(
      withHistory(state, {
        ...history,
        cursor,
        top: topFor(history.top, cursor, shown.length, bodyRows),
      }),
    );
  }
}

function withHistory(state: InboxState, history: History): InboxState {
  return { ...state, history };
}
