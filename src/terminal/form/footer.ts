/** The foot of the prompt: the time left, what is amiss, the settings and the keys. */

import { answerOf } from "../../core/ask/form.ts";
import { takesText } from "../../core/ask/selection.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { pieceRows, type Row, textRows, toRows } from "../text/rows.ts";
import { styled } from "../text/style.ts";
import { cutToWidth } from "../text/width.ts";
import { lineWidth, wrap } from "../text/wrap.ts";
import { timeLeft } from "./countdown.ts";
import { fieldRows } from "./field.ts";
import type { Messages } from "./messages.ts";
import { settingsIn, settingsInBrief } from "./settings-screen.ts";
import {
  effective,
  hiddenIds,
  isOnOwnRow,
  isRadio,
  type PromptState,
  questionIn,
  rowUnderCursor,
} from "./state.ts";

export interface FooterSpace {
  width: number;
  now: number;
  text: Messages;
  isBrief: boolean;
}

export type Footer = (state: PromptState, space: FooterSpace) => Row[];

export function footer(state: PromptState, { width, now, text, isBrief }: FooterSpace): Row[] {
  return [
    ...globalNoteRows(state, width, text),
    ...pieceRows([...timeOf(state, now, text), ...statusOf(state, text)], width),
    ...warningRows(state, width, text),
    ...(isBrief || state.page !== "form"
      ? []
      : pieceRows(settingsInBrief(state, text), width, "dim")),
    ...hintRows(state, text, width, isBrief),
  ];
}

/**
 * The part of the footer that every form has: the note on all, how many to choose, what is amiss.
 */
export function statusRows(
  state: PromptState,
  { width, text }: Pick<FooterSpace, "width" | "text">,
): Row[] {
  return [
    ...globalNoteRows(state, width, text),
    ...pieceRows(statusOf(state, text), width),
    ...warningRows(state, width, text),
  ];
}

function globalNoteRows(state: PromptState, width: number, text: Messages): Row[] {
  const { field, form, page } = state;
  const first = [styled(`${text.globalNote}: `, "cyan")];
  if (field?.about.kind === "globalNote") return fieldRows(field, first, lineWidth(first), width);
  if (page === "settings" || form.globalNote.trim() === "" || !effective(state).offerGlobalNote)
    return [];
  return toRows(
    wrap([{ text: cutToWidth(safeLine(form.globalNote), width * 2) }], width, { first }),
  );
}

function timeOf({ ask: { expiresAt } }: PromptState, now: number, text: Messages): string[] {
  return expiresAt === null ? [] : [timeLeft(expiresAt, now, text)];
}

function statusOf(state: PromptState, text: Messages): string[] {
  if (state.page !== "form") return [];
  const question = questionIn(state);
  const chosen = answerOf(state.form, state.form.index).optionIds.length;
  const hidden = hiddenIds(state).length;
  return [
    ...(isRadio(question) || question.selectionMode === "text_input"
      ? []
      : [text.chooseBetween(question.minSelections, question.maxSelections, chosen)]),
    ...(hidden === 0 ? [] : [text.hidden(hidden, state.showsHidden)]),
  ];
}

function warningRows(state: PromptState, width: number, text: Messages): Row[] {
  return warningOf(state, text).flatMap((warning) => textRows(`! ${warning}`, width, "yellow"));
}

function warningOf({ form, warning }: PromptState, text: Messages): string[] {
  if (warning?.reason === "none_chosen") return [text.noneChosen];
  if (warning?.reason === "cannot_hide") return [text.cannotHide];
  if (warning?.reason === "not_saved") return [text.notSaved];
  if (warning?.reason === "not_a_time") return [text.notATime];
  if (warning?.reason === "enter_again") return [text.enterAgain];
  if (warning?.reason === "cancel_again") return [text.cancelAgain];
  if (warning?.reason === "confirm") return [text.confirmAllow];
  const refusal = warning ?? form.refusal?.refusal;
  return refusal === undefined ? [] : [text.refusal(refusal)];
}

/** The key to cancel is always named, and comes first if not all keys can be named. */
function hintRows(state: PromptState, text: Messages, width: number, isBrief: boolean): Row[] {
  const [cancel = "", send = "", ...others] = hints(state, text);
  if (!isBrief) return pieceRows([send, ...others, cancel], width, "dim");
  const isInside = state.field !== null || state.page !== "form" || isOnOwnRow(state);
  const more = isInside ? [] : [text.keys.allKeys, text.keys.settings];
  return pieceRows([cancel, send, ...more, ...others], width, "dim").slice(0, 2);
}

function settingsHints(state: PromptState, text: Messages): string[] {
  const { keys } = text;
  if (state.field !== null) return [keys.cancelInside, keys.done, keys.leaveSetting];
  const canType = settingsIn(state, text)[state.settingsCursor]?.read !== undefined;
  return [
    keys.cancelInside,
    keys.move,
    keys.change,
    ...(canType ? [keys.typeTime] : []),
    keys.back,
  ];
}

function hints(state: PromptState, text: Messages): string[] {
  const { keys } = text;
  const question = questionIn(state);
  const several = state.form.questions.length > 1;
  const send = several ? keys.next : keys.send;
  if (state.warning?.reason === "confirm") return [keys.goBack, keys.allow];
  if (state.page === "settings") return settingsHints(state, text);
  if (state.field !== null) {
    const sends =
      state.field.about.kind === "own" &&
      (question.selectionMode === "text_input" || isRadio(question));
    return [keys.cancelInside, sends ? send : keys.done, keys.leaveField];
  }
  if (state.page === "review") return [keys.cancel, keys.send, keys.backToQuestion];
  const { offerOptionNotes, offerGlobalNote } = effective(state);
  const isOnOption = rowUnderCursor(state)?.kind === "option";
  const hasKeys = !isOnOwnRow(state);
  return [
    keys.cancel,
    send,
    ...(question.options.length === 0
      ? []
      : [keys.move, isRadio(question) ? keys.pick : keys.toggle]),
    ...(takesText(question) && hasKeys ? [keys.own] : []),
    ...(isOnOption && question.options.some((option) => option.recommended)
      ? [keys.recommended]
      : []),
    ...(isOnOption && offerOptionNotes ? [keys.note] : []),
    ...(hasKeys && offerGlobalNote ? [keys.globalNote] : []),
    ...(several ? [keys.questions] : []),
  ];
}
