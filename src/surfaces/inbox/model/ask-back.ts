/** Asking back: "say more" and "ask differently" for each question, sent to the agent together. */
import type { AskBack } from "../../../core/ask/ask.ts";
import { writingOf } from "../../../terminal/input/editor.ts";
import { notesOn } from "./ask-notes.ts";
import {
  type FormPage,
  type InboxState,
  type Moment,
  noticed,
  type Step,
  stay,
  wishing,
} from "./state.ts";

/** Opens the field for the person's words, filled with what they wrote before. */
export function openAskBack(state: InboxState, page: FormPage, wish: AskBack["kind"]): InboxState {
  const { ask, form } = page.form;
  const written =
    page.askBack.find(({ questionIndex }) => questionIndex === form.index)?.text ?? "";
  const dialog = {
    kind: "askBack",
    askId: ask.id,
    questionIndex: form.index,
    wish,
    writing: writingOf(written),
  } as const;
  return { ...state, dialog };
}

export function withAskBack(state: InboxState, askId: string, request: AskBack): InboxState {
  const page = state.forms.get(askId);
  if (page === undefined) return state;
  const others = page.askBack.filter(
    ({ questionIndex }) => questionIndex !== request.questionIndex,
  );
  const askBack = [...others, request].sort(
    (one, other) => one.questionIndex - other.questionIndex,
  );
  return { ...state, forms: new Map(state.forms).set(askId, { ...page, askBack }) };
}

/** Drops what was asked back about a question. */
export function withoutAskBack(
  state: InboxState,
  page: FormPage,
  questionIndex: number,
): InboxState {
  const askBack = page.askBack.filter((request) => request.questionIndex !== questionIndex);
  if (askBack.length === page.askBack.length) return state;
  return { ...state, forms: new Map(state.forms).set(page.form.ask.id, { ...page, askBack }) };
}

/** One rejection carries all requests; it has the kind of the first. */
export function sendAskBack(state: InboxState, { form, askBack }: FormPage, moment: Moment): Step {
  const [first] = askBack;
  if (first === undefined)
    return stay(noticed(state, moment.text.nothingToAskBack, moment, { isBad: true }));
  const requests = askBack.map(({ text, ...rest }) => ({ ...rest, text: text.trim() }));
  const { id } = form.ask;
  return wishing(
    { ...state, sendingId: id },
    {
      type: "reject",
      id,
      rejection: { kind: first.kind, askBack: requests, ...notesOn(state, id) },
    },
  );
}
