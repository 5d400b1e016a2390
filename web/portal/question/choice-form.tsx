/**
 * The questions of an ask and the ways to answer them: what is asked scrolls, and where it is decided
 * stays in its place.
 */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type FormState, isAnswered, progress } from "../../../src/core/ask/form.ts";
import { takesText } from "../../../src/core/ask/selection.ts";
import type { ChoicePage } from "../../../src/surfaces/portal/wire.ts";
import { Icon } from "../../shared/icons.tsx";
import { FailureAlert } from "../frame/frame.tsx";
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";
import { PendingLine } from "../parts/pending-line.tsx";
import { type Aside, AsidePanel } from "./aside-panel.tsx";
import { textOf } from "./call-editor.ts";
import type { Choice, ChoiceState } from "./choice.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { DeadlineMenu } from "./deadline-menu.tsx";
import { DecideBar } from "./decide-bar.tsx";
import { EditPanel } from "./edit-panel.tsx";
import { GlobalNote } from "./global-note.tsx";
import { LookingToo } from "./looking-too.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { isRadio } from "./options.tsx";
import { Who } from "./pane-head.tsx";
import { usePaneKeys } from "./pane-keys.ts";
import { Answering, AskedAlone } from "./question-alone.tsx";
import { QuestionCard } from "./question-card.tsx";
import { Review } from "./review.tsx";
import { shownOptions, standsInBar } from "./shown-options.ts";
import { SnoozeMenu } from "./snooze-menu.tsx";
import { sendsAtOnce } from "./starting-form.ts";
import { useMedia } from "./use-media.ts";
import { Words } from "./words.tsx";

interface ChoiceFormProps {
  choice: Choice;
  state: ChoiceState;
  page: ChoicePage;
  form: FormState;
  /** Beside a list, keys count only inside; on the question's own page everywhere. */
  isBeside: boolean;
  /** The agent in one line, where it does not stand beside. */
  agentLine: ComponentChildren;
  onSnoozed(): void;
  /** What stands above everything: how it was settled, and what is kept of it. */
  children: ComponentChildren;
}

