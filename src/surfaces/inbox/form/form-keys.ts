/**
 * Keys in the form of an ask. Most are the form's own; the inbox adds asking back and moving to
 * other asks.
 */
import { paste } from "../../../terminal/form/field-keys.ts";
import { press } from "../../../terminal/form/keys.ts";
import { goToQuestion, isOnOwnRow, type PromptState } from "../../../terminal/form/state.ts";
import { commandOf, isPrintable, type Key } from "../../../terminal/input/key.ts";
import { leaveForm, move, openForm, openKeys, pressOnAsk } from "../list/list-keys.ts";
import { openAskBack, sendAskBack, withoutAskBack } from "../model/ask-back.ts";
import {
  type FormPage,
  type InboxState,
  type Moment,
  type Step,
  stay,
  wishing,
} from "../model/state.ts";
import { layOutForm } from "./form-view.ts";

export function pressInForm(state: InboxState, page: FormPage, key: Key, moment: Moment): Step {
  const { form } = page;
  // An answer that is being sent can no longer be changed.
  if (state.sendingId === form.ask.id)
    return stay(key.name === "escape" ? leaveForm(state) : state);
  if (form.field !== null || form.warning?.reason === "confirm")
    return pressForm(state, page, key, moment);
  if (key.name === "escape" && form.page !== "settings") {
    return form.page === "review"
      ? withForm(state, page, goToQuestion(form, form.form.index))
      : stay(leaveForm(state));
  }
  if (form.page === "settings" || (isOnOwnRow(form) && isPrintable(key) && form.page === "form")) {
    return pressForm(state, page, key, moment);
  }
  return pressOutside(state, page, key, moment) ?? pressForm(state, page, key, moment);
}

/** A paste is text: it goes into a text field or nowhere. */
export function pasteInForm(state: InboxState, page: FormPage, text: string): Step {
  return state.sendingId === page.form.ask.id
    ? stay(state)
    : withForm(state, page, paste(page.form, text));
}

/** The keys that the inbox adds. Null for all others. */
function pressOutside(state: InboxState, page: FormPage, key: Key, moment: Moment): Step | null {
  if (key.ctrl || key.meta) return null;
  if (key.sequence === "?")
    return stay(openKeys(state, page.form.page === "review" ? "review" : "question", moment));
  if (key.sequence === "]" || key.sequence === "[") {
    return openForm(move({ ...state, waiting: [] }, key.sequence === "]" ? 1 : -1, moment));
  }
  switch (commandOf(key)) {
    case "q":
      return stay(leaveForm(state));
    case "e":
      return stay(openAskBack(state, page, "elaborate"));
    case "d":
      return stay(openAskBack(state, page, "rephrase"));
    case "b":
      return sendAskBack(state, page, moment);
    case "backspace":
      return stay(withoutAskBack(state, page, page.form.form.index));
    default:
      return pressOnAsk(state, key, moment);
  }
}

function pressForm(state: InboxState, page: FormPage, key: Key, moment: Moment): Step {
  const { state: form, wish } = press(page.form, key, {
    ...layOutForm(state, page, moment),
    text: moment.text.form,
  });
  const next = withForm(state, page, form);
  if (wish?.type === "save")
    return wishing(next.state, ...next.wishes, {
      type: "prefer",
      id: form.ask.id,
      change: wish.change,
    });
  return next;
}

/** Sends the answer once the form is submitted. */
function withForm(state: InboxState, page: FormPage, form: PromptState): Step {
  const { id } = form.ask;
  const next = { ...state, forms: new Map(state.forms).set(id, { ...page, form }) };
  const reply = form.form.submitted;
  return reply === null
    ? stay(next)
    : wishing({ ...next, sendingId: id }, { type: "answer", id, reply });
}
