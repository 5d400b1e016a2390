/**
 * The questions of an ask, one below the other, and the ways to answer them
 * by mouse, touch and keys.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type FormState, isAnswered, progress } from "../../../src/core/ask/form.ts";
import { unclearInWords } from "../../../src/core/ask/risk-words.ts";
import type { ChoicePage } from "../../../src/surfaces/portal/wire.ts";
import { FailureAlert } from "../parts/frame.tsx";
import { useText } from "../parts/messages.ts";
import { PendingLine } from "../parts/pending-line.tsx";
import { TextField } from "../parts/text-field.tsx";
import type { Choice, ChoiceState } from "./choice.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { DecideBar } from "./decide-bar.tsx";
import { useKeys } from "./keys.ts";
import { isRadio, QuestionSection } from "./question-section.tsx";

interface ChoiceFormProps {
  choice: Choice;
  state: ChoiceState;
  page: ChoicePage;
  form: FormState;
}

export function ChoiceForm({ choice, state, page, form }: ChoiceFormProps) {
  const text = useText();
  const place = useRef<HTMLFormElement>(null);
  const { interaction } = page;
  const isReadOnly = page.ask.outcome !== null || state.isGone;
  const submit = () => choice.act({ type: "submit" });
  useKeys({ onSubmit: submit, onDigit: pressDigit });
  useRefusalFocus(place, form);

  function pressDigit(digit: number) {
    const { index } = form;
    const question = form.questions[index];
    const option = question?.options[digit - 1];
    const control = controlsOf(index).find((input) => input.dataset["number"] === String(digit));
    if (question === undefined || option === undefined || control === undefined || isReadOnly)
      return;
    control.focus();
    choice.act({
      type: isRadio(question) ? "pick" : "toggle",
      questionIndex: index,
      optionId: option.id,
    });
    if (isRadio(question)) goToNextOpen(index);
  }

  function deny(optionId: string) {
    choice.goBack();
    choice.act({ type: "pick", questionIndex: 0, optionId }, { goesOn: false });
    submit();
  }

  /**
   * After a pick, focuses the next question, ready for its digit; after the last, the
   * button, ready for Enter.
   */
  function goToNextOpen(from: number) {
    const next = choice.state.get().form;
    if (next === null || next.submitted !== null) return;
    const others = next.questions.map((_, step) => (from + 1 + step) % next.questions.length);
    const open = others.find((index) => !isAnswered(next, index));
    if (open === undefined)
      return place.current?.querySelector<HTMLElement>("button[type=submit]")?.focus();
    focusIn(open);
  }

  function controlsOf(index: number): HTMLInputElement[] {
    return [
      ...(place.current?.querySelectorAll<HTMLInputElement>(`#question-${index} input`) ?? []),
    ];
  }

  function focusIn(index: number) {
    place.current?.querySelector<HTMLElement>(firstControl(index))?.focus();
  }

  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {form.questions.map((question, index) => (
        <QuestionSection
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no id but their place, and never move
          key={index}
          question={question}
          index={index}
          form={form}
          interaction={interaction}
          isReadOnly={isReadOnly}
          unclear={index === 0 ? unclearInWords(page.ask, text.locale) : null}
          act={choice.act}
        />
      ))}
      {interaction.offerGlobalNote && (
        <fieldset class="question-note" disabled={isReadOnly}>
          <legend class="unseen">{text.globalNote}</legend>
          <GlobalNote
            value={form.globalNote}
            isReadOnly={isReadOnly}
            onType={(note) => choice.act({ type: "globalNote", text: note })}
          />
        </fieldset>
      )}
      <FailureAlert failure={state.failure} />
      {state.confirming !== null && (
        <ConfirmDialog
          ask={page.ask}
          reply={state.confirming}
          onAllow={choice.confirm}
          onDeny={deny}
          onBack={choice.goBack}
        />
      )}
      {!isReadOnly && (
        <PendingLine
          id={page.ask.id}
          otherwise={
            <DecideBar
              isSending={state.isSending}
              progress={progress(form)}
              reason={state.reason}
              onReason={choice.typeReason}
              onCancel={choice.cancel}
              onDecline={choice.decline}
            />
          }
        />
      )}
    </form>
  );
}

interface GlobalNoteProps {
  value: string;
  isReadOnly: boolean;
  onType(note: string): void;
}

function GlobalNote({ value, isReadOnly, onType }: GlobalNoteProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && value === "") {
    if (isReadOnly) return null;
    return (
      <button type="button" class="quiet" onClick={() => setOpen(true)}>
        {text.addGlobalNote}
      </button>
    );
  }
  return (
    <TextField
      id="global-note"
      label={text.globalNote}
      value={value}
      onType={onType}
      isFocused={isOpen && value === ""}
    />
  );
}

/** A refused submit moves the focus to the question it is about. */
function useRefusalFocus(place: { current: HTMLFormElement | null }, { refusal }: FormState) {
  useLayoutEffect(() => {
    if (refusal === null) return;
    const section = place.current?.querySelector(`#question-${refusal.questionIndex}`);
    if (section?.contains(document.activeElement)) return;
    place.current?.querySelector<HTMLElement>(firstControl(refusal.questionIndex))?.focus();
  }, [refusal, place]);
}

function firstControl(index: number): string {
  const section = `#question-${index}`;
  return `${section} input:checked, ${section}:not(:has(input:checked)) :is(input, textarea)`;
}
