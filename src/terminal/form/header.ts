/** The head of the prompt: context, title and the question itself. */
import type { Question } from "../../core/ask/question.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { type Row, textRows, toRows } from "../text/rows.ts";
import { type Line, restyled, styled } from "../text/style.ts";
import { wrap } from "../text/wrap.ts";
import type { Messages } from "./messages.ts";
import { type PromptState, questionIn } from "./state.ts";

/** Reads markdown into rows of that width. Handed in, since a reader is large and not every screen has text to read. */
export type Markdown = (text: string, width: number) => Line[];

/** What is asked. Kept for as long as question and width stay, since long ones take time to lay out. */
export function header(
  state: PromptState,
  width: number,
  text: Messages,
  markdown: Markdown,
): Row[] {
  if (state.page === "settings") return textRows(text.settings, width, "bold");
  const question = questionIn(state);
  const known = rowsCache.get(question);
  if (known?.width === width && known.markdown === markdown) return known.rows;
  const rows = toRows(questionLines(state, width, text, markdown));
  rowsCache.set(question, { width, markdown, rows });
  return rows;
}

const rowsCache = new WeakMap<Question, { width: number; markdown: Markdown; rows: Row[] }>();

function questionLines(
  state: PromptState,
  width: number,
  text: Messages,
  markdown: Markdown,
): Line[] {
  const { form, ask } = state;
  const question = questionIn(state);
  const context =
    ask.context === undefined
      ? []
      : [...markdown(ask.context, width).map((row) => restyled(row, "dim")), []];
  const count = form.questions.length;
  const position = count === 1 ? [] : [[styled(text.questionOf(form.index + 1, count), "dim")]];
  const title = safeLine(question.title);
  const titles = isTakenFromPrompt(title, question.prompt)
    ? []
    : wrap([styled(title, "bold")], width);
  return [...context, ...position, ...titles, ...markdown(question.prompt, width)];
}

/** A question without a title has the beginning of its prompt for one, which need not be read twice. */
export function isTakenFromPrompt(title: string, prompt: string): boolean {
  return safeLine(prompt).startsWith(title.replace(/…$/, ""));
}
