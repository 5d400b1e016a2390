/** The agent's open question, and its options as buttons with the numbers that a person can say. */
import { useEffect, useState } from "preact/hooks";
import { safeLine } from "../../src/core/safety/safe-text.ts";
import type {
  QuestionReply,
  VoiceOption,
  VoiceQuestion,
} from "../../src/surfaces/voice/wire/wire.ts";
import { Markdown } from "../shared/markdown-view.tsx";
import { Loudspeaker } from "./icons.tsx";
import { type Messages, useText } from "./messages.ts";
import { nameOf } from "./question.ts";
import { speaker } from "./speaker.ts";

interface QuestionCardProps {
  question: QuestionReply;
  /** An answer is being sent. A second one has to wait for its result. */
  isBusy: boolean;
  onChoose(options: VoiceOption[]): void;
  onRead(): void;
}

export function QuestionCard({ question, isBusy: isSending, onChoose, onRead }: QuestionCardProps) {
  const text = useText();
  const { questions, current_question_index: current, can_be_answered: canBeAnswered } = question;
  const isBusy = !useIsSeen(nameOf(question)) || isSending || !canBeAnswered;
  const part: VoiceQuestion | undefined = questions.find(
    ({ question_index }) => question_index === current,
  );
  const options = part?.options ?? question.options ?? [];
  const isMany = (part?.max_selections ?? 1) > 1;
  const takesText = part?.accepts_text ?? options.length === 0;
  return (
    <section class="question-card" aria-labelledby="question-title">
      <div class="question-head">
        <h2 id="question-title" class="over">
          {questions.length > 1 ? text.questionOf((current ?? 0) + 1, questions.length) : text.asks}
        </h2>
        {speaker.isAble && (
          <button type="button" class="icon" aria-label={text.readAloud} onClick={onRead}>
            <Loudspeaker />
          </button>
        )}
      </div>
      <Markdown text={part?.question_text ?? question.question_text ?? question.status_line} />
      {question.is_destructive && <p class="careful">{text.careful}</p>}
      {question.unclear != null && <p class="muted unclear">{question.unclear}</p>}
      {options.length > 0 && !isMany && (
        <OptionButtons
          options={options}
          isDisabled={isBusy}
          onChoose={(option) => onChoose([option])}
        />
      )}
      {part !== undefined && isMany && (
        <ManyOptions
          key={`${question.ask_id} ${current}`}
          part={part}
          isBusy={isBusy}
          onChoose={onChoose}
        />
      )}
      {takesText && canBeAnswered && (
        <p class="muted">{hintFor(question, options.length > 0, text)}</p>
      )}
      {!canBeAnswered && <p class="muted late">{text.onlyInTerminal}</p>}
    </section>
  );
}

// A finger that is already moving lands within about this time.
const SEEN_AFTER_MS = 350;

/**
 * False for a moment after the question changed, so that a touch meant for the
 * last one does not answer it.
 */
function useIsSeen(name: string): boolean {
  const [seen, setSeen] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSeen(name), SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [name]);
  return seen === name;
}

function hintFor(
  { question_source_type: kind }: QuestionReply,
  hasOptions: boolean,
  text: Messages,
): string {
  if (!hasOptions) return text.ownWords;
  return kind === "permission" || kind === "plan_approval" ? text.orNoAndWhy : text.orOwnWords;
}

interface OptionButtonsProps {
  options: readonly VoiceOption[];
  isDisabled: boolean;
  /** The chosen options, if several may be chosen. */
  chosen?: ReadonlySet<string>;
  onChoose(option: VoiceOption): void;
}

export function OptionButtons({ options, isDisabled, chosen, onChoose }: OptionButtonsProps) {
  const text = useText();
  return (
    <ol class="options">
      {options.map((option) => (
        <li key={option.option_id}>
          <button
            type="button"
            class="option-button"
            disabled={isDisabled}
            {...(chosen === undefined ? {} : { "aria-pressed": chosen.has(option.option_id) })}
            onClick={() => onChoose(option)}
          >
            <span class="option-number">{option.number}</span>
            <span class="option-words">
              <span class="option-label">{safeLine(option.label)}</span>
              {option.recommended && !SAYS_SO.test(option.label) && (
                <span class="badge">{text.recommended}</span>
              )}
              {option.description !== null && option.description !== "" && (
                <span class="muted option-description">{safeLine(option.description)}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

// Some agents already write it into the label.
const SAYS_SO = /recommended|추천/i;

interface ManyOptionsProps {
  part: VoiceQuestion;
  isBusy: boolean;
  onChoose(options: VoiceOption[]): void;
}

function ManyOptions({ part, isBusy, onChoose }: ManyOptionsProps) {
  const text = useText();
  const options = part.options ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isEnough = chosen.size >= part.min_selections && chosen.size <= part.max_selections;
  function toggle({ option_id }: VoiceOption) {
    const next = new Set(chosen);
    if (!next.delete(option_id)) next.add(option_id);
    setChosen(next);
  }
  return (
    <>
      <p class="muted">{text.chooseSome(part.min_selections, part.max_selections)}</p>
      <OptionButtons options={options} isDisabled={isBusy} chosen={chosen} onChoose={toggle} />
      <button
        type="button"
        class="primary"
        disabled={isBusy || !isEnough || chosen.size === 0}
        onClick={() => onChoose(options.filter(({ option_id }) => chosen.has(option_id)))}
      >
        {text.sendChosen(chosen.size)}
      </button>
    </>
  );
}