export function ChoiceForm(props: ChoiceFormProps) {
  const { choice, state, page, form, isBeside, agentLine, onSnoozed, children } = props;
  const text = useText();
  const say = paneWords(text.locale);
  const place = useRef<HTMLFormElement>(null);
  const [aside, setAside] = useState<Aside | null>(null);
  const [wantsNote, setWantsNote] = useState(false);
  const { interaction, ask } = page;
  const isReadOnly = ask.outcome !== null || state.isGone;
  const [first, ...others] = form.questions;
  const single = others.length === 0 ? first : undefined;
  const shown = single === undefined ? [] : shownOptions(single, state.evidence, say);
  const isPhone = useMedia("(max-width: 639px)");
  const isInBar =
    !isPhone && single !== undefined && !isReadOnly && standsInBar(single, shown, ask);
  const atOnce = single !== undefined && isRadio(single) && sendsAtOnce(page);
  const canEdit = single !== undefined && !isReadOnly && textOf(state) !== null;
  const goTo = useGoTo(place, choice);
  const keys = { choice, form, page, place, isReadOnly, canEdit, goTo };
  const submit = () => choice.act({ type: "submit" });
  const pressEnter = usePaneKeys({
    ...keys,
    isBeside,
    aside,
    onAside: setAside,
    onNote: () => setWantsNote(true),
  });
  useRefusalFocus(place, form);

  const common = { choice, state, ask, form, isReadOnly, act: choice.act };
  const answering = single !== undefined && (
    <Answering
      {...common}
      question={single}
      shown={shown}
      isInBar={isInBar}
      isAtOnce={atOnce}
      page={page}
    />
  );
  const note = interaction.offerGlobalNote && (
    <GlobalNote
      value={form.globalNote}
      isReadOnly={isReadOnly}
      isWanted={wantsNote}
      onWant={() => setWantsNote(true)}
      onType={(typed) => choice.act({ type: "globalNote", text: typed })}
    />
  );

  const hasSubmit = !(atOnce && takesText(single));
  const tools = single !== undefined && (
    <>
      {takesText(single) && (
        <Words
          {...common}
          question={single}
          index={0}
          label={single.options.length === 0 ? text.yourAnswer : text.ownWords}
          isLabelSeen={false}
          placeholder={placeholderOf(state.evidence?.question ?? single, atOnce, say)}
          describedBy="question-0-hint question-0-problem"
          sendsHere={atOnce}
        />
      )}
      {canEdit && state.editing === null && (
        <button type="button" class="quiet" onClick={choice.edit.begin}>
          <Icon name="pencil" /> {say.edit.first}{" "}
          <span class="kbd" aria-hidden="true">
            i
          </span>
        </button>
      )}
      {note}
    </>
  );

  return (
    <form
      ref={place}
      class="ask-pane"
      data-one={single !== undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        pressEnter(event);
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section class="ask-scroll" tabIndex={0} aria-label={say.theQuestion}>
        <div class="ask-in">
          {children}
          <div class="asked-head">
            <Who ask={ask}>
              <LookingToo people={isReadOnly ? [] : state.looking} />
              {!isReadOnly && (
                <DeadlineMenu
                  choice={choice}
                  ask={ask}
                  remaining={page.remainingSeconds}
                  isStale={state.connection === "away"}
                />
              )}
              <MoreMenu
                id={ask.id}
                isOpenAsk={!isReadOnly}
                onAside={setAside}
                onCancel={choice.cancel}
              />
            </Who>
            <AskedAlone {...{ state, page, single, isBeside, agentLine }} />
          </div>
          {single === undefined && (
            <div class="several-in">
              <ol class="questions">
                {form.questions.map((question, index) => (
                  <QuestionCard
                    // biome-ignore lint/suspicious/noArrayIndexKey: questions have no id but their place, and never move
                    key={index}
                    {...common}
                    question={question}
                    index={index}
                    onGoTo={goTo}
                  />
                ))}
              </ol>
              {!isReadOnly && <Review form={form}>{note}</Review>}
            </div>
          )}
          {!isInBar && answering}
          {isReadOnly && single !== undefined && note}
        </div>
      </section>
      <FailureAlert failure={state.failure} />
      {!isReadOnly && (
        <PendingLine
          id={ask.id}
          otherwise={
            <DecideBar
              isSending={state.isSending}
              hasSubmit={hasSubmit}
              tools={hasSubmit ? null : tools}
              submitLabel={single === undefined ? say.several.send(others.length + 1) : text.submit}
              remark={remarkOf(form, say)}
              aside={aside}
              onAside={setAside}
              onCancel={choice.cancel}
              snooze={
                <SnoozeMenu id={ask.id} remaining={page.remainingSeconds} onSnoozed={onSnoozed} />
              }
            >
              {aside !== null && (
                <AsidePanel
                  aside={aside}
                  words={state.reason}
                  onType={choice.typeReason}
                  onSend={() => (aside === "decline" ? choice.decline() : choice.askBack(aside))}
                  onBack={() => setAside(null)}
                />
              )}
              {isInBar && answering}
              {state.editing !== null && <EditPanel choice={choice} state={state} />}
              {single !== undefined && hasSubmit && <div class="decide-row words-row">{tools}</div>}
            </DecideBar>
          }
        />
      )}
      {state.confirming !== null && (
        <ConfirmDialog
          ask={ask}
          reply={state.confirming}
          evidence={state.editing?.evidence ?? state.evidence ?? null}
          canEdit={canEdit}
          onAllow={choice.confirm}
          onDeny={(optionId) => {
            choice.goBack();
            choice.act({ type: "pick", questionIndex: 0, optionId }, { goesOn: false });
            submit();
          }}
          onEdit={() => {
            choice.goBack();
            choice.edit.begin();
          }}
          onBack={choice.goBack}
        />
      )}
    </form>
  );
}

/** The asker's own example, else what words do here. */
function placeholderOf(
  { placeholder, options }: FormState["questions"][number],
  atOnce: boolean,
  { words }: ReturnType<typeof paneWords>,
): string {
  if (placeholder !== undefined) return placeholder;
  return options.length === 0 ? "" : atOnce ? words.instead : words.own;
}

function remarkOf(form: FormState, { several }: ReturnType<typeof paneWords>): string {
  const { answered, total } = progress(form);
  if (total === 1 || answered === total) return "";
  const open = form.questions.find((_, index) => !isAnswered(form, index));
  return total - answered === 1 && open !== undefined
    ? several.oneLeft(open.title)
    : several.left(total - answered);
}

/** Opens a question and puts the focus into it, once it is drawn. */
function useGoTo(place: { current: HTMLFormElement | null }, choice: Choice) {
  const [wanted, setWanted] = useState<{ index: number } | null>(null);
  useLayoutEffect(() => {
    if (wanted === null) return;
    place.current?.querySelector<HTMLElement>(firstControl(wanted.index))?.focus();
  }, [wanted, place]);
  return (index: number) => {
    choice.act({ type: "goTo", index });
    setWanted({ index });
  };
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
  const inputs = ":is(input:not([type=file]), textarea)";
  return `${section} input:checked, ${section}:not(:has(input:checked)) ${inputs}, ${section}-text`;
}
