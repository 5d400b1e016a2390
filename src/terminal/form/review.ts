/** All answers to several questions, with every note, to be read before they are sent. */
import { answerOf, type FormState } from "../../core/ask/form.ts";
import type { Question } from "../../core/ask/question.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { type Row, textRows, toRows } from "../text/rows.ts";
import { styled } from "../text/style.ts";
import { cutToWidth } from "../text/width.ts";
import { wrap } from "../text/wrap.ts";
import type { Messages } from "./messages.ts";
import type { PromptState } from "./state.ts";
import { answerInWords } from "./summary.ts";

/** Cached while answers and width stay the same: a pasted text may be long. */
export function reviewRows({ form }: PromptState, width: number, text: Messages): Row[] {
  const known = rowsCache.get(form);
  if (known?.width === width) return known.rows;
  const answers = form.questions.flatMap((question, index) =>
    answerRows(form, question, index, width, text),
  );
  const rows = [...textRows(text.review, width, "bold"), { line: [] }, ...answers];
  rowsCache.set(form, { width, rows });
  return rows;
}

const rowsCache = new WeakMap<FormState, { width: number; rows: Row[] }>();

function answerRows(
  form: FormState,
  question: Question,
  index: number,
  width: number,
  text: Messages,
): Row[] {
  const number = `${index + 1}. `;
  const rest = [{ text: " ".repeat(number.length) }];
  const answer = answerOf(form, index);
  const words = answerInWords(question, answer) || text.noAnswer;
  const line = [
    styled(cutToWidth(safeLine(question.title), width), "dim"),
    { text: "  " },
    styled(words, "bold"),
  ];
  const notes = question.options.flatMap(({ id, label }) => {
    const note = safeLine(answer.optionNotes?.[id] ?? "");
    return note === ""
      ? []
      : wrap([styled(`${text.note} (${safeLine(label)}): ${note}`, "cyan")], width, {
          first: rest,
          rest,
        });
  });
  return toRows([...wrap(line, width, { first: [{ text: number }], rest }), ...notes]);
}
