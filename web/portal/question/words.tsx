/** The field for own words of one question. */
import type { Ask } from "../../../src/core/ask/ask.ts";
import type { FormAction, FormState } from "../../../src/core/ask/form.ts";
import type { Question } from "../../../src/core/ask/question.ts";
import type { Choice, ChoiceState } from "./choice.ts";
import { WordsField } from "./words-field.tsx";

interface WordsProps {
  choice: Choice;
  state: ChoiceState;
  ask: Ask;
  question: Question;
  index: number;
  form: FormState;
  isReadOnly: boolean;
  label: string;
  describedBy: string;
  isLabelSeen?: boolean;
  placeholder?: string;
  sendsHere?: boolean;
  act(action: FormAction): void;
}

export function Words(props: WordsProps) {
  const { choice, state, ask, question, index, form, isReadOnly, label, act } = props;
  const { page } = state;
  const isRefused = form.refusal?.questionIndex === index && question.options.length === 0;
  const shows = page?.interaction.showPlaceholder === true;
  const example = shows ? (props.placeholder ?? question.placeholder ?? "") : "";
  return (
    <WordsField
      id={`question-${index}-text`}
      askId={ask.id}
      label={label}
      isLabelSeen={props.isLabelSeen ?? true}
      value={form.entries[index]?.text ?? ""}
      placeholder={example}
      describedBy={props.describedBy}
      isInvalid={isRefused}
      isReadOnly={isReadOnly}
      sendsHere={props.sendsHere === true}
      replies={page?.saved.quickReplies ?? []}
      onSave={choice.saveSetting}
      onType={(text) => act({ type: "type", questionIndex: index, text })}
    />
  );
}
