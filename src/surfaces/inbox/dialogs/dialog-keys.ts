/** Keys in the dialogs. Esc closes a dialog; what was typed is there when it is opened again. */

import { wakesAt } from "../../../core/ask/snooze.ts";
import { edit, insert, type Writing } from "../../../terminal/input/editor.ts";
import { commandOf, isEnter, type Key } from "../../../terminal/input/key.ts";
import type { TerminalInput } from "../../../terminal/input/keyboard.ts";
import { leaveForm, remembering } from "../list/list-keys.ts";
import { sendAskBack, withAskBack, withoutAskBack } from "../model/ask-back.ts";
import { notesOn } from "../model/ask-notes.ts";
import { geometryOf } from "../model/geometry.ts";
import { menuItems } from "../model/menus.ts";
import {
  type Dialog,
  type InboxState,
  type Moment,
  noticed,
  type Step,
  stay,
  wishing,
} from "../model/state.ts";

export function pressInDialog(
  state: InboxState,
  dialog: Dialog,
  input: TerminalInput,
  moment: Moment,
): Step {
  switch (dialog.kind) {
    case "reason":
    case "askBack":
      return pressInWords(state, dialog, input, moment);
    case "cancel":
      return input.type === "key" ? pressInCancel(state, dialog, input.key) : stay(state);
    case "extend":
    case "snooze":
      return input.type === "key" ? pressInMenu(state, dialog, input.key, moment) : stay(state);
    case "filter":
      return stay(input.type === "key" ? pressInFilter(state, dialog, input.key) : state);
  }
}

type Words = Extract<Dialog, { writing: Writing }>;

function pressInWords(
  state: InboxState,
  dialog: Words,
  input: TerminalInput,
  moment: Moment,
): Step {
  const closed = { ...state, dialog: null };
  if (input.type === "paste")
    return stay(withWords(state, dialog, insert(dialog.writing, input.text)));
  if (input.type !== "key") return stay(state);
  const { key } = input;
  if (key.name === "escape") return stay(kept(closed, dialog, moment));
  if (key.name === "return" && !key.meta) return finish(closed, dialog, moment);
  const writing = edit(dialog.writing, key, wordsWidth(state));
  return stay(writing === null ? state : withWords(state, dialog, writing));
}

/** The width of the field under a dialog's title. */
export function wordsWidth({ size }: Pick<InboxState, "size">): number {
  return geometryOf(size).width - 2;
}

function withWords(state: InboxState, dialog: Words, writing: Writing): InboxState {
  const next = { ...state, dialog: { ...dialog, writing } };
  const page = state.forms.get(dialog.askId);
  if (page === undefined || dialog.writing.text === writing.text) return next;
  if (dialog.kind === "askBack") {
    const isBlank = writing.text.trim() === "";
    return isBlank
      ? withoutAskBack(next, page, dialog.questionIndex)
      : withRequest(next, { ...dialog, writing });
  }
  return {
    ...next,
    forms: new Map(state.forms).set(dialog.askId, { ...page, reason: writing.text }),
  };
}

/** Keeps the words of an ask-back with their question, to be sent or dropped later. */
function kept(state: InboxState, dialog: Words, moment: Moment): InboxState {
  if (dialog.kind === "reason" || dialog.writing.text.trim() === "") return state;
  return noticed(withRequest(state, dialog), moment.text.askBackKept, moment);
}

function withRequest(state: InboxState, dialog: Words & { kind: "askBack" }): InboxState {
  const { askId, questionIndex, wish, writing } = dialog;
  return withAskBack(state, askId, { questionIndex, kind: wish, text: writing.text });
}

function finish(state: InboxState, dialog: Words, moment: Moment): Step {
  const { askId } = dialog;
  if (dialog.kind === "reason") {
    const reason = dialog.writing.text.trim();
    return wishing(
      { ...state, sendingId: askId },
      {
        type: "reject",
        id: askId,
        rejection: {
          kind: "reject",
          reason: reason === "" ? null : reason,
          ...notesOn(state, askId),
        },
      },
    );
  }
  const next = withRequest(state, dialog);
  const page = next.forms.get(askId);
  if (page !== undefined && page.form.form.questions.length === 1)
    return sendAskBack(next, page, moment);
  return stay(noticed(next, moment.text.askBackKept, moment));
}

function pressInCancel(state: InboxState, { askId }: Dialog & { kind: "cancel" }, key: Key): Step {
  const closed = { ...state, dialog: null };
  if (!isEnter(key) && commandOf(key) !== "y") return stay(closed);
  return wishing(
    { ...closed, sendingId: askId },
    { type: "reject", id: askId, rejection: { kind: "cancel", ...notesOn(state, askId) } },
  );
}

type Menu = Extract<Dialog, { minutes: string }>;

function pressInMenu(state: InboxState, dialog: Menu, key: Key, moment: Moment): Step {
  const items = menuItems(dialog, moment);
  const typed = /^\d$/.test(key.sequence ?? "") ? dialog.minutes + key.sequence : null;
  if (typed !== null)
    return stay({
      ...state,
      dialog: { ...dialog, minutes: typed.slice(0, 5), cursor: items.length - 1 },
    });
  if (isEnter(key)) return choose(state, dialog, moment);
  if (commandOf(key) === "backspace")
    return stay({
      ...state,
      dialog: { ...dialog, minutes: dialog.minutes.slice(0, -1), cursor: items.length - 1 },
    });
  return stay(pressInRows(state, dialog, key, items.length));
}

function choose(state: InboxState, dialog: Menu, moment: Moment): Step {
  const item = menuItems(dialog, moment)[dialog.cursor];
  const ask = state.asks.get(dialog.askId);
  const closed = { ...state, dialog: null };
  if (ask === undefined) return stay(closed);
  if (item === undefined || item.seconds === undefined) {
    return stay(noticed(state, moment.text.typeMinutes, moment, { isBad: true }));
  }
  if (dialog.kind === "extend")
    return wishing(closed, { type: "extend", id: ask.id, seconds: item.seconds });
  const until = wakesAt(ask, moment.now + (item.seconds ?? 0) * 1000);
  if (until <= moment.now)
    return stay(noticed(closed, moment.text.tooLateToSnooze, moment, { isBad: true }));
  const at = new Date(until).toISOString();
  const said = noticed(leaveForm(closed), moment.text.snoozed(at), moment);
  const later = ([, time]: [string, string]) => Date.parse(time) > moment.now;
  return remembering(said, ({ snoozed }) => ({
    snoozed: { ...Object.fromEntries(Object.entries(snoozed).filter(later)), [ask.id]: at },
  }));
}

function pressInFilter(
  state: InboxState,
  dialog: Dialog & { kind: "filter" },
  key: Key,
): InboxState {
  const { filters } = dialog;
  if (isEnter(key))
    return { ...state, dialog: null, filter: filters[dialog.cursor - 1]?.filter ?? null };
  return pressInRows(state, dialog, key, filters.length + 1);
}

/** The rows wrap around: after the last comes the first. */
function pressInRows(
  state: InboxState,
  dialog: Dialog & { cursor: number },
  key: Key,
  count: number,
): InboxState {
  const moveTo = (cursor: number) => ({
    ...state,
    dialog: { ...dialog, cursor: (cursor + count) % count },
  });
  switch (commandOf(key)) {
    case "up":
    case "k":
      return moveTo(dialog.cursor - 1);
    case "down":
    case "j":
      return moveTo(dialog.cursor + 1);
    case "escape":
    case "q":
      return { ...state, dialog: null };
    default:
      return state;
  }
}
