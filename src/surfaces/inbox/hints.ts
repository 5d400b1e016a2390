/** The few keys that matter now, in the last line. */
import { isRadio, type PromptState, questionIn } from "../../tty/form/state.ts";
import { type Line, styled } from "../../tty/style.ts";
import { cellWidth } from "../../tty/width.ts";
import { fitLine } from "../../tty/wrap.ts";
import type { Messages } from "./messages.ts";
import type { InboxState } from "./state.ts";

export type Hint = readonly [key: string, what: string];

/** The first ones are dropped last; the last one, the way out, never. */
export function hintsFor(state: InboxState, { hints }: Messages): readonly Hint[] {
  const { dialog, page, focus, search, history, selectedId, forms } = state;
  if (dialog !== null) {
    if (dialog.kind === "askBack" || dialog.kind === "reason") return hints.words;
    return dialog.kind === "cancel" ? hints.confirm : hints.menu;
  }
  if (page === "keys") return hints.keys;
  if (page === "agents") return state.agents.isWriting ? hints.words : hints.agents;
  if (page === "history") return history?.search.isOpen ? hints.search : hints.history;
  if (focus === "list") return search.isOpen ? hints.search : state.asks.size === 0 ? hints.empty : hints.list;
  const form = selectedId === null ? undefined : forms.get(selectedId)?.form;
  if (form === undefined || state.farewell !== null) return hints.farewell;
  if (form.page === "settings") return hints.settings;
  if (form.page === "review") return hints.review;
  if (form.field !== null) return fieldHints(form, hints);
  return (form.form.questions.length > 1 ? hints.several : hints.form).filter(([key]) => isOfUse(key, form));
}

/** Not every question has options, or any that is recommended. */
function isOfUse(key: string, { form }: PromptState): boolean {
  const { options } = form.questions[form.index] ?? { options: [] };
  if (key === "r") return options.some(({ recommended }) => recommended);
  if (key === "R") return form.questions.some((question) => question.options.some(({ recommended }) => recommended));
  return options.length > 0 || (key !== "␣" && key !== "n");
}

/** In a field of one's own words Enter may send: then it says so. */
function fieldHints(form: PromptState, hints: Messages["hints"]): readonly Hint[] {
  const question = questionIn(form);
  const isAnswer = question.selectionMode === "text_input" || (isRadio(question) && form.field?.line.trim() !== "");
  if (form.field?.about.kind !== "own" || !isAnswer) return hints.field;
  return form.form.questions.length > 1 ? hints.fieldGoesOn : hints.fieldSends;
}

export function hintLine(hints: readonly Hint[], width: number): Line {
  const last = hints.at(-1);
  const cells = ([key, what]: Hint) => cellWidth(key) + 1 + cellWidth(what) + GAP.length;
  let free = width - (last === undefined ? 0 : cells(last));
  const shown = hints.slice(0, -1).filter((hint) => {
    free -= cells(hint);
    return free >= 0;
  });
  const all = last === undefined ? shown : [...shown, last];
  return fitLine(
    all.flatMap(([key, what]) => [styled(key, "bold"), styled(` ${what}${GAP}`, "dim")]),
    width,
  );
}

const GAP = "  ";
