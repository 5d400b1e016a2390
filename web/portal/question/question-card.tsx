/** One of several questions: open where the person is, folded to one line before and after. */
import type { Ask } from "../../../src/core/ask/ask.ts";
import {
  answerOf,
  type FormAction,
  type FormState,
  isAnswered,
} from "../../../src/core/ask/form.ts";
import type { Question } from "../../../src/core/ask/question.ts";
import { takesText } from "../../../src/core/ask/selection.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import { Icon } from "../../shared/icons.tsx";
import { Markdown } from "../../shared/markdown-view.tsx";
import { langOf, Said } from "../../shared/said.tsx";
import { useText } from "../parts/messages.ts";
import { answerInWords } from "../parts/outcome-words.ts";
import { paneWords } from "../parts/pane-words.ts";
import type { Choice, ChoiceState } from "./choice.ts";
import { hintInWords } from "./hint.ts";
import { Options } from "./options.tsx";
import { Words } from "./words.tsx";

interface QuestionCardProps {
  choice: Choice;
  state: ChoiceState;
  ask: Ask;
  question: Question;
  index: number;
  form: FormState;
  isReadOnly: boolean;
  onGoTo(index: number): void;
  act(action: FormAction, how?: { goesOn: boolean }): void;
}

export function QuestionCard(props: QuestionCardProps) {
  const { question, index, form, isReadOnly, act } = props;
  const text = useText();
  const say = paneWords(text.locale).several;
  const { interaction } = props.state.page ?? {};
  if (!isReadOnly && form.index !== index) return <Folded {...props} />;
  const answer = answerOf(form, index);
  const refusal = form.refusal?.questionIndex === index ? form.refusal.refusal : null;
  const names = { hint: `question-${index}-hint`, problem: `question-${index}-problem` };
  const describedBy = `${names.hint} ${names.problem}`;
  const isLast = index === form.questions.length - 1;
  return (
    <li>
      <fieldset
        class="question several"
        id={`question-${index}`}
        disabled={isReadOnly}
        data-current={!isReadOnly}
      >
        <legend>
          <span class="unseen">{text.questionOf(index + 1, form.questions.length)}: </span>
          <span class="number" aria-hidden="true">
            {index + 1}
          </span>
          <h2>
            <Said text={safeLine(question.title)} />
          </h2>
          <span class="hint" id={names.hint}>
            {isReadOnly ? "" : hintInWords(question, answer, text)}
          </span>
        </legend>
        {safeLine(question.prompt) !== safeLine(question.title) && (
          <div dir="auto" lang={langOf(question.prompt)}>
            <Markdown text={question.prompt} />
          </div>
        )}
        {interaction !== undefined && (
          <Options
            {...{ question, index, form, interaction, isReadOnly, describedBy, act }}
            shown={question.options}
          />
        )}
        {takesText(question) && (
          <Words
            {...props}
            label={question.options.length === 0 ? text.yourAnswer : text.ownWords}
            describedBy={describedBy}
          />
        )}
        <p class="problem" id={names.problem} role="alert">
          {refusal === null ? "" : text.refusal(refusal)}
        </p>
        {!isReadOnly && !isLast && (
          <div class="row end">
            <button type="button" class="small" onClick={() => props.onGoTo(index + 1)}>
              {say.next}{" "}
              <span class="kbd" aria-hidden="true">
                ]
              </span>
            </button>
          </div>
        )}
      </fieldset>
    </li>
  );
}

function Folded({ question, index, form, onGoTo }: QuestionCardProps) {
  const text = useText();
  const say = paneWords(text.locale).several;
  const words = answerInWords(question, answerOf(form, index));
  const isDone = isAnswered(form, index) && words.length > 0;
  const count = question.options.length;
  const refusal = form.refusal?.questionIndex === index ? form.refusal.refusal : null;
  return (
    <li class="question folded" data-done={isDone} id={`question-${index}`}>
      {isDone ? <Icon name="check" /> : <span class="no-icon" />}
      <span class="number">{index + 1}</span>
      <span class="folded-title cut">
        <Said text={safeLine(question.title)} />
      </span>
      <span class="grow" />
      {refusal !== null && <span class="problem">{text.refusal(refusal)}</span>}
      <span class="folded-answer cut">
        {isDone ? <bdi>{words.join(", ")}</bdi> : count === 0 ? say.ownWords : say.options(count)}
      </span>
      <button type="button" class="quiet small" onClick={() => onGoTo(index)}>
        {isDone ? say.change : say.open}
        <span class="unseen">: {safeLine(question.title)}</span>
      </button>
    </li>
  );
}
