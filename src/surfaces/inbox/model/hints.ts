/** The keys that are useful now, in the last line. */
import { isRadio, type PromptState, questionIn } from "../../../terminal/form/state.ts";
import { type Line, styled } from "../../../terminal/text/style.ts";
import { cellWidth } from "../../../terminal/text/width.ts";
import { fitLine } from "../../../terminal/text/wrap.ts";
import { isNarrowed } from "./asks.ts";
import { foundIn } from "./history-search.ts";
import type { Messages } from "./messages.ts";
import type { History, InboxState } from "./state.ts";

export type Hint = readonly [key: string, what: string];

/**
 * When space is short, hints at the end are dropped first; the very last, the way out, always
 * stays.
 */
export function hintsFor(state: InboxState, { hints }: Messages): readonly Hint[] {
  const { dialog, page, focus, search, history, selectedId, forms } = state;
  if (dialog !== null) {
    if (dialog.kind === "askBack")
      return questionsOf(state, dialog.askId) > 1 ? hints.wordsKept : hints.words;
    if (dialog.kind === "reason") return hints.words;
    return dialog.kind === "cancel" ? hints.confirm : hints.menu;
  }
  if (page === "keys") return hints.keys;
  if (page === "agents") return agentsHints(state, hints);
  if (page === "history") return historyHints(history, hints);
  if (focus === "list") return search.isOpen ? hints.search : listHints(state, hints);
  const form = selectedId === null ? undefined : forms.get(selectedId)?.form;
  if (form === undefined || state.farewell !== null) return hints.farewell;
  if (form.page === "settings")
    return form.field === null
      ? hints.settings
      : hints.field.filter(([key]) => key === "↵" || key === "esc");
  if (form.page === "review") return hints.review;
  if (form.field !== null) return fieldHints(form, hints);
  return (form.form.questions.length > 1 ? hints.several : hints.form).filter(([key]) =>
    isOfUse(key, form),
  );
}

function questionsOf({ asks }: InboxState, askId: string): number {
  return asks.get(askId)?.questions.length ?? 0;
}

function listHints(state: InboxState, hints: Messages["hints"]): readonly Hint[] {
  if (state.asks.size === 0) return hints.empty;
  if (state.selectedId !== null) return hints.list;
  return isNarrowed(state) ? hints.nothingFound : hints.allSnoozed;
}

function agentsHints({ agents }: InboxState, hints: Messages["hints"]): readonly Hint[] {
  if (agents.isWriting) return hints.words;
  return agents.lines?.length ? hints.agents : hints.agents.slice(-1);
}

function historyHints(history: History | null, hints: Messages["hints"]): readonly Hint[] {
  if (history === null) return hints.history;
  if (history.search.isOpen) return hints.search;
  if (history.openId !== null) return hints.historyOpen;
  if (foundIn(history).length > 0) return hints.history;
  return hints.history.filter(
    ([key]) => key === "esc" || (key === "/" && history.asks?.length !== 0),
  );
}

/** Not every question has options or a recommended one. */
function isOfUse(key: string, { form }: PromptState): boolean {
  const { options } = form.questions[form.index] ?? { options: [] };
  if (key === "r") return options.some(({ recommended }) => recommended);
  if (key === "R")
    return form.questions.some((question) =>
      question.options.some(({ recommended }) => recommended),
    );
  return options.length > 0 || (key !== "␣" && key !== "n");
}

/** In a field for the person's own words Enter may send the answer, and then the hint says so. */
function fieldHints(form: PromptState, hints: Messages["hints"]): readonly Hint[] {
  const question = questionIn(form);
  const isAnswer =
    question.selectionMode === "text_input" ||
    (isRadio(question) && form.field?.writing.text.trim() !== "");
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
