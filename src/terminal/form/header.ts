/** The head of the prompt: context, title and the question itself. */
import type { Question } from "../../core/ask/question.ts";
import { unclearInWords } from "../../core/ask/risk-words.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { type Row, textRows, toRows } from "../text/rows.ts";
import { type Line, restyled, styled } from "../text/style.ts";
import { wrap } from "../text/wrap.ts";
import type { Messages } from "./messages.ts";
import { type PromptState, questionIn } from "./state.ts";

/**
 * Turns markdown into rows of that width. Passed in, since
 * the code for it is large and not every screen needs it.
 */
export type Markdown = (text: string, width: number) => Line[];

/** What stands in the place of the prompt in that width; null for the prompt. */
export type Instead = (width: number) => Line[] | null;

/** What is asked. Cached for the same question and width: a long one takes time to lay out. */
export function header(
  state: PromptState,
  width: number,
  text: Messages,
  markdown: Markdown,
  instead: Instead = () => null,
): Row[] {
  if (state.page === "settings") return textRows(text.settings, width, "bold");
  const shown = instead(width);
  if (shown !== null)
    return toRows([
      ...contextLines(state, width, markdown),
      ...shown,
      ...unclear(state, width, text),
    ]);
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
  const { form } = state;
  const question = questionIn(state);
  const context = contextLines(state, width, markdown);
  const count = form.questions.length;
  const position = count === 1 ? [] : [[styled(text.questionOf(form.index + 1, count), "dim")]];
  const title = safeLine(question.title);
  const titles = isTakenFromPrompt(title, question.prompt)
    ? []
    : wrap([styled(title, "bold")], width);
  const asked = markdown(question.prompt, width);
  return [...context, ...position, ...titles, ...asked, ...unclear(state, width, text)];
}

function unclear({ ask }: PromptState, width: number, { locale }: Messages): Line[] {
  const words = unclearInWords(ask, locale);
  return words === null ? [] : [[], ...wrap([styled(`${words}.`, "dim")], width)];
}

function contextLines({ ask }: PromptState, width: number, markdown: Markdown): Line[] {
  if (ask.context === undefined) return [];
  return [...markdown(ask.context, width).map((row) => restyled(row, "dim")), []];
}

/** A question without a title uses the beginning of its prompt, which need not be shown twice. */
export function isTakenFromPrompt(title: string, prompt: string): boolean {
  return safeLine(prompt).startsWith(title.replace(/…$/, ""));
}
