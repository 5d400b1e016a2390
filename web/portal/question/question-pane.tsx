/**
 * One ask in a pane: the questions, the ways to answer, and what was decided. It fills its
 * own page and the second pane of the list alike, so it has no frame of its own.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { CopyButton } from "../../shared/copy-button.tsx";
import { Link } from "../../shared/link.tsx";
import { PASSKEYS_PATH } from "../../shared/route.ts";
import { useStore } from "../../shared/store.ts";
import { FailureAlert } from "../frame/frame.tsx";
import { isFinal } from "../parts/failure.ts";
import { useText } from "../parts/messages.ts";
import { noticeTime, noticeUnused } from "../parts/notices.ts";
import { paneWords } from "../parts/pane-words.ts";
import { type Choice, type ChoiceState, openChoice } from "./choice.ts";
import { ChoiceForm } from "./choice-form.tsx";
import { SettledPanel } from "./settled-panel.tsx";

interface QuestionPaneProps {
  choice: Choice;
  /**
   * It stands beside a list: its heading is the second, and its keys count only for what has the
   * focus inside.
   */
  isBeside?: boolean;
  /** Called once when the ask is settled while it is shown; `isFromHere` when this page did it. */
  onSettled?: (ask: Ask, isFromHere: boolean) => void;
  /** The agent in one line, where it does not stand beside. */
  agentLine?: ComponentChildren;
  /** The person has put it off. */
  onSnoozed?: () => void;
}

/** The state of one ask for as long as the view is there. Give the view the id as its key. */
export function useChoice(id: string): Choice {
  const [choice] = useState(() => openChoice(id));
  useEffect(() => choice.close, [choice]);
  return choice;
}

export function QuestionPane(props: QuestionPaneProps) {
  const { choice, isBeside = false, onSettled, agentLine = null } = props;
  const { onSnoozed = () => undefined } = props;
  const text = useText();
  const state = useStore(choice.state);
  const { page, form, isGone } = state;
  const isOpen = page !== null && page.ask.outcome === null && !isGone;
  const isThere = page !== null;
  useEffect(() => {
    if (page === null) return;
    noticeTime(page, text);
    if (state.isFromHere) noticeUnused(page.ask, text);
  }, [page, text, state.isFromHere]);
  useEffect(() => {
    if (isThere) choice.showEvidence(text.locale);
  }, [choice, isThere, text.locale]);
  useSettled(state, onSettled);
  if (page === null || form === null || isFinal(state.failure)) return <Waiting state={state} />;
  return (
    <ChoiceForm {...{ choice, state, page, form, isBeside, agentLine, onSnoozed }}>
      {state.shownAsOf !== null && (
        <p class="notice warm" role="status">
          {paneWords(text.locale).asOf(timeOf(state.shownAsOf, text.locale))}
        </p>
      )}
      {page.ask.outcome !== null && (
        <SettledPanel
          ask={{ ...page.ask, outcome: page.ask.outcome }}
          isFromHere={state.isFromHere}
        />
      )}
      {state.isLate && <p class="notice">{paneWords(text.locale).late}</p>}
      {isGone && page.ask.outcome === null && <p class="settled">{text.gone}</p>}
      {state.typed !== "" && <TypedWords typed={state.typed} />}
      {isOpen && page.ask.presentation?.passkey === true && (
        <p class="muted">
          {text.passkeys.needed} <Link to={PASSKEYS_PATH}>{text.passkeys.title}</Link>
        </p>
      )}
    </ChoiceForm>
  );
}

function timeOf(at: number, locale: string): string {
  return new Date(at).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

/** Only for what was open when the pane first showed it. */
function useSettled({ page, isFromHere }: ChoiceState, onSettled: QuestionPaneProps["onSettled"]) {
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = page !== null && page.ask.outcome === null;
  useEffect(() => {
    if (isOpen) return setWasOpen(true);
    if (page === null || !wasOpen) return;
    setWasOpen(false);
    onSettled?.(page.ask, isFromHere);
  }, [isOpen, wasOpen, page, isFromHere, onSettled]);
}

/** Words that somebody else's decision overtook: the person may want them elsewhere. */
function TypedWords({ typed }: { typed: string }) {
  const text = useText();
  return (
    <section class="typed" aria-labelledby="typed-title">
      <h2 id="typed-title" class="over">
        {text.typed}
      </h2>
      <p class="typed-words" dir="auto">
        {typed}
      </p>
      <CopyButton text={typed} label={text.copy} doneLabel={text.copied} />
    </section>
  );
}

function Waiting({ state }: { state: ChoiceState }) {
  const text = useText();
  return (
    <div class="ask-in waiting">
      <h1 class="unseen">Askline</h1>
      {state.failure === null ? (
        <p class="muted late">{text.loading}</p>
      ) : (
        <FailureAlert failure={state.failure} />
      )}
      {isFinal(state.failure) && (
        <Link to="/" class="action-link">
          {text.allQuestions}
        </Link>
      )}
    </div>
  );
}
