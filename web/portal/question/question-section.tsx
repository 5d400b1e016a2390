/** One question of the page: its prompt, the options, and a field for the person's own words. */
import { useRef, useState } from "preact/hooks";
import type { Answer } from "../../../src/core/ask/answer.ts";
import { answerOf, type FormAction, type FormState, hintFor } from "../../../src/core/ask/form.ts";
import type { Option, Question } from "../../../src/core/ask/question.ts";
import { takesText } from "../../../src/core/ask/selection.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { EffectiveInteraction } from "../../../src/desk/interaction.ts";
import { Markdown } from "../../shared/markdown-view.tsx";
import { type Messages, useText } from "../parts/messages.ts";
import { TextField } from "../parts/text-field.tsx";
import { OptionRow } from "./option-row.tsx";

interface QuestionSectionProps {
  question: Question;
  index: number;
  form: FormState;
  interaction: EffectiveInteraction;
  isReadOnly: boolean;
  /** What nobody can tell about what is asked, in a few words. */
  unclear: string | null;
  act(action: FormAction, how?: { goesOn: boolean }): void;
}

export function QuestionSection({
  question,
  index,
  form,
  interaction,
  isReadOnly,
  unclear,
  act,
}: QuestionSectionProps) {
  const text = useText();
  const isMoving = useArrowKeys();
  const answer = answerOf(form, index);
  const refusal = form.refusal?.questionIndex === index ? form.refusal.refusal : null;
  const [showsHidden, setShowsHidden] = useState(false);
  // A chosen option is never hidden.
  const hidden = (interaction.hiddenOptionIds[index] ?? []).filter(
    (id) => !answer.optionIds.includes(id),
  );
  const isOnly = form.questions.length === 1;
  const names = {
    group: `question-${index}`,
    hint: `question-${index}-hint`,
    problem: `question-${index}-problem`,
  };
  const describedBy = `${names.hint} ${names.problem}`;

  function choose(option: Option) {
    const type = isRadio(question) ? "pick" : "toggle";
    act({ type, questionIndex: index, optionId: option.id }, { goesOn: !isMoving.current });
  }

  return (
    <fieldset
      class={isOnly ? "question" : "question several"}
      id={names.group}
      disabled={isReadOnly}
      data-current={!isReadOnly && form.index === index}
      onFocusIn={() => form.index !== index && act({ type: "goTo", index })}
      {...isMoving.handlers}
    >
      <legend>
        {!isOnly && <span class="over">{text.questionOf(index + 1, form.questions.length)}</span>}
        {isOnly ? (
          <h1 tabIndex={-1}>{safeLine(question.title)}</h1>
        ) : (
          <h2>{safeLine(question.title)}</h2>
        )}
      </legend>
      {safeLine(question.prompt) !== safeLine(question.title) && (
        <Markdown text={question.prompt} />
      )}
      {unclear !== null && <p class="muted unclear">{unclear}</p>}
      <div class="options">
        {question.options.map((option, at) =>
          hidden.includes(option.id) && !showsHidden ? null : (
            <OptionRow
              key={option.id}
              option={option}
              id={`option-${index}-${at}`}
              groupName={names.group}
              number={at + 1}
              isRadio={isRadio(question)}
              isChosen={answer.optionIds.includes(option.id)}
              note={form.entries[index]?.notes[option.id] ?? ""}
              offersNote={interaction.offerOptionNotes && !isReadOnly}
              describedBy={describedBy}
              onChoose={() => choose(option)}
              onNote={(note) =>
                act({ type: "note", questionIndex: index, optionId: option.id, text: note })
              }
            />
          ),
        )}
      </div>
      <div class="question-tools">
        {hidden.length > 0 && (
          <button
            type="button"
            class="quiet"
            aria-expanded={showsHidden}
            onClick={() => setShowsHidden(!showsHidden)}
          >
            {showsHidden ? text.hideAgain : text.showHidden(hidden.length)}
          </button>
        )}
        {canClear(question, answer.optionIds) && !isReadOnly && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              for (const optionId of answer.optionIds)
                act({ type: "toggle", questionIndex: index, optionId });
            }}
          >
            {text.clear}
          </button>
        )}
      </div>
      {takesText(question) && (
        <TextField
          id={`question-${index}-text`}
          label={question.options.length === 0 ? text.yourAnswer : text.ownWords}
          value={form.entries[index]?.text ?? ""}
          placeholder={interaction.showPlaceholder ? question.placeholder : undefined}
          describedBy={describedBy}
          isInvalid={refusal !== null && question.options.length === 0}
          onType={(typed) => act({ type: "type", questionIndex: index, text: typed })}
        />
      )}
      <p class="hint" id={names.hint}>
        {isReadOnly ? "" : hintInWords(question, answer, text)}
      </p>
      <p class="problem" id={names.problem} role="alert">
        {refusal === null ? "" : text.refusal(refusal)}
      </p>
    </fieldset>
  );
}

/** At most one option: picking another replaces it. */
export function isRadio({ selectionMode, maxSelections }: Question): boolean {
  return selectionMode !== "multi" && maxSelections === 1;
}

/**
 * Whether to offer a way to clear: a radio button cannot be deselected, though
 * choosing none may be allowed.
 */
function canClear(question: Question, chosen: readonly string[]): boolean {
  const canDoWithout = takesText(question) || question.minSelections === 0;
  return isRadio(question) && canDoWithout && chosen.length > 0;
}

function hintInWords(question: Question, answer: Answer, text: Messages): string {
  const { minSelections, maxSelections } = question;
  if (isRadio(question) || question.options.length === 0) return "";
  const chosen = answer.optionIds.length;
  const { moreNeeded } = hintFor(question, answer);
  const isEmpty = chosen === 0 && moreNeeded === 0 && (answer.customText ?? "").trim() === "";
  const bounds = text.chooseBetween(
    minSelections,
    Math.min(maxSelections, question.options.length),
    chosen,
  );
  return isEmpty ? `${bounds}. ${text.noneChosen}` : bounds;
}

/**
 * Arrow keys select each radio button they move through, which must not send an answer on the way.
 */
function useArrowKeys() {
  const isMoving = useRef(false);
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      isMoving.current = event.key.startsWith("Arrow");
    },
    onKeyUp: () => {
      isMoving.current = false;
    },
  };
  return Object.assign(isMoving, { handlers });
}
