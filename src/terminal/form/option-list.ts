/** The options of a question as rows of the screen, as fully as there is room for. */
import { answerOf } from "../../core/ask/form.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { type Row, toRows } from "../text/rows.ts";
import { type Line, type Span, styled } from "../text/style.ts";
import { cellWidth } from "../text/width.ts";
import { clip, lineWidth, wrap } from "../text/wrap.ts";
import { fieldRows } from "./field.ts";
import type { Messages } from "./messages.ts";
import {
  effective,
  isRadio,
  type ListRow,
  listRows,
  type PromptState,
  questionIn,
} from "./state.ts";
import { windowed } from "./window.ts";

export interface Space {
  width: number;
  /** The rows available for the list. */
  budget: number;
  text: Messages;
}

export function optionList(state: PromptState, { width, budget, text }: Space): Row[] {
  const rows = listRows(state);
  const describeAll = rows.map((row, index) => item(row, index === state.cursor, 3));
  if (describeAll.flat().length <= budget) return describeAll.flat();
  const describeActive = rows.map((row, index) => item(row, index === state.cursor, 0));
  return windowed(describeActive, state.cursor, budget, text);

  function item(row: ListRow, isActive: boolean, descriptionRows: number): Row[] {
    const rows = row.kind === "own" ? ownWords(isActive) : option(row, isActive, descriptionRows);
    const [first, ...rest] = rows;
    const hasCaret = rows.some(({ caret }) => caret !== undefined);
    // Screen readers and input methods follow the cursor, so it stands where the person is.
    return !isActive || hasCaret || first === undefined ? rows : [{ ...first, caret: 0 }, ...rest];
  }

  function option(
    { option, number }: ListRow & { kind: "option" },
    isActive: boolean,
    descriptionRows: number,
  ): Row[] {
    const question = questionIn(state);
    const { optionIds, optionNotes } = answerOf(state.form, state.form.index);
    const isChosen = optionIds.includes(option.id);
    const box = isRadio(question) ? (isChosen ? "(•) " : "( ) ") : isChosen ? "[x] " : "[ ] ";
    const digits = String(question.options.length).length;
    const first: Line = [
      pointer(isActive),
      styled(box, ...(isChosen ? ["green" as const] : [])),
      styled(`${String(number).padStart(digits)}. `, "dim"),
    ];
    const rest = [{ text: " ".repeat(lineWidth(first)) }];
    const recommended: Span[] = option.recommended
      ? [{ text: "  " }, styled(`★ ${text.recommended}`, "yellow")]
      : [];
    const label = styled(safeLine(option.label), ...(isActive ? ["bold" as const] : []));
    const most = Math.max(2, Math.floor(budget / 2));
    const labels = clip(
      wrap([label, ...recommended], width, { first, rest }),
      isActive ? most : 3,
      width,
    );
    const description = safeLine(option.description ?? "");
    const described =
      description === "" ? [] : wrap([styled(description, "dim")], width, { first: rest });
    const note = optionNotes?.[option.id] ?? "";
    return [
      ...toRows(labels),
      ...toRows(
        isActive
          ? clip(described, most, width)
          : descriptionRows === 0
            ? []
            : clip(described, descriptionRows, width),
      ),
      ...noteRows(option.id, note, lineWidth(first)),
    ];
  }

  function noteRows(optionId: string, note: string, indent: number): Row[] {
    const { field } = state;
    const isEdited = field?.about.kind === "note" && field.about.optionId === optionId;
    if (!isEdited && (note.trim() === "" || !effective(state).offerOptionNotes)) return [];
    const first = [{ text: " ".repeat(indent) }, styled(`${text.note}: `, "cyan")];
    if (isEdited) return fieldRows(field, first, lineWidth(first), width);
    return toRows(
      clip(wrap([{ text: safeLine(note) }], width, { first, rest: indentOf(first) }), 2, width),
    );
  }

  function ownWords(isActive: boolean): Row[] {
    const question = questionIn(state);
    const { customText: own = "" } = answerOf(state.form, state.form.index);
    const mark = question.selectionMode === "text_input" ? "" : "    ";
    const first: Line = [
      pointer(isActive),
      { text: mark },
      styled("✎ ", own.trim() === "" ? "dim" : "green"),
    ];
    const placeholder = effective(state).showPlaceholder
      ? safeLine(question.placeholder ?? "")
      : "";
    if (state.field?.about.kind === "own")
      return fieldRows(state.field, first, lineWidth(first), width, placeholder);
    const shown: Line =
      own.trim() === ""
        ? [
            { text: text.ownWords },
            ...(placeholder === "" ? [] : [styled(` (${placeholder})`, "dim")]),
          ]
        : [{ text: safeLine(own.slice(0, width * OWN_ROWS * 4)) }];
    return toRows(clip(wrap(shown, width, { first, rest: indentOf(first) }), OWN_ROWS, width));
  }
}

// The beginning of a long text is enough while nobody edits it.
const OWN_ROWS = 4;

function pointer(isActive: boolean): Span {
  return isActive ? styled("❯ ", "cyan") : { text: "  " };
}

function indentOf(line: Line): Line {
  return [{ text: " ".repeat(line.reduce((sum, { text }) => sum + cellWidth(text), 0)) }];
}
