/**
 * A digit in the list picks an option of the selected ask. A single choice that can do no harm is
 * answered at once; anything else opens with that option picked, and Enter sends it. Pure.
 */
import type { Ask } from "../../../core/ask/ask.ts";
import { answerOf } from "../../../core/ask/form.ts";
import { isQuickAnswer } from "../../../core/ask/quick-answer.ts";
import { typedWords } from "../../../core/ask/typed-words.ts";
import { press } from "../../../terminal/form/keys.ts";
import type { Key } from "../../../terminal/input/key.ts";
import { openForm } from "../list/list-keys.ts";
import { selectedAsk } from "../model/asks.ts";
import {
  type FormPage,
  type InboxState,
  type Moment,
  type Step,
  stay,
  wishing,
} from "../model/state.ts";
import { pressInForm } from "./form-keys.ts";
import { layOutForm } from "./form-view.ts";

const ENTER: Key = { name: "return", sequence: "\r" };

export function isDigit({ sequence = "", ctrl, meta }: Key): boolean {
  return ctrl !== true && meta !== true && /^[1-9]$/.test(sequence);
}

export function pressDigit(state: InboxState, key: Key, moment: Moment): Step {
  const ask = selectedAsk(state);
  if (ask === null || moment.now < state.digitsFrom) return stay(state);
  if (state.sendingId !== null) return stay(state);
  return answerAtOnce(state, ask, key, moment) ?? openWith(state, key, moment);
}

/** The form hears the digit at once, or when its draft is read. */
function openWith(state: InboxState, key: Key, moment: Moment): Step {
  const { state: opened, wishes } = openForm(state);
  const page = opened.selectedId === null ? undefined : opened.forms.get(opened.selectedId);
  if (page === undefined)
    return { state: { ...opened, waiting: [...opened.waiting, { type: "key", key }] }, wishes };
  const picked = pressInForm(opened, page, key, moment);
  return { state: picked.state, wishes: [...wishes, ...picked.wishes] };
}

/** Null where the question has to be looked at first. */
function answerAtOnce(state: InboxState, ask: Ask, key: Key, moment: Moment): Step | null {
  const page = state.forms.get(ask.id);
  // The person wants to send with a key of its own, or has begun something else.
  if (page === undefined || state.interaction.submitMode === "batch" || isBegun(page)) return null;
  const keyboard = { ...layOutForm(state, page, moment), text: moment.text.form };
  const picked = press(page.form, key, keyboard).state;
  const [optionId, another] = answerOf(picked.form, 0).optionIds;
  if (optionId === undefined || another !== undefined || !isQuickAnswer(ask, optionId)) return null;
  const { submitted } = picked.form;
  const reply = submitted ?? press(picked, ENTER, keyboard).state.form.submitted;
  if (reply === null) return null;
  const { id } = ask;
  const form = { ...picked, form: { ...picked.form, submitted: reply } };
  const forms = new Map(state.forms).set(id, { ...page, form });
  return wishing({ ...state, forms, sendingId: id }, { type: "answer", id, reply });
}

function isBegun({ form, askBack, reason }: FormPage): boolean {
  return (
    form.field !== null ||
    askBack.length > 0 ||
    reason !== "" ||
    typedWords(form.form, form.ask) !== ""
  );
}
