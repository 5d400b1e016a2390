/** The agent's open question, and its options as buttons with the numbers that a person can say. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { safeLine } from "../../src/core/safety/safe-text.ts";
import type { VoiceOption, VoiceQuestion } from "../../src/surfaces/voice/wire/wire.ts";
import { Markdown } from "../shared/markdown-view.tsx";
import { choicePath } from "../shared/route.ts";
import { snoozeWords } from "../shared/snooze.ts";
import { AskBackForm, type AskBackKind } from "./ask-back.tsx";
import type { Question } from "./conversation-state.ts";
import { Deadline } from "./deadline.tsx";
import { Check, Loudspeaker } from "./icons.tsx";
import { type Messages, useText } from "./messages.ts";
import { langOf } from "./own-language.ts";
import { nameOf } from "./question.ts";
import { SnoozePanel } from "./snooze.tsx";
import { speaker } from "./speaker.ts";

interface QuestionCardProps {
  question: Question;
  /** An answer is being sent. A second one has to wait for its result. */
  isBusy: boolean;
  /** Alone on its page, with its options at the bottom; the page's bar has its deadline. */
  isPage?: boolean;
  /** Between the words and the options. */
  before?: ComponentChildren;
  onChoose(options: VoiceOption[]): void;
  onRead(): void;
  onCancel?: () => void;
  onAskBack?: (kind: AskBackKind, words: string) => void;
  onSnoozed?: () => void;
}

export function QuestionCard({
  question,
  isBusy: isSending,
  isPage = false,
  before = null,
  onChoose,
  onRead,
  onCancel,
  onAskBack,
  onSnoozed = () => undefined,
}: QuestionCardProps) {
  const text = useText();
  const [panel, setPanel] = useState<"ask_back" | "snooze" | null>(null);
  const toggle = (one: "ask_back" | "snooze") => setPanel(panel === one ? null : one);
  const { questions, current_question_index: current, can_be_answered: canBeAnswered } = question;
  const isBusy = !useIsSeen(nameOf(question)) || isSending || !canBeAnswered;
  const part: VoiceQuestion | undefined = questions.find(
    ({ question_index }) => question_index === current,
  );
  const offered = part?.options ?? question.options ?? [];
  // An Allow that only a passkey can give is not offered where none can be used.
  const options = question.needs_passkey ? offered.filter(isRefusal) : offered;
  const isMany = (part?.max_selections ?? 1) > 1;
  const takesText = part?.accepts_text ?? offered.length === 0;
  const words = part?.question_text ?? question.question_text ?? question.status_line;
  const { title, rest } = titleOf(words);
  const done = questions.filter(
    ({ is_answered, question_index }) => is_answered && question_index !== current,
  );
  return (
    <section class="question-card" data-page={isPage} aria-labelledby="question-title">
      <div class="question-head">
        <h2 id="question-title" class={isPage && questions.length < 2 ? "unseen" : "over"}>
          {questions.length > 1 ? text.questionOf((current ?? 0) + 1, questions.length) : text.asks}
        </h2>
        {!isPage && <Deadline until={question.expires_at} isLong isSaid />}
        {speaker.isAble && !isPage && (
          <button type="button" class="icon" aria-label={text.readAloud} onClick={onRead}>
            <Loudspeaker />
          </button>
        )}
      </div>
      {done.length > 0 && (
        <ul class="answered">
          {done.map(({ question_index, title }) => (
            <li key={question_index}>
              <Check /> <bdi>{safeLine(title)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <div class="asked" dir="auto" lang={langOf(words)}>
        {title !== "" && <p class="asked-title">{title}</p>}
        {rest !== "" && <Markdown text={rest} />}
      </div>
      {question.is_destructive && <p class="careful">{text.careful}</p>}
      {question.unclear != null && <p class="muted unclear">{question.unclear}</p>}
      {before}
      {question.needs_passkey && question.ask_id !== null && (
        <div class="passkey">
          <p class="note">{text.allowElsewhere}</p>
          <a class="button primary" href={choicePath(question.ask_id)}>
            {text.openToSign}
          </a>
        </div>
      )}
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
      {takesText && canBeAnswered && !isPage && (
        <p class="muted">{hintFor(question, options.length > 0, text)}</p>
      )}
      {onCancel !== undefined && canBeAnswered && question.ask_id !== null && (
        <div class="question-more">
          {onAskBack !== undefined && (
            <button
              type="button"
              class="quiet"
              aria-expanded={panel === "ask_back"}
              onClick={() => toggle("ask_back")}
            >
              {text.askBack.open}
            </button>
          )}
          {isPage && (
            <button
              type="button"
              class="quiet"
              aria-expanded={panel === "snooze"}
              onClick={() => toggle("snooze")}
            >
              {snoozeWords(text.locale).name}
            </button>
          )}
          {speaker.isAble && (
            <button type="button" class="icon" aria-label={text.readAloud} onClick={onRead}>
              <Loudspeaker />
            </button>
          )}
          <button type="button" class="quiet" disabled={isSending} onClick={onCancel}>
            {text.cancelQuestion}
          </button>
        </div>
      )}
      {panel === "snooze" && canBeAnswered && question.ask_id !== null && (
        <SnoozePanel
          key={nameOf(question)}
          askId={question.ask_id}
          expiresAt={question.expires_at}
          onSnoozed={onSnoozed}
        />
      )}
      {panel === "ask_back" && onAskBack !== undefined && canBeAnswered && (
        <AskBackForm key={nameOf(question)} isBusy={isSending} onSend={onAskBack} />
      )}
      {!canBeAnswered &&
        questions
          .filter(({ question_index }) => question_index !== current)
          .map((other) => (
            <OtherQuestion key={other.question_index} part={other} total={questions.length} />
          ))}
      {!canBeAnswered && <p class="muted late">{text.onlyInTerminal}</p>}
    </section>
  );
}

/** Another question of the same ask, to be read where nothing is answered here. */
function OtherQuestion({ part, total }: { part: VoiceQuestion; total: number }) {
  const text = useText();
  const { question_index: index, question_text: words, options } = part;
  return (
    <section class="other-question">
      <h3 class="over">{text.questionOf(index + 1, total)}</h3>
      <div dir="auto" lang={langOf(words)}>
        <Markdown text={words} />
      </div>
      <OptionButtons options={options ?? []} isDisabled onChoose={() => undefined} />
    </section>
  );
}

/**
 * The question's first sentence, which says most, and the words after it. Formatted words stay
 * together: half of a table or of a code block is neither.
 */
export function titleOf(words: string): { title: string; rest: string } {
  const [whole = "", title = ""] =
    /^\s*([^\n`*_#>|~[\]<]{1,200}?[?.!。？！](?=\s|$)|[^\n`*_#>|~[\]<]{1,120}(?=\n|$))\s*/u.exec(
      words,
    ) ?? [];
  return { title: safeLine(title), rest: words.slice(whole.length) };
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
  { question_source_type: kind }: Question,
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
              <span class="option-label" dir="auto" lang={langOf(option.label)}>
                {safeLine(option.label)}
              </span>
              {option.recommended && !SAYS_SO.test(option.label) && (
                <span class="badge">{text.recommended}</span>
              )}
              {option.description !== null && option.description !== "" && (
                <span class="muted option-description" dir="auto" lang={langOf(option.description)}>
                  {safeLine(option.description)}
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The options that allow nothing. */
function isRefusal({ option_id }: VoiceOption): boolean {
  return option_id === "deny" || option_id === "plan" || option_id === "in_terminal";
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
