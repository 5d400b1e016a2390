/** The options of one question, with those that the person does not want to see behind a button. */
import { useRef, useState } from "preact/hooks";
import { answerOf, type FormAction, type FormState } from "../../../src/core/ask/form.ts";
import type { Option, Question } from "../../../src/core/ask/question.ts";
import { takesText } from "../../../src/core/ask/selection.ts";
import type { EffectiveInteraction } from "../../../src/desk/interaction.ts";
import { useText } from "../parts/messages.ts";
import { OptionRow } from "./option-row.tsx";

export interface OptionsProps {
  question: Question;
  /** The same options in the reader's language. */
  shown: readonly Option[];
  index: number;
  form: FormState;
  interaction: EffectiveInteraction;
  isReadOnly: boolean;
  describedBy: string;
  isAcross?: boolean;
  /** Picking sends, so there is nothing to clear. */
  isAtOnce?: boolean;
  act(action: FormAction, how?: { goesOn: boolean }): void;
}

export function Options(props: OptionsProps) {
  const { question, shown, index, form, interaction, isReadOnly, act } = props;
  const text = useText();
  const isMoving = useArrowKeys();
  const answer = answerOf(form, index);
  const [showsHidden, setShowsHidden] = useState(false);
  // A chosen option is never hidden.
  const hidden = (interaction.hiddenOptionIds[index] ?? []).filter(
    (id) => !answer.optionIds.includes(id),
  );
  if (question.options.length === 0) return null;
  return (
    <>
      <div class={props.isAcross ? "options across" : "options"} {...isMoving.handlers}>
        {question.options.map((option, at) =>
          hidden.includes(option.id) && !showsHidden ? null : (
            <OptionRow
              key={option.id}
              option={shown.find(({ id }) => id === option.id) ?? option}
              id={`option-${index}-${at}`}
              groupName={`question-${index}`}
              number={at + 1}
              isRadio={isRadio(question)}
              isChosen={answer.optionIds.includes(option.id)}
              isReadOnly={isReadOnly}
              note={form.entries[index]?.notes[option.id] ?? ""}
              offersNote={interaction.offerOptionNotes && !isReadOnly}
              describedBy={props.describedBy}
              onChoose={() =>
                act(
                  {
                    type: isRadio(question) ? "pick" : "toggle",
                    questionIndex: index,
                    optionId: option.id,
                  },
                  { goesOn: !isMoving.current },
                )
              }
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
            class="quiet small hidden-options"
            aria-expanded={showsHidden}
            onClick={() => setShowsHidden(!showsHidden)}
          >
            {showsHidden ? text.hideAgain : text.showHidden(hidden.length)}
          </button>
        )}
        {canClear(question, answer.optionIds) && !isReadOnly && props.isAtOnce !== true && (
          <button
            type="button"
            class="quiet small"
            onClick={() => {
              for (const optionId of answer.optionIds)
                act({ type: "toggle", questionIndex: index, optionId });
            }}
          >
            {text.clear}
          </button>
        )}
      </div>
    </>
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
